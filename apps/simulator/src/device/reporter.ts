import {
  AXES,
  type DeviceStateMessage,
  type DeviceStatusMessage,
  kindOf,
  parseDeviceType,
} from '@senca/contract'
import type { Clock } from '../clock.ts'
import type { FaultBox } from './faults.ts'

/** [DP14] About four reports a second while something moves. */
export const REPORT_INTERVAL_MS = 250

/** What of the protocol goes out; the body is JSON yet to be written. */
export type DevicePublication =
  | { topic: 'status'; isRetained: true; body: DeviceStatusMessage }
  | { topic: 'state'; isRetained: true; body: DeviceStateMessage }
  | {
      topic: 'result'
      isRetained: false
      body: ({ id: string; status: 'success' } & Said) | { id: string; status: 'error'; error: string }
    }

/** What a result says beside that the command was taken. */
export interface Said {
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

/** The voice of a device: says status and state, counts what it says, and repeats itself while something moves. */
export interface Reporter {
  attach(publish: Publish): () => void
  detach(): void
  /** A state with everything in it, and the ticking that a movement needs. */
  changed(): void
  status(): void
  result(id: string, error: string | null, said?: Said): void
  /** Says what is true if its last report was false. */
  correct(): void
  /** Keeps reports back while `task` runs, so that a result precedes its state. */
  holding<T>(task: () => T): T
  /** What it would say now. */
  fullState(): DeviceStateMessage
  countRestart(): void
  onChange(listener: () => void): () => void
  /** Ends the ticking. */
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
    result(id, error, said = {}) {
      const body =
        error === null ? { id, status: 'success' as const, ...said } : { id, status: 'error' as const, error }
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
