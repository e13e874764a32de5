import type { Clock } from '#platform/clock.ts'

const EVERY_MS = 1_000

/** Publishes at most once a second: at once, or when the second has passed. */
export function createUpdates(clock: Pick<Clock, 'after'>, publish: () => void) {
  let endTimer: (() => void) | null = null
  let isStale = false

  const publishNow = () => {
    isStale = false
    publish()
    endTimer = clock.after(EVERY_MS, () => {
      endTimer = null
      if (isStale) publishNow()
    })
  }

  return {
    request() {
      if (endTimer === null) publishNow()
      else isStale = true
    },
    stop: () => endTimer?.(),
  }
}
