import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { RoleForm } from '#features/people/form/role-form.tsx'
import { givenQuery } from '#features/people/roles.ts'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SharingPage } from '../sharing/sharing-page.tsx'
import { RoleProof } from './role-proof.tsx'

/** The id of the role comes with the navigation state. */
const stateSchema = z.object({ id: z.string() })

const NOTHING = { devices: [], email: '' }

export default function RoleEditScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = stateSchema.safeParse(useLocation().state)
  const query = useQuery(givenQuery)
  const me = useAccount((account) => account.email)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  if (!given.success) return <Navigate to="/people" replace />
  const { id } = given.data
  return (
    <SharingPage title={t('roleForm.editTitle')} home="/people" isUnconfirmed={isUnconfirmed}>
      {(all) => (
        <LoadedSharing query={query}>
          {(roles) => {
            const role = roles.find((one) => one.id === id)
            const devices = all.filter(isOwn)
            if (role === undefined) return <Missing />
            return (
              <RoleForm
                key={id}
                devices={devices}
                edited={role}
                given={NOTHING}
                names={roles.filter((one) => one.id !== id).map(({ name }) => name)}
                me={me ?? ''}
                onDone={() => {
                  showMessage('success', t('people.saved'))
                  navigate(-1)
                }}
                onUnconfirmed={() => setUnconfirmed(true)}
                proofFor={(wanted) => (
                  <RoleProof {...wanted} devices={devices} confirmLabel={t('roleForm.save')} />
                )}
              />
            )
          }}
        </LoadedSharing>
      )}
    </SharingPage>
  )
}

function Missing() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div role="alert">
      <EmptyState
        title={t('people.missing.title')}
        text={t('people.missing.text')}
        action={<Button onClick={() => navigate('/people', { replace: true })}>{t('people.title')}</Button>}
      />
    </div>
  )
}
