import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useAccount } from '#features/account-model/accounts.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { ReceivedList } from '#features/people/received/received-list.tsx'
import { FreezeSwitch } from '#features/share-links/access/freeze-switch.tsx'
import type { ShownLink } from '#features/share-links/list/link-entry.tsx'
import { useMayShare } from '#features/share-links/use-link-calls.ts'
import { useDeviceId } from '../device/use-device-id.ts'
import { AccessList } from './access-list.tsx'
import { GiveAccess } from './give-access.tsx'
import { SharingPage } from './sharing-page.tsx'

/** The link whose URL is shown. It is in the navigation state, because the page's own URL would stay in the history. */
const stateSchema = z.object({ shown: z.nullable(z.object({ token: z.string(), isNew: z.boolean() })) })

/**
 * Access: the people and links that can use one device or anything in the home, then what others share with this account, and the
 * switch that pauses all. `?view=received` starts with what others share.
 */
export default function AccessScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const deviceId = useDeviceId()
  const device = useHomeDevices().find(({ id }) => id === deviceId)
  const given = stateSchema.safeParse(state)
  const me = useAccount((account) => account.email)
  const mayShare = useMayShare(useAccount((account) => account.isConfirmed))
  const isAboutReceived = new URLSearchParams(search).get('view') === 'received'
  const show = (shown: ShownLink | null) =>
    navigate(`${pathname}${search}`, { replace: true, state: { shown }, preventScrollReset: true })
  return (
    <SharingPage
      title={t('accountMenu.access')}
      intro={device === undefined ? t('access.homeIntro') : t('access.intro', { name: device.name })}
      home="/menu"
      action={mayShare && <GiveAccess deviceId={deviceId} />}
    >
      {(devices) => {
        // Nobody shares with an account without a confirmed address, and the list says that once.
        const received = deviceId === null && mayShare && (
          <ReceivedList devices={devices} isAlwaysShown={isAboutReceived} />
        )
        return (
          <>
            {isAboutReceived && received}
            <AccessList
              deviceId={deviceId}
              devices={devices}
              me={me ?? ''}
              shown={given.success ? given.data.shown : null}
              onShow={show}
            />
            {!isAboutReceived && received}
            <FreezeSwitch />
          </>
        )
      }}
    </SharingPage>
  )
}
