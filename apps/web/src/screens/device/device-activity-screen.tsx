import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { ActivityList } from '#features/activity/activity-list.tsx'
import { ExportButton } from '#features/activity/export-button.tsx'
import { devicePath } from '#features/device-model/device-paths.ts'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'

export default function DeviceActivityScreen() {
  return <DeviceGate>{(device) => <Activity device={device} />}</DeviceGate>
}

function Activity({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const me = useAccount((account) => account.email)
  const { id, name, devicetype } = device
  usePageTitle(name)
  return (
    <SubPage
      title={name}
      backLabel={t('header.back')}
      onBack={useGoBack(devicePath(device, 'settings'))}
      action={<ExportButton deviceId={id} />}
    >
      <ActivityList deviceId={id} typeOf={(other) => (other === id ? devicetype : null)} me={me ?? ''} />
    </SubPage>
  )
}
