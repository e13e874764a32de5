import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/accounts/accounts.ts'
import { ActivityList } from '#features/activity/ActivityList.tsx'
import { ExportButton } from '#features/activity/ExportButton.tsx'
import { devicePath } from '#features/devices/device-paths.ts'
import { SubHeader } from '#ui/PageHeader.tsx'
import styles from './account-page.module.css'
import { DeviceGate } from './device-page.tsx'
import { useGoBack } from './use-go-back.ts'
import { usePageTitle } from './use-page-title.ts'

/** What has happened to a device. */
export function DeviceActivityScreen() {
  return <DeviceGate>{(device) => <Activity device={device} />}</DeviceGate>
}

function Activity({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const me = useAccount((account) => account.email)
  const { id, name, devicetype } = device
  usePageTitle(name)
  return (
    <div className={styles.page}>
      <SubHeader
        title={name}
        backLabel={t('header.back')}
        onBack={useGoBack(devicePath(device, 'settings'))}
      />
      <div className={styles.column}>
        <p className={styles.intro}>{t('activity.intro')}</p>
        <ExportButton deviceId={id} />
        <ActivityList deviceId={id} typeOf={(other) => (other === id ? devicetype : null)} me={me ?? ''} />
      </div>
    </div>
  )
}
