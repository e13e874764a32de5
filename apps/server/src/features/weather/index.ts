import type { AccountService } from '#features/accounts/index.ts'
import type { Billing } from '#features/billing/index.ts'
import type { HomeService } from '#features/homes/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createMonthlyParts } from '#platform/postgres/monthly-parts.ts'
import { registerNetatmo } from './netatmo/index.ts'
import { createProviderPoller } from './provider-poller.ts'
import { KEPT_MS, stationOf } from './readings.ts'
import { createWeatherProvider } from './sources/create-provider.ts'
import { WeatherSourceError } from './sources/weather-source.ts'
import { createStationConnections } from './station-connections.ts'
import { type ApplyWarnings, registerWarnings } from './warnings/index.ts'
import { weatherRoutes } from './weather.routes.ts'
import { createWeatherService } from './weather.service.ts'
import { createWeatherStore } from './weather.store.ts'
import { WEATHER_MONTHS } from './weather-months.ts'

export type { ApplyWarnings } from './warnings/index.ts'
export type { WeatherService } from './weather.service.ts'

interface WeatherOptions {
  accounts: Pick<AccountService, 'assertConfirmed'>
  homes: HomeService
  entitlement: Billing['entitlement']
  /** Called in the transaction that writes new values of a source. */
  measured(queries: Queries, source: string, now: Date): Promise<void>
  /** Called in the transaction by which the sources of an account change. */
  sourcesChanged(queries: Queries, accountId: string): Promise<void>
  /** Whether scenarios need the weather of a source. */
  isNeeded(queries: Queries, source: string): Promise<boolean>
  /** Takes the current warnings of national services for homes, in the transaction that decides them. */
  applyWarnings: ApplyWarnings
}

const IDLE_MS = 3_600_000

/** Registers the weather at homes: from their own stations, and from a provider that is queried once for all homes at a place. */
export function registerWeather(
  context: AppContext,
  { accounts, homes, entitlement, measured, sourcesChanged, isNeeded, applyWarnings }: WeatherOptions,
) {
  const { broker, clock, config, database, http, logger, metrics, runs, whenDue } = context
  const provider = createWeatherProvider(config.weather, clock.now)
  const store = createWeatherStore(database.db)
  const measuredNow = (queries: Queries, source: string) => measured(queries, source, clock.now())
  const poller = createProviderPoller({
    store,
    database,
    clock,
    whenDue,
    provider,
    measured: measuredNow,
    failed(error, key) {
      const why = error instanceof WeatherSourceError ? { reason: error.message } : { err: error }
      logger.warn({ ...why, key }, 'The weather provider could not be queried')
    },
  })
  const netatmo = registerNetatmo(context, { homes, readings: store, measured: measuredNow, sourcesChanged })
  const service = createWeatherService({
    store,
    database,
    clock,
    accounts,
    homes,
    entitlement,
    poller,
    providerName: provider?.name ?? null,
    publicUrl: config.publicUrl,
    measured: measuredNow,
    netatmo,
  })
  runs(poller)
  const stations = createStationConnections({ broker, clock, logger, metrics, weather: service })
  runs({ open: stations.start, stop: stations.stop })
  const warnings = registerWarnings(context, { take: applyWarnings })
  context.whenSetBack(store.setBack)
  context.everyHour(() => store.rest(new Date(clock.now().getTime() - IDLE_MS), isNeeded))
  const months = createMonthlyParts(database.db, WEATHER_MONTHS)
  runs({
    start: () =>
      months
        .makeAhead(clock.now())
        .catch((error: unknown) =>
          logger.warn({ err: error }, 'The next months of the weather could not be prepared'),
        ),
  })
  context.everyHour(async () => {
    const before = new Date(clock.now().getTime() - KEPT_MS)
    await store.forgetHours(before)
    await months.dropBefore(before)
    await months.makeAhead(clock.now())
  })
  http.register(weatherRoutes, { weather: service })
  return {
    ...service,
    /** Called in the transaction by which a home moves. */
    moved: warnings.moved,
    /** Deletes all weather data of an account, in the transaction that deletes it. */
    async forget(queries: Queries, accountId: string): Promise<void> {
      await netatmo.forget(queries, accountId)
      await store.forget(queries, stationOf(accountId))
    },
  }
}
