import {
  AXES,
  type DeviceStateMessage,
  type DeviceStatusMessage,
  kindOf,
  parseDeviceType,
} from '@senca/contract'
import type { Clock } from '../clock.ts'
import type { FaultBox } from './faults.ts'

/** [DP14] About four reports per second during a movement. */
export const REPORT_INTERVAL_MS = 250

/** A message that the device publishes; the body is not serialized yet. */
export type DevicePublication =
  | { topic: 'status'; isRetained: true; body: DeviceStatusMessage }
  | { topic: 'state'; isRetained: true; body: DeviceStateMessage }
  | {
      topic: 'result'
      isRetained: false
      body: ({ id: string; status: 'success' } & Reported) | { id: string; status: 'error'; error: string }
    }

/** Additional fields of a successful result. */
interface Reported {
  publicKey?: string
}

type Publish = (publication: DevicePublication) => void
type StateWithoutCounts = Omit<DeviceStateMessage, 'totalRestarts' | 'totalStateUpdates'>

interface ReporterOptions {
  clock: Clock
  faults: FaultBox
  totalRestarts: number
  status(): DeviceStatusMessage
  state(): StateWithoutCounts
  isMoving(): boolean
}

/** Publishes status and state of a device, counts its reports, and repeats the state during a movement. */
export interface Reporter {
  attach(publish: Publish): () => void
  detach(): void
  /** Publishes the full state, and starts or stops the repeated reports of a movement. */
  changed(): void
  status(): void
  result(id: string, error: string | null, reported?: Reported): void
  /** Publishes the true state if the last report was false. */
  correct(): void
  /** Delays reports while `task` runs, so that a result is published before its state. */
  holding<T>(task: () => T): T
  /** The state that would be published now. */
  fullState(): DeviceStateMessage
  countRestart(): void
  onChange(listener: () => void): () => void
  /** Stops the repeated reports. */
  quiet(): void
}

export function createReporter(options: ReporterOptions): Reporter {
  const { clock, faults } = options
  const listeners = new Set<() => void>()
  let { totalRestarts } = options
  let totalStateUpdates = 0
  let publish: Publish | null = null
  let isHolding = false
  let wasFalse = false
  let cancelTick: (() => void) | null = null

  const fullState = (): DeviceStateMessage => ({ ...options.state(), totalRestarts, totalStateUpdates })

  const falsified = (state: DeviceStateMessage): DeviceStateMessage => {
    const type = parseDeviceType(options.status().type ?? '')
    if (type === null || kindOf(type).family !== 'shade') return state
    if (faults.take('false_zero') === undefined) return state
    const zeros = AXES.filter((axis) => state[axis] !== null).map((axis) => [axis, 0])
    return { ...state, ...Object.fromEntries(zeros) }
  }

  const report = (extent: 'full' | 'moving'): void => {
    for (const listener of listeners) listener()
    if (publish === null) return
    totalStateUpdates += 1
    const { settings, ...moving } = fullState()
    const isFull = extent === 'full' && settings !== undefined
    const truth = isFull ? { ...moving, settings } : moving
    const body = falsified(truth)
    wasFalse = body !== truth
    publish({ topic: 'state', isRetained: true, body })
  }

  const quiet = (): void => {
    cancelTick?.()
    cancelTick = null
  }

  const reportStatus = (): void => publish?.({ topic: 'status', isRetained: true, body: options.status() })

  return {
    attach(next) {
      publish = next
      reportStatus()
      report('full')
      return () => {
        if (publish === next) publish = null
      }
    },
    detach() {
      publish = null
    },
    changed() {
      if (isHolding) return
      if (!options.isMoving()) quiet()
      else cancelTick ??= clock.every(REPORT_INTERVAL_MS, () => report('moving'))
      report('full')
    },
    status: reportStatus,
    correct() {
      if (wasFalse) report('full')
    },
    result(id, error, reported = {}) {
      const body =
        error === null
          ? { id, status: 'success' as const, ...reported }
          : { id, status: 'error' as const, error }
      publish?.({ topic: 'result', isRetained: false, body })
    },
    holding(task) {
      isHolding = true
      try {
        return task()
      } finally {
        isHolding = false
      }
    },
    fullState,
    countRestart() {
      totalRestarts += 1
      totalStateUpdates = 0
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    quiet,
  }
}
