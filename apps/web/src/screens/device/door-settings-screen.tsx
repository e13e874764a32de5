import { type DeviceInfo, kindOf } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { DoorSettings } from '#features/device-settings/door-settings.tsx'
import { LinksPastGuard } from '#features/share-links/access/links-past-guard.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { focusPage } from '../focus-page.ts'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'
import styles from './device-settings-screen.module.css'

export default function DoorSettingsScreen() {
  return <DeviceGate>{(device) => <Settings device={device} />}</DeviceGate>
}

function Settings({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hasPassword = useAccount((account) => account.isPasswordSet)
  const onBack = useGoBack(devicePath(device, 'control'))
  usePageTitle(`${t('doorSettings.title')}, ${device.name}`)
  if (kindOf(device.devicetype).family !== 'door')
    return <Navigate to={devicePath(device, 'settings')} state={deviceLinkState(device)} replace />
  return (
    <SubPage title={device.name} backLabel={t('header.back')} onBack={onBack} wide>
      <p className={styles.title}>{t('doorSettings.title')}</p>
      {!device.connected && (
        <p className={styles.note}>
          <Icon name="offline" size={18} />
          <span>{t('settings.offline')}</span>
        </p>
      )}
      <DoorSettings
        device={device}
        hasPassword={hasPassword}
        pastGuard={<LinksPastGuard deviceId={device.id} to={devicePath(device, 'access')} />}
        onDeleted={async () => {
          await navigate('/home', { replace: true })
          focusPage()
        }}
      />
    </SubPage>
  )
}
