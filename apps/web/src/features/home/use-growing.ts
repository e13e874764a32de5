import { startTransition, useEffect, useState } from 'react'

/** About as many cards as a phone shows at first. */
const FIRST = 4
/** Cards added per task, so that a slow phone can handle input in between. */
const STEP = 3

/** When the person returns to the home screen, as many cards as before are rendered at once. */
let drawnBefore = FIRST

/** How many of `total` cards to render: a few at first, the others soon after them in steps. */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(drawnBefore)
  useEffect(() => {
    drawnBefore = Math.max(drawnBefore, count)
    if (count < total) startTransition(() => setCount(count + STEP))
  }, [count, total])
  return count
}
