import type { Axis, Target } from '@senca/contract'
import type { Mechanism } from './mechanisms.ts'

/** The position of each axis, 0 open .. 1 closed; null if it is unknown or there is no such axis. */
export type Place = Readonly<Record<Axis, number | null>>

/** −1 opens, 1 closes. One motor moves both the lift and the slats. */
export type Direction = -1 | 1

/** One leg of a movement. `from` is null if the motor moves to the end stop without knowing its position. */
export type Leg =
  | { kind: 'drive'; axis: Axis; from: number | null; to: number; ms: number }
  /** Pressing against the end stop; afterwards the position is confirmed. */
  | { kind: 'end_stop'; axis: Axis; at: 0 | 1; ms: number }
  | { kind: 'pause'; ms: number }

export interface Jam {
  axis: Axis
  at: number
  /** The direction that is blocked at `at`; known after the shade has hit the obstacle. */
  blocked: Direction | 'both' | null
}

/** The motor pauses for this long before it changes direction, at every simulation speed [DP25]. */
const REVERSE_PAUSE_MS = 500
const END_STOP_MS = 300
/** If its position is not confirmed, the motor runs longer than computed by this share of the full travel. */
const ASSUMED_OVERRUN = 0.1

const directionTo = (from: number | null, to: number): Direction => {
  if (from === null) return to === 1 ? 1 : -1
  return to > from ? 1 : -1
}

const directionOf = (leg: Leg): Direction | null => {
  if (leg.kind === 'pause') return null
  if (leg.kind === 'end_stop') return leg.at === 1 ? 1 : -1
  return directionTo(leg.from, leg.to)
}

const isEnd = (value: number): value is 0 | 1 => value === 0 || value === 1

function drive(mechanism: Mechanism, axis: Axis, from: number | null, to: number): Leg[] {
  const travel = mechanism.travel[axis]
  if (travel === undefined || from === to) return []
  const fullMs = directionTo(from, to) === 1 ? travel.closeMs : travel.openMs
  return [{ kind: 'drive', axis, from, to, ms: fullMs * Math.abs(to - (from ?? 1 - to)) }]
}

function endStop(mechanism: Mechanism, axis: Axis, at: number, isAssumed: boolean): Leg[] {
  const travel = mechanism.travel[axis]
  if (travel === undefined || axis !== mechanism.main || !isEnd(at)) return []
  const overrunMs = isAssumed ? ASSUMED_OVERRUN * Math.max(travel.openMs, travel.closeMs) : 0
  return [{ kind: 'end_stop', axis, at, ms: END_STOP_MS + overrunMs }]
}

/** Drives an axis to a value. If the position is unknown, it first drives to the open end. */
function driveTo(
  mechanism: Mechanism,
  axis: Axis,
  from: number | null,
  to: number,
  isAssumed: boolean,
): Leg[] {
  if (from === null && !isEnd(to)) {
    return [
      ...drive(mechanism, axis, null, 0),
      ...endStop(mechanism, axis, 0, true),
      ...drive(mechanism, axis, 0, to),
    ]
  }
  const isNeeded = from !== to || (isAssumed && isEnd(to) && axis === mechanism.main)
  return isNeeded ? [...drive(mechanism, axis, from, to), ...endStop(mechanism, axis, to, isAssumed)] : []
}

export interface Intent {
  target: Target
  /** The slat angle to return to if the target has none. */
  keepInclination: number | null
  isAssumed: boolean
}

/** The legs from a position to a target. The lift turns the slats first; they get their angle afterwards. */
export function planMove(mechanism: Mechanism, place: Place, intent: Intent): Leg[] {
  const { position, inclination } = intent.target
  const { isAssumed } = intent
  if (position === undefined) {
    return inclination === undefined
      ? []
      : driveTo(mechanism, 'inclination', place.inclination, inclination, isAssumed)
  }
  const lift = driveTo(mechanism, 'position', place.position, position, isAssumed)
  const wished = inclination ?? intent.keepInclination
  if (mechanism.travel.inclination === undefined) return lift
  const [first] = lift
  const direction = first === undefined ? null : directionOf(first)
  if (direction === null) {
    return inclination === undefined
      ? []
      : driveTo(mechanism, 'inclination', place.inclination, inclination, isAssumed)
  }
  const carried = direction === 1 ? 1 : 0
  const last = lift.findLast((leg) => directionOf(leg) !== null)
  const carriedAtLast = last !== undefined && directionOf(last) === 1 ? 1 : 0
  return [
    ...drive(mechanism, 'inclination', place.inclination, carried),
    ...turnBetween(mechanism, lift),
    ...(wished === null ? [] : drive(mechanism, 'inclination', carriedAtLast, wished)),
  ]
}

/** Adds a leg that turns the slats wherever the lift changes direction. */
function turnBetween(mechanism: Mechanism, lift: readonly Leg[]): Leg[] {
  return lift.flatMap((leg, index) => {
    const before = lift[index - 1]
    if (before === undefined || directionOf(before) === directionOf(leg)) return [leg]
    const to = directionOf(leg) === 1 ? 1 : 0
    return [...drive(mechanism, 'inclination', 1 - to, to), leg]
  })
}

/** The legs of a calibration: to the open end, to the closed end, and back to the start. */
export function planCalibration(mechanism: Mechanism, place: Place): Leg[] {
  const { main } = mechanism
  const opened = planMove(mechanism, place, ends(main, 0))
  const atOpen = placeAfter(place, opened)
  const closed = planMove(mechanism, atOpen, ends(main, 1))
  const back = planMove(mechanism, placeAfter(atOpen, closed), {
    target: targetAt(place),
    keepInclination: null,
    isAssumed: false,
  })
  return [...opened, ...closed, ...back]
}

