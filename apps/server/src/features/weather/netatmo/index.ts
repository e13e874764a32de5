import * as z from 'zod/mini'
import type { HomeService } from '#features/homes/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import type { WeatherStore } from '../weather.store.ts'
import { netatmoRoutes } from './netatmo.routes.ts'
import { createNetatmoService, SPEND_JOB } from './netatmo.service.ts'
import { createNetatmoStore } from './netatmo.store.ts'
import { createNetatmoClient } from './netatmo-client.ts'
import { createNetatmoKeyring } from './netatmo-keyring.ts'
import { createNetatmoPoller } from './netatmo-poller.ts'

interface NetatmoOptions {
  homes: Pick<HomeService, 'find'>
  readings: WeatherStore
  measured(queries: Queries, source: string): Promise<void>
  sourcesChanged(queries: Queries, accountId: string): Promise<void>
}

const spendSchema = z.object({ accountId: z.string(), refreshToken: z.string() })

/** Registers weather stations of Netatmo, if the server has a client id for it. */
export function registerNetatmo(context: AppContext, options: NetatmoOptions) {
  const { clock, config, database, everyHour, http, isSecure, jobs, logger, runs, whenDue, whenSetBack } =
    context
  const { homes, readings, measured, sourcesChanged } = options
  const failed = (error: unknown, accountId: string) =>
    logger.warn({ err: error, accountId }, 'Netatmo could not be queried')
  const store = createNetatmoStore(database.db)
  const client =
    config.netatmo === undefined
      ? null
      : createNetatmoClient({
          ...config.netatmo,
          redirectUri: `${config.publicUrl}/auth/weather/netatmo/callback`,
        })
  const sealing = createSealing(config.sessionSecret, 'tokens of Netatmo')
  const keyring = client === null ? null : createNetatmoKeyring({ store, client, sealing, clock })
  const service = createNetatmoService({
    store,
    readings,
    database,
    clock,
    client,
    keyring,
    jobs,
    sourcesChanged,
    failed,
  })
  if (client !== null && keyring !== null) {
    const poller = createNetatmoPoller({
      store,
      readings,
      database,
      clock,
      whenDue,
      client,
      keyring,
      homes,
      measured,
      failed,
    })
    runs(poller)
  }
  jobs.handle(SPEND_JOB, async (payload, signal) => {
    const { accountId, refreshToken } = z.parse(spendSchema, payload)
    await service.spend(accountId, refreshToken, signal)
  })
  everyHour(() => store.forgetStates(clock.now()))
  whenSetBack(store.setBack)
  http.register(netatmoRoutes, { netatmo: service, isSecure })
  return service
}
