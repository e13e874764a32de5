import type { Clock } from './clock.ts'

/** Longer than the time from one poll of a page without a socket to the answer of the next poll. */
export const REACH_MS = 20_000

/** Remembers whether the last call succeeded. A success counts for `REACH_MS` only. */
export function createReach(clock: Pick<Clock, 'after'>, set: (isReached: boolean) => void) {
  let cancelEnd = () => {}
  return (isReached: boolean): void => {
    cancelEnd()
    cancelEnd = isReached ? clock.after(REACH_MS, () => set(false)) : () => {}
    set(isReached)
  }
}