/** The target that returns to a position, for the axes whose position is known. */
const targetAt = ({ position, inclination }: Place): Target => ({
  ...(position === null ? {} : { position }),
  ...(inclination === null ? {} : { inclination }),
})

const ends = (main: Axis, end: 0 | 1): Intent => ({
  target: { [main]: end },
  keepInclination: null,
  isAssumed: true,
})

/** The last direction of a motor, and how long it has rested since. */
export interface Turn {
  direction: Direction
  restedMs: number
}

/** The last direction within `elapsedMs` after the start of a movement; null if the motor has not turned yet. */
export function lastTurn(legs: readonly Leg[], elapsedMs: number): Turn | null {
  let startsAtMs = 0
  let turn: Turn | null = null
  for (const leg of legs) {
    const direction = directionOf(leg)
    const endsAtMs = startsAtMs + leg.ms
    if (direction !== null && startsAtMs < elapsedMs) {
      turn = { direction, restedMs: Math.max(0, elapsedMs - endsAtMs) }
    }
    startsAtMs = endsAtMs
  }
  return turn
}

/** Adds a pause before each leg that changes the direction of the motor. The rest since the last turn is subtracted [DP25]. */
export function withPauses(legs: readonly Leg[], turned: Turn | null): Leg[] {
  let direction = turned?.direction ?? null
  let restedMs = turned?.restedMs ?? 0
  return legs.flatMap((leg) => {
    const next = directionOf(leg)
    const isReversal = direction !== null && next !== null && next !== direction
    direction = next ?? direction
    const pauseMs = REVERSE_PAUSE_MS - restedMs
    if (next !== null) restedMs = 0
    return isReversal && pauseMs > 0 ? [{ kind: 'pause' as const, ms: pauseMs }, leg] : [leg]
  })
}

/** Makes every leg `speed` times as fast. */
export const atSpeed = (legs: readonly Leg[], speed: number): Leg[] =>
  legs.map((leg) => ({ ...leg, ms: leg.ms / speed }))

/** Ends a movement at an obstacle. `hit` is the blocked direction, or null if the movement does not hit it. */
export function cutAtJam(legs: readonly Leg[], jam: Jam | null): { legs: Leg[]; hit: Direction | null } {
  if (jam === null) return { legs: [...legs], hit: null }
  const free: Leg[] = []
  for (const leg of legs) {
    if (leg.kind === 'drive' && leg.axis === jam.axis && leg.from !== null) {
      const direction = directionTo(leg.from, leg.to)
      const isBlocked = jam.blocked === 'both' || jam.blocked === direction
      if (leg.from === jam.at && isBlocked) return { legs: free, hit: direction }
      const isCrossed = (jam.at - leg.from) * direction > 0 && (leg.to - jam.at) * direction > 0
      if (isCrossed) {
        const share = (jam.at - leg.from) / (leg.to - leg.from)
        return { legs: [...free, { ...leg, to: jam.at, ms: leg.ms * share }], hit: direction }
      }
    }
    free.push(leg)
  }
  return { legs: free, hit: null }
}

export const totalMs = (legs: readonly Leg[]): number => legs.reduce((sum, leg) => sum + leg.ms, 0)

const placeAfter = (start: Place, legs: readonly Leg[]): Place => dueAt(start, legs, totalMs(legs)).place

export interface MotorState {
  place: Place
  /** The direction of the motor; null during a pause. */
  direction: Direction | null
  /** The direction in which the main axis moves or will move; null if only slats, or nothing, will still move. */
  heading: Direction | null
  /** Whether the main axis has reached an end stop. */
  isProven: boolean
}

/** The state of a movement `elapsedMs` after its start. */
export function dueAt(start: Place, legs: readonly Leg[], elapsedMs: number, main?: Axis): MotorState {
  let place = start
  let left = elapsedMs
  let isProven = false
  for (const [index, leg] of legs.entries()) {
    if (leg.ms > left) {
      if (leg.kind === 'drive' && leg.from !== null) {
        place = { ...place, [leg.axis]: leg.from + (leg.to - leg.from) * (left / leg.ms) }
      }
      const next = legs.slice(index).find((later) => later.kind !== 'pause' && later.axis === main)
      return {
        place,
        direction: directionOf(leg),
        heading: next === undefined ? null : directionOf(next),
        isProven,
      }
    }
    left -= leg.ms
    if (leg.kind === 'drive') place = { ...place, [leg.axis]: leg.to }
    if (leg.kind === 'end_stop') {
      place = { ...place, [leg.axis]: leg.at }
      isProven = true
    }
  }
  return { place, direction: null, heading: null, isProven }
}

/** The remaining legs of a movement; the present leg is shortened to its remaining part. */
export function legsAfter(legs: readonly Leg[], elapsedMs: number): Leg[] {
  let left = elapsedMs
  return legs.flatMap((leg): Leg[] => {
    if (leg.ms <= left) {
      left -= leg.ms
      return []
    }
    const share = left / leg.ms
    left = 0
    const ms = leg.ms * (1 - share)
    if (share === 0 || leg.kind !== 'drive' || leg.from === null) return [{ ...leg, ms }]
    return [{ ...leg, ms, from: leg.from + (leg.to - leg.from) * share }]
  })
}
