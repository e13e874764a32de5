import type { Clock } from './clock.ts'

/** Longer than from one call of a page without a socket to the answer of the next. */
export const REACH_MS = 20_000

/** Keeps whether the last call got through, and for how long that says something of now. */
export function createReach(clock: Pick<Clock, 'after'>, set: (isReached: boolean) => void) {
  let cancelEnd = () => {}
  return (isReached: boolean): void => {
    cancelEnd()
    cancelEnd = isReached ? clock.after(REACH_MS, () => set(false)) : () => {}
    set(isReached)
  }
}
