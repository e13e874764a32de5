import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { LimitRule } from './limit-rules.ts'
import type { Counted, LimitStore } from './limits.store.ts'

/** Of a window: who signs in all the time does not write all the time. */
const FRESH_PART = 0.01

/** A rule and whom it is applied to. */
export type Limited = readonly [rule: LimitRule, ...subject: string[]]

const keyOf = ([rule, ...subject]: Limited): string => [rule.name, ...subject].join(' ')

/** Counts in windows, in the database: kept across restarts, shared by all instances. */
export function createLimitService({ store, clock }: { store: LimitStore; clock: Clock }) {
  const endOf = (rule: LimitRule): Date => new Date(clock.now().getTime() + rule.windowMs)
  const refuse = ({ resetsAt }: Pick<Counted, 'resetsAt'>): never => {
    const seconds = (resetsAt.getTime() - clock.now().getTime()) / 1_000
    throw new ApiError('too_many_requests', { retryAfterSeconds: Math.max(1, seconds) })
  }

  return {
    /** Throws `too_many_requests` where there were too many already; counts nothing. */
    async check(...all: Limited[]): Promise<void> {
      for (const limited of all) {
        const counted = await store.find(keyOf(limited), clock.now())
        if (counted !== null && counted.count >= limited[0].max) refuse(counted)
      }
    },
    /** Counts one more. */
    async count(...all: Limited[]): Promise<void> {
      for (const limited of all) {
        const [rule] = limited
        await store.add(keyOf(limited), rule.max, clock.now(), endOf(rule))
      }
    },
    /** Counts one more, or throws `too_many_requests`; of many at once no more than allowed pass. */
    async take(...all: Limited[]): Promise<void> {
      for (const limited of all) {
        const [rule] = limited
        const now = clock.now()
        if (await store.add(keyOf(limited), rule.max, now, endOf(rule))) continue
        refuse((await store.find(keyOf(limited), now)) ?? { resetsAt: endOf(rule) })
      }
    },
    /** Counts so many more at once, or none of them and throws `too_many_requests`. */
    async takeSeveral(limited: Limited, amount: number): Promise<void> {
      if (amount === 0) return
      const [rule] = limited
      const now = clock.now()
      if (await store.add(keyOf(limited), rule.max, now, endOf(rule), amount)) return
      refuse((await store.find(keyOf(limited), now)) ?? { resetsAt: endOf(rule) })
    },
    /** Subtracts what was counted for an attempt that then succeeded. */
    async giveBack(limited: Limited): Promise<void> {
      await store.subtract(keyOf(limited))
    },
    /** Remembers again for the whole window; what was remembered a short while ago is left as it is. */
    async remember(limited: Limited): Promise<void> {
      const [rule] = limited
      const found = await store.find(keyOf(limited), clock.now())
      const isFresh =
        found !== null && endOf(rule).getTime() - found.resetsAt.getTime() < rule.windowMs * FRESH_PART
      if (!isFresh) await store.put(keyOf(limited), endOf(rule))
    },
    async isRemembered(limited: Limited): Promise<boolean> {
      return (await store.find(keyOf(limited), clock.now())) !== null
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
