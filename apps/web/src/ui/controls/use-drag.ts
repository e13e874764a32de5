import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { AT_REST, type DragEvent, draftOf, drag } from './drag.ts'

/** Keys that have rested for so long are meant: what they drafted is committed. */
const KEY_REST_MS = 800

export type Hold = {
  /** Whether a hand may drag now; a drag during which it no longer may commits nothing. */
  isPossible: boolean
  /** The value 0..1 under a pointer, and whether the pointer is where it counts; null where it points to none. */
  placeOf: (event: PointerEvent<HTMLElement>) => { value: number; isInside: boolean } | null
  /** Follows the hand with 0..1; null when it left or let go. */
  onDraft: (value: number | null) => void
  /** Called once per drag, with 0..1. */
  onCommit: (value: number) => void
  /** A pointer has taken hold, or let go. */
  onGrasp?: (isGrasped: boolean) => void
}

/** A drag by one pointer on an element, and what tells it of other events. */
export function usePointerDrag(hold: Hold) {
  const { isPossible } = hold
  const state = useRef(AT_REST)
  const latest = useRef(hold)
  latest.current = hold

  const dispatch = useRef((event: DragEvent): void => {
    const before = state.current
    const { state: now, commit } = drag(before, event)
    state.current = now
    if (draftOf(now) !== draftOf(before)) latest.current.onDraft(draftOf(now))
    if ('pointer' in now !== 'pointer' in before) latest.current.onGrasp?.('pointer' in now)
    if (commit !== null) latest.current.onCommit(commit)
  }).current

  useEffect(() => {
    if (!isPossible) dispatch({ type: 'cancelled' })
  }, [isPossible, dispatch])
  useEffect(
    () => () => {
      if (draftOf(state.current) !== null) latest.current.onDraft(null)
      state.current = AT_REST
    },
    [],
  )

  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!('pointer' in state.current) || state.current.pointer !== event.pointerId) return
    const place = hold.placeOf(event)
    if (place !== null) dispatch({ type: 'moved', pointer: event.pointerId, ...place })
  }
  const lose = (event: PointerEvent<HTMLElement>): void =>
    dispatch({ type: 'lost', pointer: event.pointerId })

  return {
    state,
    dispatch,
    pointerHandlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!isPossible || event.button !== 0) return
        const place = hold.placeOf(event)
        if (place === null) return
        dispatch({ type: 'pressed', pointer: event.pointerId, value: place.value })
        // Only what is captured is heard outside of the area, where a drag may end or turn back.
        if ('pointer' in state.current && state.current.pointer === event.pointerId) {
          event.currentTarget.setPointerCapture(event.pointerId)
        }
      },
      onPointerMove: move,
      onPointerUp(event: PointerEvent<HTMLElement>) {
        move(event)
        dispatch({ type: 'released', pointer: event.pointerId })
      },
      onPointerCancel: lose,
      onLostPointerCapture: lose,
    },
  }
}

/** A drag by pointer or keys, bound to an element that is itself the slider. */
export function useDrag(
  hold: Hold & {
    /** Where a key leads from the draft, if there is one, 0..1; null for a key that leads nowhere. */
    stepBy: (key: string, draft: number | null) => number | null
    /** Enter or Space while no key has drafted anything. */
    onPress?: () => void
  },
) {
  const { isPossible, stepBy, onPress } = hold
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { state, dispatch, pointerHandlers } = usePointerDrag(hold)
  useEffect(() => () => clearTimeout(rest.current), [])

  const settle = (): void => {
    clearTimeout(rest.current)
    dispatch({ type: 'rested' })
  }

  return {
    ...pointerHandlers,
    onBlur: settle,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') return dispatch({ type: 'cancelled' })
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        if (state.current.by === 'keys') settle()
        else if (!event.repeat) onPress?.()
        return
      }
      const value = stepBy(event.key, draftOf(state.current))
      if (value === null) return
      event.preventDefault()
      if (!isPossible) return
      dispatch({ type: 'stepped', value })
      clearTimeout(rest.current)
      rest.current = setTimeout(settle, KEY_REST_MS)
    },
  }
}
