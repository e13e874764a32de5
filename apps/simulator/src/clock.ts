/** The one source of time of a virtual device; the same shape as the server's, so that a test can drive both. */
export interface Clock {
  now(): Date
  /** Calls `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
  /** Calls `task` every `ms` milliseconds until the returned function is called. */
  every(ms: number, task: () => void): () => void
}

/**
 * Real time, as a clock shows it that is ahead of the system's. Node keeps one list per duration, so ten thousand equal
 * timers cost one of the system's.
 */
export function createSystemClock(aheadMs = 0): Clock {
  return {
    now: () => new Date(Date.now() + aheadMs),
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

export interface ManualClock extends Clock {
  /** Lets `ms` milliseconds pass and calls everything that falls due, in order. */
  advance(ms: number): void
  /** How many timers wait. */
  pending(): number
}

interface Waiting {
  at: number
  order: number
  task: () => void
  everyMs: number | null
}

/** Time that passes only when told to. */
export function createManualClock(startsAt = new Date('2026-06-21T09:00:00.000Z')): ManualClock {
  let nowMs = startsAt.getTime()
  let orders = 0
  const waiting = new Set<Waiting>()

  const wait = (ms: number, task: () => void, everyMs: number | null): (() => void) => {
    orders += 1
    const entry: Waiting = { at: nowMs + ms, order: orders, task, everyMs }
    waiting.add(entry)
    return () => {
      waiting.delete(entry)
    }
  }

  const nextDue = (until: number): Waiting | undefined => {
    let next: Waiting | undefined
    for (const entry of waiting) {
      if (entry.at > until) continue
      const isEarlier =
        next === undefined || entry.at < next.at || (entry.at === next.at && entry.order < next.order)
      if (isEarlier) next = entry
    }
    return next
  }

  return {
    now: () => new Date(nowMs),
    after: (ms, task) => wait(ms, task, null),
    every: (ms, task) => wait(ms, task, ms),
    pending: () => waiting.size,
    advance(ms) {
      const until = nowMs + ms
      for (let entry = nextDue(until); entry !== undefined; entry = nextDue(until)) {
        nowMs = entry.at
        if (entry.everyMs === null) waiting.delete(entry)
        else entry.at += entry.everyMs
        entry.task()
      }
      nowMs = until
    },
  }
}

/** A clock whose timers can all be cancelled at once, as by a power cut. */
export interface TimerSet extends Clock {
  cancelAll(): void
}

export function createTimerSet(clock: Clock): TimerSet {
  const cancels = new Set<() => void>()
  const kept = (start: (done: () => void) => () => void): (() => void) => {
    const done = (): void => {
      cancels.delete(cancel)
    }
    const undo = start(done)
    const cancel = (): void => {
      done()
      undo()
    }
    cancels.add(cancel)
    return cancel
  }
  return {
    now: () => clock.now(),
    after: (ms, task) =>
      kept((done) =>
        clock.after(ms, () => {
          done()
          task()
        }),
      ),
    every: (ms, task) => kept(() => clock.every(ms, task)),
    cancelAll() {
      for (const cancel of [...cancels]) cancel()
    },
  }
}
