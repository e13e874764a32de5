import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'

/** How long a press on a tile must last to open the control. */
export const LONG_PRESS_MS = 500
/** A finger that moves further than this scrolls the page. */
const SLACK_PX = 10

/** Calls `onHeld` after a long press with a finger or the main mouse button. The click at the end of the press is ignored. */
export function useLongPress(onHeld: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasHeld = useRef(false)

  const end = useCallback(() => {
    if (press.current !== null) clearTimeout(press.current.timer)
    press.current = null
  }, [])
  useEffect(() => end, [end])

  return {
    onPointerDown({ button, isPrimary, clientX, clientY }: PointerEvent) {
      end()
      wasHeld.current = false
      if (button !== 0 || !isPrimary) return
      const timer = setTimeout(() => {
        press.current = null
        wasHeld.current = true
        onHeld()
      }, LONG_PRESS_MS)
      press.current = { timer, x: clientX, y: clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current === null) return
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > SLACK_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    /** The context menu of the link would cover the control. The menu of the other mouse button still opens. */
    onContextMenu(event: MouseEvent) {
      if (press.current !== null || wasHeld.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      if (!wasHeld.current) return
      wasHeld.current = false
      // Not every browser clicks after a long press. A click without a pointer is the next one, of a key.
      if (event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
