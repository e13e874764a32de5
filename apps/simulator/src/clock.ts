/**
 * The only source of time of a virtual device. It has the same interface as the server's clock, so that a test can drive both.
 */
export interface Clock {
  now(): Date
  /** Calls `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
  /** Calls `task` every `ms` milliseconds until the returned function is called. */
  every(ms: number, task: () => void): () => void
}

/**
 * The system clock plus `aheadMs`. Node keeps one list per timer duration, so ten thousand equal timers need only one system
 * timer.
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
  /** Advances the time by `ms` milliseconds and calls all tasks that become due, in order. */
  advance(ms: number): void
  /** The number of pending timers. */
  pending(): number
}

interface Waiting {
  at: number
  order: number
  task: () => void
  everyMs: number | null
}

/** A clock whose time advances only by `advance`. */
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

/** A clock whose timers can all be canceled at once, as a power cut does. */
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
