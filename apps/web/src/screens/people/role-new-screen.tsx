import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { RoleForm } from '#features/people/form/role-form.tsx'
import { givenQuery } from '#features/people/roles.ts'
import { useMayShare } from '#features/share-links/use-link-calls.ts'
import { Unconfirmed } from '#features/sharing-model/unconfirmed.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useDeviceIds } from '../device/use-device-id.ts'
import { SharingPage } from '../sharing/sharing-page.tsx'
import { RoleProof } from './role-proof.tsx'

/** The receiver comes with the navigation state and not in the URL, because URLs are kept in the history and get shared. */
const stateSchema = z.object({ email: z.string() })

export default function RoleNewScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const deviceIds = useDeviceIds()
  const given = stateSchema.safeParse(useLocation().state)
  const { data: roles = [] } = useQuery(givenQuery)
  const me = useAccount((account) => account.email)
  const mayShare = useMayShare(useAccount((account) => account.isConfirmed))
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  return (
    <SharingPage title={t('roleForm.newTitle')} home="/access" isUnconfirmed={isUnconfirmed}>
      {(all) => {
        const devices = all.filter(isOwn)
        if (!mayShare) return <Unconfirmed />
        if (devices.length === 0) return <NothingToGive />
        return (
          <RoleForm
            devices={devices}
            edited={null}
            given={{
              devices: deviceIds.filter((deviceId) => devices.some(({ id }) => id === deviceId)),
              email: given.success ? given.data.email : '',
            }}
            names={roles.map(({ name }) => name)}
            me={me ?? ''}
            onSaved={(_, leave) => {
              showMessage('success', t('people.given'))
              leave(() => navigate('/access', { replace: true }))
            }}
            onUnconfirmed={() => setUnconfirmed(true)}
            proofFor={(wanted) => (
              <RoleProof {...wanted} devices={devices} confirmLabel={t('roleForm.give')} />
            )}
          />
        )
      }}
    </SharingPage>
  )
}

function NothingToGive() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('people.noDevices.title')}
      text={t('people.noDevices.text')}
      action={<ButtonLink to="/claim">{t('home.addDevice')}</ButtonLink>}
    />
  )
}
