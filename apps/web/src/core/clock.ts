/** The time source of the app; tests use their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `call` once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, call: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
