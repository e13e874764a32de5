import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ReplaceForm } from '#features/claim/replace-form.tsx'
import { HealthPage } from '#features/device-health/health-page.tsx'
import { KeysPage } from '#features/device-keys/keys-page.tsx'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { isOfOtherMaker } from '#features/device-model/other-makers.ts'
import { UpgradePage } from '#features/device-upgrades/upgrade-page.tsx'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import claimStyles from '../adding/claim-screen.module.css'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

/**
 * The pages about the controllers of devices share one chunk: few people open them, and with separate chunks every page would
 * have to list all of them.
 */
export { default as UpgradesScreen } from '../home/upgrades-screen.tsx'

/** A page about the controller of a device, below the hardware settings of the device. */
function HardwarePage(props: { device: DeviceInfo; title: string; intro?: string; children: ReactNode }) {
  const { device, title, intro, children } = props
  const { t } = useTranslation()
  usePageTitle(`${title}, ${device.name}`)
  return (
    <SubPage
      title={title}
      intro={intro}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'hardware'))}
    >
      {children}
    </SubPage>
  )
}

/** The health of a device's controller. */
export function DeviceHealthScreen() {
  const { t } = useTranslation()
  return (
    <DeviceGate>
      {(device) => (
        <HardwarePage
          device={device}
          title={t('settings.health')}
          intro={t('health.intro', { name: device.name })}
        >
          <HealthPage device={device} />
        </HardwarePage>
      )}
    </DeviceGate>
  )
}

/** The keys with which a device signs in. */
export function DeviceKeysScreen() {
  const { t } = useTranslation()
  return (
    <DeviceGate>
      {(device) => (
        <HardwarePage device={device} title={t('keys.title')} intro={t('keys.intro')}>
          <KeysPage device={device} />
        </HardwarePage>
      )}
    </DeviceGate>
  )
}

/** The software update of a device. */
export function DeviceUpgradeScreen() {
  const { t } = useTranslation()
  return (
    <DeviceGate>
      {(device) => (
        <HardwarePage
          device={device}
          title={t('settings.upgrade.title')}
          intro={t('upgrade.intro', { name: device.name })}
        >
          <UpgradePage device={device} />
        </HardwarePage>
      )}
    </DeviceGate>
  )
}

/** Few devices are of other makers, so this comes with the pages about them. */
const ReplaceHardware = lazyPart(async () => (await import('../adding/add-pages.tsx')).ReplaceHardware, {
  texts: ['found'],
})

/** Replaces the controller of a device by another one, or its hardware of another maker. */
export function DeviceReplaceScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = (fresh: DeviceInfo) =>
    navigate(devicePath(fresh, 'control'), { replace: true, state: deviceLinkState(fresh) })
  return (
    <DeviceGate>
      {(device) =>
        isOfOtherMaker(device) ? (
          <HardwarePage device={device} title={t('settings.replaceHardware')}>
            <ReplaceHardware device={device} onReplaced={leave} />
          </HardwarePage>
        ) : (
          <HardwarePage
            device={device}
            title={t('claim.replace.title')}
            intro={t('claim.replace.intro', { name: device.name })}
          >
            <div className={claimStyles.form}>
              <ReplaceForm device={device} onReplaced={leave} />
            </div>
          </HardwarePage>
        )
      }
    </DeviceGate>
  )
}
