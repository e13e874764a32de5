import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

/** One core stays free for devices and their commands. */
const CONCURRENT = Math.max(1, availableParallelism() - 1)
/** Beyond this many waiting, the next is asked to come back. */
const MAX_WAITING = 1_000
const RETRY_AFTER_S = 5

/**
 * Runs expensive work (hashing passwords, which happens off the main thread) a few at a time and the rest in order of
 * arrival; throws `too_many_requests` when too many wait.
 */
export function createConcurrencyLimit({ concurrent = CONCURRENT, maxWaiting = MAX_WAITING } = {}) {
  const limit = pLimit(concurrent)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrent + maxWaiting) {
      throw new ApiError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_S })
    }
    return limit(work)
  }
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>
