import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { rateLimits } from './limits.schema.ts'

export interface Counted {
  count: number
  resetsAt: Date
}

/** How far the clocks of instances may differ. */
const CLOCKS_DIFFER_MS = 60_000

/** A window that ends later than this began by a clock that was set back since, and counts as ended. */
const latestOf = (resetsAt: Date): Date => new Date(resetsAt.getTime() + CLOCKS_DIFFER_MS)

export function createLimitStore(db: DrizzleDatabase) {
  const byKey = db
    .select({ count: rateLimits.count, resetsAt: rateLimits.resetsAt })
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.key, sql.placeholder('key')),
        gt(rateLimits.resetsAt, sql.placeholder('now')),
        lte(rateLimits.resetsAt, sql.placeholder('latest')),
      ),
    )
    .prepare('rate_limit_by_key')

  return {
    /** The counter of the current window, or null. `resetsAt` is when a window that began now would end. */
    async find(key: string, now: Date, resetsAt: Date): Promise<Counted | null> {
      const [row] = await byKey.execute({ key, now, latest: latestOf(resetsAt) })
      return row ?? null
    },
    /**
     * Adds an amount (default 1) if the result is at most `max`; otherwise adds nothing and returns false. Concurrent calls do
     * not exceed `max`.
     */
    async add(
      key: string,
      { max, now, resetsAt, amount = 1 }: { max: number; now: Date; resetsAt: Date; amount?: number },
      queries: Queries = db,
    ): Promise<boolean> {
      if (amount > max) return false
      const { resetsAt: end } = rateLimits
      const hasEnded = sql`(${lte(end, now)} or ${gt(end, latestOf(resetsAt))})`
      const { rowCount } = await queries
        .insert(rateLimits)
        .values({ key, count: amount, resetsAt })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            count: sql`case when ${hasEnded} then ${amount}::int else ${rateLimits.count} + ${amount}::int end`,
            resetsAt: sql`case when ${hasEnded} then excluded.resets_at else ${rateLimits.resetsAt} end`,
          },
          setWhere: sql`${hasEnded} or ${rateLimits.count} <= ${max - amount}`,
        })
      return rowCount !== 0
    },
    /** Subtracts one. */
    async subtract(key: string): Promise<void> {
      await db
        .update(rateLimits)
        .set({ count: sql`${rateLimits.count} - 1` })
        .where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)))
    },
    /** Sets a memory until the given time. */
    async put(key: string, resetsAt: Date): Promise<void> {
      await db
        .insert(rateLimits)
        .values({ key, count: 1, resetsAt })
        .onConflictDoUpdate({ target: rateLimits.key, set: { resetsAt } })
    },
    async delete(key: string): Promise<void> {
      await db.delete(rateLimits).where(eq(rateLimits.key, key))
    },
    async deleteExpired(now: Date): Promise<void> {
      await db.delete(rateLimits).where(lte(rateLimits.resetsAt, now))
    },
  }
}

export type LimitStore = ReturnType<typeof createLimitStore>
