import type { Clock } from './clock.ts'

interface RepeatedTaskOptions {
  clock: Clock
  /** The delay before the next run, asked at the start and after each run. */
  delayMs(): number
  run(): Promise<void>
  failed(error: unknown): void
}

/** Runs a task again and again until it is stopped, one run at a time. A delay begins when a run has ended. */
export function createRepeatedTask({ clock, delayMs, run, failed }: RepeatedTaskOptions) {
  let isStopped = true
  let running: Promise<void> = Promise.resolve()
  let cancel = () => {}

  const runLater = () => {
    cancel = clock.after(delayMs(), () => {
      running = run()
        .catch(failed)
        .then(() => {
          if (!isStopped) runLater()
        })
    })
  }

  return {
    isStopped: () => isStopped,
    start() {
      isStopped = false
      runLater()
    },
    /** Resolves when the current run has ended. */
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}
