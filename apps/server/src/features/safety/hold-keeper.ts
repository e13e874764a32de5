import type { DeviceOutcome } from '@senca/contract/outcomes'
import { type Device, type ShadowChange, type Shadows, stateOf } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Holds } from './holds.ts'

interface HoldKeeperOptions {
  holds: Pick<Holds, 'isWatched' | 'moveOf' | 'keptBy' | 'onChange' | 'onMove' | 'onOverride'>
  shadows: Pick<Shadows, 'get' | 'onChange' | 'onDropped'>
  lookUp(ids: readonly string[]): Promise<Device[]>
  /** Moves devices of a firing once more. */
  fireAgain(firingId: string, deviceIds: readonly string[]): Promise<void>
  /** Sends what waits for devices at once. */
  hurry(deviceIds: readonly string[]): Promise<void>
  /** Whether something waits for a device or is on its way to it. */
  isAbout(deviceId: string): boolean
  /** Something about devices changed, such as where their home wants them to be safe. */
  onUpdated(listener: (deviceIds: readonly string[]) => void): () => void
  clock: Clock
  failed(error: unknown): void
}

/** Somebody may be in the way. */
const STOPPED_MS = 30_000
/** Somebody moved it by a switch. */
const MOVED_MS = 10_000
const FAILED_MS = 30_000
const FAILED_TRIES = 3

type Kept = NonNullable<ReturnType<Holds['keptBy']>> & { isTurned: boolean }

/** What was tried already for a device, for as long as one firing holds it. */
interface Tried {
  firingId: string
  /** Where it was kept when it was last brought in for a new hold. */
  place: string | null
  wasStopped: boolean
  wasMoved: boolean
  failures: number
}

/**
 * Keeps held devices where they are safe: moves those that come back, those that were stopped or failed, and once those
 * that were moved on the spot. Each instance looks after the devices that are connected to it.
 */
