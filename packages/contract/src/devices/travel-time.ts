import type { DeviceState } from './device-state.ts'
import { AXES } from './device-types.ts'

/** Shorter stretches measure the rhythm of the reports rather than the motor. */
const MIN_STRETCH = 0.1
/** No motor is quicker: reports that were held up on their way and come all at once would say so. */
const MIN_FULL_MS = 5_000

/** What was seen of a movement in one direction: where it began, when, and how far it has come. */
export interface Stretch {
  from: number
  at: number
  reached: number
}

export interface Travel {
  stretch: Stretch | null
  /** How long the full way takes, milliseconds; null while unmeasured. */
  fullMs: number | null
}

export const UNMEASURED: Travel = { stretch: null, fullMs: null }

/** Learns how long the full way takes from the reports of a movement; `at` is milliseconds since 1970. */
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
  // What stands in the middle of its way is held up: that is no measure of its motor.
  if (position === reached) return travel
  const stretch = { ...travel.stretch, reached: position }
  const way = Math.abs(position - from)
  if (way < MIN_STRETCH) return { ...travel, stretch }
  const fullMs = (at - stretch.at) / way
  return fullMs < MIN_FULL_MS ? begun : { stretch, fullMs }
}
