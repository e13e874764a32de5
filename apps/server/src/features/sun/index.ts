import type { Activity } from '#features/activity/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { HomeService } from '#features/homes/index.ts'
import type { WeatherService } from '#features/weather/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { sunRoutes } from './sun.routes.ts'
import { createSunService } from './sun.service.ts'
import { createSunStore } from './sun.store.ts'
import { createSunWatcher } from './sun-watcher.ts'

export { moveSunChecks } from './sun.store.ts'

interface SunOptions {
  activity: Activity
  commands: { service: CommandService }
  devices: Devices
  homes: HomeService
  weather: WeatherService
}

/** Registers the shades that follow the sun. */
export function registerSun(context: AppContext, options: SunOptions) {
  const { clock, database, http, logger, runs, whenDue, whenSetBack } = context
  const { activity, commands, devices, homes, weather } = options
  const failed = (error: unknown) => logger.error({ err: error }, 'A shade could not follow the sun')
  const store = createSunStore(database.db)
  const watcher = createSunWatcher({
    store,
    database,
    clock,
    whenDue,
    shadows: devices.shadows,
    commands: commands.service,
    temperatureAt: weather.temperatureAt,
    updated: devices.events.updated,
    failed,
  })
  const sun = createSunService({
    store,
    watcher,
    database,
    clock,
    devices: devices.service,
    lookup: devices.lookupRecent,
    shadows: devices.shadows,
    homes,
    activity,
    updated: devices.events.updated,
    failed,
  })
  whenSetBack(store.setBack)
  let unfollow = () => {}
  runs({
    start() {
      unfollow = activity.onActivity(sun.received)
    },
    async stop() {
      unfollow()
      await watcher.stop()
    },
  })
  http.register(sunRoutes, { sun })
  return {
    /** Called in the transaction by which the home of an account moves. */
    moved: (queries: Queries, accountId: string) => store.evaluateAccount(queries, accountId, clock.now()),
    /** Returns those devices of former holds that the sun positions now. */
    reevaluate: store.reevaluate,
  }
}
