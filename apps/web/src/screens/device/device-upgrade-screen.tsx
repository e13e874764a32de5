import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { devicePath } from '#features/device-model/device-paths.ts'
import { UpgradePage } from '#features/device-upgrades/upgrade-page.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

/** The software update of a device. */
export default function DeviceUpgradeScreen() {
  return <DeviceGate>{(device) => <Page device={device} />}</DeviceGate>
}

function Page({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  usePageTitle(`${t('settings.upgrade.title')}, ${device.name}`)
  return (
    <SubPage
      title={t('settings.upgrade.title')}
      intro={t('upgrade.intro', { name: device.name })}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'settings'))}
    >
      <UpgradePage device={device} />
    </SubPage>
  )
}
