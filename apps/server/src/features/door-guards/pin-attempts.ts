import { availableParallelism } from 'node:os'
import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/concurrency-limit.ts'

/** Apart from those who sign in, and narrower: a home that unlocks many doors keeps nobody out of their account. */
const PIN_HASHES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4))
/** So many doors of one account are looked at at once, the others in order: no batch keeps other homes waiting. */
const DOORS_PER_ACCOUNT = 20

/** A limit for each key, in order of arrival; the caller bounds how many wait. */
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
 * Limits how many PINs are checked at once: of one door one after the other, so that of those that are counted at most one
 * is still to be judged; of one account a few; and hashing has a limit of its own.
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
