import { and, eq, lte } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { identities, usedIdTokens } from './identities.schema.ts'

interface Subject {
  issuer: string
  subject: string
}

export function createIdentityStore(db: DrizzleDatabase) {
  return {
    async findAccountId({ issuer, subject }: Subject): Promise<string | null> {
      const [row] = await db
        .select({ accountId: identities.accountId })
        .from(identities)
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      return row?.accountId ?? null
    },
    /** Returns false if the subject is already connected to an account. */
    async insert(
      queries: Queries,
      { issuer, subject }: Subject,
      accountId: string,
      createdAt: Date,
    ): Promise<boolean> {
      const { rowCount } = await queries
        .insert(identities)
        .values({ issuer, subject, accountId, createdAt })
        .onConflictDoNothing()
      return rowCount !== 0
    },
    /** Returns false if it was used before; of concurrent calls only one succeeds. */
    async useOnce(tokenHash: string, expiresAt: Date): Promise<boolean> {
      const { rowCount } = await db
        .insert(usedIdTokens)
        .values({ tokenHash, expiresAt })
        .onConflictDoNothing()
      return rowCount !== 0
    },
    async deleteExpired(at: Date): Promise<void> {
      await db.delete(usedIdTokens).where(lte(usedIdTokens.expiresAt, at))
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
