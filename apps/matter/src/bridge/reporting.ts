import type { After } from './steps.ts'

/** In motion at most two reports a second [BR24]. */
const EVERY_MS = 500

/**
 * Limits the reports of one part: a movement that begins, ends or changes its goal is reported right away, one that only continues at
 * most every half second. `isOnlyProgress` says whether a report differs from the one before by the current position of something
 * that still moves.
 */
export function createReporting<T>(
  { after, nowMs }: { after: After; nowMs(): number },
  report: (value: T) => void,
  isOnlyProgress: (before: T, next: T) => boolean,
) {
  let last: T | null = null
  let reportedMs = Number.NEGATIVE_INFINITY
  let waiting: T | null = null
  let cancel = () => {}

  const send = (value: T) => {
    cancel()
    waiting = null
    last = value
    reportedMs = nowMs()
    report(value)
  }

  return {
    next(value: T): void {
      const due = reportedMs + EVERY_MS
      if (last === null || !isOnlyProgress(last, value) || nowMs() >= due) {
        send(value)
        return
      }
      if (waiting === null) {
        cancel = after(due - nowMs(), () => {
          if (waiting !== null) send(waiting)
        })
      }
      waiting = value
    },
    close(): void {
      cancel()
      waiting = null
    },
  }
}

export type Reporting<T> = ReturnType<typeof createReporting<T>>
