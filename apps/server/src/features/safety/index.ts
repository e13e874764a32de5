import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { Billing } from '#features/billing/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import { groupEvents, isTypeChange } from '#features/groups/index.ts'
import { sharingEvents } from '#features/links/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import { type Received, roleEvents } from '#features/roles/index.ts'
import {
  claimAgain,
  createFindLeftOut,
  findUnsuccessful,
  fireAgain,
  type ScenarioRunner,
} from '#features/scenarios/index.ts'
import type { WeatherService } from '#features/weather/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createAutomaticNotices } from './automatic-notices.ts'
import { createDoorways } from './doorways.ts'
import { createForcedDoors } from './forced-doors.ts'
import { createHoldKeeper } from './hold-keeper.ts'
import { createHolds, type Holds } from './holds.ts'
import { safetyRoutes } from './safety.routes.ts'
import { createSafetyService } from './safety.service.ts'
import { createSafetyNotices, type SafetyNotify } from './safety-notices.ts'
import { createWatch } from './watch.ts'
import { createWatcher } from './watcher.ts'
import { createWatchStore, evaluateAccounts, evaluateGroupsOf, evaluateShared } from './watches.store.ts'

export { applyWarnings } from './alarms.store.ts'
export { createSettingsNotices } from './automatic-notices.ts'
export type { Holds } from './holds.ts'
export { createLockOutCheck, isDoorOpen } from './lock-out.ts'
export {
  changeGroupsInSafety,
  evaluateAccount,
  evaluateSource,
  isSourceNeeded,
  releaseHolds,
  releaseSharedHolds,
} from './watches.store.ts'

/** Creates the holds, which are loaded before the first command may be sent. */
export function registerHolds({ clock, database, logger, runs, whenDue }: AppContext): Holds {
  const holds = createHolds({
    store: createWatchStore(database.db),
    database,
    clock,
    whenDue,
    failed: (error) => logger.error({ err: error }, 'Holds could not be read; they are read again'),
  })
  runs(holds)
  return holds
}

interface WatchOptions {
  entitlement: Billing['entitlement']
  received: Pick<Received, 'fresh'>
  notify: SafetyNotify
  devices: Pick<Devices, 'lookupRecent' | 'shadows'>
  holds: Holds
  /** Returns those devices of former holds that follow the sun; the sun positions them again. */
  reevaluateSun(queries: Queries, deviceIds: readonly string[], now: Date): Promise<string[]>
  weather: WeatherService
}

/** Evaluates weather and alarms and decides which scenarios are active. */
export function registerWatch(
  context: AppContext,
  { reevaluateSun, devices, entitlement, holds, notify, received, weather }: WatchOptions,
) {
  const { clock, database, logger, runs, whenDue, whenSetBack } = context
  const failed = (error: unknown) =>
    logger.error(
      { err: error },
      'A scenario of weather or security could not be evaluated; it is evaluated again',
    )
  const watcher = createWatcher({
    store: createWatchStore(database.db),
    database,
    clock,
    whenDue,
    shadows: devices.shadows,
    lookup: devices.lookupRecent,
    findLeftOut: createFindLeftOut({
      db: database.db,
      lookup: devices.lookupRecent,
      shadows: devices.shadows,
    }),
    measuredOf: weather.measuredOf,
    entitlement,
    shared: received.fresh,
    notices: createSafetyNotices({ notify, holds, shadows: devices.shadows, clock }),
    reevaluateSun,
    onDue: holds.onDue,
    holdsOnly: holds.holdsOnly,
    failed,
  })
  const evaluateAll = (accountIds: readonly string[]) => {
    evaluateAccounts(database.db, accountIds, clock.now()).catch(failed)
  }
  const evaluateSharedWith = (accountIds: readonly string[]) => {
    for (const accountId of accountIds) evaluateShared(database.db, accountId, clock.now()).catch(failed)
  }
  whenSetBack(watcher.setBack)
  const undos: (() => void)[] = []
  runs({
    async start() {
      undos.push(
        // The groups in scenarios may now have other devices.
        await groupEvents.follow(database, (accountIds) => {
          evaluateAll(accountIds)
          evaluateSharedWith(accountIds)
        }),
        // Groups leave out devices whose type has changed.
        devices.shadows.onChange((change) => {
          if (!isTypeChange(change) || !change.isIngested) return
          evaluateGroupsOf(database.db, change.shadow.deviceId, clock.now()).catch(failed)
        }),
        // The author of a scenario for shared devices may now have more or fewer rights to them.
        await roleEvents.follow(database, evaluateSharedWith),
        await sharingEvents.follow(database, evaluateAll),
      )
    },
    async open() {
      await watcher.start()
      await holds.caughtUp()
    },
    async stop() {
      for (const undo of undos.splice(0)) undo()
      await watcher.stop()
    },
  })
  return createWatch({
    holds,
    watcher,
    clock,
    followSources: weather.followSources,
  })
}

interface SafetyOptions {
  accounts: AccountService
  notify: Notify
  activity: Activity
  /** Returns those devices that follow the sun; the sun positions them again. */
  reevaluateSun(queries: Queries, deviceIds: readonly string[], now: Date): Promise<string[]>
  commands: { service: CommandService }
  devices: Pick<
    Devices,
    'service' | 'shadows' | 'entities' | 'lookup' | 'lookupRecent' | 'events' | 'gateway'
  >
  holds: Holds
  runner: ScenarioRunner
  weather: WeatherService
}

/** Keeps held devices in their safe place and provides the routes for decisions about safety. */
export function registerSafety(context: AppContext, options: SafetyOptions): void {
  const { clock, database, http, logger, runs, whenDue } = context
  const { accounts, activity, reevaluateSun, commands, devices, holds, notify, runner, weather } = options
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'A task that keeps held devices safe failed')
  const keeper = createHoldKeeper({
    holds,
    shadows: devices.shadows,
    lookup: devices.lookupRecent,
    fireAgain: (devices) => database.db.transaction((queries) => fireAgain(queries, devices)),
    findUnsuccessful: (firingIds) => findUnsuccessful(database.db, firingIds),
    claimAgain: (found) => database.db.transaction((queries) => claimAgain(queries, found)),
    runNext: runner.runNext,
    isStarting: runner.isStarting,
    movesOf: commands.service.movesOf,
    traitsOf: (deviceId) => devices.gateway.traitsOf(deviceId, { command: 'move', position: 0 }),
    onUpdated: devices.events.onUpdated,
    clock,
    whenDue,
    failed,
  })
  const safety = createSafetyService({
    store: createWatchStore(database.db),
    database,
    clock,
    devices: devices.service,
    commands: commands.service,
    activity,
    weather,
    accounts,
    notify,
    notifyAutomatic: createAutomaticNotices({ notify, clock }),
  })
  const forcedDoors = createForcedDoors({
    shadows: devices.shadows,
    clock,
    isOfEntities: devices.entities.isOfEntities,
    lookup: devices.lookup,
    alarm: (accountId, door, on) => safety.alarm(accountId, { source: 'forced_door', on }, { door }),
    failed,
  })
  let untell = () => {}
  runs({
    start() {
      untell = holds.onChange((deviceIds) => {
        devices.events.updated(...deviceIds)
      })
    },
    stop: () => untell(),
  })
  const doorways = createDoorways({
    shadows: devices.shadows,
    database,
    clock,
    reevaluateSun,
    failed,
  })
  runs(keeper)
  runs(forcedDoors)
  runs(doorways)
  http.register(safetyRoutes, { safety, weather })
}
