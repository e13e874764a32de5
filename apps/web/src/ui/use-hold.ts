import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** How long a finger must rest; the same as the token --d-hold, which draws it. */
export const HOLD_MS = 1_000

/** Makes a button act only when it is held for a second. Keys and screen readers, which click without a pointer, ask instead. */
export function useHold(props: {
  disabled?: boolean | undefined
  onHeld: () => void
  onAsk: () => void
  onShort?: (() => void) | undefined
}) {
  const [isHolding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const letGo = (): void => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  const press = (): void => {
    if (props.disabled) return
    setHolding(true)
    timer.current = setTimeout(() => {
      setHolding(false)
      props.onHeld()
    }, HOLD_MS)
  }

  return {
    isHolding,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) press()
      },
      onPointerUp: () => {
        if (isHolding) props.onShort?.()
        letGo()
      },
      onPointerLeave: letGo,
      onPointerCancel: letGo,
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: (event: { detail: number }) => {
        if (event.detail === 0 && !props.disabled) props.onAsk()
      },
    },
  }
}
