import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/database.ts'
import { mails } from './mails.schema.ts'

type State = (typeof mails.$inferSelect)['state']

export interface ClaimedMail {
  id: string
  sealed: string
  attempts: number
  /** Since it was written. */
  ageSeconds: number
}

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds}::int)`

/** All times are the database's, which all instances share. */
export function createMailStore(db: DrizzleDatabase) {
  return {
    async insert(
      queries: Queries,
      mail: { id: string; accountId: string; kind: string; sealed: string },
    ): Promise<void> {
      await queries.insert(mails).values({ ...mail, state: 'waiting', attempts: 0 })
    },

    /** Takes a mail that is due, so that nobody else does; null when there is nothing to take. */
    async claim(id: string): Promise<ClaimedMail | null> {
      const [row] = await db
        .update(mails)
        .set({ state: 'sending', attempts: sql`${mails.attempts} + 1`, dueAt: sql`now()` })
        .where(and(eq(mails.id, id), eq(mails.state, 'waiting'), lte(mails.dueAt, sql`now()`)))
        .returning({
          id: mails.id,
          sealed: mails.sealed,
          attempts: mails.attempts,
          ageSeconds: sql<number>`extract(epoch from now() - ${mails.createdAt})::float8`,
        })
      return row === undefined ? null : { ...row, sealed: row.sealed ?? '' }
    },

    /** It has come to its end; what was in it is forgotten. */
    async finish(id: string, state: Exclude<State, 'waiting' | 'sending'>): Promise<void> {
      await db.update(mails).set({ state, sealed: null }).where(eq(mails.id, id))
    },

    async postpone(queries: Queries, id: string, delaySeconds: number): Promise<void> {
      const dueAt = sql`now() + make_interval(secs => ${delaySeconds}::int)`
      await queries.update(mails).set({ state: 'waiting', dueAt }).where(eq(mails.id, id))
    },

    /** What has been in the hands of someone for so long that they must be gone; answers the ids. */
    async giveUpLost(seconds: number): Promise<string[]> {
      const rows = await db
        .update(mails)
        .set({ state: 'uncertain', sealed: null })
        .where(and(eq(mails.state, 'sending'), lt(mails.dueAt, ago(seconds))))
        .returning({ id: mails.id })
      return rows.map(({ id }) => id)
    },

    /** What should have been sent some time ago. */
    async listOverdue(seconds: number, count: number): Promise<string[]> {
      const rows = await db
        .select({ id: mails.id })
        .from(mails)
        .where(and(eq(mails.state, 'waiting'), lt(mails.dueAt, ago(seconds))))
        .limit(count)
      return rows.map(({ id }) => id)
    },

    async deleteFinished(seconds: number): Promise<void> {
      await db.delete(mails).where(and(sql`${mails.sealed} is null`, lt(mails.createdAt, ago(seconds))))
    },
  }
}

export type MailStore = ReturnType<typeof createMailStore>
