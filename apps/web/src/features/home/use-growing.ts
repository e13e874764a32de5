import { startTransition, useEffect, useState } from 'react'

/** As many cards as a phone shows at first. */
const FIRST = 4
/** As many more in one piece of work: a slow phone can be touched in between. */
const STEP = 3

/** What was drawn once is drawn at once when one comes back to it. */
let drawnBefore = FIRST

/** How many of `total` cards are drawn: few at first, the others soon after them, some at a time. */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(drawnBefore)
  useEffect(() => {
    drawnBefore = Math.max(drawnBefore, count)
    if (count < total) startTransition(() => setCount(count + STEP))
  }, [count, total])
  return count
}
