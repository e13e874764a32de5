import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { LimitRule } from './limit-rules.ts'
import type { Counted, LimitStore } from './limits.store.ts'

/** The part of a window after which a memory is renewed, so that frequent sign-ins do not cause frequent writes. */
const FRESH_PART = 0.01

/** A rule and the subject to which it is applied. */
export type Limited = readonly [rule: LimitRule, ...subject: string[]]

const keyOf = ([rule, ...subject]: Limited): string => [rule.name, ...subject].join(' ')

/** Counts in time windows in the database, so counters survive restarts and are shared by all instances. */
export function createLimitService({ store, clock }: { store: LimitStore; clock: Clock }) {
  const endOf = (rule: LimitRule): Date => new Date(clock.now().getTime() + rule.windowMs)
  const additionOf = ([rule]: Limited) => ({ max: rule.max, now: clock.now(), resetsAt: endOf(rule) })
  const refuse = ({ resetsAt }: Pick<Counted, 'resetsAt'>): never => {
    const seconds = (resetsAt.getTime() - clock.now().getTime()) / 1_000
    throw new ApiError('too_many_requests', { retryAfterSeconds: Math.max(1, seconds) })
  }

  return {
    /** Throws `too_many_requests` if a limit is reached. Does not count. */
    async check(...all: Limited[]): Promise<void> {
      for (const limited of all) {
        const counted = await store.find(keyOf(limited), clock.now(), endOf(limited[0]))
        if (counted !== null && counted.count >= limited[0].max) refuse(counted)
      }
    },
    /** Adds one to each counter. */
    async count(...all: Limited[]): Promise<void> {
      for (const limited of all) {
        await store.add(keyOf(limited), additionOf(limited))
      }
    },
    /** Adds one to a counter if the transaction is committed. */
    async countIn(queries: Queries, limited: Limited): Promise<void> {
      await store.add(keyOf(limited), additionOf(limited), queries)
    },
    /** Adds one, or throws `too_many_requests`. Concurrent calls do not exceed the limit. */
    async take(...all: Limited[]): Promise<void> {
      for (const limited of all) {
        const addition = additionOf(limited)
        if (await store.add(keyOf(limited), addition)) continue
        refuse((await store.find(keyOf(limited), addition.now, addition.resetsAt)) ?? addition)
      }
    },
    /** Adds the whole amount, or nothing and throws `too_many_requests`. */
    async consumeSeveral(limited: Limited, amount: number): Promise<void> {
      if (amount === 0) return
      const addition = { ...additionOf(limited), amount }
      if (await store.add(keyOf(limited), addition)) return
      refuse((await store.find(keyOf(limited), addition.now, addition.resetsAt)) ?? addition)
    },
    /** Subtracts one again after an attempt that succeeded. */
    async giveBack(limited: Limited): Promise<void> {
      await store.subtract(keyOf(limited))
    },
    /** Starts the window of a memory again. A recent memory is not written again. */
    async remember(limited: Limited): Promise<void> {
      const [rule] = limited
      const found = await store.find(keyOf(limited), clock.now(), endOf(rule))
      const isFresh =
        found !== null && endOf(rule).getTime() - found.resetsAt.getTime() < rule.windowMs * FRESH_PART
      if (!isFresh) await store.put(keyOf(limited), endOf(rule))
    },
    async isRemembered(limited: Limited): Promise<boolean> {
      return (await store.find(keyOf(limited), clock.now(), endOf(limited[0]))) !== null
    },
    async clear(...all: Limited[]): Promise<void> {
      for (const limited of all) await store.delete(keyOf(limited))
    },
    async forgetOld(): Promise<void> {
      await store.deleteExpired(clock.now())
    },
  }
}

export type LimitService = ReturnType<typeof createLimitService>
