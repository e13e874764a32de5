import type { DeviceInfo, DeviceLink } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { LinkForm } from '#features/share-links/form/link-form.tsx'
import { linkAddress } from '#features/share-links/links.ts'
import { handOver } from '#features/share-links/list/clipboard-and-share.ts'
import { useDeviceIds } from '../device/use-device-id.ts'
import { OwnDevices, SharingPage } from './sharing-page.tsx'
import { SharingProof } from './sharing-proof.tsx'

/** For whom the link is comes with the navigation state and not in the URL, because URLs are kept in the history. */
const stateSchema = z.object({ guest: z.string() })

/** Creates a link and shares it at once. Its URL is shown over the list. */
export default function LinkNewScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const deviceIds = useDeviceIds()
  const given = stateSchema.safeParse(useLocation().state)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const send = async (link: DeviceLink, devices: readonly DeviceInfo[]) => {
    const names = devices.filter(({ id }) => link.devices.includes(id)).map(({ name }) => name)
    const outcome = await handOver(link.name ?? names.join(', '), linkAddress(link.token))
    if (outcome === 'copied') showMessage('success', t('links.copied'))
  }
  return (
    <SharingPage title={t('linkForm.newTitle')} home="/access" isUnconfirmed={isUnconfirmed}>
      {(all) => (
        <OwnDevices all={all} texts="linkForm">
          {(devices) => (
            <LinkForm
              devices={devices}
              link={null}
              name={given.success ? given.data.guest : ''}
              deviceIds={deviceIds.filter((deviceId) => devices.some(({ id }) => id === deviceId))}
              onSaved={(link) => {
                navigate('/access', { replace: true, state: { shown: { token: link.token, isNew: true } } })
                void send(link, devices)
              }}
              onUnconfirmed={() => setUnconfirmed(true)}
              proofFor={(wanted) => <SharingProof {...wanted} />}
            />
          )}
        </OwnDevices>
      )}
    </SharingPage>
  )
}
