import type { DeviceInfo } from '@senca/contract'
import type { UpgradeLine } from '@senca/contract/hardware'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { UpgradeProgress } from './upgrade-progress.tsx'
import styles from './upgrades.module.css'
import { isInFlight, upgradeLineQuery, upgradesApi } from './upgrades.ts'

/** Software updates for all devices of the home: how many can be updated, and their progress. */
export function UpgradeAllPage() {
  const query = useQuery(upgradeLineQuery)
  const words = useLoadedWords()
  const devices = useHomeDevices()
  return (
    <Loaded query={query} words={words}>
      {(line) => <Line line={line} devices={devices} />}
    </Loaded>
  )
}

const namesOf = (devices: readonly DeviceInfo[]) => {
  const nameById = new Map(devices.map(({ id, name }) => [id, name]))
  return (id: string) => nameById.get(id) ?? id
}

/** Devices that are updated individually are not part of the queue and are listed beside it. */
const updatingAlone = (line: UpgradeLine, devices: readonly DeviceInfo[]): Step[] => {
  const inLine = new Set(line.devices.map(({ token }) => token))
  return devices
    .filter(({ id, state }) => state.status === 'upgrading' && !inLine.has(id))
    .map(({ id, state }) => ({ token: id, status: 'upgrading', progress: state.progress ?? 0 }))
}

function Line({ line, devices }: { line: UpgradeLine; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const nameOf = namesOf(devices)
  const alone = updatingAlone(line, devices)
  const client = useQueryClient()
  const starting = useServerCall({
    send: upgradesApi.startAll,
    onDone: async ({ queued }) => {
      await client.invalidateQueries(upgradeLineQuery)
      showMessage('success', t('upgrade.all.queued', { count: queued }))
    },
  })
  const over = line.done + line.failed
  return (
    <>
      {line.available > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('upgrade.all.available', { count: line.available })}</h2>
          <p className={styles.text}>{t('upgrade.availableText')}</p>
          <Button variant="primary" loading={starting.isSending} onClick={() => starting.send()}>
            {t('upgrade.all.start')}
          </Button>
        </section>
      )}
      {alone.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('upgrade.running')}</h2>
          <Rows steps={alone} nameOf={nameOf} />
        </section>
      )}
      {line.available === 0 && line.total === 0 && alone.length === 0 && (
        <EmptyState title={t('upgrade.all.none')} text={t('upgrade.all.noneText')} />
      )}
      {line.total > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('upgrade.all.progress', { over, total: line.total })}</h2>
          {isInFlight(line) && <UpgradeProgress share={over / line.total} label={t('upgrade.all.title')} />}
          <Rows steps={line.devices} nameOf={nameOf} />
        </section>
      )}
    </>
  )
}

type Step = UpgradeLine['devices'][number]

const Rows = ({ steps, nameOf }: { steps: readonly Step[]; nameOf: (id: string) => string }) => (
  <ul className={styles.rows}>
    {steps.map((step) => (
      <Row key={step.token} device={step} name={nameOf(step.token)} />
    ))}
  </ul>
)

function Row({ device, name }: { device: Step; name: string }) {
  const { t } = useTranslation()
  const { status, progress, error } = device
  const figure = progress === undefined ? null : t('card.percent', { value: Math.floor(progress * 100) })
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <span className={styles.step} data-step={status}>
        {[t(`upgrade.step.${status}`), ...(figure === null ? [] : [figure])].join(' · ')}
      </span>
      {error !== undefined && <span className={styles.why}>{t(`upgrade.error.${error}`)}</span>}
    </li>
  )
}
