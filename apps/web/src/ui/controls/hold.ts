/** How long a finger must rest; the same as the token --d-hold, which draws it. */
export const HOLD_MS = 1_000

/** What of a pointer event the hold reads. */
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
  /** It was clicked without a finger: by a keyboard or a screen reader. */
  onAsk: () => void
  /** It was let go too early. */
  onShort: () => void
}

/**
 * Screen readers that send pointer events (VoiceOver, TalkBack) send a point without size, or a mouse without pressure;
 * the pressed button of a real mouse has a pressure of 0.5.
 */
const isVirtual = ({ width, height, pressure, pointerType }: HoldPointer): boolean =>
  (width === 0 && height === 0) || (width <= 1 && height <= 1 && pressure === 0 && pointerType === 'mouse')

/**
 * The rules of a button that acts when it is held for a second. The pointer that came first counts until it is lifted,
 * leaves or is cancelled; every other is ignored. A hold that ends early has no effect.
 */
export function createHold(actions: HoldActions) {
  let pointer: { id: number; isVirtual: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHolding = false
  let isDisabled = false
  /** A finger came down, and its click is still to come. */
  let isClickOfFinger = false
  /** The pointer was held for long enough, and its click is still to come. */
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
      }, HOLD_MS)
    },
    up({ pointerId }: HoldPointer): void {
      if (pointer?.id !== pointerId) return
      const isShort = isHolding && !pointer.isVirtual
      cancel()
      if (isShort) actions.onShort()
    },
    leave({ pointerId, buttons }: HoldPointer): void {
      // A pointer that left while it was down clicks elsewhere.
      if (buttons !== 0) {
        isClickOfFinger = false
        hasHeld = false
      }
      if (pointer?.id === pointerId) cancel()
    },
    cancelPointer({ pointerId }: HoldPointer): void {
      isClickOfFinger = false
      hasHeld = false
      if (pointer?.id === pointerId) cancel()
    },
    click({ detail }: { detail: number }): void {
      const isOfPointer = (isClickOfFinger || hasHeld) && detail !== 0
      isClickOfFinger = false
      hasHeld = false
      if (!isOfPointer && !isDisabled) actions.onAsk()
    },
    disable(next: boolean): void {
      isDisabled = next
      if (next) cancel()
    },
  }
}
