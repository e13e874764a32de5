import type { DeviceType } from '@senca/contract'
import { hasReported, type Shadow, type ShadowChange, stateOf } from '#features/devices/index.ts'
import type { RecordedDevice } from './recorder.ts'
import { createTrickle } from './trickle.ts'
import { firstWatch, type Part, seeUnasked, type Unasked, type Watch } from './unasked.ts'

const QUEUE_MAX = 20_000
/** A hand at a wall switch does not do more; a broken contact does, and so does a device that wants to fill the table. */
const PER_DEVICE = { burst: 60, everyMs: 10_000 }

/** It has lost its memory, or another device reports in its name. */
const COUNTS_BEGAN_AGAIN: Unasked = { action: 'counts_began_again', origin: 'device', details: {} }

interface KnownDevice extends RecordedDevice {
  type: DeviceType
  claimedAt: Date | null
}

interface UnaskedWatchOptions {
  shadows: { onChange(listener: (change: ShadowChange) => void): () => void }
  /** Devices by their ids, in no particular order. */
  lookUp(ids: readonly string[]): Promise<KnownDevice[]>
  /** The parts of a device that have been asked for something which is not over. */
  partsAsked(deviceId: string): Part[]
  record(device: RecordedDevice, seen: Unasked & { at: Date }): void
  /** Whose devices these are could not be read. */
  failed(error: unknown): void
  dropped(): void
  /** A device did something too often for it to be told each time. */
  leftOut(): void
}

interface Sighting {
  deviceId: string
  at: Date
  unasked: Unasked
}

/** The state by the device's own word, also while it is away. */
const ownStateOf = (shadow: Shadow) => stateOf(shadow.connected ? shadow : { ...shadow, connected: true })

/** Takes down what devices do without having been asked; of several instances the one that took the report in. */
export function createUnaskedWatch(options: UnaskedWatchOptions) {
  const { shadows, lookUp, partsAsked, record, failed, dropped, leftOut } = options
  const watchById = new Map<string, Watch>()
  const trickle = createTrickle(PER_DEVICE)
  let unseen: { change: ShadowChange; asked: readonly Part[] }[] = []
  let waiting: Sighting[] = []
  let recording: Promise<void> | undefined
  let next: Promise<void> | undefined
  let undo: (() => void) | undefined

  const recordWaiting = async () => {
    const sightings = waiting
    waiting = []
    if (sightings.length === 0) return
    try {
      const found = await lookUp([...new Set(sightings.map(({ deviceId }) => deviceId))])
      const deviceById = new Map(found.map((device) => [device.id, device]))
      for (const { deviceId, at, unasked } of sightings) {
        const device = deviceById.get(deviceId)
        // What it did before it came to its owner is not theirs to know.
        const isTheirs = device?.claimedAt != null && device.claimedAt <= at
        if (device !== undefined && isTheirs) record(device, { ...unasked, at })
      }
    } catch (error) {
      failed(error)
      for (const _ of sightings) dropped()
    }
  }

  /** What is seen while some is recorded waits for the next round, and is recorded in it together. */
  const settle = (): Promise<void> => {
    if (recording === undefined) {
      recording = recordWaiting().finally(() => {
        recording = undefined
      })
      return recording
    }
    next ??= recording.then(() => {
      next = undefined
      return settle()
    })
    return next
  }

  /** Every instance counts what a device does, so that together they do not tell more than one of them. */
  const tell = (deviceId: string, unasked: Unasked, at: number, isIngested: boolean): Sighting[] => {
    const before = trickle.take(deviceId, at)
    if (before === null && isIngested) leftOut()
    if (before === null) return []
    const details = before === 0 ? unasked.details : { ...unasked.details, leftOut: before }
    return [{ deviceId, at: new Date(at), unasked: { ...unasked, details } }]
  }

  const look = ({ before, shadow, event, isIngested }: ShadowChange, asked: readonly Part[]) => {
    const { deviceId } = shadow
    if (event.kind === 'claimed' || event.kind === 'forgotten' || event.kind === 'status') {
      watchById.delete(deviceId)
      return
    }
    if (event.kind !== 'report' || !hasReported(before)) return
    const known = ownStateOf(before)
    const { watch, seen } = seeUnasked(watchById.get(deviceId) ?? firstWatch(known), {
      before: known,
      after: ownStateOf(shadow),
      asked,
      at: event.at,
    })
    watchById.set(deviceId, watch)
    if (event.countsBeginAgain === true) seen.push(COUNTS_BEGAN_AGAIN)
    const told = seen.flatMap((unasked) => tell(deviceId, unasked, event.at, isIngested))
    if (!isIngested || told.length === 0) return
    for (const sighting of told) {
      if (waiting.length >= QUEUE_MAX) dropped()
      else waiting.push(sighting)
    }
    void settle()
  }

  const lookAtAll = () => {
    const changes = unseen
    unseen = []
    for (const { change, asked } of changes) look(change, asked)
  }

  /** Looks a moment later, by what was asked for until then: those who wait for the state come first. */
  const take = (change: ShadowChange) => {
    if (unseen.length === 0) setImmediate(lookAtAll)
    unseen.push({ change, asked: partsAsked(change.shadow.deviceId) })
  }

  const settleAll = (): Promise<void> => {
    lookAtAll()
    return settle()
  }

  return {
    start() {
      undo = shadows.onChange(take)
    },
    /** Resolves once everything that was seen until now is recorded: after the second round at the latest. */
    settle: settleAll,
    async stop() {
      undo?.()
      await settleAll()
    },
  }
}
