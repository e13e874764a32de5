import type { DeviceState } from './device-state.ts'
import { AXES } from './device-types.ts'

/** A shorter movement would measure the interval between reports rather than the motor. */
const MIN_STRETCH = 0.1
/** No motor is faster. A shorter time means that reports were delayed and arrived all at once. */
const MIN_FULL_MS = 5_000

/** One observed movement in one direction: where and when it began, and the last position. */
export interface Stretch {
  from: number
  at: number
  reached: number
}

export interface Travel {
  stretch: Stretch | null
  /** The duration of the full travel in milliseconds; null until measured. */
  fullMs: number | null
}

export const UNMEASURED: Travel = { stretch: null, fullMs: null }

/** Learns the duration of the full travel from the reports of a movement; `at` is milliseconds since 1970. */
export function learnTravel(travel: Travel, state: DeviceState, at: number): Travel {
  const axis = AXES.find((candidate) => state[candidate] !== null)
  const position = axis === undefined ? null : state[axis]
  const isMoving = state.status === 'opening' || state.status === 'closing' || state.status === 'moving'
  if (!isMoving || position === null) return travel.stretch === null ? travel : { ...travel, stretch: null }
  const begun: Travel = { ...travel, stretch: { from: position, at, reached: position } }
  if (travel.stretch === null) return begun
  const { from, reached } = travel.stretch
  const isStill = position === from && reached === from
  const isReversed = (position - reached) * (reached - from) < 0
  if (isStill || isReversed) return begun
  // No progress since the last report: something blocks the movement, so it says nothing about the motor.
  if (position === reached) return travel
  const stretch = { ...travel.stretch, reached: position }
  const way = Math.abs(position - from)
  if (way < MIN_STRETCH) return { ...travel, stretch }
  const fullMs = (at - stretch.at) / way
  return fullMs < MIN_FULL_MS ? begun : { stretch, fullMs }
}
