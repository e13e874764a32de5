/** The state of a drag: nothing, a pointer pressed inside or outside of the control area, or a value chosen with keys. */
export type DragState =
  | { readonly by: 'nothing' }
  | { readonly by: 'pointer'; readonly pointer: number; readonly draft: number }
  /**
   * A pointer is pressed but would commit nothing now: it left the area and may come back (`mayResume`), or Escape or a second
   * pointer canceled the drag.
   */
  | { readonly by: 'idlePointer'; readonly pointer: number; readonly mayResume: boolean }
  | { readonly by: 'keys'; readonly draft: number }

export type DragEvent =
  | { readonly type: 'pressed'; readonly pointer: number; readonly value: number }
  | { readonly type: 'moved'; readonly pointer: number; readonly value: number; readonly isInside: boolean }
  | { readonly type: 'released' | 'lost'; readonly pointer: number }
  | { readonly type: 'stepped'; readonly value: number }
  /** No key was pressed for a while, the keys were confirmed, or the element lost the focus. */
  | { readonly type: 'rested' }
  /**
   * Escape was pressed, the device can no longer be moved, or a second finger was pressed anywhere on the page, which is a pinch or
   * a mishap.
   */
  | { readonly type: 'cancelled' }

export type DragStep = { readonly state: DragState; readonly commit: number | null }

export const AT_REST: DragState = { by: 'nothing' }

const stay = (state: DragState): DragStep => ({ state, commit: null })

/** The value 0..1 that a release would commit; null when it would commit none. */
export const draftOf = (state: DragState): number | null => ('draft' in state ? state.draft : null)

const heldBy = (state: DragState): number | null => ('pointer' in state ? state.pointer : null)

/** The next state of a drag after an event, and the value (0..1) that the event commits, if any. */
export function drag(state: DragState, event: DragEvent): DragStep {
  switch (event.type) {
    case 'pressed':
      if (heldBy(state) !== null) return stay(state)
      return stay({ by: 'pointer', pointer: event.pointer, draft: event.value })
    case 'moved':
      return stay(heldBy(state) === event.pointer ? moved(state, event) : state)
    case 'released':
      if (heldBy(state) !== event.pointer) return stay(state)
      return { state: AT_REST, commit: draftOf(state) }
    case 'lost':
      return stay(heldBy(state) === event.pointer ? AT_REST : state)
    case 'stepped':
      return stay(heldBy(state) === null ? { by: 'keys', draft: event.value } : state)
    case 'rested':
      return state.by === 'keys' ? { state: AT_REST, commit: state.draft } : stay(state)
    case 'cancelled': {
      const pointer = heldBy(state)
      return stay(pointer === null ? AT_REST : { by: 'idlePointer', pointer, mayResume: false })
    }
  }
}

function moved(state: DragState, { pointer, value, isInside }: DragEvent & { type: 'moved' }): DragState {
  if (state.by === 'idlePointer' && !state.mayResume) return state
  return isInside ? { by: 'pointer', pointer, draft: value } : { by: 'idlePointer', pointer, mayResume: true }
}

/** Whether a finger was pressed while another one was on the page. It starts nothing. */
export const isSecondFinger = ({
  pointerType,
  isPrimary,
}: Pick<PointerEvent, 'pointerType' | 'isPrimary'>): boolean => pointerType === 'touch' && !isPrimary

/** A rectangle of the screen in CSS pixels. */
export type Area = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Fingers are less precise than a mouse and move past the ends. */
const FINGER_SLACK_PX = 24

/** Whether a pointer is within the control area. */
export function isWithin(x: number, y: number, area: Area, isFinger: boolean): boolean {
  const slack = isFinger ? FINGER_SLACK_PX : 0
  return (
    x >= area.left - slack &&
    x <= area.left + area.width + slack &&
    y >= area.top - slack &&
    y <= area.top + area.height + slack
  )
}
