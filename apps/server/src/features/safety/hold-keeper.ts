import { isBusy, type Target } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { EndpointTraits } from '#drivers/driver.ts'
import type { CommandAttempt } from '#features/commands/index.ts'
import {
  type Device,
  isFreshlyReported,
  isOccupied,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { FiringDevice, Unsuccessful } from '#features/scenarios/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Holds } from './holds.ts'

interface HoldKeeperOptions {
  holds: Pick<
    Holds,
    'isWatched' | 'keepingFirings' | 'moveOf' | 'keptBy' | 'onChange' | 'onMove' | 'onOverride'
  >
  shadows: Pick<Shadows, 'get' | 'onChange' | 'onDropped'>
  lookup(ids: readonly string[]): Promise<Device[]>
  /** Moves devices of a firing (one execution of a scenario) once more. */
  fireAgain(devices: readonly FiringDevice[]): Promise<void>
  /** The moves of firings that failed or have no outcome yet, whichever instance sent them. */
  findUnsuccessful(firingIds: readonly string[]): Promise<Unsuccessful[]>
  /** Makes devices wait for their move again. Each is given to one instance only; returns the ids of those. */
  claimAgain(found: readonly Unsuccessful[]): Promise<string[]>
  /** Sends the waiting actions of devices at once. */
  runNext(deviceIds: readonly string[]): Promise<void>
  /** Whether a safety move of the device was taken up and begins in a moment. */
  isStarting(deviceId: string): boolean
  /** The targets of the movements of a device that are in flight. */
  movesOf(deviceId: string): CommandAttempt['movesInFlight']
  /** How a device confirms its moves. */
  traitsOf(deviceId: string): Pick<EndpointTraits, 'confirmation' | 'expires'>
  /** Calls the listener when something about devices changed, such as their safe positions. */
  onUpdated(listener: (deviceIds: readonly string[]) => void): () => void
  clock: Clock
  whenDue: WhenDue
  failed(error: unknown): void
}

/** Delay before a retry after somebody stopped the device, because somebody may be in the way. */
const STOPPED_MS = 30_000
/** Delay before the device is moved back after somebody moved it by a switch. */
const MOVED_MS = 10_000
const FAILED_MS = 30_000
const FAILED_TRIES = 3
/** The delays before the first retries at third-party hardware, which go on once an hour until it reports its safe place. */
const LATE_RETRIES_MS = { acknowledged: [30_000, 60_000], reported: [30_000, 60_000], none: [60_000] }
const HOUR_MS = 3_600_000
/** A move that was sent this long ago, and that nothing confirms, is not sent again by the event that caused it. */
const JUST_SENT_MS = 1_000
/** Delay before a retry if the database could not be asked. */
const AGAIN_MS = 1_000
const CHECK_EVERY_S = 10
/** A move that had no success for so long is repeated by nobody. Longer than an instance that handles the device waits. */
const LEFT_MS = 45_000

type Kept = NonNullable<ReturnType<Holds['keptBy']>> & {
  isTurned: boolean
  isLeaving: boolean
  isReported: boolean
}

/** The attempts for a device during one firing. */
interface Tried {
  firingId: string
  /** The place to which it was last brought by a new hold. */
  place: string | null
  wasStopped: boolean
  wasMoved: boolean
  failures: number
  /** How often this instance repeated a move that another one, or this one before a restart, had left. */
  repeats: number
}

/**
 * Keeps held devices in their safe place. It moves devices that reconnect, retries stopped or failed moves, and once moves back
 * devices that were moved by hand. Each instance handles the devices whose reports it ingests, and repeats failed moves that
 * another instance, or this one before a restart, has left: with an outside broker a device may stay connected and report nothing.
 */
export function createHoldKeeper(options: HoldKeeperOptions) {
  const { holds, shadows, lookup, fireAgain, findUnsuccessful, claimAgain, runNext } = options
  const { isStarting, movesOf, traitsOf, onUpdated, clock, whenDue, failed } = options
  /** Devices that are connected and have reported since; third-party ones also before. */
  const here = new Set<string>()
  /** Devices that are moving to safety, with the target, and those that are about to, with null. */
  const pending = new Map<string, Target | null>()
  /** Devices that took no safety move because they restart, upgrade or calibrate. */
  const occupied = new Set<string>()
  const tried = new Map<string, Tried>()
  const timers = new Map<string, { at: number; cancel(): void }>()
  /** The last safety moves that nothing confirms: when they were sent, and for which hold. */
  const unconfirmed = new Map<string, { at: number; hold: string }>()
  /** Devices that their owners moved although they are held, with the firing and the place of that hold. */
  const overridden = new Map<string, string>()
  const undos: (() => void)[] = []
  /** Moves without success of devices that this instance does not handle, each with the time at which it was first seen so. */
  let leftSince = new Map<string, number>()
  let startedAt = clock.now()
  let isStopped = false

  const triedOf = (deviceId: string, firingId: string): Tried => {
    const known = tried.get(deviceId)
    if (known?.firingId === firingId) return known
    const fresh = { firingId, place: null, wasStopped: false, wasMoved: false, failures: 0, repeats: 0 }
    tried.set(deviceId, fresh)
    return fresh
  }

  /** A device that is sent to another place during a firing has all its retries again. */
  const placed = (known: Tried, { place }: Pick<Kept, 'place'>) => {
    if (known.place !== place) known.failures = 0
    known.place = place
  }

  const forget = (deviceId: string) => {
    tried.delete(deviceId)
    overridden.delete(deviceId)
    unconfirmed.delete(deviceId)
    occupied.delete(deviceId)
    timers.get(deviceId)?.cancel()
    timers.delete(deviceId)
  }

  /** The devices that are not in their safe place, with the hold of each. */
  const misplaced = async (deviceIds: readonly string[]): Promise<Map<string, Kept>> => {
    const found = new Map<string, Kept>()
    for (const device of await lookup(deviceIds)) {
      const shadow = shadows.get(device.id)
      const kept = holds.keptBy(device, shadow)
      const move = holds.moveOf(device, shadow, movesOf(device.id))
      if (kept === null) forget(device.id)
      else if (move.kind === 'move' && !move.isOutward) {
        const { isTurned, isLeaving, isReported } = move
        found.set(device.id, { ...kept, isTurned, isLeaving, isReported })
      } else placed(triedOf(device.id, kept.firingId), kept)
    }
    return found
  }

  /** Whether the device was not yet brought to this place. A hold that is announced again moves nothing. */
  const isNewlyKept = (deviceId: string, { firingId, place }: Kept): boolean =>
    triedOf(deviceId, firingId).place !== place

  const holdKey = ({ firingId, place }: Pick<Kept, 'firingId' | 'place'>) => `${firingId} ${place}`
  /** Whether its owner moved the device during this hold. This does not apply to another hold or another place. */
  const isOverridden = (deviceId: string, kept: Kept): boolean => overridden.get(deviceId) === holdKey(kept)

  const wasJustSent = (deviceId: string, kept: Kept): boolean => {
    const last = unconfirmed.get(deviceId)
    return last?.hold === holdKey(kept) && clock.now().getTime() - last.at < JUST_SENT_MS
  }

  /**
   * Moves connected devices that are not in their safe place and for which `isAsked` returns true. Only a safety move that is in
   * flight makes this unnecessary: any other movement of the device is replaced.
   */
  const bringIn = async (
    deviceIds: readonly string[],
    isAsked: (deviceId: string, kept: Kept) => boolean,
  ): Promise<void> => {
    const own = deviceIds.filter((id) => here.has(id))
    if (own.length === 0 || isStopped) return
    const idsByFiring = new Map<string, string[]>()
    for (const [id, kept] of await misplaced(own)) {
      const isComing = !kept.isTurned && (pending.has(id) || isStarting(id))
      if (isComing || wasJustSent(id, kept) || isOverridden(id, kept) || !isAsked(id, kept)) continue
      placed(triedOf(id, kept.firingId), kept)
      idsByFiring.set(kept.firingId, [...(idsByFiring.get(kept.firingId) ?? []), id])
      pending.set(id, null)
    }
    for (const [firingId, ids] of idsByFiring) {
      try {
        await fireAgain(ids.map((deviceId) => ({ firingId, deviceId })))
        await runNext(ids)
      } catch (error) {
        for (const id of ids) pending.delete(id)
        failed(error)
        clock.after(AGAIN_MS, () => bringInSoon(ids))
      }
    }
  }
  /** Sends waiting actions first, because the devices may not have received the actions of their firing yet. */
  const bringInSoon = (
    deviceIds: readonly string[],
    isAsked: (deviceId: string, kept: Kept) => boolean = () => true,
  ) => {
    if (isStopped) return
    runNext(deviceIds)
      .then(() => bringIn(deviceIds, isAsked))
      .catch((error: unknown) => {
        failed(error)
        clock.after(AGAIN_MS, () => bringInSoon(deviceIds, isAsked))
      })
  }

  /** If it is brought in earlier anyway, nothing changes. */
  const bringInAfter = (deviceId: string, ms: number) => {
    const at = clock.now().getTime() + ms
    const known = timers.get(deviceId)
    if (isStopped || (known !== undefined && known.at <= at)) return
    known?.cancel()
    const cancel = clock.after(ms, () => {
      timers.delete(deviceId)
      bringInSoon([deviceId])
    })
    timers.set(deviceId, { at, cancel })
  }
  /** Whether a device is brought in within the time after which one that was moved by hand is. */
  const isDueSoon = (deviceId: string): boolean => {
    const at = timers.get(deviceId)?.at
    return at !== undefined && at - clock.now().getTime() <= STOPPED_MS
  }

  /** Called when a held device stopped somewhere without a command. It is moved back once. */
  const cameToRest = async (deviceId: string): Promise<void> => {
    const kept = (await misplaced([deviceId])).get(deviceId)
    if (kept === undefined || isOverridden(deviceId, kept) || pending.has(deviceId)) return
    const known = triedOf(deviceId, kept.firingId)
    if (known.wasMoved) return
    known.wasMoved = true
    bringInAfter(deviceId, MOVED_MS)
  }

  /** The device stays where its owner moves it until it reconnects or the hold or its place changes. */
  const override = async (deviceId: string): Promise<void> => {
    if (!here.has(deviceId)) return
    const [device] = await lookup([deviceId])
    const kept = device === undefined ? null : holds.keptBy(device, shadows.get(deviceId))
    if (kept !== null) overridden.set(deviceId, holdKey(kept))
  }

  /** Whether a device that was occupied when it should have moved to safety is free now; true only once. */
  const isFreeAgain = (shadow: Shadow): boolean => !isOccupied(shadow) && occupied.delete(shadow.deviceId)

  /** Whether a shade reports that it stands. What third-party hardware only echoes is no report. */
  const isStanding = (shadow: Shadow): boolean => {
    const { status, assumed } = stateOf(shadow)
    return status === 'ready' && (!assumed || traitsOf(shadow.deviceId).expires)
  }

  const received = ({ shadow, event, isIngested }: ShadowChange) => {
    const { deviceId } = shadow
    if (event.kind === 'connection') {
      // What was sent before the line broke may never have arrived. A retained message does not mean that the device has connected.
      if (event.keptSince === undefined) {
        here.delete(deviceId)
        pending.delete(deviceId)
        overridden.delete(deviceId)
        unconfirmed.delete(deviceId)
      }
      // Third-party hardware may report nothing before it is sent a command, and of a joined broker only retained messages may arrive.
      if (isIngested && event.connected && !traitsOf(deviceId).expires) {
        here.add(deviceId)
        if (holds.isWatched(deviceId)) bringInSoon([deviceId])
      }
      return
    }
    if (event.kind !== 'report' || !isIngested) return
    const isBack = !here.has(deviceId)
    here.add(deviceId)
    if (!holds.isWatched(deviceId) || pending.has(deviceId)) return
    if (isFreeAgain(shadow)) bringInSoon([deviceId])
    // Another instance may have sent the safety move that the device now carries out.
    else if (isBack) bringInSoon([deviceId], (_id, { isReported }) => !isReported)
    else if (movesOf(deviceId).length > 0) bringInSoon([deviceId], (_id, { isLeaving }) => isLeaving)
    else if (isStanding(shadow) && !isDueSoon(deviceId)) cameToRest(deviceId).catch(failed)
  }

  /** A safety move has ended. A move that was stopped, failed or was not confirmed is retried, unless another one was begun in the meantime. */
  const moveEnded = async (
    deviceId: string,
    target: Target | null,
    outcome: DeviceOutcome | null,
  ): Promise<void> => {
    const isNewest = () => pending.get(deviceId) === target
    if (!isNewest()) return
    const hasFailed = outcome !== null && outcome.ok !== true
    if (hasFailed && isOccupied(shadows.get(deviceId))) occupied.add(deviceId)
    if (hasFailed)
      await tryAgain(deviceId, outcome).catch((error: unknown) => {
        failed(error)
        bringInAfter(deviceId, AGAIN_MS)
      })
    // Removed only now, because the report of the stop must not count as a movement by hand.
    if (isNewest()) pending.delete(deviceId)
    if (isFreeAgain(shadows.get(deviceId))) bringInSoon([deviceId])
  }
  /** The delay before a retry after this number of failures; null for none. */
  const retryMsOf = (deviceId: string, failures: number): number | null => {
    const { confirmation, expires } = traitsOf(deviceId)
    if (expires) return failures < FAILED_TRIES ? FAILED_MS : null
    return LATE_RETRIES_MS[confirmation][failures] ?? HOUR_MS
  }
  const tryAgain = async (deviceId: string, outcome: DeviceOutcome): Promise<void> => {
    const wasStopped = outcome.ok === false && outcome.detail === 'stopped'
    const kept = (await misplaced([deviceId])).get(deviceId)
    if (kept === undefined) return
    const known = triedOf(deviceId, kept.firingId)
    // It was sent, so neither the notice of its hold nor its connection sends it again.
    if (outcome.ok === null) {
      placed(known, kept)
      unconfirmed.set(deviceId, { at: clock.now().getTime(), hold: holdKey(kept) })
    }
    const ms = wasStopped ? (known.wasStopped ? null : STOPPED_MS) : retryMsOf(deviceId, known.failures)
    if (wasStopped) known.wasStopped = true
    else known.failures += 1
    if (ms !== null) bringInAfter(deviceId, ms)
  }

  const isAtRest = (deviceId: string): boolean => {
    const shadow = shadows.get(deviceId)
    const isMoving = isBusy(stateOf(shadow).status) || movesOf(deviceId).length > 0
    return isFreshlyReported(shadow) && !isMoving && !pending.has(deviceId) && !isStarting(deviceId)
  }

  /** Repeats moves of connected devices that no instance repeats. What somebody stopped is repeated only after a restart. */
  const repeatLeft = async (): Promise<void> => {
    const firingIds = holds.keepingFirings()
    const all = firingIds.length === 0 ? [] : await findUnsuccessful(firingIds)
    const found = all.filter(
      ({ deviceId, sentAt, wasStopped }) =>
        holds.isWatched(deviceId) && !here.has(deviceId) && !(wasStopped && sentAt >= startedAt),
    )
    const now = clock.now().getTime()
    const keyOf = ({ firingId, deviceId, sentAt }: Unsuccessful) =>
      `${firingId} ${deviceId} ${sentAt.getTime()}`
    const sinceOf = (one: Unsuccessful) => Math.min(leftSince.get(keyOf(one)) ?? now, now)
    leftSince = new Map(found.map((one) => [keyOf(one), sinceOf(one)]))
    const left = found.filter((one) => now - sinceOf(one) >= LEFT_MS)
    if (left.length === 0 || isStopped) return
    const keptById = await misplaced([...new Set(left.map(({ deviceId }) => deviceId))])
    const triesOf = (id: string) => {
      const kept = keptById.get(id)
      return kept === undefined || isOverridden(id, kept) ? null : triedOf(id, kept.firingId)
    }
    const mayRepeat = ({ deviceId }: Unsuccessful) =>
      (triesOf(deviceId)?.repeats ?? FAILED_TRIES) < FAILED_TRIES && isAtRest(deviceId)
    const own = left.filter(mayRepeat)
    const claimed = own.length === 0 ? [] : await claimAgain(own)
    for (const id of claimed) {
      const known = triesOf(id)
      if (known !== null) known.repeats += 1
    }
    await runNext(claimed)
  }
  const repeating = whenDue({
    kind: 'kept devices',
    isUrgent: true,
    everySeconds: CHECK_EVERY_S,
    isDue: () => holds.keepingFirings().length > 0 || leftSince.size > 0,
    run: repeatLeft,
    failed,
  })

  return {
    start() {
      startedAt = clock.now()
      undos.push(
        shadows.onChange(received),
        shadows.onDropped((deviceId) => void here.delete(deviceId)),
        holds.onChange((deviceIds) => bringInSoon(deviceIds, isNewlyKept)),
        onUpdated((deviceIds) => {
          const watched = deviceIds.filter(holds.isWatched)
          if (watched.length > 0) bringInSoon(watched, isNewlyKept)
        }),
        holds.onOverride((deviceId) => void override(deviceId).catch(failed)),
        holds.onMove({
          began: (deviceId, target) => void pending.set(deviceId, target),
          ended: (deviceId, target, outcome) => void moveEnded(deviceId, target, outcome).catch(failed),
        }),
      )
    },
    async stop() {
      isStopped = true
      for (const undo of undos.splice(0)) undo()
      for (const { cancel } of timers.values()) cancel()
      await repeating.stop()
    },
  }
}
