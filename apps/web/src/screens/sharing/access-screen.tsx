import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { useDevice } from '#features/device-model/live-device.ts'
import { AccessList } from '#features/share-links/access/access-list.tsx'
import { FreezeSwitch } from '#features/share-links/access/freeze-switch.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { useDeviceId } from '../device/use-device-id.ts'
import { SharingPage } from './sharing-page.tsx'

/** Who can open one device, or anything in the home. */
export default function AccessScreen() {
  const deviceId = useDeviceId()
  return deviceId === null ? <HomeAccess /> : <DeviceAccess deviceId={deviceId} />
}

function HomeAccess() {
  const { t } = useTranslation()
  return (
    <Access
      deviceId={null}
      title={t('access.homeTitle')}
      intro={t('access.homeIntro')}
      newLink="/links/new"
    />
  )
}

function DeviceAccess({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const name = useDevice(deviceId).data?.name
  return (
    <Access
      deviceId={deviceId}
      title={t('access.title')}
      {...(name === undefined ? {} : { intro: t('access.intro', { name }) })}
      newLink={`/links/new?${new URLSearchParams({ deviceId })}`}
    />
  )
}

function Access(props: { deviceId: string | null; title: string; intro?: string; newLink: string }) {
  const { deviceId, newLink, ...words } = props
  const { t } = useTranslation()
  const me = useAccount((account) => account.email)
  return (
    <SharingPage
      {...words}
      home="/links"
      wide
      action={<IconLink icon="plus" to={newLink} label={t('links.new')} />}
    >
      {(devices) => (
        <>
          <FreezeSwitch />
          <AccessList deviceId={deviceId} devices={devices} me={me} />
        </>
      )}
    </SharingPage>
  )
}
