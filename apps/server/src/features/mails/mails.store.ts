import { and, count, eq, isNull, lt, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { mails } from './mails.schema.ts'

export type Outcome = NonNullable<(typeof mails.$inferSelect)['outcome']>

export interface UnsentMail {
  id: string
  sealed: string
  /** Since it was written. */
  ageSeconds: number
}

/** How many e-mails of a kind were written to an account within the last day. */
export async function countMailsOfDay(queries: Queries, accountId: string, kind: string): Promise<number> {
  const [written] = await queries
    .select({ number: count() })
    .from(mails)
    .where(
      and(
        eq(mails.accountId, accountId),
        eq(mails.kind, kind),
        sql`${mails.createdAt} > now() - interval '1 day'`,
      ),
    )
  return written?.number ?? 0
}

/** Ages are measured by the clock of the database, which all instances share. */
export function createMailStore(db: DrizzleDatabase) {
  const isOlderThan = (seconds: number) =>
    lt(mails.createdAt, sql`now() - make_interval(secs => ${seconds}::int)`)
  return {
    async insert(
      queries: Queries,
      mail: { id: string; accountId: string; kind: string; sealed: string },
    ): Promise<void> {
      await queries.insert(mails).values(mail)
    },

    /** Null if it has an outcome or its account is gone. */
    async findUnsent(id: string): Promise<UnsentMail | null> {
      const [row] = await db
        .select({
          id: mails.id,
          sealed: mails.sealed,
          ageSeconds: sql<number>`extract(epoch from now() - ${mails.createdAt})::float8`,
        })
        .from(mails)
        .where(and(eq(mails.id, id), isNull(mails.outcome)))
      return row === undefined ? null : { ...row, sealed: row.sealed ?? '' }
    },

    /** Also deletes the text of the e-mail. */
    async finish(id: string, outcome: Outcome): Promise<void> {
      await db.update(mails).set({ outcome, sealed: null }).where(eq(mails.id, id))
    },

    async listUnsent(olderThanSeconds: number, count: number): Promise<string[]> {
      const rows = await db
        .select({ id: mails.id })
        .from(mails)
        .where(and(isNull(mails.outcome), isOlderThan(olderThanSeconds)))
        .orderBy(mails.createdAt)
        .limit(count)
      return rows.map(({ id }) => id)
    },

    /** The number of e-mails to send, and how long the oldest of them has waited. */
    async readWaiting(): Promise<{ count: number; seconds: number }> {
      const [row] = await db
        .select({
          count: sql<number>`count(*)::int`,
          seconds: sql<number>`coalesce(extract(epoch from now() - min(${mails.createdAt})), 0)::float8`,
        })
        .from(mails)
        .where(isNull(mails.outcome))
      return row ?? { count: 0, seconds: 0 }
    },

    async deleteOld(seconds: number): Promise<void> {
      await db.delete(mails).where(isOlderThan(seconds))
    },
  }
}

export type MailStore = ReturnType<typeof createMailStore>
