import { isDeepStrictEqual } from 'node:util'
import {
  isFragile as isFragileKind,
  isProtecting,
  isSecurityTrigger,
  isWeatherTrigger,
  type WeatherTrigger,
} from '@senca/contract/automation'
import type { Billing } from '#features/billing/index.ts'
import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import { type HomePlace, homePlaceOf } from '#features/homes/index.ts'
import { can, changesAtOf, type ReceivedRole } from '#features/rights/index.ts'
import {
  announceScenarios,
  beginFiring,
  devicesOfFiring,
  type FindLeftOut,
  findTargeted,
  fireAgain,
  fireWhatIsDue,
  type LeftOut,
  managerOf,
  type TargetedScenario,
  type WatchedScenario,
  withdraw,
} from '#features/scenarios/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { inSavepoints } from '#platform/postgres/savepoints.ts'
import { alarmsOn } from './alarms.store.ts'
import { safetyEvents } from './safety-events.ts'
import { NOTIFY_AFTER_MS, type Notified, type SafetyNotices } from './safety-notices.ts'
import {
  initialWatch,
  type Measured,
  nextAlarmWatch,
  nextWeatherWatch,
  type WatchState,
} from './watch-state.ts'
import { DUE_WATCH, ENDED_PAUSE, type WatchRow, type WatchStore } from './watches.store.ts'

/** Returns the measured value for a trigger, from the sources of its scenario. */
export type MeasuredOf = (
  queries: Queries,
  row: Pick<WatchRow, 'accountId' | 'sources'>,
  home: Pick<HomePlace, 'lat' | 'lon'> | null,
) => Promise<(trigger: WeatherTrigger) => Measured | null>

interface WatcherOptions {
  store: WatchStore
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  shadows: Pick<Shadows, 'get'>
  lookup(ids: readonly string[]): Promise<Device[]>
  findLeftOut: FindLeftOut
  measuredOf: MeasuredOf
  entitlement: Billing['entitlement']
  /** The roles that an account received, from committed data. */
  shared(accountId: string): Promise<readonly ReceivedRole[]>
  notices: SafetyNotices
  /** Returns those devices of former holds that follow the sun; the sun positions them again. */
  reevaluateSun(queries: Queries, deviceIds: readonly string[], now: Date): Promise<string[]>
  onDue(listener: () => void): () => void
  /** Whether a scenario is known to hold exactly these devices. */
  holdsOnly(scenarioId: string, deviceIds: readonly string[]): boolean
  failed(error: unknown): void
}

/** What an evaluation needs and cannot read in its transaction, which has only one connection. */
interface Known {
  devicesOf(ids: readonly string[]): Device[]
  /** The roles that the author of a scenario for shared devices received. */
  sharedWith(accountId: string): readonly ReceivedRole[]
  leftOut: LeftOut
}

/** Stations report every minute, and their reports may not have reached a server that was not running. */
const START_GRACE_MS = 75_000
const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one
const notBefore = (at: Date | null, earliest: Date): Date | null =>
  at !== null && at < earliest ? earliest : at
/** An evaluated scenario is due again in a later look at the earliest. */
const NEXT_CHECK_MS = 500
const BATCH_SIZE = 20
/** A scenario whose evaluation failed is retried after this time. */
const FAILED_CHECK_MS = 5_000
/** While a scenario is active, its devices are checked this often, because devices may have been added. */
const ACTIVE_CHECK_MS = 60_000

/**
 * Evaluates scenarios of weather and security after measurements and when time alone may change something. It activates them,
 * updates their cause, and ends them. Each scenario is evaluated by one of several instances.
 */
