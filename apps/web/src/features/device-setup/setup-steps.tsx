import { type SetupStarted, setupStartedSchema } from '@senca/contract/setup'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure, parseJson } from '#core/api/failures.ts'
import { serverClock } from '#core/browser.ts'
import { tabStorage } from '#core/storage.ts'
import { currentLanguage } from '#i18n/language.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { QrCode } from '#ui/layout/qr-code.tsx'
import { devicePageAddress, setupApi } from './setup.ts'
import { SetupNetwork } from './setup-network.tsx'
import { SetupProgress, SetupTroubles } from './setup-progress.tsx'
import styles from './setup-steps.module.css'

const KEY = 'senca-setup'

/** The set-up code of this tab if it is still valid, so that a reloaded page continues with it. */
function readKeptCode(now: number): SetupStarted | null {
  const kept = setupStartedSchema.safeParse(parseJson(tabStorage.getItem(KEY) ?? ''))
  return kept.success && Date.parse(kept.data.expiresAt) > now ? kept.data : null
}

function keepCode(started: SetupStarted | null): void {
  if (started === null) tabStorage.removeItem(KEY)
  else tabStorage.setItem(KEY, JSON.stringify(started))
}

const BluetoothSetup = lazyPart(async () => (await import('./bluetooth/bluetooth-setup.tsx')).default)

const CHECK_AGAIN_MS = 2_000
/** The host name that the server gives if only its own machine can reach the broker. */
const ON_THIS_MACHINE = 'localhost'

async function startOrGoOn(): Promise<SetupStarted> {
  const started = readKeptCode(serverClock.now()) ?? (await setupApi.start())
  keepCode(started)
  return started
}

/** The steps that connect a device without Wi-Fi to the home. `onClaimed` is called with its token when it is connected. */
export function SetupSteps({ onClaimed }: { onClaimed: (token: string) => void }) {
  const { t } = useTranslation()
  const [nth, setNth] = useState(0)
  const words = useLoadedWords()
  const query = useQuery({
    queryKey: ['device-setup', nth],
    queryFn: startOrGoOn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { error } = query
  if (error instanceof ApiFailure && error.error === 'setup_codes_limit_exceeded')
    return <EmptyState title={t('setup.limit.title')} text={t('setup.limit.text')} />
  return (
    <Loaded query={query} words={words}>
      {(started) => (
        <Steps
          started={started}
          onClaimed={onClaimed}
          onAgain={() => {
            keepCode(null)
            setNth(nth + 1)
          }}
        />
      )}
    </Loaded>
  )
}

function Steps(props: { started: SetupStarted; onClaimed: (token: string) => void; onAgain: () => void }) {
  const { started, onClaimed } = props
  const { t } = useTranslation()
  // A phone in the network of a device cannot reach the server; the last status is kept until it can again.
  const { data: status } = useQuery({
    queryKey: ['device-setup-status', started.setupCode],
    queryFn: () => setupApi.status(started.setupCode),
    refetchInterval: CHECK_AGAIN_MS,
    retry: false,
    gcTime: 0,
  })
  const token = status?.status === 'claimed' ? status.token : undefined
  useEffect(() => {
    if (token === undefined) return
    keepCode(null)
    onClaimed(token)
  }, [token, onClaimed])
  const { bluetooth } = navigator
  return (
    <>
      {bluetooth !== undefined && <BluetoothSetup bluetooth={bluetooth} started={started} />}
      <ol className={styles.steps}>
        <Step title={t('setup.join.title')}>
          <SetupNetwork />
        </Step>
        <Step title={t('setup.page.title')}>
          <DevicePage started={started} />
        </Step>
        <Step title={t('setup.follow.title')}>
          <SetupProgress started={started} status={status} onAgain={props.onAgain} />
        </Step>
      </ol>
      <SetupTroubles />
    </>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </li>
  )
}

function DevicePage({ started }: { started: SetupStarted }) {
  const { t } = useTranslation()
  const address = devicePageAddress(started, currentLanguage())
  return (
    <>
      <p>{t('setup.page.text')}</p>
      {started.host === ON_THIS_MACHINE && <p>{t('setup.localOnly', { setting: 'MQTT_HOST' })}</p>}
      <a className={styles.open} href={address} target="_blank" rel="noreferrer">
        {t('setup.page.open')}
      </a>
      <details>
        <summary className={styles.summary}>{t('setup.page.other')}</summary>
        <div className={styles.scan}>
          <QrCode text={address} label={t('setup.page.qr')} />
          <dl className={styles.data}>
            <dt>{t('setup.page.address')}</dt>
            <dd>{new URL(address).origin}</dd>
            <dt>{t('setup.page.server')}</dt>
            <dd>{started.host}</dd>
            <dt>{t('setup.page.port')}</dt>
            <dd>{started.port}</dd>
            <dt>{t('setup.page.code')}</dt>
            <dd>{started.setupCode}</dd>
          </dl>
        </div>
      </details>
    </>
  )
}
