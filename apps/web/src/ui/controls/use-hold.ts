import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isSecondFinger } from './drag.ts'
import { createHold } from './hold.ts'

/**
 * Makes a button act only when it is held, for a second or for `heldMs`. Keyboards and screen readers, which click without a pointer, call `onAsk`
 * instead.
 */
export function useHold(props: {
  disabled?: boolean | undefined
  heldMs?: number
  onHeld: () => void
  onAsk: () => void
  onShort?: (() => void) | undefined
}) {
  const [isHolding, setHolding] = useState(false)
  const latest = useRef(props)
  const [hold] = useState(() =>
    createHold(
      {
        onChange: setHolding,
        onHeld: () => latest.current.onHeld(),
        onAsk: () => latest.current.onAsk(),
        onShort: () => latest.current.onShort?.(),
      },
      props.heldMs,
    ),
  )
  const isDisabled = props.disabled === true
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => hold.disable(isDisabled), [hold, isDisabled])
  useEffect(() => hold.cancel, [hold])
  useEffect(() => {
    if (!isHolding) return
    const stopWhenHidden = () => document.hidden && hold.cancel()
    window.addEventListener('blur', hold.cancel)
    window.addEventListener('pointerdown', hold.join, true)
    document.addEventListener('visibilitychange', stopWhenHidden)
    return () => {
      window.removeEventListener('blur', hold.cancel)
      window.removeEventListener('pointerdown', hold.join, true)
      document.removeEventListener('visibilitychange', stopWhenHidden)
    }
  }, [hold, isHolding])

  return {
    isHolding,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        // The browser captures a finger to the touched element. Without a release, no leave event would come.
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.releasePointerCapture(event.pointerId)
        if (!isSecondFinger(event)) hold.down(event)
      },
      onPointerUp: hold.up,
      onPointerLeave: hold.leave,
      onPointerCancel: hold.cancelPointer,
      onBlur: hold.cancel,
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: hold.click,
    },
  }
}
