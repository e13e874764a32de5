import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { KeysPage } from '#features/device-keys/keys-page.tsx'
import { devicePath } from '#features/device-model/device-paths.ts'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

/** The keys with which a device signs in. */
export default function DeviceKeysScreen() {
  return <DeviceGate>{(device) => <Page device={device} />}</DeviceGate>
}

function Page({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  usePageTitle(`${t('keys.title')}, ${device.name}`)
  return (
    <SubPage
      title={t('keys.title')}
      intro={t('keys.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'settings'))}
    >
      <KeysPage device={device} />
    </SubPage>
  )
}
