import type { DeviceType } from '@senca/contract'
import type { LateCommand, RecordedDevice } from '#features/activity/index.ts'
import {
  hasReported,
  leavesHome,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import {
  detectLocalOperations,
  initialMemory,
  type LocalOperation,
  type OperationMemory,
  type Part,
} from './local-operation.ts'

const QUEUE_MAX = 20_000
/** More than a person does at a wall switch. A broken contact, or a device that tries to fill the table, exceeds it. */
const PER_DEVICE = { burst: 60, everyMs: 10_000 }

/** The device has lost its memory, or another device reports in its name. */
const COUNTS_BEGAN_AGAIN: LocalOperation = { action: 'counts_began_again', origin: 'device', details: {} }

interface KnownDevice extends RecordedDevice {
  type: DeviceType
  claimedAt: Date | null
}

interface LocalOperationWatchOptions {
  shadows: Pick<Shadows, 'onChange' | 'onDropped'>
  /** Loads devices by their ids, in no particular order. */
  lookup(ids: readonly string[]): Promise<KnownDevice[]>
  /** The parts of a device with a command that is not over. */
  commandedParts(deviceId: string): Part[]
  /** Whether third-party hardware may carry out a command after that has ended. */
  mayActLate(deviceId: string): boolean
  /** Finds the command of which an operation is a late effect; null if it is none. */
  findLate(device: RecordedDevice, operation: LocalOperation & { at: Date }): Promise<LateCommand | null>
  record(
    device: RecordedDevice,
    operation: LocalOperation & { at: Date },
    late: LateCommand | null,
  ): Promise<void> | void
  /** Called when the devices could not be read. */
  failed(error: unknown): void
  /** Called when an operation is lost, because there was no room for it or its device could not be read. */
  dropped(): void
  /** Called when an operation was left out because of the rate limit. */
  leftOut(): void
}

interface Detected {
  deviceId: string
  at: Date
  operation: LocalOperation
}

/** The reported state, without the effect of a lost connection. */
const reportedStateOf = (shadow: Shadow) =>
  stateOf(shadow.connected ? shadow : { ...shadow, connected: true })

/** Records what devices do without a command. Of several instances, the one that ingested the report records it. */
export function createLocalOperationWatch(options: LocalOperationWatchOptions) {
  const { shadows, lookup, commandedParts, mayActLate, findLate, record, failed, dropped, leftOut } = options
  const memoryById = new Map<string, OperationMemory>()
  const rate = createKeyedRate(PER_DEVICE)
  let waiting: Detected[] = []
  let recording: Promise<void> = Promise.resolve()
  let undos: (() => void)[] = []

  const recordWaiting = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const found = await lookup([...new Set(batch.map(({ deviceId }) => deviceId))])
      const deviceById = new Map(found.map((device) => [device.id, device]))
      for (const { deviceId, at, operation } of batch) {
        const device = deviceById.get(deviceId)
        // The owner must not see what the device did before it was claimed.
        const isOfOwner = device?.claimedAt != null && device.claimedAt <= at
        if (device === undefined || !isOfOwner) continue
        const seen = { ...operation, at }
        const late = mayActLate(deviceId) ? await findLate(device, seen) : null
        await record(device, seen, late)
      }
    } catch (error) {
      failed(error)
      for (const _ of batch) dropped()
    }
  }

  /** Runs one look-up at a time; operations that are detected meanwhile are looked up together by the next one. */
  const settle = (): Promise<void> => {
    recording = recording.then(recordWaiting)
    return recording
  }

  /** Every instance counts all operations of a device, so together they do not exceed the limit of one. */
  const limit = (
    deviceId: string,
    operation: LocalOperation,
    at: number,
    isIngested: boolean,
  ): Detected[] => {
    const before = rate.take(deviceId, at)
    if (before === null && isIngested) leftOut()
    if (before === null) return []
    const details = before === 0 ? operation.details : { ...operation.details, leftOut: before }
    return [{ deviceId, at: new Date(at), operation: { ...operation, details } }]
  }

  const changed = ({ before, shadow, event, isIngested }: ShadowChange) => {
    const { deviceId } = shadow
    if (leavesHome(event) || event.kind === 'status') {
      memoryById.delete(deviceId)
      return
    }
    if (event.kind !== 'report' || !hasReported(before)) return
    const known = reportedStateOf(before)
    const { memory, operations } = detectLocalOperations(memoryById.get(deviceId) ?? initialMemory(known), {
      before: known,
      after: reportedStateOf(shadow),
      commanded: commandedParts(deviceId),
      mayActLate: mayActLate(deviceId),
      at: event.at,
    })
    memoryById.set(deviceId, memory)
    if (event.countsBeginAgain === true) operations.push(COUNTS_BEGAN_AGAIN)
    const recorded = operations.flatMap((operation) => limit(deviceId, operation, event.at, isIngested))
    if (!isIngested || recorded.length === 0) return
    for (const detected of recorded) {
      if (waiting.length >= QUEUE_MAX) dropped()
      else waiting.push(detected)
    }
    void settle()
  }

  return {
    start() {
      undos = [shadows.onChange(changed), shadows.onDropped((deviceId) => void memoryById.delete(deviceId))]
    },
    /** Resolves when all operations detected so far have been recorded. */
    settle,
    async stop() {
      for (const undo of undos) undo()
      await settle()
    },
  }
}
