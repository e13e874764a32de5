import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { HealthPage } from '#features/device-health/health-page.tsx'
import { devicePath } from '#features/device-model/device-paths.ts'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

/** The health of a device's controller. */
export default function DeviceHealthScreen() {
  return <DeviceGate>{(device) => <Page device={device} />}</DeviceGate>
}

function Page({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  usePageTitle(`${t('settings.health')}, ${device.name}`)
  return (
    <SubPage
      title={t('settings.health')}
      intro={t('health.intro', { name: device.name })}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'settings'))}
    >
      <HealthPage device={device} />
    </SubPage>
  )
}
