import { LIMITS } from '@senca/contract'
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { setupCodes } from './device-setup.schema.ts'
import type { SetupCode, SetupOutcome } from './setup-rules.ts'

/** How long the status of a code can be read after its end. */
const KEPT_MS = 86_400_000

export function createSetupCodeStore(db: DrizzleDatabase) {
  return {
    /** Creates a code. Returns false if the account has the maximum number of open codes. */
    async open(accountId: string, codeHash: string, now: Date, expiresAt: Date): Promise<boolean> {
      return db.transaction(async (transaction) => {
        // Takes a lock for the account, so that the limit is not exceeded by concurrent calls.
        await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`setup codes ${accountId}`}))`)
        const open = await transaction.$count(
          setupCodes,
          and(
            eq(setupCodes.accountId, accountId),
            isNull(setupCodes.deviceId),
            gt(setupCodes.expiresAt, now),
          ),
        )
        if (open >= LIMITS.SETUP_CODES_OPEN) return false
        await transaction.insert(setupCodes).values({ codeHash, accountId, createdAt: now, expiresAt })
        return true
      })
    },

    async find(accountId: string, codeHash: string): Promise<SetupCode | undefined> {
      const [found] = await db
        .select()
        .from(setupCodes)
        .where(and(eq(setupCodes.codeHash, codeHash), eq(setupCodes.accountId, accountId)))
      return found
    },

    /** The account that created a code. */
    async accountOf(codeHash: string): Promise<string | undefined> {
      const [found] = await db
        .select({ accountId: setupCodes.accountId })
        .from(setupCodes)
        .where(eq(setupCodes.codeHash, codeHash))
      return found?.accountId
    },

    /** Returns a code and locks its row until the transaction ends. */
    async lock(queries: Queries, codeHash: string): Promise<SetupCode | undefined> {
      const [found] = await queries
        .select()
        .from(setupCodes)
        .where(eq(setupCodes.codeHash, codeHash))
        .for('update')
      return found
    },

    async write(
      queries: Queries,
      codeHash: string,
      change: { outcome: SetupOutcome; deviceId?: string },
    ): Promise<void> {
      await queries.update(setupCodes).set(change).where(eq(setupCodes.codeHash, codeHash))
    },

    async deleteOld(now: Date): Promise<void> {
      await db.delete(setupCodes).where(lte(setupCodes.expiresAt, new Date(now.getTime() - KEPT_MS)))
    },
  }
}

export type SetupCodeStore = ReturnType<typeof createSetupCodeStore>
