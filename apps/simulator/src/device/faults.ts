import { AXES, LOCK_TYPES } from '@senca/contract'
import type { JamPlace } from '../hardware/behaviour.ts'
import { isRecord } from '../json.ts'

/** How many times a fault occurs; without it, it occurs until the faults are cleared. */
interface Repeated {
  times?: number
}

/** The faults that can be simulated. */
export type Fault =
  /** Commands are not answered; with `obeys` they are executed nevertheless. */
  | ({ kind: 'no_answer'; obeys?: boolean } & Repeated)
  /** Commands are executed `ms` later; with `obeys` they are executed at once and only the result is late. */
  | ({ kind: 'late_answer'; ms: number; obeys?: boolean } & Repeated)
  /** Commands are refused with this error, which need not be an error of the protocol. */
  | ({ kind: 'refuse'; error: string } & Repeated)
  /** A part is stuck. */
  | ({ kind: 'jam' } & JamPlace)
  /** The network is down for `ms`, or until the faults are cleared. */
  | { kind: 'lost_link'; ms?: number }
  /** The controller restarts by itself. */
  | { kind: 'restart' }
  /** The mains power is off for `ms`, or until the faults are cleared. */
  | { kind: 'power_cut'; ms?: number }
  /** Reports contain position 0 instead of the real position; `times` counts reports. */
  | ({ kind: 'false_zero' } & Repeated)
  /** The motor loses its position: position and inclination are null until it has reached an end stop. */
  | { kind: 'lost_position' }

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 86_400_000

const timesOf = (raw: Record<string, unknown>): Repeated =>
  isPositive(raw.times) ? { times: Math.round(raw.times) } : {}
const msOf = (raw: Record<string, unknown>): { ms?: number } => (isPositive(raw.ms) ? { ms: raw.ms } : {})
const obeysOf = (raw: Record<string, unknown>): { obeys?: boolean } =>
  raw.obeys === true ? { obeys: true } : {}

/** Parses a fault from a control message; null if it is invalid. */
export function parseFault(raw: unknown): Fault | null {
  if (!isRecord(raw)) return null
  switch (raw.kind) {
    case 'no_answer':
      return { kind: raw.kind, ...obeysOf(raw), ...timesOf(raw) }
    case 'late_answer':
      return isPositive(raw.ms) ? { kind: raw.kind, ms: raw.ms, ...obeysOf(raw), ...timesOf(raw) } : null
    case 'refuse':
      return typeof raw.error === 'string' && raw.error.length <= 64
        ? { kind: raw.kind, error: raw.error, ...timesOf(raw) }
        : null
    case 'jam': {
      const axis = AXES.find((each) => each === raw.axis)
      const lock = LOCK_TYPES.find((each) => each === raw.lock)
      return {
        kind: raw.kind,
        ...(isPositive(raw.at) && raw.at <= 1 ? { at: raw.at } : {}),
        ...(axis === undefined ? {} : { axis }),
        ...(lock === undefined ? {} : { lock }),
      }
    }
    case 'lost_link':
    case 'power_cut':
      return { kind: raw.kind, ...msOf(raw) }
    case 'false_zero':
      return { kind: raw.kind, ...timesOf(raw) }
    case 'restart':
    case 'lost_position':
      return { kind: raw.kind }
    default:
      return null
  }
}

type Lasting = Extract<Fault, Repeated & { kind: 'no_answer' | 'late_answer' | 'refuse' | 'false_zero' }>

/** The active faults, and how many times each of them still occurs. */
export interface FaultBox {
  set(fault: Lasting): void
  /** Returns the fault of this kind and counts one occurrence; undefined if there is none. */
  take<K extends Lasting['kind']>(kind: K): Extract<Lasting, { kind: K }> | undefined
  clear(): void
}

export function createFaultBox(): FaultBox {
  let waiting: { fault: Lasting; left: number }[] = []
  const isOf = <K extends Lasting['kind']>(fault: Lasting, kind: K): fault is Extract<Lasting, { kind: K }> =>
    fault.kind === kind
  return {
    set(fault) {
      waiting = waiting.filter((entry) => entry.fault.kind !== fault.kind)
      waiting.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    take(kind) {
      for (const entry of waiting) {
        if (!isOf(entry.fault, kind) || entry.left <= 0) continue
        entry.left -= 1
        if (entry.left <= 0) waiting = waiting.filter((other) => other !== entry)
        return entry.fault
      }
      return undefined
    },
    clear() {
      waiting = []
    },
  }
}
