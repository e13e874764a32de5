import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { UpgradeFailure } from './upgrade-failure.tsx'
import { UpgradeProgress } from './upgrade-progress.tsx'
import styles from './upgrades.module.css'
import { upgradeOfferQuery, upgradesApi } from './upgrades.ts'

/** The software update of a device: the available version, the progress and errors. */
export function UpgradePage({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const query = useQuery(upgradeOfferQuery(device.id, device.version))
  const words = useLoadedWords()
  const { status, progress } = device.state
  return (
    <>
      {status === 'upgrading' ? (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('upgrade.running')}</h2>
          <UpgradeProgress share={progress ?? 0} label={t('upgrade.running')} />
          <p className={styles.text}>{t('upgrade.runningText')}</p>
        </section>
      ) : (
        <>
          <UpgradeFailure device={device} />
          <Loaded query={query} words={words}>
            {({ version }) =>
              version === null ? <Nothing device={device} /> : <Offer device={device} version={version} />
            }
          </Loaded>
        </>
      )}
      <OtherWays device={device} />
    </>
  )
}

function Offer({ device, version }: { device: DeviceInfo; version: string }) {
  const { t } = useTranslation()
  const starting = useServerCall({
    send: () => upgradesApi.start(device.id),
    onDone: () => showMessage('success', t('upgrade.started', { name: device.name })),
    onFailure: (failure) =>
      failure instanceof ApiFailure && failure.error === 'device_upgrade_not_available'
        ? t('upgrade.none')
        : undefined,
  })
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('upgrade.available', { version })}</h2>
      <p className={styles.text}>{t(device.connected ? 'upgrade.availableText' : 'upgrade.offline')}</p>
      <Button
        variant="primary"
        disabled={!device.connected}
        loading={starting.isSending}
        onClick={() => starting.send()}
      >
        {t(device.upgrade == null ? 'upgrade.start' : 'upgrade.retry')}
      </Button>
    </section>
  )
}

function Nothing({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const isFirst = device.version === 1
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t(isFirst ? 'upgrade.noneFirst' : 'upgrade.none')}</h2>
      <p className={styles.text}>{t(isFirst ? 'upgrade.noneFirstText' : 'upgrade.noneText')}</p>
    </section>
  )
}

/** Other ways to update: a replacement for a device of the first generation, and an update of the whole home. */
function OtherWays({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  if (!isOwn(device)) return null
  return (
    <List>
      {device.version === 1 && device.state.status !== 'upgrading' && (
        <ListRow icon="invert" to={devicePath(device, 'replace')} state={deviceLinkState(device)}>
          {t('settings.replace')}
        </ListRow>
      )}
      <ListRow icon="download" to="/upgrades">
        {t('upgrade.all.row')}
      </ListRow>
    </List>
  )
}
