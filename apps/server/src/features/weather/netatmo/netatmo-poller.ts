import type { HomeService } from '#features/homes/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { netatmoOf } from '../readings.ts'
import { WeatherSourceError } from '../sources/weather-source.ts'
import type { WeatherStore } from '../weather.store.ts'
import { DUE_LINK, type NetatmoLink, type NetatmoStore } from './netatmo.store.ts'
import type { NetatmoClient } from './netatmo-client.ts'
import type { NetatmoKeyring } from './netatmo-keyring.ts'
import { type Station, stationAt } from './netatmo-station.ts'

interface NetatmoPollerOptions {
  store: NetatmoStore
  readings: Pick<WeatherStore, 'keep'>
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  client: Pick<NetatmoClient, 'stations'>
  keyring: NetatmoKeyring
  homes: Pick<HomeService, 'find'>
  /** Called in the transaction that writes new values of a source. */
  measured(queries: Queries, source: string): Promise<void>
  failed(error: unknown, accountId: string): void
}

const MINUTE_MS = 60_000
const CHECK_EVERY_S = 10
const ASKED_AT_ONCE = 4
/** A query has ended by then, even if it renewed its token. */
const LEASE_MS = 2 * MINUTE_MS
/** Stations measure every ten minutes; the values are available slightly later. */
const NEXT_VALUES_MS = 10 * MINUTE_MS + 45_000
const ASK_AT_MOST_MS = 5 * MINUTE_MS
const ASK_AT_LEAST_MS = 10 * MINUTE_MS
const LONGEST_RETRY_MS = 60 * MINUTE_MS

/** Queries the stations of linked accounts at Netatmo: one request for each, soon after new values are available. */
export function createNetatmoPoller(options: NetatmoPollerOptions) {
  const { store, readings, database, clock, whenDue, client, keyring, homes, measured, failed } = options
  const abort = new AbortController()

  const isUnauthorized = (error: unknown): boolean =>
    error instanceof WeatherSourceError && error.isUnauthorized

  /** Null if the link has ended in the meantime. A token may be revoked before its end; then one new token is tried. */
  const stationsOf = async (link: NetatmoLink): Promise<Station[] | null> => {
    const current = keyring.current(link)
    if (current !== null) {
      try {
        return await client.stations(current, abort.signal)
      } catch (error) {
        if (!isUnauthorized(error)) throw error
      }
    }
    const renewed = await keyring.renew(link, abort.signal)
    return renewed === null ? null : client.stations(renewed, abort.signal)
  }

  const nextAskAt = (station: Station | null, now: number): Date => {
    const newest = Math.max(0, ...(station?.samples ?? []).map(({ measuredAt }) => measuredAt.getTime()))
    return new Date(Math.min(Math.max(newest + NEXT_VALUES_MS, now + ASK_AT_MOST_MS), now + ASK_AT_LEAST_MS))
  }

  const take = async (link: NetatmoLink, stations: Station[]): Promise<void> => {
    const { accountId } = link
    const station = stationAt(stations, await homes.find(accountId))
    const now = clock.now()
    const problem = station === null ? ('no_station' as const) : null
    const source = netatmoOf(accountId)
    await database.db.transaction(async (queries) => {
      const isLinked = await store.answered(queries, link, {
        askAt: nextAskAt(station, now.getTime()),
        problem,
      })
      if (!isLinked || station === null) return
      for (const sample of station.samples) await readings.keep(queries, source, sample, now)
      await measured(queries, source)
    })
  }

  const ask = async (link: NetatmoLink): Promise<void> => {
    try {
      const stations = await stationsOf(link)
      if (stations !== null) await take(link, stations)
    } catch (error) {
      if (abort.signal.aborted) return
      failed(error, link.accountId)
      if (isUnauthorized(error)) return store.signedOut(link)
      const asked = error instanceof WeatherSourceError ? (error.retryAfterMs ?? 0) : 0
      const backoff = Math.min(ASK_AT_MOST_MS * 2 ** Math.min(link.failures, 10), LONGEST_RETRY_MS)
      await store.failed(link, new Date(clock.now().getTime() + Math.max(asked, backoff)))
    }
  }

  const polling = whenDue({
    kind: 'netatmo',
    query: DUE_LINK,
    everySeconds: CHECK_EVERY_S,
    async run(_found, repeatAfter) {
      const now = clock.now()
      const due = await store.claimDue(now, new Date(now.getTime() + LEASE_MS), ASKED_AT_ONCE)
      await Promise.all(due.map(ask))
      if (due.length === ASKED_AT_ONCE) repeatAfter(0)
    },
    failed: (error) => failed(error, ''),
  })

  return {
    async stop() {
      abort.abort()
      await polling.stop()
    },
  }
}
