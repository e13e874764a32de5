import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { AT_REST, type DragEvent, draftOf, drag, isSecondFinger } from './drag.ts'

/** The draft of the keys is committed when no key was pressed for this time. */
const KEY_REST_MS = 800

export type Hold = {
  /** Whether dragging is allowed now. If it becomes forbidden during a drag, the drag commits nothing. */
  isPossible: boolean
  /** The value 0..1 at a pointer, and whether the pointer is inside of the control area; null where it has no value. */
  placeOf: (event: PointerEvent<HTMLElement>) => { value: number; isInside: boolean } | null
  /** Called with each value 0..1 of the drag, and with null when the pointer left or was released. */
  onDraft: (value: number | null) => void
  /** Called once per drag with the value 0..1. */
  onCommit: (value: number) => void
  /** Called when a pointer starts (true) or ends (false) a drag. */
  onGrasp?: (isGrasped: boolean) => void
}

/** Drags an element with one pointer. Returns the pointer handlers and the functions that report other events. */
export function usePointerDrag(hold: Hold) {
  const { isPossible } = hold
  const state = useRef(AT_REST)
  const latest = useRef(hold)
  latest.current = hold

  const endBySecond = useRef(({ pointerId }: globalThis.PointerEvent): void => {
    const { current } = state
    if ('pointer' in current && current.pointer !== pointerId) dispatch({ type: 'cancelled' })
  }).current
  const dispatch = useRef((event: DragEvent): void => {
    const before = state.current
    const { state: now, commit } = drag(before, event)
    state.current = now
    if (draftOf(now) !== draftOf(before)) latest.current.onDraft(draftOf(now))
    if ('pointer' in now !== 'pointer' in before) {
      latest.current.onGrasp?.('pointer' in now)
      if ('pointer' in now) addEventListener('pointerdown', endBySecond, true)
      else removeEventListener('pointerdown', endBySecond, true)
    }
    if (commit !== null) latest.current.onCommit(commit)
  }).current

  useEffect(() => {
    if (!isPossible) dispatch({ type: 'cancelled' })
  }, [isPossible, dispatch])
  useEffect(
    () => () => {
      if (draftOf(state.current) !== null) latest.current.onDraft(null)
      state.current = AT_REST
      removeEventListener('pointerdown', endBySecond, true)
    },
    [endBySecond],
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
        if (!isPossible || event.button !== 0 || isSecondFinger(event)) return
        const place = hold.placeOf(event)
        if (place === null) return
        dispatch({ type: 'pressed', pointer: event.pointerId, value: place.value })
        // Without capture, no events come from outside of the element, where a drag may end or return from.
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

/** Drags an element that is itself the slider, with a pointer or with keys. */
export function useDrag(
  hold: Hold & {
    /** The value 0..1 that a key sets, starting from the draft if there is one; null for a key that changes nothing. */
    stepBy: (key: string, draft: number | null) => number | null
    /** Enter or Space was pressed while there is no draft of the keys. */
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
