import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { RoleForm } from '#features/people/form/role-form.tsx'
import { givenQuery } from '#features/people/roles.ts'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { MissingPart } from '../sharing/missing-part.tsx'
import { SharingPage } from '../sharing/sharing-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { RoleProof } from './role-proof.tsx'

const NOTHING = { devices: [], email: '' }

export default function RoleEditScreen() {
  const { t } = useTranslation()
  const goBack = useGoBack('/access')
  const [params] = useSearchParams()
  const id = params.get('id')
  const query = useQuery(givenQuery)
  const me = useAccount((account) => account.email)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  if (id === null) return <Navigate to="/access" replace />
  return (
    <SharingPage title={t('roleForm.editTitle')} home="/access" isUnconfirmed={isUnconfirmed}>
      {(all) => (
        <LoadedSharing query={query}>
          {(roles) => {
            const role = roles.find((one) => one.id === id)
            const devices = all.filter(isOwn)
            if (role === undefined)
              return <MissingPart title={t('people.missing.title')} text={t('people.missing.text')} />
            return (
              <RoleForm
                key={id}
                devices={devices}
                edited={role}
                given={NOTHING}
                names={roles.filter((one) => one.id !== id).map(({ name }) => name)}
                me={me ?? ''}
                onSaved={(_, leave) => {
                  showMessage('success', t('people.saved'))
                  leave(goBack)
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
