import type { AccountService } from '#features/accounts/index.ts'
import type { Billing } from '#features/billing/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { GroupService } from '#features/groups/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { rewriteAllDues } from './firing/dues.store.ts'
import type { SafetyMoves } from './firing/firing-commands.ts'
import { createFiringNotices } from './firing/firing-notices.ts'
import { createFiringRunner } from './firing/firing-runner.ts'
import { createFiringStore } from './firing/firings.store.ts'
import { createScheduler } from './firing/scheduler.ts'
import { createFindLeftOut } from './left-out.ts'
import { scenarioEvents } from './scenario-events.ts'
import { createScenarioPublisher } from './scenario-publisher.ts'
import { scenarioRoutes } from './scenarios.routes.ts'
import { createScenarioService, type ScenarioDeleting, type ScenarioWatch } from './scenarios.service.ts'
import { createScenarioStore } from './scenarios.store.ts'

export { rewriteDues } from './firing/dues.store.ts'
export type { FiringRunner as ScenarioRunner } from './firing/firing-runner.ts'
export { type FiringDevice, fireAgain, withdraw } from './firing/firing-steps.store.ts'
export { beginFiring } from './firing/firings.store.ts'
export { readRun } from './firing/runs.store.ts'
export {
  claimAgain,
  devicesOfFiring,
  findUnsuccessful,
  fireWhatIsDue,
  type Unsuccessful,
} from './firing/safety-firings.store.ts'
export {
  removeFromScenarios,
  removeGroupsFromScenarios,
} from './leaving-devices.store.ts'
export { createFindLeftOut, type FindLeftOut, type LeftOut } from './left-out.ts'
export { commandsFor } from './scenario-commands.ts'
export { announceScenarios, ranEvents, type ScenarioRan, scenarioEvents } from './scenario-events.ts'
export { scenarios } from './scenarios.schema.ts'
export type { ScenarioService, ScenarioWatch, WatchedScenario } from './scenarios.service.ts'
export {
  findTargeted,
  isProtected,
  managerOf,
  mayHold,
  type ScenarioRow,
  type TargetedScenario,
  withTargets,
} from './scenarios.store.ts'

const HISTORY_DAYS = 90
const DAY_MS = 86_400_000

interface ScenariosOptions {
  accounts: AccountService
  entitlement: Billing['entitlement']
  commands: { service: CommandService }
  devices: Pick<Devices, 'service' | 'shadows' | 'lookupRecent' | 'gateway'>
  groups: GroupService
  notify: Notify
  realtime: Realtime
  safety: { moves: SafetyMoves; watch: ScenarioWatch }
  /** Called when scenarios are deleted, for the features that use them. */
  deleting: ScenarioDeleting
}

/** Registers scenarios: actions on devices by time, by the sun, by weather, or by hand. */
export function registerScenarios(context: AppContext, options: ScenariosOptions) {
  const { clock, database, http, logger, runs, tracing, whenDue } = context
  const { accounts, commands, deleting, devices, entitlement, groups, notify, realtime, safety } = options
  const { shadows } = devices
  const failed = (error: unknown, scenarioId?: string) =>
    logger.error({ err: error, scenarioId }, 'A scenario could not be carried out')
  const findLeftOut = createFindLeftOut({ db: database.db, lookup: devices.lookupRecent, shadows })
  const firings = createFiringStore(database.db, findLeftOut, createFiringNotices({ notify, clock }))
  const runner = createFiringRunner({
    store: firings,
    clock,
    commands: commands.service,
    shadows,
    lookup: devices.lookupRecent,
    mayActLate: devices.gateway.mayActLate,
    safety: safety.moves,
    tracing,
    failed,
  })
  const scheduler = createScheduler({
    store: firings,
    rewriteDues: (now) => rewriteAllDues(database.db, now),
    runner,
    clock,
    whenDue,
    shadows,
    failed,
  })
  const service = createScenarioService({
    store: createScenarioStore(database.db),
    firings,
    runner,
    database,
    clock,
    accounts,
    commands: commands.service,
    entitlement,
    devices: devices.service,
    groups,
    shadows,
    safety: safety.watch,
    watchingSince: scheduler.watchingSince,
    findLeftOut,
    deleting,
  })
  const publish = createScenarioPublisher({ service, realtime, failed })
  let unfollow = () => {}
  runs({
    async start() {
      unfollow = await scenarioEvents.follow(database, (notices) => notices.forEach(publish))
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
