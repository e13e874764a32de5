import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/database.ts'
import { mails } from './mails.schema.ts'

type State = (typeof mails.$inferSelect)['state']

/** A claim on a mail; a later one of another holder ends it. */
export interface Claim {
  id: string
  attempts: number
}

export interface ClaimedMail extends Claim {
  sealed: string
  /** Since it was written. */
  ageSeconds: number
}

const isHeldBy = ({ id, attempts }: Claim) => and(eq(mails.id, id), eq(mails.attempts, attempts))
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

    /** Takes a mail that is due, so that nobody else does until the claim is old; null when there is nothing to take. */
    async claim(id: string): Promise<ClaimedMail | null> {
      const [row] = await db
        .update(mails)
        .set({ state: 'claimed', attempts: sql`${mails.attempts} + 1`, dueAt: sql`now()` })
        .where(and(eq(mails.id, id), eq(mails.state, 'waiting'), lte(mails.dueAt, sql`now()`)))
        .returning({
          id: mails.id,
          sealed: mails.sealed,
          attempts: mails.attempts,
          ageSeconds: sql<number>`extract(epoch from now() - ${mails.createdAt})::float8`,
        })
      return row === undefined ? null : { ...row, sealed: row.sealed ?? '' }
    },

    /** Marks that its text is about to be handed over; false when another has taken the claim over. */
    async beginSending(claim: Claim): Promise<boolean> {
      const rows = await db
        .update(mails)
        .set({ state: 'sending', dueAt: sql`now()` })
        .where(and(isHeldBy(claim), eq(mails.state, 'claimed')))
        .returning({ id: mails.id })
      return rows.length > 0
    },

    /** It has come to its end, unless another holds it now; what was in it is forgotten. */
    async finish(claim: Claim, state: Exclude<State, 'waiting' | 'claimed' | 'sending'>): Promise<void> {
      await db.update(mails).set({ state, sealed: null }).where(isHeldBy(claim))
    },

    /** False when another has taken the claim over. */
    async postpone(queries: Queries, claim: Claim, delaySeconds: number): Promise<boolean> {
      const dueAt = sql`now() + make_interval(secs => ${delaySeconds}::int)`
      const rows = await queries
        .update(mails)
        .set({ state: 'waiting', dueAt })
        .where(and(isHeldBy(claim), inArray(mails.state, ['claimed', 'sending'])))
        .returning({ id: mails.id })
      return rows.length > 0
    },

    /** Ends claims of this age: who holds one was not yet given leave to hand over the text. */
    async release(seconds: number): Promise<void> {
      await db
        .update(mails)
        .set({ state: 'waiting' })
        .where(and(eq(mails.state, 'claimed'), lt(mails.dueAt, ago(seconds))))
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
