import type { DeviceInfo, Target } from '@senca/contract'
import { lentSafety, type SafetyReason } from '@senca/contract/automation'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { CommandCheck, SentCommand } from '#features/commands/index.ts'
import {
  type Device,
  effectiveTypeOf,
  isHeardOf,
  type Shadow,
  stateOf,
  ventilationOf,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Database } from '#platform/postgres/database.ts'
import {
  type ActiveScenario,
  countedPlaces,
  type Hold,
  holdOf,
  isBoundFor,
  isMovement,
  isSafe,
  isUnsafe,
  reasonOf,
  safetyOf,
  wayTo,
} from './hold.ts'
import { followSafety, type SafetyNotice } from './safety-events.ts'
import type { WatchStore } from './watches.store.ts'

interface HoldsOptions {
  store: Pick<WatchStore, 'active' | 'pauses'>
  database: Pick<Database, 'listen'>
  clock: Clock
  failed(error: unknown): void
}

/** Hears when safety moves leave and end; `outcome` is null where there was nothing to do. */
export interface MoveListener {
  began(deviceId: string): void
  ended(deviceId: string, outcome: DeviceOutcome | null): void
}

/** What a safety move of a device is now: there is nothing to do, or it goes somewhere. */
export type SafetyMove =
  | { kind: 'free' }
  | { kind: 'safe' }
  /** `isTurned`: a safety move brings it elsewhere, against a danger that counts no longer or less. */
  | { kind: 'move'; target: Target; reason: SafetyReason; isTurned: boolean }

/**
 * What is held, in memory: read before the first command may come, and again whenever any instance says that it changed.
 * The one place that decides whether a command may leave while scenarios of weather and security are active.
 */
