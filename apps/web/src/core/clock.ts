/** The time source of the app; tests use their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `call` once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, call: () => void): () => void
}

let pageClock: Pick<Clock, 'now'> | null = null

/** Makes `pageNow` follow another clock than the machine's own. */
export const followClock = (clock: Pick<Clock, 'now'>): void => {
  pageClock = clock
}

/** The current moment for everything that the page shows, judges or sends: the server's, also if the machine's clock is wrong. */
export const pageNow = (): Date => new Date((pageClock ?? browserClock).now())

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
