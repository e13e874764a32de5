import { availableParallelism } from 'node:os'
import { createTurnstile, type Turnstile } from '#features/accounts/index.ts'

/** Apart from those who sign in, and narrower: a home that unlocks many doors keeps nobody out of their account. */
const PIN_HASHES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4))
/** So many doors of one account are looked at at once, the others in order: no batch keeps other homes waiting. */
const DOORS_PER_ACCOUNT = 20

/** A line for each key, in order of arrival; the caller bounds how long it gets. */
function createLines(concurrent: number) {
  const lineByKey = new Map<string, { enter: Turnstile; length: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lineByKey.get(key) ?? {
      enter: createTurnstile({ concurrent, maxWaiting: Number.POSITIVE_INFINITY }),
      length: 0,
    }
    lineByKey.set(key, line)
    line.length += 1
    try {
      return await line.enter(work)
    } finally {
      line.length -= 1
      if (line.length === 0) lineByKey.delete(key)
    }
  }
}

/**
 * Where PINs wait: those for one door one after the other, so that of those that are counted at most one is still to be
 * judged; of one account a few at a time; and all that hashes in a line of its own.
 */
export function createPinLine({ hashesAtOnce = PIN_HASHES_AT_ONCE } = {}) {
  const ofAccount = createLines(DOORS_PER_ACCOUNT)
  const ofDoor = createLines(1)
  return {
    hashing: createTurnstile({ concurrent: hashesAtOnce }),
    check: <T>(accountId: string, deviceId: string, work: () => Promise<T>): Promise<T> =>
      ofAccount(accountId, () => ofDoor(deviceId, work)),
  }
}

export type PinLine = ReturnType<typeof createPinLine>