export function createHoldKeeper(options: HoldKeeperOptions) {
  const { holds, shadows, lookUp, fireAgain, hurry, isAbout, onUpdated, clock, failed } = options
  /** Connected and heard of since. */
  const here = new Set<string>()
  /** On their way to safety, or about to be. */
  const pending = new Set<string>()
  const tried = new Map<string, Tried>()
  const timers = new Map<string, () => void>()
  /** Moved by their owners although they are held, with the firing and the place against which. */
  const overridden = new Map<string, string>()
  const undos: (() => void)[] = []
  let isStopped = false

  const triedOf = (deviceId: string, firingId: string): Tried => {
    const known = tried.get(deviceId)
    if (known?.firingId === firingId) return known
    const fresh = { firingId, place: null, wasStopped: false, wasMoved: false, failures: 0 }
    tried.set(deviceId, fresh)
    return fresh
  }

  const forget = (deviceId: string) => {
    tried.delete(deviceId)
    overridden.delete(deviceId)
    timers.get(deviceId)?.()
    timers.delete(deviceId)
  }

  /** The devices that are not where they are kept, with what keeps them. */
  const strays = async (deviceIds: readonly string[]): Promise<Map<string, Kept>> => {
    const found = new Map<string, Kept>()
    for (const device of await lookUp(deviceIds)) {
      const shadow = shadows.get(device.id)
      const kept = holds.keptBy(device, shadow)
      const move = holds.moveOf(device, shadow)
      if (kept === null) forget(device.id)
      else if (move.kind === 'move') found.set(device.id, { ...kept, isTurned: move.isTurned })
      else triedOf(device.id, kept.firingId).place = kept.place
    }
    return found
  }

  /** Whether it was not brought to that place yet: a hold that is told again moves nothing. */
  const isNewlyKept = (deviceId: string, { firingId, place }: Kept): boolean =>
    triedOf(deviceId, firingId).place !== place

  const holdKey = ({ firingId, place }: Pick<Kept, 'firingId' | 'place'>) => `${firingId} ${place}`
  /** Whether its owner moved it during this hold. It does not count for another hold, or for another place. */
  const isOverridden = (deviceId: string, kept: Kept): boolean => overridden.get(deviceId) === holdKey(kept)

  /** Moves devices that are there and not where they are kept; of those that `isAsked`. */
  const bringIn = async (
    deviceIds: readonly string[],
    isAsked: (deviceId: string, kept: Kept) => boolean,
  ): Promise<void> => {
    const own = deviceIds.filter((id) => here.has(id))
    if (own.length === 0 || isStopped) return
    const idsByFiring = new Map<string, string[]>()
    for (const [id, kept] of await strays(own)) {
      const isComing = !kept.isTurned && (pending.has(id) || isAbout(id))
      if (isComing || isOverridden(id, kept) || !isAsked(id, kept)) continue
      triedOf(id, kept.firingId).place = kept.place
      idsByFiring.set(kept.firingId, [...(idsByFiring.get(kept.firingId) ?? []), id])
      pending.add(id)
    }
    for (const [firingId, ids] of idsByFiring) {
      try {
        await fireAgain(firingId, ids)
        await hurry(ids)
      } catch (error) {
        for (const id of ids) pending.delete(id)
        failed(error)
      }
    }
  }
  /** First what waits for them: their firing may not have come to them yet. */
  const bringInSoon = (
    deviceIds: readonly string[],
    isAsked: (deviceId: string, kept: Kept) => boolean = () => true,
  ) => {
    hurry(deviceIds)
      .then(() => bringIn(deviceIds, isAsked))
      .catch(failed)
  }

  const bringInAfter = (deviceId: string, ms: number) => {
    if (timers.has(deviceId)) return
    timers.set(
      deviceId,
      clock.after(ms, () => {
        timers.delete(deviceId)
        bringInSoon([deviceId])
      }),
    )
  }

  /** A device that is held came to rest somewhere without having been asked: once it is brought in again. */
  const cameToRest = async (deviceId: string): Promise<void> => {
    const kept = (await strays([deviceId])).get(deviceId)
    if (kept === undefined || isOverridden(deviceId, kept) || pending.has(deviceId)) return
    const known = triedOf(deviceId, kept.firingId)
    if (known.wasMoved) return
    known.wasMoved = true
    bringInAfter(deviceId, MOVED_MS)
  }

  /** It stays where its owner moves it until it comes back from being away, or another hold or place counts. */
  const override = async (deviceId: string): Promise<void> => {
    if (!here.has(deviceId)) return
    const [device] = await lookUp([deviceId])
    const kept = device === undefined ? null : holds.keptBy(device, shadows.get(deviceId))
    if (kept !== null) overridden.set(deviceId, holdKey(kept))
  }

  const heard = ({ shadow, event, isIngested }: ShadowChange) => {
    const { deviceId } = shadow
    if (event.kind === 'connection' && !event.connected) {
      here.delete(deviceId)
      pending.delete(deviceId)
      overridden.delete(deviceId)
      return
    }
    if (event.kind !== 'report' || !isIngested) return
    const isBack = !here.has(deviceId)
    here.add(deviceId)
    if (!holds.isWatched(deviceId) || pending.has(deviceId)) return
    if (isBack) bringInSoon([deviceId])
    else if (stateOf(shadow).status === 'ready' && !timers.has(deviceId)) cameToRest(deviceId).catch(failed)
  }

  /** A safety move is over: what was stopped or failed is tried again. */
  const moveEnded = async (deviceId: string, outcome: DeviceOutcome | null): Promise<void> => {
    const isOver = outcome === null || outcome.ok || outcome.error === 'internal_error'
    if (!isOver) await tryAgain(deviceId, outcome)
    // Not before: what it reports of its stop is no news.
    pending.delete(deviceId)
  }
  const tryAgain = async (deviceId: string, outcome: DeviceOutcome & { ok: false }): Promise<void> => {
    const wasStopped = outcome.detail === 'stopped'
    const kept = (await strays([deviceId])).get(deviceId)
    if (kept === undefined) return
    const known = triedOf(deviceId, kept.firingId)
    const mayTry = wasStopped ? !known.wasStopped : known.failures < FAILED_TRIES
    if (wasStopped) known.wasStopped = true
    else known.failures += 1
    if (mayTry) bringInAfter(deviceId, wasStopped ? STOPPED_MS : FAILED_MS)
  }

  return {
    start() {
      undos.push(
        shadows.onChange(heard),
        shadows.onDropped((deviceId) => void here.delete(deviceId)),
        holds.onChange((deviceIds) => bringInSoon(deviceIds, isNewlyKept)),
        onUpdated((deviceIds) => {
          const watched = deviceIds.filter(holds.isWatched)
          if (watched.length > 0) bringInSoon(watched, isNewlyKept)
        }),
        holds.onOverride((deviceId) => void override(deviceId).catch(failed)),
        holds.onMove({
          began: (deviceId) => void pending.add(deviceId),
          ended: (deviceId, outcome) => void moveEnded(deviceId, outcome).catch(failed),
        }),
      )
    },
    stop() {
      isStopped = true
      for (const undo of undos.splice(0)) undo()
      for (const cancel of timers.values()) cancel()
    },
  }
}
