import { useEffect, useRef, useState } from 'react'

/** A little longer than the time between two reports, which come four times a second. */
const WALK_MS = 260

/** A value that is animated to `goal` while `isWalking`; otherwise it is `goal` at once. */
export function useAnimatedValue(goal: number, isWalking: boolean): number {
  const [shown, setShown] = useState(goal)
  const place = useRef(goal)
  useEffect(() => {
    const from = place.current
    const arrive = (value: number): void => {
      place.current = value
      setShown(value)
    }
    if (!isWalking || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      arrive(goal)
      return
    }
    const start = performance.now()
    let frame = 0
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - start) / WALK_MS))
      arrive(from + (goal - from) * share)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [goal, isWalking])
  return isWalking ? shown : goal
}
