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
