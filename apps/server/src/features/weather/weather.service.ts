import {
  type Home,
  type HookKey,
  type HookKeyInfo,
  isWeatherTrigger,
  type ScenarioTrigger,
  type WeatherForecast,
  type WeatherMeasurement,
  type WeatherNow,
  type WeatherSources,
  type WeatherTrigger,
} from '@senca/contract/automation'
import type { AccountService } from '#features/accounts/index.ts'
import type { Billing } from '#features/billing/index.ts'
import type { HomeService } from '#features/homes/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import { type BrokerAddress, reachableAddress } from '#platform/mqtt/broker-address.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { NetatmoService } from './netatmo/netatmo.service.ts'
import type { ProviderPoller } from './provider-poller.ts'
import {
  forecastFrom,
  freshUntil,
  isAhead,
  isFresh,
  isNetatmo,
  isPlace,
  KEPT_MS,
  netatmoOf,
  placeKeyOf,
  type Reading,
  readingOf,
  stationOf,
  weatherNowOf,
} from './readings.ts'
import { plausible, type WeatherValues } from './sources/weather-source.ts'
import type { KeptHour, WeatherStore } from './weather.store.ts'

interface WeatherServiceOptions {
  store: WeatherStore
  database: Pick<Database, 'db'>
  clock: Clock
  accounts: Pick<AccountService, 'assertConfirmed'>
  homes: Pick<HomeService, 'find'>
  entitlement: Billing['entitlement']
  poller: Pick<ProviderPoller, 'askNow'>
  /** The name that is displayed to people; null if no provider is configured. */
  providerName: string | null
  publicUrl: string
  measured(queries: Queries, source: string): Promise<void>
  netatmo: Pick<NetatmoService, 'info'>
}

/** How long a page waits for the first weather of a place. */
const FIRST_ANSWER_MS = 5_000
const STATION_RATE = { burst: 60, everyMs: 1_000 }
/** How many new places an account may have queried, so that it cannot use up the quota of the provider for all others. */
const PLACE_RATE = { burst: 20, everyMs: 10 * 60_000 }

/**
 * Gusts cause damage; if nobody measures them, the mean wind is used. A gust below the mean wind of the same source is that of a broken
 * sensor, so the greater one counts.
 */
const INSTEAD: Partial<Record<WeatherMeasurement, WeatherMeasurement>> = { wind_gust: 'wind_speed' }

/** Throws `malformed_request` for a time at which a station cannot have measured what is still of use. */
function assertKept(measuredAt: Date, now: Date): void {
  const isOld = now.getTime() - measuredAt.getTime() >= KEPT_MS
  if (!isOld && !isAhead(measuredAt, now)) return
  const fault = isOld ? 'is from before the time for which weather is kept' : 'lies ahead'
  throw new ApiError('malformed_request', {
    key: 'measuredAt',
    message: `The time of measurement ${fault}. Check the clock of the station: that of the server says ${now.toISOString()}.`,
  })
}

