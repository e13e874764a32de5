import type { DeviceType } from '@senca/contract'
import { hasReported, type Shadow, type ShadowChange, stateOf } from '#features/devices/index.ts'
import type { RecordedDevice } from './recorder.ts'
import { firstWatch, type Part, seeUnasked, type Unasked, type Watch } from './unasked.ts'

const QUEUE_MAX = 20_000

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
}

interface Sighting {
  deviceId: string
  at: Date
  unasked: Unasked
}

/** The state by the device's own word, also while it is away. */
const ownStateOf = (shadow: Shadow) => stateOf({ ...shadow, connected: true })

/** Takes down what devices do without having been asked; of several instances the one that took the report in. */
export function createUnaskedWatch(options: UnaskedWatchOptions) {
  const { shadows, lookUp, partsAsked, record, failed, dropped } = options
  const watchById = new Map<string, Watch>()
  let waiting: Sighting[] = []
  let recording: Promise<void> | undefined
  let undo: (() => void) | undefined

  const recordAll = async () => {
    while (waiting.length > 0) {
      const sightings = waiting
      waiting = []
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
  }

  const settle = (): Promise<void> => {
    recording ??= recordAll().finally(() => {
      recording = undefined
    })
    return recording
  }

  const take = ({ before, shadow, event, isIngested }: ShadowChange) => {
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
      asked: partsAsked(deviceId),
      at: event.at,
    })
    watchById.set(deviceId, watch)
    if (!isIngested || seen.length === 0) return
    for (const unasked of seen) {
      if (waiting.length >= QUEUE_MAX) dropped()
      else waiting.push({ deviceId, at: new Date(event.at), unasked })
    }
    void settle()
  }

  return {
    start() {
      undo = shadows.onChange(take)
    },
    /** Resolves once everything that was seen is recorded. */
    settle,
    async stop() {
      undo?.()
      await settle()
    },
  }
}