export function createHolds({ store, database, clock, failed }: HoldsOptions) {
  const activeById = new Map<string, ActiveScenario>()
  const activeByDevice = createKeyedSets<ActiveScenario>()
  const pausedUntil = new Map<string, Date>()
  /** Where safety moves bring devices that have not come to rest. */
  const underWay = new Map<string, Target>()
  const listeners = new Set<(deviceIds: readonly string[]) => void>()
  const dueListeners = new Set<() => void>()
  const moveListeners = new Set<MoveListener>()
  const overrideListeners = new Set<(deviceId: string) => void>()
  let unfollow = () => {}
  /** Whether it was looked since the start at what happened before: until then nobody knows what is free. */
  let isKnown = false
  /** What is read is applied in the order in which it was told. */
  let reading: Promise<void> = Promise.resolve()

  const drop = (scenarioId: string): readonly string[] => {
    const known = activeById.get(scenarioId)
    if (known === undefined) return []
    activeById.delete(scenarioId)
    for (const deviceId of known.deviceIds) activeByDevice.delete(deviceId, known)
    return known.deviceIds
  }
  const put = (scenario: ActiveScenario) => {
    activeById.set(scenario.scenarioId, scenario)
    if (!scenario.isHolding) return
    for (const deviceId of scenario.deviceIds) activeByDevice.add(deviceId, scenario)
  }
  const tell = (deviceIds: Iterable<string>) => {
    const changed = [...new Set(deviceIds)]
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }

  const readScenario = async (scenarioId: string): Promise<void> => {
    const [scenario] = await store.active([scenarioId])
    const before = drop(scenarioId)
    if (scenario !== undefined) put(scenario)
    tell([...before, ...(scenario?.deviceIds ?? [])])
  }
  const readPauses = async (deviceIds: readonly string[]): Promise<void> => {
    const paused = await store.pauses(deviceIds)
    for (const deviceId of deviceIds) {
      const until = paused.get(deviceId)
      if (until === undefined) pausedUntil.delete(deviceId)
      else pausedUntil.set(deviceId, until)
    }
    tell(deviceIds)
  }
  const readAll = async (): Promise<void> => {
    const [active, paused] = await Promise.all([store.active(), store.pauses()])
    const before = [...activeById.keys()].flatMap(drop)
    for (const scenario of active) put(scenario)
    const pausedBefore = [...pausedUntil.keys()]
    pausedUntil.clear()
    for (const [deviceId, until] of paused) pausedUntil.set(deviceId, until)
    tell([...before, ...active.flatMap(({ deviceIds }) => deviceIds), ...pausedBefore, ...paused.keys()])
  }
  const enqueue = (read: () => Promise<void>): void => {
    reading = reading.then(read).catch(failed)
  }
  const heard = (notice: SafetyNotice) => {
    if ('scenarioId' in notice) enqueue(() => readScenario(notice.scenarioId))
    else if ('deviceIds' in notice) enqueue(() => readPauses(notice.deviceIds))
    else if ('overriddenId' in notice)
      enqueue(async () => {
        for (const listener of overrideListeners) listener(notice.overriddenId)
      })
    else for (const listener of dueListeners) listener()
  }

  const pauseOf = (deviceId: string): Date | null => {
    const until = pausedUntil.get(deviceId)
    return until !== undefined && until > clock.now() ? until : null
  }

  const holdFor = (device: Device, shadow: Shadow): Hold | null => {
    // A scenario of the home that a device has left holds it no longer, also before that is read.
    const scenarios = [...activeByDevice.of(device.id)].filter(
      ({ accountId }) => accountId === device.ownerId,
    )
    if (scenarios.length === 0 || pauseOf(device.id) !== null) return null
    return holdOf(scenarios, {
      type: effectiveTypeOf(device, shadow),
      safePlaces: device.settings.safePlaces,
      ventilation: ventilationOf(device, shadow),
    })
  }

  /** Whether a command would move a held device away from where it is kept. */
  const isAgainst = (hold: Hold, device: Device, shadow: Shadow, command: SentCommand): boolean => {
    const here = countedPlaces(hold.place, {
      state: stateOf(shadow),
      isUnheard: shadow.connected && !isHeardOf(shadow),
      safetyTarget: underWay.get(shadow.deviceId) ?? null,
    })
    return isUnsafe(hold, command, here, ventilationOf(device, shadow))
  }

  const refuseUnsafe: CommandCheck = ({ actor, device, shadow, command, isOverride }) => {
    if (isOverride) return null
    const hold = holdFor(device, shadow)
    if (hold === null) return isKnown || !isMovement(command) ? null : { error: 'device_not_ready' }
    if (!isAgainst(hold, device, shadow, command)) return null
    const safety = safetyOf(hold)
    return {
      error: 'weather_scenario_matched',
      safety: actor.kind === 'link' ? lentSafety(safety) : safety,
    }
  }

  return {
    /** The interlock: refuses what moves a held device the unsafe way, whoever asks. */
    check: refuseUnsafe,

    /** Whether a device is kept somewhere now. */
    isHeld: (device: Device, shadow: Shadow): boolean => holdFor(device, shadow) !== null,
    /** Whether scenarios that are active are for it, wherever they keep it. */
    isWatched: (deviceId: string): boolean => activeByDevice.of(deviceId).size > 0,
    /** Whether these are the devices that a scenario holds. */
    holdsOnly(scenarioId: string, deviceIds: readonly string[]): boolean {
      const known = activeById.get(scenarioId)?.deviceIds ?? []
      return known.length === deviceIds.length && deviceIds.every((id) => known.includes(id))
    },
    isActive: (scenarioId: string): boolean => activeById.has(scenarioId),

    /** What a device's info says of it. */
    infoOf(
      device: Device,
      shadow: Shadow,
    ): Required<Pick<DeviceInfo, 'safety' | 'weatherAutomatic' | 'weatherAutomaticUntil'>> {
      const hold = holdFor(device, shadow)
      const until = pauseOf(device.id)
      return {
        safety: hold === null ? null : safetyOf(hold),
        weatherAutomatic: until === null,
        weatherAutomaticUntil: until?.toISOString() ?? null,
      }
    },

    /** What is to be done with a device to keep it safe. */
    moveOf(device: Device, shadow: Shadow): SafetyMove {
      const hold = holdFor(device, shadow)
      if (hold === null) return { kind: 'free' }
      const state = stateOf(shadow)
      const bound = underWay.get(device.id)
      const isTurned = bound !== undefined && !isBoundFor(hold.place, bound)
      if (isSafe(hold.place, state) && !isTurned) return { kind: 'safe' }
      const target = wayTo(hold.place, state)
      return { kind: 'move', target, reason: reasonOf(hold.scenario.cause), isTurned }
    },
    /** The firing by which a held device is moved, and where it is kept, as one text; null where nothing holds it. */
    keptBy(device: Device, shadow: Shadow): { firingId: string; place: string } | null {
      const hold = holdFor(device, shadow)
      if (hold === null) return null
      return { firingId: hold.scenario.firingId, place: JSON.stringify(hold.place) }
    },

    /** A safety move leaves. Until it ends its target counts as where the device is. */
    began(deviceId: string, target: Target) {
      underWay.set(deviceId, target)
      for (const { began } of moveListeners) began(deviceId)
    },
    /** A safety move ends, or there was nothing to do; one that another took over has ended already. */
    ended(deviceId: string, target: Target | null, outcome: DeviceOutcome | null) {
      if (target !== null && underWay.get(deviceId) !== target) return
      underWay.delete(deviceId)
      for (const { ended } of moveListeners) ended(deviceId, outcome)
    },
    onMove(listener: MoveListener): () => void {
      moveListeners.add(listener)
      return () => moveListeners.delete(listener)
    },

    /** Calls with a device that its owner moves although it is held, at whichever instance. */
    onOverride(listener: (deviceId: string) => void): () => void {
      overrideListeners.add(listener)
      return () => overrideListeners.delete(listener)
    },

    /** Calls with the devices of which something changed. */
    onChange(listener: (deviceIds: readonly string[]) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls when scenarios have to be looked at. */
    onDue(listener: () => void): () => void {
      dueListeners.add(listener)
      return () => dueListeners.delete(listener)
    },
    /** Resolves once all that was told so far is known. */
    settled: (): Promise<void> => reading,

    /** What happened before the start was looked at: from here on what nothing holds may be moved. */
    async lookedAt() {
      enqueue(readAll)
      await reading
      isKnown = true
    },

    async start() {
      unfollow = await followSafety(database, heard, () => enqueue(readAll))
      enqueue(readAll)
      await reading
    },
    async stop() {
      unfollow()
      await reading
    },
  }
}

export type Holds = ReturnType<typeof createHolds>
