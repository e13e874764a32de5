import type { Clock } from './clock.ts'

/** A kind of work that becomes due with time, or because another instance wrote something. */
export interface DueTask {
  /** Its name in the metrics. */
  kind: string
  /**
   * An SQL query for at most one text, which must be cheap. It is part of a larger statement; `$1::timestamptz` is the current time.
   * A task without a query needs no database to know that it is due.
   */
  query?: string
  /** Whether to run for what the query found; by default if it found something. */
  isDue?(found: string | null): boolean
  /** By default it is looked for every second. */
  everySeconds?: number
  /** Whether it concerns safety. */
  isUrgent?: boolean
  /** Handles what is due. If more is due than it handled, it calls `repeatAfter`, and runs again without a look. */
  run(found: string | null, repeatAfter: (ms: number) => void): Promise<void>
  failed(error: unknown): void
}

/** Runs a task at most once at a time. */
export function createDueRun(task: DueTask, clock: Clock) {
  const { everySeconds = 1, isDue = (found) => found !== null || task.query === undefined } = task
  let caughtUp: number | null = null
  let doneAt = clock.now().getTime()
  let running: Promise<void> | null = null
  let isRequested = false
  let isStopped = false
  let endPause = () => {}

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(ms, resolve)
      endPause = () => {
        cancel()
        resolve()
      }
    })

  const runWhileDue = async (found: string | null): Promise<void> => {
    for (;;) {
      isRequested = false
      let repeatMs: number | null = null
      try {
        await task.run(found, (ms) => {
          repeatMs = ms
        })
        doneAt = clock.now().getTime()
      } catch (error) {
        repeatMs = null
        task.failed(error)
      }
      if (isStopped || (repeatMs === null && !isRequested)) return
      if (repeatMs !== null && repeatMs > 0 && !isRequested) await pause(repeatMs)
      if (isStopped) return
    }
  }
  const start = (found: string | null): Promise<void> => {
    running ??= runWhileDue(found).finally(() => {
      running = null
    })
    return running
  }

  /** Whether its time has come since the last look, also if the clock was set back. Two looks may be closer than a second. */
  const isItsTurn = (now: number): boolean =>
    caughtUp === null || Math.abs(now - caughtUp) > (everySeconds - 1) * 1_000

  return {
    task,
    isStopped: () => isStopped,
    /** Called after each look with what the query found. */
    check(found: string | null): void {
      const now = clock.now().getTime()
      if (running !== null || isStopped || !isItsTurn(now)) return
      caughtUp = now
      if (isDue(found)) void start(found)
      else doneAt = now
    },
    /** Runs the task now. During a run, causes one more run. Resolves when nothing is running any more. */
    request(): Promise<void> {
      if (isStopped) return Promise.resolve()
      isRequested = running !== null
      endPause()
      return start(null)
    },
    lagSeconds: () => Math.max(0, clock.now().getTime() - doneAt) / 1_000,
    /** Resolves when the current run has ended. No run begins afterwards. */
    async stop(): Promise<void> {
      isStopped = true
      endPause()
      await running
    },
  }
}

export type DueRun = ReturnType<typeof createDueRun>
