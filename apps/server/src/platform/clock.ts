/**
 * The only source of time. Everything that waits or needs a timestamp uses it, so that tests can advance time instead of
 * sleeping.
 */
export interface Clock {
  now(): Date
  /** Calls `task` once after `ms` milliseconds. Returns the function that cancels it. */
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
