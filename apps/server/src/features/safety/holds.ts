import { isDeepStrictEqual } from 'node:util'
import { type DeviceInfo, isBusy, type Target } from '@senca/contract'
import { type SafePlaces, type SafetyReason, sharedSafety } from '@senca/contract/automation'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { CommandAttempt, CommandCheck } from '#features/commands/index.ts'
import {
  type Device,
  effectiveTypeOf,
  isFreshlyReported,
  type Shadow,
  stateOf,
  toleranceOf,
  ventilationOf,
} from '#features/devices/index.ts'
import { type Actor, isOfOwner } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Database } from '#platform/postgres/database.ts'
import {
  type ActiveScenario,
  atEnds,
  countedPlaces,
  type Hold,
  holdOf,
  isBoundFor,
  isLeaving,
  isMovement,
  isOutward,
  isSafe,
  isStaying,
  isUnsafe,
  provenState,
  reasonOf,
  safetyOf,
  wayTo,
} from './hold.ts'
import { type SafetyNotice, safetyEvents } from './safety-events.ts'
import { OVERVIEW_VERSION, type WatchStore } from './watches.store.ts'

interface HoldsOptions {
  store: Pick<WatchStore, 'active' | 'overview' | 'pauses'>
  database: Pick<Database, 'follow'>
  clock: Clock
  whenDue: WhenDue
  failed(error: unknown): void
}

/** Called when safety moves begin and end; `target` and `outcome` are null if there was nothing to do. */
export interface MoveListener {
  began(deviceId: string, target: Target): void
  ended(deviceId: string, target: Target | null, outcome: DeviceOutcome | null): void
}

/** Whether the hardware reports that it opens and closes, but cannot stop at a position. */
const stopsAtEndsOnly = ({ endpoints }: Shadow): boolean => {
  const reported = Object.values(endpoints).flatMap(({ capabilities }) => capabilities ?? [])
  return reported.includes('open') && !reported.includes('setPosition')
}

/** What must be done with a device for its safety. */
export type SafetyMove =
  | { kind: 'free' }
  | { kind: 'safe' }
  /**
   * `isTurned`: a running safety move goes elsewhere, because of a danger that has ended or is less grave. `isOutward`: the device
   * is safer where it is. Only the scenario itself moves it so, when it becomes active. `isLeaving`: another command takes it further away.
   * `isReported`: the device itself reports that it goes there.
   */
  | {
      kind: 'move'
      target: Target
      reason: SafetyReason
      isTurned: boolean
      isOutward: boolean
      isLeaving: boolean
      isReported: boolean
    }

/**
 * The holds, in memory: read before the first command is accepted, again whenever an instance announces a change, and compared with
 * the database every second. Only this module decides whether a command may be sent while scenarios of weather and security are
 * active.
 */
