import type { Clock } from './clock.ts'

interface Timer {
  at: number
  order: number
  everyMs: number | null
  task: () => void
}

export interface ManualClock extends Clock {
  /** Advances time by `ms` and runs due tasks in order, each at its own time. */
  advance(ms: number): void
  /** Like `advance`, but lets pending promises continue after each task, so that tasks set by them run too. */
  advanceAsync(ms: number): Promise<void>
  /** Like a machine that slept: time advances by `ms`, and tasks that became due run once, late. */
  leap(ms: number): Promise<void>
  /** The same time for hardware that nobody sets. */
  readonly steady: Clock
  /** Like a person who sets the clock of the machine: it shows a time `ms` later, or earlier if negative, and timers are unaffected. */
  set(ms: number): void
  /** The number of waiting timers. */
  pending(): number
}

/** A clock that advances only when a test says so. */
export function createManualClock(start = new Date('2026-06-21T09:00:00.000Z')): ManualClock {
  /** The time that timers go by; it never goes back. */
  let now = start.getTime()
  let setByMs = 0
  let order = 0
  const timers = new Set<Timer>()

  const add = (ms: number, task: () => void, everyMs: number | null) => {
    order += 1
    const timer: Timer = { at: now + ms, order, everyMs, task }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }

  /** Searched without copying, because a test may advance by months of ticks. */
  const soonest = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) {
      const isSooner =
        first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)
      if (isSooner) first = timer
    }
    return first
  }

  const runNext = (until: number): boolean => {
    const next = soonest()
    if (next === undefined || next.at > until) return false
    now = Math.max(now, next.at)
    if (next.everyMs === null) timers.delete(next)
    else next.at += Math.max(next.everyMs, 1)
    next.task()
    return true
  }

  const after = (ms: number, task: () => void) => add(ms, task, null)
  const every = (ms: number, task: () => void) => add(ms, task, ms)

  return {
    steady: { now: () => new Date(now), after, every },
    now: () => new Date(now + setByMs),
    after,
    every,
    pending: () => timers.size,
    advance(ms) {
      const until = now + ms
      while (runNext(until));
      now = until
    },
    async advanceAsync(ms) {
      const until = now + ms
      await new Promise((resolve) => setImmediate(resolve))
      while (runNext(until)) await new Promise((resolve) => setImmediate(resolve))
      now = until
    },
    async leap(ms) {
      now += ms
      for (let next = soonest(); next !== undefined && next.at <= now; next = soonest()) {
        if (next.everyMs === null) timers.delete(next)
        else next.at = now + Math.max(next.everyMs, 1)
        next.task()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    set(ms) {
      setByMs += ms
    },
  }
}
