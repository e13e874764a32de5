import { type DeviceInfo, kindOf } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { DeviceSettings } from '#features/device-settings/device-settings.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { focusPage } from '../focus-page.ts'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'
import styles from './device-settings-screen.module.css'

/** The settings of a shade or a light; the settings of a door have their own page. */
export default function DeviceSettingsScreen() {
  return (
    <DeviceGate>
      {(device) =>
        kindOf(device.devicetype).family === 'door' ? (
          <Navigate replace to={devicePath(device, 'settings')} state={deviceLinkState(device)} />
        ) : (
          <Settings device={device} />
        )
      }
    </DeviceGate>
  )
}

function Settings({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(`${t('settings.title')}, ${device.name}`)
  return (
    <SubPage
      title={device.name}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'control'))}
      wide
    >
      <p className={styles.title}>{t('settings.title')}</p>
      {!device.connected && (
        <p className={styles.note}>
          <Icon name="offline" size={18} />
          <span>{t('settings.offline')}</span>
        </p>
      )}
      <DeviceSettings
        device={device}
        onDeleted={async () => {
          await navigate('/home', { replace: true })
          focusPage()
        }}
      />
    </SubPage>
  )
}
