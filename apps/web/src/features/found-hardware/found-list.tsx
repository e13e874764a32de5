import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { browserClock } from '#core/clock.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { discoveryApi, foundQuery, ignoredQuery, reloadFound } from './discovery.ts'
import { iconOf } from './entity-words.ts'
import styles from './found.module.css'
import { type FoundDevice, foundDevices } from './found-devices.ts'
import { FoundRow } from './found-row.tsx'

/** The hardware of other makers that was found and is in no device yet. `ways` are the ways to connect more. */
export function FoundList({ ways }: { ways: ReactNode }) {
  const { t } = useTranslation()
  const found = useQuery(foundQuery)
  const takenNames = useHomeDevices().map(({ name }) => name)
  return (
    <div className={styles.page}>
      <div>
        <Loaded query={found} words={useLoadedWords()}>
          {(entities) => {
            const devices = foundDevices(entities, pageTag())
            return devices.length === 0 ? (
              <EmptyState title={t('found.none')} text={t('found.noneText')} action={<RefreshKey />} />
            ) : (
              <>
                <ul className={styles.devices} aria-label={t('found.list')}>
                  {devices.map((device) => (
                    <FoundRow key={device.key} found={device} takenNames={takenNames} />
                  ))}
                </ul>
                <div className={styles.refresh}>
                  <RefreshKey />
                </div>
              </>
            )
          }}
        </Loaded>
        <Ignored />
      </div>
      <div>{ways}</div>
    </div>
  )
}

/** The server refuses another refresh before that. */
const REFRESH_EVERY_MS = 10_000
const waitTime = () => new Promise<void>((done) => browserClock.after(REFRESH_EVERY_MS, done))

/** Asks all bridges to announce their hardware again. It stays busy for as long as another request would be refused. */
function RefreshKey() {
  const { t } = useTranslation()
  const refresh = useServerCall({ send: () => Promise.all([discoveryApi.refresh(), waitTime()]) })
  return (
    <Button icon="again" loading={refresh.isSending} onClick={() => refresh.send()}>
      {t(refresh.isSending ? 'found.refreshing' : 'found.refresh')}
    </Button>
  )
}

function Ignored() {
  const { t } = useTranslation()
  const devices = foundDevices(useQuery(ignoredQuery).data ?? [], pageTag())
  if (devices.length === 0) return null
  return (
    <details className={styles.ignored}>
      <summary>{t('found.ignored', { count: devices.length })}</summary>
      <ul className={styles.devices}>
        {devices.map((device) => (
          <IgnoredRow key={device.key} found={device} />
        ))}
      </ul>
    </details>
  )
}

function IgnoredRow({ found }: { found: FoundDevice }) {
  const { t } = useTranslation()
  const entities = [...found.entities, ...found.folded]
  const name = found.name ?? t('found.unnamed')
  const show = useServerCall({
    send: async () => {
      await discoveryApi.ignore(
        entities.map(({ id }) => id),
        false,
      )
      await reloadFound()
    },
  })
  return (
    <li className={styles.device}>
      {entities[0] !== undefined && <Icon name={iconOf(entities[0])} />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
      </div>
      <Button
        variant="quiet"
        loading={show.isSending}
        aria-label={t('found.showNamed', { name })}
        onClick={() => show.send()}
      >
        {t('found.show')}
      </Button>
    </li>
  )
}
