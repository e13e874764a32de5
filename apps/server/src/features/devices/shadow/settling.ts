import { AXES, type DeviceStatus, isAtTarget, type ReportedFields, type Target } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'

/** A device that is at its goal and reports for this long that it still moves has come to rest [CM20]. */
export const SETTLE_MS = 10_000
/** The instance that ingested the report settles first. The others do so if it is gone. */
const OTHERS_LATER_MS = 2_000

const ENDS = { opening: 0, closing: 1 } as const

/** That a device is at its goal and reports motion. Times are milliseconds since 1970. */
export interface Arrival {
  /** What it reports: its status, its goal, and its place on an axis that the goal does not name. */
  reported: string
  since: number
  /** It has reported the same for so long that it counts as at rest. */
  isSettled: boolean
}

interface Moving {
  connected: boolean
  fields: ReportedFields & { status?: DeviceStatus | undefined }
  commandTarget: Target | null
  arrival: Arrival | null
}

/** Where a moving device goes: its target, or else the end of its direction; null if that is not known. */
function goalOf({ fields, commandTarget }: Moving): Target | null {
  const { status, position, inclination } = fields
  if (status !== 'opening' && status !== 'closing' && status !== 'moving') return null
  const target = fields.target ?? (fields.target === null ? null : commandTarget)
  if (target !== null && AXES.some((axis) => target[axis] !== undefined)) return target
  if (status === 'moving') return null
  if (typeof position === 'number') return { position: ENDS[status] }
  return typeof inclination === 'number' ? { inclination: ENDS[status] } : null
}

function reportedOf(shadow: Moving, tolerance: number): string | null {
  const { connected, fields } = shadow
  const goal = goalOf(shadow)
  if (goal === null || !connected || fields.assumed === true) return null
  const place = { position: fields.position ?? null, inclination: fields.inclination ?? null }
  if (!isAtTarget(place, goal, tolerance)) return null
  const others = AXES.filter((axis) => goal[axis] === undefined).map((axis) => place[axis])
  return JSON.stringify([fields.status, goal.position, goal.inclination, ...others])
}

interface Occasion {
  /** Absent if the event has no time. */
  at: number | undefined
  tolerance: number
  isReconnected: boolean
}

/**
 * The arrival of a device after an event; null if it is not at its goal or does not report motion. An unchanged report keeps it, so
 * that a device that repeats its last report settles too. After a reconnection the time begins again.
 */
export function nextArrival(shadow: Moving, { at, tolerance, isReconnected }: Occasion): Arrival | null {
  const reported = reportedOf(shadow, tolerance)
  if (reported === null) return null
  if (shadow.arrival?.reported === reported && !isReconnected) return shadow.arrival
  return at === undefined ? null : { reported, since: at, isSettled: false }
}

/** The arrival after its time is up at `at`; null if it is not. */
export const settledAt = (arrival: Arrival | null, at: number): Arrival | null =>
  arrival === null || arrival.isSettled || at - arrival.since < SETTLE_MS
    ? null
    : { ...arrival, isSettled: true }

interface SettlingOptions {
  clock: Clock
  /** The arrival of a device now. */
  arrivalOf(deviceId: string): Arrival | null
  /** Records that the time of an arrival is up. */
  settle(deviceId: string, at: number): void
}

/** Ends the movements of devices that are at their goal, by one timer for each of them. */
export function createSettling({ clock, arrivalOf, settle }: SettlingOptions) {
  const cancelById = new Map<string, () => void>()

  const drop = (deviceId: string) => {
    cancelById.get(deviceId)?.()
    cancelById.delete(deviceId)
  }

  /** Called with each new arrival. `isIngested`: this instance ingested the report. */
  const follow = (deviceId: string, arrival: Arrival | null, isIngested: boolean) => {
    drop(deviceId)
    if (arrival === null || arrival.isSettled) return
    const nowMs = clock.now().getTime()
    const waitMs = arrival.since + SETTLE_MS - nowMs + (isIngested ? 0 : OTHERS_LATER_MS)
    const cancel = clock.after(Math.max(0, waitMs), () => {
      cancelById.delete(deviceId)
      settle(deviceId, clock.now().getTime())
      // Not settled: the clock was set back meanwhile.
      follow(deviceId, arrivalOf(deviceId), isIngested)
    })
    cancelById.set(deviceId, cancel)
  }

  return {
    follow,
    drop,
    stop() {
      for (const deviceId of [...cancelById.keys()]) drop(deviceId)
    },
  }
}
