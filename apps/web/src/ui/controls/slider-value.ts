import { stepOfKey } from './step-keys.ts'

/** Limits a value to 0..1 and rounds it to steps of `step`, without floating-point errors. */
export function snap(value: number, step: number): number {
  const steps = Math.round(1 / step)
  return Math.round(Math.min(1, Math.max(0, value)) * steps) / steps
}

/** The value for a pointer at `x` on a track that starts at `left` and is `width` long, in CSS pixels. */
export const valueAt = (x: number, left: number, width: number, step: number): number =>
  snap(width > 0 ? (x - left) / width : 0, step)

/** Whether a key of a slider steps it or leads to an end, like that of a native range input. */
export const isStepKey = (key: string): boolean =>
  key === 'Home' || key === 'End' || stepOfKey(key, 1, 1) !== null

/** The value that a key sets from a value 0..1, in steps of `step`; null for a key that changes nothing. */
export function afterKey(key: string, from: number, step: number): number | null {
  const way = key === 'Home' ? -1 : key === 'End' ? 1 : stepOfKey(key, 0.01, 0.1)
  if (way === null) return null
  const value = snap(from + way, step)
  return value === from ? null : value
}

/** The marks that the track shows; each is a place 0..1 or null. */
export type SliderMarks = {
  /** The thumb: at the dragged value, or at the reported value when nothing moves. */
  readonly thumb: number | null
  /** The tick at the last reported value, shown when the thumb is elsewhere. */
  readonly tick: number | null
  /** The ring at the target of the motor. */
  readonly ring: number | null
}

/** The marks for the reported value, the target and the draft. The thumb of an unknown value is at `unknownStart`. */
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