export function createWatcher(options: WatcherOptions) {
  const { store, database, clock, whenDue, shadows, lookup, measuredOf, notices, reevaluateSun } = options
  const { entitlement, findLeftOut, shared, onDue, holdsOnly, failed } = options
  let startedAt = clock.now()
  let unfollow = () => {}

  const readKnown = async (due: readonly TargetedScenario[]): Promise<Known> => {
    const makers = new Set(due.flatMap(({ accountId, managerId }) => (managerId === null ? [] : [accountId])))
    const [devices, leftOut, roles] = await Promise.all([
      lookup([...new Set(due.flatMap(({ deviceIds }) => deviceIds))]),
      findLeftOut(due.map(({ id }) => id)),
      Promise.all([...makers].map(async (id) => [id, await shared(id)] as const)),
    ])
    const deviceById = new Map(devices.map((device) => [device.id, device]))
    const rolesByMaker = new Map(roles)
    return {
      devicesOf: (ids) => ids.flatMap((id) => deviceById.get(id) ?? []),
      sharedWith: (accountId) => rolesByMaker.get(accountId) ?? [],
      leftOut,
    }
  }

  const stepOf = async (
    queries: Queries,
    row: WatchRow,
    scenario: TargetedScenario,
    { known, now }: { known: Known; now: Date },
  ) => {
    const { triggers, deviceIds } = scenario
    const security = triggers.find(isSecurityTrigger)
    if (security !== undefined) {
      const on = await alarmsOn(queries, row.accountId, now)
      return nextAlarmWatch(row.state, { trigger: security, on, now })
    }
    const weather = triggers.filter(isWeatherTrigger)
    if (!isProtecting(scenario.actions) && (await isOver(queries, row, now)))
      return { state: { ...initialWatch(now), since: row.state.since }, dueAt: null }
    const measured = await measuredOf(queries, row, await homePlaceOf(queries, row.accountId))
    // The devices may have different types now.
    const isFragile = known
      .devicesOf(deviceIds)
      .some((device) => isFragileKind(effectiveTypeOf(device, shadows.get(device.id))))
    return nextWeatherWatch(row.state, {
      triggers: weather,
      measuredOf: measured,
      isFragile,
      isShared: scenario.managerId !== null,
      // Applies only to scenarios from before the start. The sources of newer ones could reach the server.
      silentFrom:
        row.state.since < startedAt.getTime() ? new Date(startedAt.getTime() + START_GRACE_MS) : undefined,
      now,
    })
  }

  /** Comfort scenarios stop some days after the subscription of the devices' owner has ended. */
  const isOver = async (
    queries: Queries,
    { accountId }: Pick<WatchRow, 'accountId'>,
    now: Date,
  ): Promise<boolean> => {
    const { comfortUntil } = await entitlement(accountId, queries)
    return comfortUntil !== null && comfortUntil <= now
  }

  /** Ends the hold of a scenario and restarts what was withheld from its devices. */
  const end = async (
    queries: Queries,
    scenario: WatchedScenario,
    { state, since, now }: { state: WatchState; since: Date; now: Date },
  ): Promise<void> => {
    await withdraw(queries, scenario.id)
    await notices.ended(queries, scenario.id, since)
    const accountId = managerOf(scenario)
    const withheld = new Set(state.withheld)
    const held = scenario.deviceIds.filter((id) => !withheld.has(id))
    const sunny = new Set(await reevaluateSun(queries, held, now))
    const deviceIds = held.filter((id) => !sunny.has(id))
    await fireWhatIsDue(queries, { accountId, deviceIds, since, now })
  }

  const notify = async (
    queries: Queries,
    scenario: Pick<TargetedScenario, 'accountId' | 'managerId' | 'id'>,
  ) => {
    await safetyEvents.announce(queries, [{ scenarioId: scenario.id }])
    await announceScenarios(queries, [scenario], 'status')
  }

  /**
   * The devices that a scenario may command now. A scenario for shared devices acts for its author, so devices that are not
   * shared with command now are withheld. If none are left, the scenario is not active.
   */
  const sharedWith = (
    scenario: TargetedScenario,
    known: Known,
  ): { deviceIds: string[]; withheld: string[]; changesAt: Date | null } => {
    const { accountId, managerId, deviceIds } = scenario
    if (managerId === null) return { deviceIds, withheld: [], changesAt: null }
    const maker = {
      kind: 'account',
      accountId,
      sessionId: '',
      received: known.sharedWith(accountId),
    } as const
    const mayCommand = new Set(
      known
        .devicesOf(deviceIds)
        .filter((device) => device.ownerId === managerId && can(maker, 'command', device))
        .map(({ id }) => id),
    )
    return {
      deviceIds: deviceIds.filter((id) => mayCommand.has(id)),
      withheld: deviceIds.filter((id) => !mayCommand.has(id)),
      changesAt: changesAtOf(maker),
    }
  }

  const dueAt = async (queries: Queries, row: WatchRow, known: Known, now: Date): Promise<void> => {
    const scenario = await findTargeted(queries, row.scenarioId)
    if (scenario === null) return
    const may = sharedWith(scenario, known)
    const leftOut = known.leftOut.get(scenario.id)
    const held = may.deviceIds.filter((id) => leftOut?.has(id) !== true)
    const withheld = scenario.deviceIds.filter((id) => !held.includes(id))
    const isRevoked = scenario.managerId !== null && may.deviceIds.length === 0
    const step = isRevoked
      ? { state: { ...initialWatch(now), since: row.state.since }, dueAt: null }
      : await stepOf(queries, row, { ...scenario, deviceIds: held }, { known, now })
    const { withheld: _before, ...judged } = step.state
    const state = withheld.length === 0 ? judged : { ...judged, withheld }
    const next = notBefore(earlierOf(step.dueAt, may.changesAt), new Date(now.getTime() + NEXT_CHECK_MS))
    const { cause } = state
    const { scenarioId } = row
    if (cause === null) {
      const idle = { state, dueAt: next, activeSince: null, firingId: null, notified: null }
      await store.write(queries, scenarioId, idle)
      if (row.activeSince === null) return
      if (isRevoked) {
        // None of the devices may be moved any more. Devices that were moved stay where they are.
        await withdraw(queries, scenarioId)
        await notices.ended(queries, scenarioId, row.activeSince)
        await notify(queries, scenario)
        return
      }
      if (row.notified === null)
        await notices.notify(queries, scenario, {
          state: row.state,
          since: row.activeSince,
          isOver: true,
          devices: [],
        })
      await end(queries, scenario, { state: row.state, since: row.activeSince, now })
      await notify(queries, scenario)
      return
    }
    const soon = new Date(now.getTime() + ACTIVE_CHECK_MS)
    // Those that are left out have a result in the firing too.
    const acting = { ...scenario, deviceIds: may.deviceIds }
    const firingId = row.firingId ?? (await fire(queries, acting, state, now))
    const activeSince = state.activeSince === null ? now : new Date(state.activeSince)
    const devices = known.devicesOf(held)
    const notified = await notifyOwner(
      queries,
      { ...scenario, deviceIds: held },
      { row, state, activeSince, devices, now },
    )
    await store.write(queries, scenarioId, {
      state,
      dueAt: next === null || next > soon ? soon : next,
      activeSince,
      firingId,
      notified,
    })
    if (row.firingId !== null) {
      const known = await devicesOfFiring(queries, firingId)
      const added = acting.deviceIds.filter((id) => !known.has(id))
      await fireAgain(
        queries,
        added.map((deviceId) => ({ firingId, deviceId })),
      )
    }
    const isNews = row.firingId === null || !isDeepStrictEqual(row.state, state)
    if (isNews || !holdsOnly(scenarioId, held)) await notify(queries, scenario)
  }

  /**
   * Notifies the owner when movements have ended, and again if the sensor becomes silent. Returns what has been notified so
   * far.
   */
  const notifyOwner = async (
    queries: Queries,
    scenario: TargetedScenario,
    {
      row,
      state,
      activeSince,
      devices,
      now,
    }: { row: WatchRow; state: WatchState; activeSince: Date; devices: Device[]; now: Date },
  ): Promise<Notified | null> => {
    const isEarly = now.getTime() - activeSince.getTime() < NOTIFY_AFTER_MS
    const isNotified = row.notified !== null && (!state.isSilent || row.notified === 'silent')
    if (isEarly || isNotified) return row.notified
    await notices.notify(queries, scenario, { state, since: activeSince, isOver: false, devices })
    return state.isSilent ? 'silent' : 'moved'
  }

  const fire = (queries: Queries, scenario: TargetedScenario, { cause }: WatchState, now: Date) => {
    if (cause === null) throw new Error('a scenario is active for a reason')
    const { id: scenarioId, actions, deviceIds } = scenario
    return beginFiring(queries, { scenarioId, reason: cause, actions, deviceIds, at: now, expiresAt: null })
  }

  const evaluateDue = async (repeatAfter: (ms: number) => void): Promise<void> => {
    const due = await store.due(clock.now(), BATCH_SIZE)
    if (due.length === 0) return
    const known = await readKnown(due)
    const count = await database.db.transaction(async (queries) => {
      const now = clock.now()
      const rows = await store.take(queries, due)
      await inSavepoints(
        queries,
        rows,
        (ofThis, row) => dueAt(ofThis, row, known, now),
        (row, error) => {
          failed(error)
          return store.postpone(queries, row.scenarioId, new Date(now.getTime() + FAILED_CHECK_MS))
        },
      )
      return rows.length
    })
    if (count === BATCH_SIZE) repeatAfter(0)
  }
  const checking = whenDue({
    kind: 'safety',
    isUrgent: true,
    query: DUE_WATCH,
    run: (_found, repeatAfter) => evaluateDue(repeatAfter),
    failed,
  })
  const endingPauses = whenDue({
    kind: 'pauses',
    isUrgent: true,
    query: ENDED_PAUSE,
    run: () => store.endPauses(clock.now()),
    failed,
  })

  return {
    /** Ends a scenario that is disabled or deleted, in that transaction. */
    async endNow(queries: Queries, scenario: WatchedScenario): Promise<void> {
      const row = await store.hold(queries, scenario.id)
      if (row === null) return
      await store.remove(queries, scenario.id)
      if (row.activeSince === null) return
      await end(queries, scenario, { state: row.state, since: row.activeSince, now: clock.now() })
      await safetyEvents.announce(queries, [{ scenarioId: scenario.id }])
    },
    /** After the clock was set back: sensors have time to report again, as after a start. */
    async setBack(now: Date): Promise<void> {
      startedAt = now
      await store.setBack(now)
    },
    /** Resolves when the events from before the start have been evaluated. */
    async start() {
      startedAt = clock.now()
      unfollow = onDue(() => void checking.request())
      await endingPauses.request()
      await checking.request()
    },
    async stop() {
      unfollow()
      await Promise.all([checking.stop(), endingPauses.stop()])
    },
  }
}

export type Watcher = ReturnType<typeof createWatcher>
