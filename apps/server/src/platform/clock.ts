/** The one source of time. Everything that waits or stamps asks it, so that tests advance time instead of sleeping. */
export interface Clock {
  now(): Date
  /** Calls `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
  /** Calls `task` every `ms` milliseconds until the returned function is called. */
  every(ms: number, task: () => void): () => void
}

export function createSystemClock(): Clock {
  return {
    now: () => new Date(),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
    every(ms, task) {
      const timer = setInterval(task, ms)
      return () => clearInterval(timer)
    },
  }
}
