import type { AccountService } from '#features/accounts/index.ts'
import type { Billing } from '#features/billing/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { GroupService } from '#features/groups/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createFiringRunner, type SafetyMoves } from './firing/firing-runner.ts'
import { createFiringStore } from './firing/firings.store.ts'
import { createScheduler } from './firing/scheduler.ts'
import { createFindLeftOut } from './left-out.ts'
import { followScenarios } from './scenario-events.ts'
import { createScenarioPublisher } from './scenario-publisher.ts'
import { scenarioRoutes } from './scenarios.routes.ts'
import { createScenarioService, type ScenarioWatch } from './scenarios.service.ts'
import { createScenarioStore, rewriteAllDues } from './scenarios.store.ts'

export { withdraw } from './firing/conclusions.ts'
export type { FiringRunner as ScenarioRunner } from './firing/firing-runner.ts'
export {
  beginFiring,
  claimAgain,
  findUnsuccessful,
  fireAgain,
  fireWhatIsDue,
  type Unsuccessful,
} from './firing/safety-firings.ts'
export {
  replaceInScenarios,
  takeGroupsOutOfScenarios,
  takeOutOfScenarios,
} from './leaving-devices.ts'
export { createFindLeftOut, type FindLeftOut, type LeftOut } from './left-out.ts'
export { tellOfScenario } from './scenario-events.ts'
export type { ScenarioService, ScenarioWatch, WatchedScenario } from './scenarios.service.ts'
export { managerOf, mayHold, rewriteDues, type TargetedScenario, withTargets } from './scenarios.store.ts'

const HISTORY_DAYS = 90
const DAY_MS = 86_400_000

interface ScenariosOptions {
  accounts: AccountService
  entitlement: Billing['entitlement']
  commands: { service: CommandService }
  devices: Pick<Devices, 'service' | 'shadows' | 'lookUpRecent'>
  groups: GroupService
  realtime: Realtime
  safety: { moves: SafetyMoves; watch: ScenarioWatch }
}

/** Registers scenarios: actions on devices by time, by the sun, by weather, or by hand. */
export function registerScenarios(context: AppContext, options: ScenariosOptions) {
  const { clock, database, http, logger, metrics, runs, tracing } = context
  const { accounts, commands, devices, entitlement, groups, realtime, safety } = options
  const { shadows } = devices
  const failed = (error: unknown, scenarioId?: string) =>
    logger.error({ err: error, scenarioId }, 'A scenario could not be carried out')
  const findLeftOut = createFindLeftOut({ lookUp: devices.lookUpRecent, shadows })
  const firings = createFiringStore(database.db, findLeftOut)
  const runner = createFiringRunner({
    store: firings,
    clock,
    commands: commands.service,
    shadows,
    lookUp: devices.lookUpRecent,
    safety: safety.moves,
    tracing,
    failed,
  })
  const scheduler = createScheduler({
    store: firings,
    rewriteDues: (now) => rewriteAllDues(database.db, now),
    runner,
    clock,
    shadows,
    failed,
  })
  metrics.gauge(
    'senca_scheduler_lag_seconds',
    'Time since this instance last checked for scenarios that are due',
    scheduler.lagSeconds,
  )
  const service = createScenarioService({
    store: createScenarioStore(database.db),
    firings,
    runner,
    database,
    clock,
    accounts,
    entitlement,
    devices: devices.service,
    groups,
    shadows,
    safety: safety.watch,
    watchingSince: scheduler.watchingSince,
    findLeftOut,
  })
  const publish = createScenarioPublisher({ service, realtime, failed })
  let unfollow = () => {}
  runs({
    async start() {
      unfollow = await followScenarios(database, publish)
      scheduler.follow()
    },
    // Started after the holds are known, so that nothing is sent before.
    open: scheduler.start,
    async stop() {
      await scheduler.stop()
      unfollow()
    },
  })
  context.whenSetBack(scheduler.setBack)
  context.everyHour(() => firings.deleteBefore(new Date(clock.now().getTime() - HISTORY_DAYS * DAY_MS)))
  http.register(scenarioRoutes, { scenarios: service })
  return { service, runner }
}
