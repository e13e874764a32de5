/** Time as the app sees it; tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after `ms` milliseconds; the answer takes the call back. */
  after(ms: number, call: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
