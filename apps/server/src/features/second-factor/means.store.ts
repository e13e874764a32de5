import { and, asc, count, eq, isNull, lt, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type Passkey, transportsSchema } from './passkey-ceremonies.ts'
import { passkeys, recoveryCodes, secondFactors } from './second-factor.schema.ts'

type Means = typeof secondFactors.$inferSelect

export interface NamedPasskey extends Passkey {
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** The second factors of accounts. */
export function createMeansStore(db: DrizzleDatabase) {
  const byAccount = db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.accountId, sql.placeholder('accountId')))
    .prepare('second_factor_by_account')

  return {
    /** Runs with the account's second factors locked, so that changes run one at a time. */
    change<T>(accountId: string, act: (queries: Queries, means: Means) => Promise<T>): Promise<T> {
      return db.transaction(async (queries) => {
        await queries.insert(secondFactors).values({ accountId }).onConflictDoNothing()
        const [means] = await queries
          .select()
          .from(secondFactors)
          .where(eq(secondFactors.accountId, accountId))
          .for('update')
        if (means === undefined) throw new Error('The row of the means is gone while it is locked')
        return act(queries, means)
      })
    },
    async find(accountId: string): Promise<Means | null> {
      const [row] = await byAccount.execute({ accountId })
      return row ?? null
    },
    async set(queries: Queries, accountId: string, values: Partial<Omit<Means, 'accountId'>>): Promise<void> {
      await queries.update(secondFactors).set(values).where(eq(secondFactors.accountId, accountId))
    },
    /** Accepts a time step unless it or a later one was already accepted. */
    async takeStep(accountId: string, step: number): Promise<boolean> {
      const isNew = or(isNull(secondFactors.totpLastStep), lt(secondFactors.totpLastStep, step))
      const { rowCount } = await db
        .update(secondFactors)
        .set({ totpLastStep: step })
        .where(and(eq(secondFactors.accountId, accountId), isNew))
      return rowCount !== 0
    },

    async listPasskeys(queries: Queries, accountId: string): Promise<NamedPasskey[]> {
      const rows = await queries
        .select()
        .from(passkeys)
        .where(eq(passkeys.accountId, accountId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
      return rows.map((row) => ({ ...row, transports: z.parse(transportsSchema, row.transports) }))
    },
    async findPasskey(id: string): Promise<(Passkey & { accountId: string }) | null> {
      const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id))
      return row === undefined ? null : { ...row, transports: z.parse(transportsSchema, row.transports) }
    },
    /** Returns false if the passkey is already registered, for this or another account. */
    async insertPasskey(queries: Queries, accountId: string, passkey: NamedPasskey): Promise<boolean> {
      const { rowCount } = await queries
        .insert(passkeys)
        .values({ ...passkey, accountId })
        .onConflictDoNothing()
      return rowCount !== 0
    },
    /** Returns the name of the passkey, null if the account has no such one. */
    async deletePasskey(queries: Queries, accountId: string, id: string): Promise<string | null> {
      const [deleted] = await queries
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
        .returning({ name: passkeys.name })
      return deleted?.name ?? null
    },
    /**
     * Records a use. Returns false if the counter has not increased, which means that the passkey may have been copied. Passkeys
     * without a counter always report 0.
     */
    async usePasskey(id: string, counter: number, lastUsedAt: Date): Promise<boolean> {
      const movesOn = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`))
      const { rowCount } = await db
        .update(passkeys)
        .set({ counter, lastUsedAt })
        .where(and(eq(passkeys.id, id), movesOn))
      return rowCount !== 0
    },

    async countRecoveryCodes(queries: Queries, accountId: string): Promise<number> {
      const [row] = await queries
        .select({ left: count() })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.accountId, accountId))
      return row?.left ?? 0
    },
    /** Replaces all recovery codes of an account by those with the given hashes. */
    async replaceRecoveryCodes(queries: Queries, accountId: string, salt: string | null, hashes: string[]) {
      await queries.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
      await queries
        .update(secondFactors)
        .set({ recoverySalt: salt })
        .where(eq(secondFactors.accountId, accountId))
      if (hashes.length > 0) {
        await queries.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash })))
      }
    },
    /** Uses up a code. Returns false if no such code is left. */
    async spendRecoveryCode(accountId: string, codeHash: string): Promise<boolean> {
      const { rowCount } = await db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash)))
      return rowCount !== 0
    },
  }
}

export type MeansStore = ReturnType<typeof createMeansStore>
