import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 1_000

/** Returns the newest value at once if `isHurried`; otherwise it updates at most once per second. */
export function useThrottledValue<T>(value: T, isHurried: boolean): T {
  const [held, setHeld] = useState(value)
  const newest = useRef(value)
  useEffect(() => {
    newest.current = value
  }, [value])
  useEffect(() => {
    if (isHurried) return
    const keep = () => setHeld(newest.current)
    keep()
    const timer = setInterval(keep, PAUSE_MS)
    return () => clearInterval(timer)
  }, [isHurried])
  return isHurried ? value : held
}
