import { availableParallelism } from 'node:os'
import { ApiError } from '#platform/errors.ts'

/** One core stays free for devices and their commands. */
const CONCURRENT = Math.max(1, availableParallelism() - 1)
/** Beyond this many waiting, the next is asked to come back. */
const MAX_WAITING = 1_000
const RETRY_AFTER_S = 5

/**
 * Runs expensive work (hashing passwords, which happens off the main thread) a few at a time and the rest in order of
 * arrival; throws `too_many_requests` when the line is too long.
 */
export function createTurnstile({ concurrent = CONCURRENT, maxWaiting = MAX_WAITING } = {}) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrent) {
      if (waiting.length >= maxWaiting) {
        throw new ApiError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_S })
      }
      // The one who leaves hands on the place, so that `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

export type Turnstile = ReturnType<typeof createTurnstile>
