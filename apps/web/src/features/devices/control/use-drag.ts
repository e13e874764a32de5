import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { DraftStore } from './draft-store.ts'
import { AT_REST, type DragEvent, draftOf, drag, isWithin, positionAt, stepBy } from './drag.ts'

/** Keys that have rested for so long are meant: what they drafted is sent. */
const KEY_REST_MS = 800

/** Binds a drag to an element that covers the control area. `onCommit` is called once per drag, with 0..1. */
export function useDrag(options: {
  draft: DraftStore
  isPossible: boolean
  /** Where keys begin, 0..1. */
  start: number
  onCommit: (value: number) => void
  /** Enter or Space while no key has drafted anything. */
  onPress: () => void
}) {
  const { draft, isPossible } = options
  const state = useRef(AT_REST)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(options)
  latest.current = options

  const happen = useRef((event: DragEvent): void => {
    const next = drag(state.current, event)
    state.current = next.state
    clearTimeout(rest.current)
    if (next.state.by === 'keys') rest.current = setTimeout(() => happen({ type: 'rested' }), KEY_REST_MS)
    latest.current.draft.setState({ position: draftOf(next.state) })
    if (next.commit !== null) latest.current.onCommit(next.commit)
  }).current

  useEffect(() => {
    if (!isPossible) happen({ type: 'cancelled' })
  }, [isPossible, happen])
  useEffect(
    () => () => {
      clearTimeout(rest.current)
      state.current = AT_REST
      draft.setState({ position: null })
    },
    [draft],
  )

  const placeOf = ({ clientX, clientY, currentTarget, pointerType }: PointerEvent) => {
    const area = currentTarget.getBoundingClientRect()
    return {
      value: positionAt(clientY, area),
      isInside: isWithin(clientX, clientY, area, pointerType === 'touch'),
    }
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!isPossible || event.button !== 0) return
      happen({ type: 'pressed', pointer: event.pointerId, value: placeOf(event).value })
      // Only what is captured is heard outside of the area, where a drag may end or turn back.
      if ('pointer' in state.current && state.current.pointer === event.pointerId) {
        event.currentTarget.setPointerCapture(event.pointerId)
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      happen({ type: 'moved', pointer: event.pointerId, ...placeOf(event) }),
    onPointerUp(event: PointerEvent<HTMLElement>) {
      happen({ type: 'moved', pointer: event.pointerId, ...placeOf(event) })
      happen({ type: 'released', pointer: event.pointerId })
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => happen({ type: 'lost', pointer: event.pointerId }),
    onLostPointerCapture: (event: PointerEvent<HTMLElement>) =>
      happen({ type: 'lost', pointer: event.pointerId }),
    onBlur: () => happen({ type: 'rested' }),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') return happen({ type: 'cancelled' })
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        if (state.current.by === 'keys') happen({ type: 'rested' })
        else if (!event.repeat) options.onPress()
        return
      }
      const value = stepBy(event.key, draftOf(state.current) ?? options.start)
      if (value === null) return
      event.preventDefault()
      if (isPossible) happen({ type: 'stepped', value })
    },
  }
}
