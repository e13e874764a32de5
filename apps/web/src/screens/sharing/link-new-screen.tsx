import type { DeviceInfo, DeviceLink } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { LinkForm } from '#features/share-links/form/link-form.tsx'
import { linkAddress } from '#features/share-links/links.ts'
import { handOver } from '#features/share-links/list/clipboard-and-share.ts'
import { useMayShare } from '#features/share-links/use-link-calls.ts'
import { Unconfirmed } from '#features/sharing-model/unconfirmed.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useDeviceIds } from '../device/use-device-id.ts'
import { SharingPage } from './sharing-page.tsx'
import { SharingProof } from './sharing-proof.tsx'

/** For whom the link is comes with the navigation state and not in the URL, because URLs are kept in the history. */
const stateSchema = z.object({ guest: z.string() })

/** Creates a link and shares it at once. Its URL is shown over the list. */
export default function LinkNewScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const deviceIds = useDeviceIds()
  const given = stateSchema.safeParse(useLocation().state)
  const mayShare = useMayShare(useAccount((account) => account.isConfirmed))
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const send = async (link: DeviceLink, devices: readonly DeviceInfo[]) => {
    const names = devices.filter(({ id }) => link.devices.includes(id)).map(({ name }) => name)
    const outcome = await handOver(link.name ?? names.join(', '), linkAddress(link.token))
    if (outcome === 'copied') showMessage('success', t('links.copied'))
  }
  return (
    <SharingPage title={t('linkForm.newTitle')} home="/access" isUnconfirmed={isUnconfirmed}>
      {(all) => {
        const devices = all.filter(isOwn)
        if (!mayShare) return <Unconfirmed />
        if (devices.length === 0) return <NothingToShare />
        return (
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
        )
      }}
    </SharingPage>
  )
}

function NothingToShare() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('linkForm.noDevices.title')}
      text={t('linkForm.noDevices.text')}
      action={<ButtonLink to="/claim">{t('home.addDevice')}</ButtonLink>}
    />
  )
}
