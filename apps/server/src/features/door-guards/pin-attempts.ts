import { availableParallelism } from 'node:os'
import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/concurrency-limit.ts'

/** Separate from the limit for sign-ins and smaller, so that a home that unlocks many doors does not delay sign-ins. */
const PIN_HASHES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4))
/** How many doors of one account are checked at once. The others wait, so that a batch does not delay other homes. */
const DOORS_PER_ACCOUNT = 20

/** A concurrency limit for each key, in order of arrival. The caller limits how many wait. */
function createKeyedLimits(concurrent: number) {
  const limitByKey = new Map<string, { run: ConcurrencyLimit; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limitByKey.get(key) ?? {
      run: createConcurrencyLimit({ concurrent, maxWaiting: Number.POSITIVE_INFINITY }),
      users: 0,
    }
    limitByKey.set(key, limit)
    limit.users += 1
    try {
      return await limit.run(work)
    } finally {
      limit.users -= 1
      if (limit.users === 0) limitByKey.delete(key)
    }
  }
}

/**
 * Limits how many PINs are checked at once: for one door one at a time, so that at most one counted guess is not judged yet; for
 * one account a few; and hashing has its own limit.
 */
export function createPinAttempts({ hashesAtOnce = PIN_HASHES_AT_ONCE } = {}) {
  const ofAccount = createKeyedLimits(DOORS_PER_ACCOUNT)
  const ofDoor = createKeyedLimits(1)
  return {
    hashing: createConcurrencyLimit({ concurrent: hashesAtOnce }),
    check: <T>(accountId: string, deviceId: string, work: () => Promise<T>): Promise<T> =>
      ofAccount(accountId, () => ofDoor(deviceId, work)),
  }
}

export type PinAttempts = ReturnType<typeof createPinAttempts>
