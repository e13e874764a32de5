import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/database.ts'
import { confirmations } from './confirmations.schema.ts'

export type Confirmation = typeof confirmations.$inferSelect
export type Purpose = Confirmation['purpose']

export function createConfirmationStore(db: DrizzleDatabase) {
  return {
    async insert(queries: Queries, confirmation: Confirmation): Promise<void> {
      await queries.insert(confirmations).values(confirmation)
    },

    /**
     * Looks up what was mailed and lets `isRight` judge it, counting a wrong guess. Guesses at one code wait for each
     * other, so that of many at once no more than `maxWrong` are judged.
     */
    async judge(
      lookupHash: string,
      purpose: Purpose,
      maxWrong: number,
      now: Date,
      isRight: (confirmation: Confirmation) => boolean,
    ): Promise<Confirmation | null> {
      return db.transaction(async (transaction) => {
        const [found] = await transaction
          .select()
          .from(confirmations)
          .where(
            and(
              eq(confirmations.lookupHash, lookupHash),
              eq(confirmations.purpose, purpose),
              gt(confirmations.expiresAt, now),
            ),
          )
          .for('update')
        if (found === undefined || found.wrongGuesses >= maxWrong) return null
        if (isRight(found)) return found
        await transaction
          .update(confirmations)
          .set({ wrongGuesses: sql`${confirmations.wrongGuesses} + 1` })
          .where(eq(confirmations.id, found.id))
        return null
      })
    },

    /** Takes one away for good; of two who try at once one succeeds. */
    async spend(queries: Queries, id: string): Promise<boolean> {
      const rows = await queries
        .delete(confirmations)
        .where(eq(confirmations.id, id))
        .returning({ id: confirmations.id })
      return rows.length > 0
    },

    /** Takes away all that an account was mailed, for one purpose or for any. */
    async deleteAll(queries: Queries, accountId: string, purpose: Purpose | null): Promise<void> {
      const isOfPurpose = purpose === null ? undefined : eq(confirmations.purpose, purpose)
      await queries.delete(confirmations).where(and(eq(confirmations.accountId, accountId), isOfPurpose))
    },

    async deleteExpired(now: Date): Promise<void> {
      await db.delete(confirmations).where(lte(confirmations.expiresAt, now))
    },
  }
}

export type ConfirmationStore = ReturnType<typeof createConfirmationStore>
