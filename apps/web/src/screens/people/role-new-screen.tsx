import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { RoleForm } from '#features/people/form/role-form.tsx'
import { givenQuery } from '#features/people/roles.ts'
import { useDeviceIds } from '../device/use-device-id.ts'
import { OwnDevices, SharingPage } from '../sharing/sharing-page.tsx'
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
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  return (
    <SharingPage title={t('roleForm.newTitle')} home="/access" isUnconfirmed={isUnconfirmed}>
      {(all) => (
        <OwnDevices all={all} texts="people">
          {(devices) => (
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
          )}
        </OwnDevices>
      )}
    </SharingPage>
  )
}
