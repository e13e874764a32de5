import type { DeviceInfo } from '@senca/contract'
import { type DeviceHealth, deviceHealthSchema } from '@senca/contract/health'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { callsBy } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'
import { pageNow } from '#core/clock.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import styles from './health.module.css'
import { weeksOf } from './weeks.ts'

const { get } = callsBy(api, 'apiToken')

/** The health of a device, loaded each time its page is opened. */
const healthQuery = (token: string) =>
  queryOptions({
    queryKey: ['device-health', token],
    queryFn: () =>
      get(`/api/v1/device/health?${new URLSearchParams({ devicetoken: token })}`, deviceHealthSchema),
    staleTime: 0,
  })

/** The health of a device's controller: possible faults, what it reports about itself, and the last four weeks. */
export function HealthPage({ device }: { device: DeviceInfo }) {
  const query = useQuery(healthQuery(device.id))
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {(health) => (
        <>
          <Signs signs={health.signs} />
          <Facts health={health} />
          <Weeks days={health.days} />
        </>
      )}
    </Loaded>
  )
}

function Signs({ signs }: Pick<DeviceHealth, 'signs'>) {
  const { t } = useTranslation()
  if (signs.length === 0) return <p className={styles.well}>{t('health.well')}</p>
  return signs.map((sign) => (
    <section key={sign} className={styles.sign}>
      <h2 className={styles.title}>{t(`health.sign.${sign}.title`)}</h2>
      <p className={styles.text}>{t(`health.sign.${sign}.text`)}</p>
    </section>
  ))
}

/** A weaker signal is only fair, and below the second limit weak. */
const FAIR_DBM = -68
const WEAK_DBM = -80

function signalText(rssi: number, t: TFunction): string {
  const word = rssi <= WEAK_DBM ? 'weak' : rssi <= FAIR_DBM ? 'fair' : 'good'
  return t(`health.signal.${word}`, { dbm: `${number(rssi)}\u00a0dBm` })
}

const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(pageTag(), { maximumFractionDigits: digits }).format(value).replace('-', '−')

/** The known facts, each with its name; facts that the device does not report are left out. */
function factsOf({ said, connected, lastSeenAt, firmware, totalRestarts }: DeviceHealth, t: TFunction) {
  const moment = (at: string | number) => fullMoment(new Date(at), pageTag())
  const { at, rssi, uptime, motorRuns, motorSeconds, calibratedAt } = said ?? {}
  const facts: [name: string, text: string | null][] = [
    [t('health.signal.name'), rssi === undefined ? null : signalText(rssi, t)],
    [t('health.lastSeen'), connected ? t('health.now') : lastSeenAt === null ? null : moment(lastSeenAt)],
    [
      t('health.runningSince'),
      at === undefined || uptime === undefined ? null : moment(Date.parse(at) - uptime * 1_000),
    ],
    [t('health.restarts'), totalRestarts === null ? null : number(totalRestarts)],
    [t('health.motorRuns'), motorRuns === undefined ? null : number(motorRuns)],
    [
      t('health.motorHours'),
      motorSeconds === undefined ? null : t('health.hours', { hours: number(motorSeconds / 3_600, 1) }),
    ],
    [t('health.calibrated'), calibratedAt === undefined ? null : moment(calibratedAt)],
    [t('health.firmware'), firmware],
  ]
  return facts
}

function Facts({ health }: { health: DeviceHealth }) {
  const { t } = useTranslation()
  return (
    <dl className={styles.facts}>
      {factsOf(health, t).map(([name, text]) =>
        text === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Removes leading zeros: some languages format days as 06 in a range, but as 6 in a single date. */
const withoutZeros = (range: string): string => range.replaceAll(/(?<!\d)0(?=\d)/g, '')

function Weeks({ days }: Pick<DeviceHealth, 'days'>) {
  const { t } = useTranslation()
  const format = new Intl.DateTimeFormat(pageTag(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <table className={styles.weeks}>
      <caption>{t('health.weeks')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('health.week')}</th>
          <th scope="col">{t('health.weekRestarts')}</th>
          <th scope="col">{t('health.weekDrops')}</th>
          <th scope="col">{t('health.weekAnswer')}</th>
        </tr>
      </thead>
      <tbody>
        {weeksOf(days, pageNow()).map(({ from, until, restarts, drops, answerMs }) => (
          <tr key={from.getTime()}>
            <th scope="row">{withoutZeros(format.formatRange(from, until))}</th>
            <td>{number(restarts)}</td>
            <td>{number(drops)}</td>
            <td>{answerMs === null ? '–' : t('health.seconds', { seconds: number(answerMs / 1_000, 2) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
