/** What the hand is doing: nothing, or choosing a `draft` (0..1) with pointer or keys. */
export type SliderState = { readonly draft: number | null; readonly by: 'pointer' | 'keys' | null }

export type SliderEvent =
  | { readonly type: 'pressed' | 'dragged' | 'stepped' | 'set'; readonly value: number }
  | { readonly type: 'left' | 'released' | 'keyReleased' | 'cancelled' }

export const RESTING: SliderState = { draft: null, by: null }

/** A value held to 0..1 in steps of `step`, without the dust of floating point. */
export function snap(value: number, step: number): number {
  const steps = Math.round(1 / step)
  return Math.round(Math.min(1, Math.max(0, value)) * steps) / steps
}

/** The value under a pointer at `x` on a track from `left`, `width` long, in CSS pixels. */
export const valueAt = (x: number, left: number, width: number, step: number): number =>
  snap(width > 0 ? (x - left) / width : 0, step)

/** What an event makes of the draft, and the value that it commits, if any. */
export function slide(state: SliderState, event: SliderEvent): { state: SliderState; commit: number | null } {
  switch (event.type) {
    case 'pressed':
      return { state: { draft: event.value, by: 'pointer' }, commit: null }
    case 'dragged':
      return { state: state.by === 'pointer' ? { ...state, draft: event.value } : state, commit: null }
    case 'stepped':
      return state.by === 'pointer'
        ? { state, commit: null }
        : { state: { draft: event.value, by: 'keys' }, commit: null }
    // The value is as before, but the hand is still down: it may come back.
    case 'left':
      return { state: state.by === 'pointer' ? { ...state, draft: null } : state, commit: null }
    case 'released':
      return state.by === 'pointer' ? { state: RESTING, commit: state.draft } : { state, commit: null }
    case 'keyReleased':
      return state.by === 'keys' ? { state: RESTING, commit: state.draft } : { state, commit: null }
    case 'set':
      return { state: RESTING, commit: event.value }
    case 'cancelled':
      return { state: RESTING, commit: null }
  }
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
