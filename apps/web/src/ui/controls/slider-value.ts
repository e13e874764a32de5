/** A value held to 0..1 in steps of `step`, without the dust of floating point. */
export function snap(value: number, step: number): number {
  const steps = Math.round(1 / step)
  return Math.round(Math.min(1, Math.max(0, value)) * steps) / steps
}

/** The value under a pointer at `x` on a track from `left`, `width` long, in CSS pixels. */
export const valueAt = (x: number, left: number, width: number, step: number): number =>
  snap(width > 0 ? (x - left) / width : 0, step)

/** How far each key leads, as a range of the browser steps. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 0.01],
  ['ArrowRight', 0.01],
  ['ArrowDown', -0.01],
  ['ArrowLeft', -0.01],
  ['PageUp', 0.1],
  ['PageDown', -0.1],
  ['Home', -1],
  ['End', 1],
])

export const isStepKey = (key: string): boolean => STEPS.has(key)

/** Where a key leads from a value 0..1, in steps of `step`; null for a key that leads nowhere new. */
export function afterKey(key: string, from: number, step: number): number | null {
  const way = STEPS.get(key)
  if (way === undefined) return null
  const value = snap(from + way, step)
  return value === from ? null : value
}

/** Which marks the track shows, each a place 0..1 or null. */
export type SliderMarks = {
  /** The disc under the hand, or the value when nothing moves. */
  readonly thumb: number | null
  /** The tick of what was last reported, when the thumb is not there. */
  readonly tick: number | null
  /** The ring where the motor is going. */
  readonly ring: number | null
}

/** Reported, target and draft as marks; the thumb of an unknown value waits at `unknownStart`. */
export function marksOf(
  values: { reported: number | null; target: number | null; draft: number | null },
  unknownStart: number,
): SliderMarks {
  const { reported, target, draft } = values
  const isMoving = target !== null && target !== reported
  if (draft !== null) return { thumb: draft, tick: reported, ring: isMoving ? target : null }
  if (isMoving) return { thumb: null, tick: reported, ring: target }
  return { thumb: reported ?? unknownStart, tick: null, ring: null }
}
