import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** How long the screen stays bright after a touch. */
export const BRIGHT_MS = 30_000
/** A touch that wakes the screen makes its click within this time after it ends. */
const CLICK_MS = 600

/** `waking`: bright again, but the touch that woke it is not over. */
export type Brightness = 'bright' | 'dim' | 'waking'

/**
 * How bright the screen is: while it `isNight` it dims `BRIGHT_MS` after the last touch or key. What wakes it does nothing else: a
 * sheet takes the touch, with the click at its end, and a key that is pressed meanwhile reaches nothing.
 */
export function useDimming(isNight: boolean) {
  const [isIdle, setIdle] = useState(false)
  const [isWaking, setWaking] = useState(false)
  const brightness: Brightness = isWaking ? 'waking' : isNight && isIdle ? 'dim' : 'bright'
  const now = useRef(brightness)
  now.current = brightness
  const wokenBy = useRef<string | null>(null)

  useEffect(() => {
    let idle = setTimeout(() => setIdle(true), BRIGHT_MS)
    let end: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      clearTimeout(idle)
      idle = setTimeout(() => setIdle(true), BRIGHT_MS)
      if (now.current === 'dim') setWaking(true)
      setIdle(false)
    }
    const release = () => {
      clearTimeout(end)
      if (now.current === 'waking') end = setTimeout(() => setWaking(false), CLICK_MS)
    }
    const swallow = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const press = (event: KeyboardEvent) => {
      const wakes = now.current === 'dim'
      if (wakes) wokenBy.current = event.key
      if (wakes || wokenBy.current === event.key) swallow(event)
      touch()
    }
    const lift = (event: KeyboardEvent) => {
      if (wokenBy.current !== event.key) return
      wokenBy.current = null
      swallow(event)
      setWaking(false)
    }
    const listeners = { pointerdown: touch, pointerup: release, pointercancel: release } as const
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true)
    addEventListener('keydown', press, true)
    addEventListener('keyup', lift, true)
    return () => {
      clearTimeout(idle)
      clearTimeout(end)
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true)
      removeEventListener('keydown', press, true)
      removeEventListener('keyup', lift, true)
    }
  }, [])

  const take = (event: PointerEvent | React.MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    brightness,
    /** For the sheet that takes the touch. */
    sheet: {
      onPointerDown: take,
      onClick: (event: React.MouseEvent) => {
        take(event)
        setWaking(false)
      },
      onContextMenu: take,
    },
  }
}
