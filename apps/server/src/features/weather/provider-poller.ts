import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { DueRun } from '#platform/due-run.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { forecastFrom } from './readings.ts'
import {
  type ForecastHour,
  type WeatherProvider,
  type WeatherSample,
  WeatherSourceError,
} from './sources/weather-source.ts'
import { type AskedPlace, DUE_PLACE, type WeatherStore } from './weather.store.ts'

interface ProviderPollerOptions {
  store: WeatherStore
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  /** Null if no provider is configured. */
  provider: WeatherProvider | null
  /** Called in the transaction that writes new values of a source. */
  measured(queries: Queries, source: string): Promise<void>
  /** Called when a provider could not be queried. */
  failed(error: unknown, key: string): void
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** How often it checks for places that are due. */
const CHECK_EVERY_S = 5
/** The interval of requests for a place, independent of the number of accounts there. */
const ASK_EVERY_MS = 10 * MINUTE_MS
/** The longest interval, so that the last values are replaced before they are too old. */
const ASK_AT_LEAST_MS = 25 * MINUTE_MS
const FIRST_RETRY_MS = 30 * SECOND_MS
const LONGEST_RETRY_MS = 60 * MINUTE_MS
const ASKED_AT_ONCE = 4

const forecastOf = (hours: readonly ForecastHour[]) =>
  hours.map(({ at, values }) => ({ at: at.toISOString(), values }))

/** Queries the provider for the weather of every needed place, as often as it allows. */
export function createProviderPoller(options: ProviderPollerOptions) {
  const { store, database, clock, whenDue, provider, measured, failed } = options
  const abort = new AbortController()
  let polling: DueRun | null = null

  const nextAskAt = (expiresAt: Date | null): Date => {
    const now = clock.now().getTime()
    const asked = Math.max(expiresAt?.getTime() ?? 0, now + ASK_EVERY_MS)
    return new Date(Math.min(asked, now + ASK_AT_LEAST_MS))
  }

  /** The values for the current hour from an earlier forecast. */
  const foreseen = async (key: string): Promise<WeatherSample | null> => {
    const now = clock.now()
    const [hour] = forecastFrom(await store.forecast(key), now)
    const isCurrent = hour !== undefined && new Date(hour.at) <= now
    return isCurrent ? { measuredAt: now, values: hour.values } : null
  }

  const ask = async (from: WeatherProvider, place: AskedPlace): Promise<void> => {
    const { key, lat, lon, failures, validators } = place
    try {
      const answer = await from.fetch({ lat, lon }, validators, abort.signal)
      const askAt = nextAskAt(answer.expiresAt)
      const isSame = answer.kind === 'not_modified'
      const sample = isSame ? await foreseen(key) : answer.now
      await database.db.transaction(async (queries) => {
        await store.answered(queries, key, {
          askAt,
          forecast: isSame ? null : forecastOf(answer.hours),
          validators: isSame ? null : answer.validators,
        })
        if (sample === null) return
        await store.keep(queries, key, sample, clock.now())
        await measured(queries, key)
      })
    } catch (error) {
      if (abort.signal.aborted) return
      const asked = error instanceof WeatherSourceError ? (error.retryAfterMs ?? 0) : 0
      const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS)
      await store.failed(key, new Date(clock.now().getTime() + Math.max(asked, backoff)))
      failed(error, key)
    }
  }

  const askDue = async (from: WeatherProvider, limit: number, key?: string): Promise<number> => {
    const now = clock.now()
    const until = new Date(now.getTime() + MINUTE_MS)
    const due = await store.claimDue(now, until, limit, key)
    await Promise.all(due.map((place) => ask(from, place)))
    return due.length
  }

  if (provider !== null)
    polling = whenDue({
      kind: 'weather',
      query: DUE_PLACE,
      everySeconds: CHECK_EVERY_S,
      async run(_found, repeatAfter) {
        if ((await askDue(provider, ASKED_AT_ONCE)) === ASKED_AT_ONCE) repeatAfter(0)
      },
      failed: (error) => failed(error, ''),
    })

  return {
    /** Queries a place now if it is due; resolves when this is done. */
    async askNow(key: string): Promise<void> {
      if (provider !== null) await askDue(provider, 1, key)
    },
    async stop() {
      abort.abort()
      await polling?.stop()
    },
  }
}

export type ProviderPoller = ReturnType<typeof createProviderPoller>