/** The weather at a home, from its own stations and from a provider. */
export function createWeatherService(options: WeatherServiceOptions) {
  const { accounts, store, database, clock, homes, poller, providerName, publicUrl, measured, netatmo } =
    options
  const { entitlement } = options
  const rate = createKeyedRate(STATION_RATE)
  const placeRate = createKeyedRate(PLACE_RATE)

  const nameOf = (source: string): string => {
    if (isPlace(source)) return providerName ?? 'provider'
    return isNetatmo(source) ? 'netatmo' : 'station'
  }

  /** The sources of a home in order of precedence. */
  const sourcesOf = (accountId: string, home: Pick<Home, 'lat' | 'lon'> | null): string[] => [
    stationOf(accountId),
    netatmoOf(accountId),
    ...(home === null || providerName === null ? [] : [placeKeyOf(home)]),
  ]

  const isSubscribed = async (accountId: string): Promise<boolean> => (await entitlement(accountId)).hasAccess

  /** Makes the provider query a place for an account. Returns its key, or null if the account has added too many places. */
  const need = async (
    queries: Queries,
    accountId: string,
    place: Pick<Home, 'lat' | 'lon'>,
  ): Promise<string | null> => {
    const now = clock.now()
    const isNew = !(await store.isAsked(queries, placeKeyOf(place)))
    if (isNew && placeRate.take(accountId, now.getTime()) === null) return null
    return store.need(queries, place, now)
  }
  /** The same, but throws `too_many_requests`. */
  const needForCall = async (...asked: Parameters<typeof need>): Promise<string> => {
    const key = await need(...asked)
    if (key !== null) return key
    throw new ApiError('too_many_requests', { retryAfterSeconds: PLACE_RATE.everyMs / 1_000 })
  }

  /** Makes the provider query the place of a home. Waits a moment for the first answer. Throws `too_many_requests`. */
  const ensure = async (accountId: string, home: Home): Promise<string> => {
    const key = await needForCall(database.db, accountId, home)
    const timeout = new Promise<void>((resolve) => {
      const cancel = clock.after(FIRST_ANSWER_MS, resolve)
      poller.askNow(key).then(
        () => {
          cancel()
          resolve()
        },
        () => resolve(),
      )
    })
    await timeout
    return key
  }

  /** The reading of a measurement or of its substitute; a fresh one is preferred, and of two from one source the greater. */
  const readingFor = (
    readings: readonly Reading[],
    { measurement }: WeatherTrigger,
    order: readonly string[],
    now: Date,
  ): Reading | null => {
    const own = readingOf(readings, measurement, order, now)
    const other = INSTEAD[measurement]
    if (other === undefined) return own
    if (own !== null && isFresh(own, now)) {
      const same = readingOf(readings, other, [own.source], now)
      return same !== null && isFresh(same, now) && same.value > own.value ? same : own
    }
    const instead = readingOf(readings, other, order, now)
    return instead !== null && (own === null || isFresh(instead, now)) ? instead : own
  }

  let brokerAddress: BrokerAddress | null = null
  const keyListeners = new Set<(accountId: string) => void>()
  const mayReport = (accountId: string): boolean => rate.take(accountId, clock.now().getTime()) !== null

  return {
    /**
     * Throws `open_weather_subscription_needed` if only a provider could answer and there is no subscription, and
     * `too_many_requests` for too many new places.
     */
    async now({ accountId }: Pick<AccountActor, 'accountId'>): Promise<WeatherNow> {
      const home = await homes.find(accountId)
      const isFromProvider = home !== null && providerName !== null
      const isPaid = !isFromProvider || (await isSubscribed(accountId))
      if (isFromProvider && isPaid) await ensure(accountId, home)
      const order = sourcesOf(accountId, isPaid ? home : null)
      const readings = await store.readings(database.db, order)
      if (!isPaid && readings.length === 0) throw new ApiError('open_weather_subscription_needed')
      return weatherNowOf(readings, order, clock.now(), nameOf)
    },

    /** Empty without a provider or a home. Throws like `now`. */
    async forecast({ accountId }: AccountActor): Promise<WeatherForecast> {
      const home = await homes.find(accountId)
      if (home === null || providerName === null) return []
      if (!(await isSubscribed(accountId))) throw new ApiError('open_weather_subscription_needed')
      return forecastFrom(await store.forecast(await ensure(accountId, home)), clock.now())
    },

    /** The sources that a home may have, as a page shows them. */
    sources: async (actor: AccountActor): Promise<WeatherSources> => ({
      ...(brokerAddress === null ? {} : { mqtt: reachableAddress(publicUrl, brokerAddress) }),
      netatmo: await netatmo.info(actor),
    }),
    /** Called when the broker to which stations report is listening. */
    brokerListens(address: BrokerAddress) {
      brokerAddress = address
    },

    async hookKeyInfo({ accountId }: AccountActor): Promise<HookKeyInfo> {
      const createdAt = await store.hookKey(accountId)
      return { exists: createdAt !== null, createdAt: createdAt?.toISOString() ?? null }
    },

    /** Creates a new key; the old one becomes invalid. Throws `account_confirmation_required`. */
    async makeHookKey(actor: AccountActor): Promise<HookKey> {
      await accounts.assertConfirmed(actor)
      const { accountId } = actor
      const key = createSecretToken()
      await store.replaceHookKey(accountId, hashSecretToken(key), clock.now())
      for (const listener of keyListeners) listener(accountId)
      return { key, url: `${publicUrl}/auth/hook/${key}` }
    },

    /** Calls the listener with accounts whose key was replaced on this instance, until the returned function is called. */
    onKeyReplaced(listener: (accountId: string) => void): () => void {
      keyListeners.add(listener)
      return () => keyListeners.delete(listener)
    },

    isHookKeyOf: async (accountId: string, key: string): Promise<boolean> =>
      (await store.accountOfHookKey(hashSecretToken(key))) === accountId,

    /** The account of a key, by its hash; null if there is none. */
    findAccountOfKey: store.accountOfHookKey,
    /** Whether a home may report now, according to the rate limit. */
    mayReport,

    /** The account of a key. Throws `resource_not_found`, `too_many_requests`. */
    async accountOfHook(key: string): Promise<string> {
      const accountId = await store.accountOfHookKey(hashSecretToken(key))
      if (accountId === null) throw new ApiError('resource_not_found')
      if (!mayReport(accountId)) throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
      return accountId
    },

    /**
     * Stores the measurements of an own station. Impossible values are dropped. Throws `malformed_request` for a time that lies
     * ahead or from before the time for which weather is kept.
     */
    async addSample(accountId: string, measuredAt: Date | null, values: WeatherValues): Promise<void> {
      const now = clock.now()
      const sample = { measuredAt: measuredAt ?? now, values: plausible(values) }
      assertKept(sample.measuredAt, now)
      if (Object.keys(sample.values).length === 0) return
      const source = stationOf(accountId)
      await database.db.transaction(async (queries) => {
        await store.keep(queries, source, sample, now)
        await measured(queries, source)
      })
    },

    /**
     * Returns the sources of weather triggers and starts to query their providers, in the given transaction. Throws
     * `too_many_requests` for too many new places.
     */
    async followSources(
      queries: Queries,
      accountId: string,
      triggers: readonly ScenarioTrigger[],
      home: Pick<Home, 'lat' | 'lon'> | null,
    ): Promise<string[]> {
      const weather = triggers.filter(isWeatherTrigger)
      const places = weather.flatMap(({ lat, lon }) => {
        if (lat !== undefined && lon !== undefined) return [{ lat, lon }]
        return home === null ? [] : [home]
      })
      const usesHome = weather.some(({ lat }) => lat === undefined)
      const keys: string[] = []
      if (providerName !== null)
        for (const place of places) keys.push(await needForCall(queries, accountId, place))
      return [...new Set([...(usesHome ? [stationOf(accountId), netatmoOf(accountId)] : []), ...keys])]
    },

    /**
     * The measurements for triggers of an account by hour: the lowest and highest value, null for an hour without data. Throws
     * `data_missing` if a trigger has no place and the account no home, and `open_weather_subscription_needed` if only a provider
     * could answer and there is no subscription.
     */
    async hoursOf(
      { accountId }: AccountActor,
      triggers: readonly WeatherTrigger[],
      { from, until }: { from: Date; until: Date },
    ): Promise<(trigger: WeatherTrigger, hour: Date) => { low: number; high: number } | null> {
      const home = await homes.find(accountId)
      if (home === null && triggers.some(({ lat }) => lat === undefined))
        throw new ApiError('data_missing', { key: 'home', message: 'The home has no place yet.' })
      const isPaid = providerName === null || (await isSubscribed(accountId))
      const orderOf = ({ lat, lon }: WeatherTrigger): string[] => {
        if (lat === undefined || lon === undefined) return sourcesOf(accountId, isPaid ? home : null)
        return isPaid ? [placeKeyOf({ lat, lon })] : []
      }
      const sources = [...new Set(triggers.flatMap(orderOf))]
      const measurements = [
        ...new Set(triggers.flatMap(({ measurement }) => [measurement, INSTEAD[measurement] ?? measurement])),
      ]
      const seriesOf = new Map<string, Map<number, KeptHour>>()
      for (const row of await store.hours({ sources, measurements }, from, until)) {
        const key = `${row.source} ${row.measurement}`
        const series = seriesOf.get(key) ?? new Map<number, KeptHour>()
        seriesOf.set(key, series.set(row.hour.getTime(), row))
      }
      if (!isPaid && seriesOf.size === 0) throw new ApiError('open_weather_subscription_needed')
      const seriesByTrigger = new Map(
        triggers.map((trigger) => {
          const { measurement } = trigger
          const both = [measurement, INSTEAD[measurement] ?? measurement]
          return [
            trigger,
            orderOf(trigger).map((source) => both.map((one) => seriesOf.get(`${source} ${one}`))),
          ] as const
        }),
      )
      return (trigger, hour) => {
        const at = hour.getTime()
        const sources = seriesByTrigger.get(trigger) ?? []
        const series =
          sources.find(([own]) => own?.has(at) === true) ??
          sources.find(([, other]) => other?.has(at) === true)
        if (series === undefined) return null
        const found = series.flatMap((one) => one?.get(at) ?? [])
        return {
          low: Math.max(...found.map(({ low }) => low)),
          high: Math.max(...found.map(({ high }) => high)),
        }
      }
    },

    /** The current temperature at a home in °C; null if unknown. Its provider is queried from now on. */
    async temperatureAt(
      queries: Queries,
      accountId: string,
      home: Pick<Home, 'lat' | 'lon'>,
    ): Promise<number | null> {
      const now = clock.now()
      if (providerName !== null) await need(queries, accountId, home)
      const order = sourcesOf(accountId, home)
      const reading = readingOf(await store.readings(queries, order), 'temperature', order, now)
      return reading !== null && isFresh(reading, now) ? reading.value : null
    },

    /** The current values for triggers of an account with a home at a place. */
    async measuredOf(
      queries: Queries,
      { accountId, sources }: { accountId: string; sources: readonly string[] },
      home: Pick<Home, 'lat' | 'lon'> | null,
    ): Promise<(trigger: WeatherTrigger) => { value: number; freshUntil: Date } | null> {
      const now = clock.now()
      const readings = await store.readings(queries, sources)
      return (trigger) => {
        const { lat, lon } = trigger
        const isElsewhere = lat !== undefined && lon !== undefined
        const order = isElsewhere ? [placeKeyOf({ lat, lon })] : sourcesOf(accountId, home)
        const reading = readingFor(readings, trigger, order, now)
        return reading === null ? null : { value: reading.value, freshUntil: freshUntil(reading) }
      }
    },
  }
}

export type WeatherService = ReturnType<typeof createWeatherService>
