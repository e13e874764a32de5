import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { ApiError } from './errors.ts'

/** One core stays free for devices and their commands. */
const CONCURRENT = Math.max(1, availableParallelism() - 1)
/** If more than this many wait, further callers are refused. */
const MAX_WAITING = 1_000
const RETRY_AFTER_S = 5

/**
 * Runs expensive work (hashing passwords, off the main thread) with limited concurrency, in order of arrival. Throws
 * `too_many_requests` if too many wait.
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
