import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { LIMIT_RULES, type Limited, type LimitService } from '#features/limits/index.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import { ApiError } from '#platform/errors.ts'

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

/** From this number of wrong PINs at a door on, a person who entered a wrong one waits before the next. */
const SLOW_FROM = 10
const LONGEST_WAIT_S = 60

/** Why a person may not try a PIN now, and for how long. */
export interface PinDelay {
  isLocked: boolean
  seconds: number
}

/**
 * The wrong PINs of each person at each door: ten lock the person out for an hour. The wrong ones of all people at a door only slow
 * those who entered one, so that nobody can keep the others from it. A new PIN begins again.
 */
export function createWrongPins(limits: Pick<LimitService, 'check' | 'take' | 'remember' | 'clear'>) {
  const subjectOf = (accountId: string, deviceId: string, pinHash: string) =>
    [accountId, deviceId, createHash('sha256').update(pinHash).digest('base64url').slice(0, 12)] as const
  const ownOf = (subject: readonly string[]): Limited => [LIMIT_RULES.doorPinsByPerson, ...subject]
  const pauseOf = (subject: readonly string[], seconds: number): Limited => [
    { name: 'door pin pause/account+door', max: 1, windowMs: seconds * 1_000 },
    ...subject,
  ]

  const delayBy = async (work: Promise<void>, isLocked: boolean): Promise<PinDelay | null> => {
    try {
      await work
      return null
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error
      return { isLocked, seconds: error.retryAfterSeconds }
    }
  }

  return (accountId: string, deviceId: string, pinHash: string) => {
    const subject = subjectOf(accountId, deviceId, pinHash)
    const own = ownOf(subject)
    return {
      /** Counts a guess before it is judged, so that parallel guesses are counted too. Returns why it may not be judged. */
      begin: async (): Promise<PinDelay | null> =>
        (await delayBy(limits.check(own), true)) ??
        (await delayBy(limits.check(pauseOf(subject, LONGEST_WAIT_S)), false)) ??
        (await delayBy(limits.take(own), true)),
      /** `total` is the number of wrong PINs at the door, of all people. */
      async wasWrong(total: number): Promise<void> {
        // The hour begins with the last wrong PIN.
        if ((await delayBy(limits.check(own), true)) !== null) await limits.remember(own)
        if (total < SLOW_FROM) return
        await limits.remember(pauseOf(subject, Math.min(2 ** (total - SLOW_FROM), LONGEST_WAIT_S)))
      },
      wasRight: (): Promise<void> => limits.clear(own, pauseOf(subject, LONGEST_WAIT_S)),
    }
  }
}

export type WrongPins = ReturnType<typeof createWrongPins>
export type PinAttempts = ReturnType<typeof createPinAttempts>
