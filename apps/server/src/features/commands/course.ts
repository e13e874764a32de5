import { AXES, type Axis, type DeviceState, isBusy, type Target } from '@senca/contract'

/** A shade that goes back so far has turned round; less is the last of the movement before. */
const TURNED_WAY = 0.05

/** How a shade goes to a place that only it knows. */
export interface Course {
  /** Where it says that it goes; null while it has not said. */
  target: Target | null
  /** Where it was first seen on the way, and how far it got to either side; null before. */
  way: { axis: Axis; from: number; low: number; high: number } | null
  /** Whether it is known that it does not end where it was sent. */
  isDiverted: boolean
}

export const UNSEEN: Course = { target: null, way: null, isDiverted: false }

/** The course after a report; `target` is where the device itself says that it goes. */
export function nextCourse(course: Course, state: DeviceState, target: Target | null): Course {
  const isMoving = isBusy(state.status)
  const axis = AXES.find((candidate) => state[candidate] !== null)
  const place = axis === undefined ? null : state[axis]
  const names = target !== null && AXES.some((candidate) => target[candidate] !== undefined)
  const known = { ...course, target: course.target ?? (isMoving && names ? target : null) }
  // A shade that only computes its place goes to an end of its way first.
  if (axis === undefined || place === null || state.assumed) return known
  const before = course.way?.axis === axis ? course.way : { from: place, low: place, high: place }
  const { from, low, high } = before
  const hasTurned =
    (high - from >= TURNED_WAY && high - place >= TURNED_WAY) ||
    (from - low >= TURNED_WAY && place - low >= TURNED_WAY)
  const way = { axis, from, low: Math.min(low, place), high: Math.max(high, place) }
  return { ...known, way, isDiverted: course.isDiverted || hasTurned }
}
