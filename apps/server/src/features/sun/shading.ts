import { AXES, type DeviceState, LIMITS, type Target } from '@senca/contract'

/** The stored state of a shade that follows the sun. */
export interface ShadingMemory {
  /** The position wanted by the sun when the shade was last moved or deliberately left in place; null while nothing is wanted. */
  base: Target | null
  /** When a move was last sent. */
  movedAt: Date | null
}

interface Check {
  now: Date
  /** Null while the sun does not shine on the window. */
  wants: Target | null
  /** The position after the sun has left the window. */
  open: Target
  isPaused: boolean
  /** Null if the device cannot be moved now, because it is offline or moving. */
  here: Pick<DeviceState, 'position' | 'inclination'> | null
}

type Places = { position?: number | null | undefined; inclination?: number | null | undefined }

/** Whether two positions differ enough for a move; an unknown position counts as different. */
function isFar(target: Target, place: Places): boolean {
  return AXES.some((axis) => {
    const wished = target[axis]
    if (wished === undefined) return false
    const other = place[axis]
    return other === undefined || other === null || Math.abs(wished - other) > LIMITS.SUN_MOVE_MIN - 1e-6
  })
}

/**
 * Decides what a shade does now: `move` is its new target, null for none. It moves when the wanted position has changed, and not
 * only because somebody moved the shade. When the sun leaves the window, the shade is opened only if it is still where the sun
 * put it. The memory with a move applies once the shade has arrived.
 */
export function nextShading(
  memory: ShadingMemory,
  { now, wants, open, isPaused, here }: Check,
): { memory: ShadingMemory; move: Target | null } {
  const { base, movedAt } = memory
  if (isPaused) return { memory: { base: wants, movedAt }, move: null }
  if (wants === null && base === null) return { memory, move: null }
  const goal = wants ?? open
  const isDue = base === null || wants === null || isFar(goal, base)
  if (!isDue || here === null) return { memory, move: null }
  const isOurs = base === null || !isFar(base, here)
  if (!isFar(goal, here) || (wants === null && !isOurs))
    return { memory: { base: wants, movedAt }, move: null }
  // A time that lies ahead is of a clock that was set back since.
  const isRecent =
    movedAt !== null && movedAt <= now && now.getTime() - movedAt.getTime() < LIMITS.SUN_MOVE_MIN_MS
  if (isRecent) return { memory, move: null }
  return { memory: { base: wants, movedAt: now }, move: goal }
}

/** The place at which a move failed, as the base from which it is tried again; the base before if the place is unknown. */
export function baseAfterFailure(base: Target | null, target: Target, reached: Places): Target | null {
  const places = AXES.flatMap((axis) => {
    const place = reached[axis]
    return target[axis] === undefined || place == null ? [] : [[axis, place] as const]
  })
  return places.length === 0 ? base : Object.fromEntries(places)
}
