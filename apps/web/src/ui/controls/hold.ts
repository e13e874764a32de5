/** How long a button must be held if it does not say otherwise; the same as the token --d-hold of the animation. */
export const HOLD_MS = 1_000

/** The fields of a pointer event that the hold reads. */
export interface HoldPointer {
  pointerId: number
  pointerType: string
  button: number
  buttons: number
  width: number
  height: number
  pressure: number
}

export interface HoldActions {
  onChange: (isHolding: boolean) => void
  /** The button was held for long enough. */
  onHeld: () => void
  /** The button was clicked by a keyboard or a screen reader, without a pointer. */
  onAsk: () => void
  /** The pointer was released too early. */
  onShort: () => void
}

/**
 * Screen readers that send pointer events (VoiceOver, TalkBack) send a point without size, or a mouse without pressure. The
 * pressed button of a real mouse has a pressure of 0.5.
 */
const isVirtual = ({ width, height, pressure, pointerType }: HoldPointer): boolean =>
  (width === 0 && height === 0) || (width <= 1 && height <= 1 && pressure === 0 && pointerType === 'mouse')

/**
 * The logic of a button that acts when it is held for `heldMs`. The first pointer counts until it is lifted, leaves the button or
 * is canceled; a second one ends the hold. A hold that ends early has no effect.
 */
export function createHold(actions: HoldActions, heldMs = HOLD_MS) {
  let pointer: { id: number; isVirtual: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHolding = false
  let isDisabled = false
  /** A finger was pressed and its click event has not come yet. */
  let isClickOfFinger = false
  /** The pointer was held long enough and its click event has not come yet. */
  let hasHeld = false

  const set = (next: boolean): void => {
    if (isHolding === next) return
    isHolding = next
    actions.onChange(next)
  }
  const cancel = (): void => {
    clearTimeout(timer)
    pointer = null
    set(false)
  }
  const forgetClick = (): void => {
    isClickOfFinger = false
    hasHeld = false
  }

  return {
    cancel,
    down(event: HoldPointer): void {
      if (event.button !== 0) return
      hasHeld = false
      if (!isVirtual(event)) isClickOfFinger = true
      if (isDisabled || pointer !== null) return
      pointer = { id: event.pointerId, isVirtual: isVirtual(event) }
      set(true)
      timer = setTimeout(() => {
        set(false)
        hasHeld = true
        actions.onHeld()
      }, heldMs)
    },
    /** A pointer was pressed anywhere on the page. */
    join({ pointerId }: Pick<HoldPointer, 'pointerId'>): void {
      if (pointer === null || pointer.id === pointerId) return
      clearTimeout(timer)
      set(false)
    },
    up({ pointerId }: HoldPointer): void {
      if (pointer?.id !== pointerId) return
      const isShort = isHolding && !pointer.isVirtual
      cancel()
      if (isShort) actions.onShort()
    },
    leave({ pointerId, buttons }: HoldPointer): void {
      // A pointer that leaves while it is pressed does not click this button.
      if (buttons !== 0) forgetClick()
      if (pointer?.id === pointerId) cancel()
    },
    cancelPointer({ pointerId }: HoldPointer): void {
      forgetClick()
      if (pointer?.id === pointerId) cancel()
    },
    click({ detail }: { detail: number }): void {
      const isOfPointer = (isClickOfFinger || hasHeld) && detail !== 0
      forgetClick()
      if (!isOfPointer && !isDisabled) actions.onAsk()
    },
    disable(next: boolean): void {
      isDisabled = next
      if (next) cancel()
    },
  }
}
