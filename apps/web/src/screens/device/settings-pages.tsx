import { type DeviceInfo, kindOf } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { isOfOtherMaker } from '#features/device-model/other-makers.ts'
import { DeviceSettings } from '#features/device-settings/device-settings.tsx'
import { HardwareSettings } from '#features/device-settings/hardware-settings.tsx'
import { LinksPastGuard } from '#features/share-links/access/links-past-guard.tsx'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { focusPage } from '../focus-page.ts'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'
import styles from './settings-pages.module.css'

/** Few devices are of other makers, so this comes with the pages about them. */
const DeviceHardware = lazyPart(async () => (await import('../adding/add-pages.tsx')).DeviceHardware, {
  texts: ['found'],
})

/** The settings of a device. A door has its own address, to which the other one leads. */
export function SettingsScreen() {
  return <DeviceGate>{(device) => <Settings device={device} />}</DeviceGate>
}

function Settings({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const hasPassword = useAccount((account) => account.isPasswordSet)
  const own = devicePath(device, 'settings')
  const isDoor = kindOf(device.devicetype).family === 'door'
  if (!own.startsWith(`${pathname}?`)) return <Navigate to={own} state={deviceLinkState(device)} replace />
  return (
    <SettingsPage
      device={device}
      title={t(isDoor ? 'doorSettings.title' : 'settings.title')}
      backTo={devicePath(device, 'control')}
    >
      <DeviceSettings
        device={device}
        hasPassword={hasPassword}
        pastGuard={<LinksPastGuard deviceId={device.id} to={devicePath(device, 'access')} />}
        onDeleted={async () => {
          await navigate('/home', { replace: true })
          focusPage()
        }}
      />
    </SettingsPage>
  )
}

/** The settings of the hardware of a device. */
export function HardwareScreen() {
  const { t } = useTranslation()
  return (
    <DeviceGate>
      {(device) => (
        <SettingsPage
          device={device}
          title={t('settings.hardware')}
          intro={t('settings.hardware')}
          backTo={devicePath(device, 'settings')}
        >
          <HardwareSettings device={device} about={<DeviceHardware device={device} />} />
        </SettingsPage>
      )}
    </DeviceGate>
  )
}

/**
 * A page of settings, with a note while the device is offline. Of the first one the device and its type are the title; `intro` says
 * what a further one is about. `backTo` is where Back leads without a page before it.
 */
function SettingsPage(props: {
  device: DeviceInfo
  title: string
  intro?: string
  backTo: string
  children: ReactNode
}) {
  const { device, title } = props
  const { t } = useTranslation()
  usePageTitle(`${title}, ${device.name}`)
  return (
    <SubPage
      title={device.name}
      intro={props.intro}
      backLabel={t('header.back')}
      onBack={useGoBack(props.backTo)}
      wide
    >
      {!device.connected && (
        <p className={styles.note}>
          <Icon name="offline" size={18} />
          <span>{t(isOfOtherMaker(device) ? 'settings.offlineForeign' : 'settings.offline')}</span>
        </p>
      )}
      {props.children}
    </SubPage>
  )
}
