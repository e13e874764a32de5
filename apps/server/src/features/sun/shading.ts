import { AXES, type DeviceState, LIMITS, type Target } from '@senca/contract'

/** What is remembered of a shade that follows the sun. */
export interface ShadingMemory {
  /** Where the sun wanted it when it was last moved or left where it was; null while the sun asks nothing of it. */
  base: Target | null
  movedAt: Date | null
}

interface Look {
  now: Date
  /** Null while the sun is not on the window. */
  wants: Target | null
  /** Where it goes when the sun has left. */
  open: Target
  isPaused: boolean
  /** Null where it cannot be moved now: it is away, or on its way. */
  here: Pick<DeviceState, 'position' | 'inclination'> | null
}

type Places = { position?: number | null | undefined; inclination?: number | null | undefined }

/** Whether two places differ by as much as is worth a move; one that is not known differs. */
export function isFar(target: Target, place: Places): boolean {
  return AXES.some((axis) => {
    const wished = target[axis]
    if (wished === undefined) return false
    const other = place[axis]
    return other === undefined || other === null || Math.abs(wished - other) > LIMITS.SUN_MOVE_MIN - 1e-6
  })
}

/**
 * What a shade that follows the sun does at a look: `move` is where it goes, null for nowhere. A move is due when the sun wants
 * something else than before, never merely because somebody put the shade elsewhere; when the sun leaves the window only a shade
 * that is still where the sun put it is opened.
 */
export function nextShading(
  memory: ShadingMemory,
  { now, wants, open, isPaused, here }: Look,
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
  if (movedAt !== null && now.getTime() - movedAt.getTime() < LIMITS.SUN_MOVE_MIN_MS)
    return { memory, move: null }
  return { memory: { base: wants, movedAt: now }, move: goal }
}