export function createHolds({ store, database, clock, whenDue, failed }: HoldsOptions) {
  const activeById = new Map<string, ActiveScenario>()
  const activeByDevice = createKeyedSets<ActiveScenario>()
  const pausedUntil = new Map<string, Date>()
  /** Scenarios that were announced and not read yet. */
  const unread = new Set<string>()
  /** The targets of safety moves whose devices are not at rest yet. */
  const underWay = new Map<string, Target>()
  const listeners = new Set<(deviceIds: readonly string[]) => void>()
  const dueListeners = new Set<() => void>()
  const moveListeners = new Set<MoveListener>()
  const overrideListeners = new Set<(deviceId: string) => void>()
  let unfollow = () => {}
  /** Whether the events from before the start have been evaluated. Until then nobody knows which devices are free. */
  let isKnown = false
  let isCaughtUp = false
  let mustReadAll = true
  /** The versions of the active scenarios when they were last compared. */
  let versions: ReadonlyMap<string, string> = new Map()
  /** The version of the overview that was like what is in memory; null if that may have changed since then. */
  let comparedVersion: string | null = null
  /** Changes are applied in the order in which they were announced. */
  let reading: Promise<void> = Promise.resolve()

  const drop = (scenario: ActiveScenario) => {
    activeById.delete(scenario.scenarioId)
    for (const deviceId of scenario.deviceIds) activeByDevice.delete(deviceId, scenario)
  }
  const put = (scenario: ActiveScenario) => {
    activeById.set(scenario.scenarioId, scenario)
    if (!scenario.isHolding) return
    for (const deviceId of scenario.deviceIds) activeByDevice.add(deviceId, scenario)
  }
  const notify = (deviceIds: Iterable<string>) => {
    const changed = [...new Set(deviceIds)]
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }

  /** Replaces what is known of scenarios. Listeners are called only if something has changed. */
  const apply = async (ids: readonly string[] | null): Promise<void> => {
    const active = await store.active(ids)
    const before = (ids ?? [...activeById.keys()]).flatMap((id) => activeById.get(id) ?? [])
    const activeIds = new Set(active.map(({ scenarioId }) => scenarioId))
    const changed = [
      ...before.filter(({ scenarioId }) => !activeIds.has(scenarioId)),
      ...active.flatMap((scenario) => {
        const known = activeById.get(scenario.scenarioId)
        if (known === undefined) return [scenario]
        return isDeepStrictEqual(known, scenario) ? [] : [known, scenario]
      }),
    ]
    before.forEach(drop)
    for (const scenario of active) put(scenario)
    notify(changed.flatMap(({ deviceIds }) => deviceIds))
  }
  /**
   * Reads all announced scenarios at once. Otherwise, of two holds that end together, the end of the first would let a command out
   * that the second still refuses.
   */
  const readScenarios = async (): Promise<void> => {
    const ids = [...unread]
    unread.clear()
    if (ids.length > 0) await apply(ids)
  }
  const readPauses = async (deviceIds: readonly string[]): Promise<void> => {
    const paused = await store.pauses(deviceIds)
    for (const deviceId of deviceIds) {
      const until = paused.get(deviceId)
      if (until === undefined) pausedUntil.delete(deviceId)
      else pausedUntil.set(deviceId, until)
    }
    notify(deviceIds)
  }
  /** Returns whether something has changed. */
  const applyPauses = (paused: ReadonlyMap<string, Date>): boolean => {
    const isSame = (id: string) => pausedUntil.get(id)?.getTime() === paused.get(id)?.getTime()
    const changed = [...pausedUntil.keys(), ...paused.keys()].filter((id) => !isSame(id))
    pausedUntil.clear()
    for (const [deviceId, until] of paused) pausedUntil.set(deviceId, until)
    notify(changed)
    return changed.length > 0
  }
  const readAll = async (): Promise<void> => {
    const { pauses } = await store.overview()
    applyPauses(pauses)
    await apply(null)
    isKnown = isCaughtUp
    mustReadAll = false
  }
  /** Compares what is in memory with the database, in case a notice was lost or could not be read. */
  const compare = async (version: string | null): Promise<void> => {
    if (mustReadAll) return readAll()
    comparedVersion = version
    const { versions: current, pauses } = await store.overview()
    const ids = new Set([...current.keys(), ...activeById.keys()])
    const changed = [...ids].filter((id) => !current.has(id) || versions.get(id) !== current.get(id))
    if (changed.length > 0) await apply(changed)
    versions = current
    // What changed may be of a later version.
    if (applyPauses(pauses) || changed.length > 0) comparedVersion = null
  }
  /** If a read fails, the change that it is about is not lost: everything is read again. */
  const enqueue = (read: () => Promise<void>): Promise<void> => {
    reading = reading.then(read).catch((error: unknown) => {
      failed(error)
      mustReadAll = true
    })
    return reading
  }
  const comparing = whenDue({
    kind: 'holds',
    isUrgent: true,
    query: OVERVIEW_VERSION,
    isDue: (version) => mustReadAll || version !== comparedVersion,
    run: (version) => enqueue(() => compare(version)),
    failed,
  })
  const received = async (notices: readonly SafetyNotice[]): Promise<void> => {
    comparedVersion = null
    const scenarioIds = notices.flatMap((notice) => ('scenarioId' in notice ? notice.scenarioId : []))
    const pausedIds = notices.flatMap((notice) => ('deviceId' in notice ? notice.deviceId : []))
    const overriddenIds = notices.flatMap((notice) => ('overriddenId' in notice ? notice.overriddenId : []))
    if (notices.some((notice) => 'isDue' in notice)) for (const listener of dueListeners) listener()
    for (const id of scenarioIds) unread.add(id)
    if (scenarioIds.length > 0) await enqueue(readScenarios)
    if (pausedIds.length > 0) await enqueue(() => readPauses(pausedIds))
    if (overriddenIds.length > 0)
      await enqueue(async () => {
        for (const id of overriddenIds) for (const listener of overrideListeners) listener(id)
      })
  }

  const pauseOf = (deviceId: string): Date | null => {
    const until = pausedUntil.get(deviceId)
    return until !== undefined && until > clock.now() ? until : null
  }

  /** The safe positions of the home that count now: a change takes effect when the holds that began before it have ended. */
  const safePlacesOf = ({ id, settings, formerSafePlaces: former }: Device): SafePlaces | undefined => {
    if (former === null) return settings.safePlaces
    const changedAt = new Date(former.changedAt)
    const isHeldSince = [...activeByDevice.of(id)].some(({ since }) => since < changedAt)
    return isHeldSince ? former.places : settings.safePlaces
  }

  /** A hold for everybody but the owner may also come from a scenario that somebody else made, if none of the owner's holds it. */
  const holdFor = (device: Device, shadow: Shadow, isForOwner: boolean): Hold | null => {
    // When a device has left its home, the scenarios of that home no longer apply, even before this is read.
    const scenarios = [...activeByDevice.of(device.id)].filter(
      ({ accountId }) => accountId === device.ownerId,
    )
    if (scenarios.length === 0 || pauseOf(device.id) !== null) return null
    const held = {
      type: effectiveTypeOf(device, shadow),
      safePlaces: safePlacesOf(device),
      ventilation: ventilationOf(device, shadow),
    }
    const ownHold = holdOf(
      scenarios.filter(({ isShared }) => !isShared),
      held,
    )
    const hold = ownHold ?? (isForOwner ? null : holdOf(scenarios, held))
    if (hold === null || !stopsAtEndsOnly(shadow)) return hold
    const here = provenState(stateOf(shadow), shadow.isAgeUnknown)
    const safest = atEnds(hold.safest, here)
    // A place of the scenario's own between the ends becomes the safer end.
    return { ...hold, place: safest, safest }
  }
  const holdAgainst = (actor: Actor, device: Device, shadow: Shadow): Hold | null =>
    holdFor(device, shadow, isOfOwner(actor, device))

  /** Whether a command would move a held device away from its safe place. */
  const isAgainst = (hold: Hold, { device, shadow, command, movesInFlight }: CommandAttempt): boolean => {
    const here = countedPlaces(hold.safest, {
      state: provenState(stateOf(shadow), shadow.isAgeUnknown),
      isUnheard: shadow.connected && !isFreshlyReported(shadow),
      safetyTarget: underWay.get(shadow.deviceId) ?? null,
      movesInFlight,
    })
    return isUnsafe(hold, command, here, ventilationOf(device, shadow))
  }

  const refuseUnsafe: CommandCheck = (attempt) => {
    const { actor, device, shadow, command, isOverride } = attempt
    if (isOverride) return null
    const hold = holdAgainst(actor, device, shadow)
    if (hold === null) return isKnown || !isMovement(command) ? null : { error: 'device_not_ready' }
    if (!isAgainst(hold, attempt)) return null
    const safety = safetyOf(hold)
    return {
      error: 'weather_scenario_matched',
      safety: actor.kind === 'link' ? sharedSafety(safety) : safety,
    }
  }

  return {
    /** The interlock: refuses commands of any actor that move a held device the unsafe way. */
    check: refuseUnsafe,

    /** Whether a device is held against an actor now. */
    isHeld: (actor: Actor, device: Device, shadow: Shadow): boolean =>
      holdAgainst(actor, device, shadow) !== null,
    safePlacesOf,
    /** Whether the device belongs to an active scenario, even if that does not restrict it. */
    isWatched: (deviceId: string): boolean => activeByDevice.of(deviceId).size > 0,
    /** Whether a scenario holds exactly these devices. */
    holdsOnly(scenarioId: string, deviceIds: readonly string[]): boolean {
      const known = activeById.get(scenarioId)?.deviceIds ?? []
      return known.length === deviceIds.length && deviceIds.every((id) => known.includes(id))
    },
    isActive: (scenarioId: string): boolean => activeById.has(scenarioId),
    /** The firings that move devices which are kept in their places. */
    keepingFirings: (): string[] =>
      [...activeById.values()].flatMap(({ firingId, isHolding, isShared }) =>
        isHolding && !isShared ? [firingId] : [],
      ),

    /** The safety part of a device's info for an actor. */
    infoOf(
      actor: Actor,
      device: Device,
      shadow: Shadow,
    ): Required<Pick<DeviceInfo, 'safety' | 'weatherAutomatic' | 'weatherAutomaticUntil'>> {
      const hold = holdAgainst(actor, device, shadow)
      const until = pauseOf(device.id)
      return {
        safety: hold === null ? null : safetyOf(hold),
        weatherAutomatic: until === null,
        weatherAutomaticUntil: until?.toISOString() ?? null,
      }
    },

    /** What must be done to keep a device safe, where movements to these targets were sent to it and are not over. */
    moveOf(device: Device, shadow: Shadow, movesInFlight: CommandAttempt['movesInFlight'] = []): SafetyMove {
      const hold = holdFor(device, shadow, false)
      if (hold === null) return { kind: 'free' }
      const state = provenState(stateOf(shadow), shadow.isAgeUnknown)
      const bound = underWay.get(device.id)
      const isTurned = bound !== undefined && !isBoundFor(hold.place, bound)
      const isThere =
        isSafe(hold.place, state, toleranceOf(shadow)) && isStaying(hold, { state, movesInFlight })
      if (isThere && !isTurned) return { kind: 'safe' }
      const target = wayTo(hold.place, state)
      const reason = reasonOf(hold.scenario.cause)
      return {
        kind: 'move',
        target,
        reason,
        isTurned,
        isOutward: isOutward(hold, target, state),
        isLeaving: isLeaving(hold, { state, movesInFlight }),
        isReported: isBusy(state.status) && state.target != null && isBoundFor(hold.place, state.target),
      }
    },
    /**
     * The firing that moves a device which is kept in its place, and the place as a text; null if it is not kept. What somebody
     * else made for a device moves it once, so that it never brings back what its owner moved.
     */
    keptBy(device: Device, shadow: Shadow): { firingId: string; place: string } | null {
      const hold = holdFor(device, shadow, true)
      if (hold === null) return null
      return { firingId: hold.scenario.firingId, place: JSON.stringify(hold.place) }
    },

    /** Called when a safety move is sent. Until it ends, its target counts as the position of the device. */
    began(deviceId: string, target: Target) {
      underWay.set(deviceId, target)
      for (const { began } of moveListeners) began(deviceId, target)
    },
    /** Called when a safety move ends or there was nothing to do. A move that was replaced by another has already ended. */
    ended(deviceId: string, target: Target | null, outcome: DeviceOutcome | null) {
      if (target !== null && underWay.get(deviceId) !== target) return
      underWay.delete(deviceId)
      for (const { ended } of moveListeners) ended(deviceId, target, outcome)
    },
    onMove(listener: MoveListener): () => void {
      moveListeners.add(listener)
      return () => moveListeners.delete(listener)
    },

    /** Calls the listener with a held device that its owner moves, on any instance. */
    onOverride(listener: (deviceId: string) => void): () => void {
      overrideListeners.add(listener)
      return () => overrideListeners.delete(listener)
    },

    /** Calls the listener with the devices whose safety data changed. */
    onChange(listener: (deviceIds: readonly string[]) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls the listener when scenarios must be evaluated. */
    onDue(listener: () => void): () => void {
      dueListeners.add(listener)
      return () => dueListeners.delete(listener)
    },
    /** Called when the events from before the start have been evaluated. From now on devices without a hold may be moved. */
    async caughtUp() {
      isCaughtUp = true
      await enqueue(readAll)
    },

    async start() {
      unfollow = await safetyEvents.follow(database, received, () => void enqueue(readAll))
      await enqueue(readAll)
    },
    async stop() {
      unfollow()
      await comparing.stop()
      await reading
    },
  }
}

export type Holds = ReturnType<typeof createHolds>
