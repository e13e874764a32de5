import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { confirmations } from './confirmations.schema.ts'

export type Confirmation = typeof confirmations.$inferSelect
export type Purpose = Confirmation['purpose']

export function createConfirmationStore(db: DrizzleDatabase) {
  return {
    async insert(queries: Queries, confirmation: Confirmation): Promise<void> {
      await queries.insert(confirmations).values(confirmation)
    },

    /**
     * Finds a confirmation that had not expired at a time, calls `isRight` and counts a wrong guess. Guesses at one code wait for
     * each other, so at most `maxWrong` of parallel guesses are judged.
     */
    async judge(
      lookupHash: string,
      purpose: Purpose,
      maxWrong: number,
      at: Date,
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
              gt(confirmations.expiresAt, at),
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

    /** Deletes a confirmation; of two concurrent calls only one succeeds. */
    async spend(queries: Queries, id: string): Promise<boolean> {
      const { rowCount } = await queries.delete(confirmations).where(eq(confirmations.id, id))
      return rowCount !== 0
    },

    /** Deletes the confirmations of an account for a purpose. */
    async deleteAll(queries: Queries, accountId: string, purpose: Purpose): Promise<void> {
      await queries
        .delete(confirmations)
        .where(and(eq(confirmations.accountId, accountId), eq(confirmations.purpose, purpose)))
    },

    /**
     * Expires the confirmations of an account's address and returns the ids. The rows are kept, so that the links are recognized.
     */
    async expireConfirms(queries: Queries, accountId: string, now: Date): Promise<string[]> {
      const rows = await queries
        .update(confirmations)
        .set({ expiresAt: now })
        .where(
          and(
            eq(confirmations.accountId, accountId),
            eq(confirmations.purpose, 'confirm'),
            gt(confirmations.expiresAt, now),
          ),
        )
        .returning({ id: confirmations.id })
      return rows.map(({ id }) => id)
    },

    async listConfirms(queries: Queries, accountId: string): Promise<Confirmation[]> {
      return queries
        .select()
        .from(confirmations)
        .where(and(eq(confirmations.accountId, accountId), eq(confirmations.purpose, 'confirm')))
    },

    /** Deletes all confirmations of an account except those of its address. */
    async deleteAllButConfirms(queries: Queries, accountId: string): Promise<void> {
      await queries
        .delete(confirmations)
        .where(and(eq(confirmations.accountId, accountId), ne(confirmations.purpose, 'confirm')))
    },

    /** Confirmations of an address are deleted later than the others. */
    async deleteExpired(now: Date, confirmsBefore: Date): Promise<void> {
      const isConfirm = eq(confirmations.purpose, 'confirm')
      await db
        .delete(confirmations)
        .where(
          or(
            and(ne(confirmations.purpose, 'confirm'), lte(confirmations.expiresAt, now)),
            and(isConfirm, lte(confirmations.expiresAt, confirmsBefore)),
          ),
        )
    },
  }
}

export type ConfirmationStore = ReturnType<typeof createConfirmationStore>
