import { type PointerEvent, useRef } from 'react'

/** A resting finger may move by this many CSS pixels. */
const STILL_PX = 6

/** Whether the last press on an element was a tap without movement. `onBegin` is called before any other handler of the press. */
export function useTap(onBegin: () => void) {
  const press = useRef<{ x: number; y: number; isStill: boolean } | null>(null)
  return {
    isTap: () => press.current?.isStill === true,
    tapHandlers: {
      onPointerDownCapture({ clientX: x, clientY: y, isPrimary }: PointerEvent) {
        if (!isPrimary) return
        press.current = { x, y, isStill: true }
        onBegin()
      },
      onPointerMoveCapture({ clientX, clientY, isPrimary }: PointerEvent) {
        const begin = press.current
        if (begin === null || !isPrimary) return
        if (Math.hypot(clientX - begin.x, clientY - begin.y) > STILL_PX) begin.isStill = false
      },
      onKeyDownCapture() {
        press.current = null
      },
    },
  }
}
