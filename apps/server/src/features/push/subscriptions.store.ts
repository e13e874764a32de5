import { and, asc, count, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { notAfter } from '#platform/postgres/set-back.ts'
import { pushes, pushSubscriptions } from './push.schema.ts'

export type Subscription = typeof pushSubscriptions.$inferSelect
type New = typeof pushSubscriptions.$inferInsert

const isLive = isNull(pushSubscriptions.endedAt)

/**
 * Deletes subscriptions in a transaction. Their pushes, which refer to them, are locked first: a push that is sent locks its own row and
 * then that of its subscription, and neither may wait for the other. Returns how many there were.
 */
async function remove(queries: Queries, which: SQL | undefined): Promise<number> {
  const ids = queries.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(which)
  await queries
    .select({ id: pushes.id })
    .from(pushes)
    .where(inArray(pushes.subscriptionId, ids))
    .orderBy(asc(pushes.id))
    .for('update')
  const { rowCount } = await queries.delete(pushSubscriptions).where(which)
  return rowCount ?? 0
}

export function createSubscriptionStore(db: DrizzleDatabase) {
  return {
    /** The live subscriptions of accounts, the oldest first. */
    ofAccounts: (queries: Queries, accountIds: readonly string[]): Promise<Subscription[]> =>
      queries
        .select()
        .from(pushSubscriptions)
        .where(and(inArray(pushSubscriptions.accountId, [...accountIds]), isLive))
        .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id)),

    /** Other transactions that lock the account wait until this one ends. */
    async lockAccount(queries: Queries, accountId: string): Promise<void> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`push ${accountId}`}))`)
    },

    /** Also those whose session has ended. */
    ofIds: (queries: Queries, ids: readonly string[]): Promise<Subscription[]> =>
      queries
        .select()
        .from(pushSubscriptions)
        .where(inArray(pushSubscriptions.id, [...ids])),

    async countOthers(queries: Queries, { accountId, sessionId }: Pick<New, 'accountId' | 'sessionId'>) {
      const [row] = await queries
        .select({ number: count() })
        .from(pushSubscriptions)
        .where(
          and(eq(pushSubscriptions.accountId, accountId), isLive, ne(pushSubscriptions.sessionId, sessionId)),
        )
      return row?.number ?? 0
    },

    /** The subscription of a session, instead of an earlier one and of another session that had this endpoint. Returns its id. */
    async put(queries: Queries, subscription: New): Promise<string> {
      const { sessionId, endpointHash, sealed, content, label, origin } = subscription
      const [kept] = await queries
        .update(pushSubscriptions)
        .set({ sealed, content, label, origin, refusedAt: null })
        .where(
          and(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpointHash, endpointHash)),
        )
        .returning({ id: pushSubscriptions.id })
      if (kept !== undefined) return kept.id
      await remove(
        queries,
        or(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpointHash, endpointHash)),
      )
      const [made] = await queries
        .insert(pushSubscriptions)
        .values(subscription)
        .returning({ id: pushSubscriptions.id })
      if (made === undefined) throw new Error('a subscription was not inserted')
      return made.id
    },

    async deleteOfSession(sessionId: string): Promise<void> {
      await db.transaction((queries) => remove(queries, eq(pushSubscriptions.sessionId, sessionId)))
    },

    /** Returns whether the account had it. */
    async deleteOf(accountId: string, id: string): Promise<boolean> {
      const isOwn = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.accountId, accountId), isLive)
      return (await db.transaction((queries) => remove(queries, isOwn))) > 0
    },

    async delete(queries: Queries, ids: readonly string[]): Promise<void> {
      await remove(queries, inArray(pushSubscriptions.id, [...ids]))
    },

    /** The live subscriptions of sessions that have ended get an end. Returns those that had none. */
    end: (queries: Queries, sessionIds: readonly string[], at: Date): Promise<Subscription[]> =>
      queries
        .update(pushSubscriptions)
        .set({ endedAt: at })
        .where(and(inArray(pushSubscriptions.sessionId, [...sessionIds]), isLive))
        .returning(),

    liveSessions: (): Promise<{ id: string; accountId: string; sessionId: string }[]> =>
      db
        .select({
          id: pushSubscriptions.id,
          accountId: pushSubscriptions.accountId,
          sessionId: pushSubscriptions.sessionId,
        })
        .from(pushSubscriptions)
        .where(isLive),

    /** A page of these sessions is visible now, or of those no more. */
    async setVisible(visible: readonly string[], hidden: readonly string[], at: Date): Promise<void> {
      if (visible.length > 0)
        await db
          .update(pushSubscriptions)
          .set({ visibleAt: at })
          .where(inArray(pushSubscriptions.sessionId, [...visible]))
      if (hidden.length > 0)
        await db
          .update(pushSubscriptions)
          .set({ visibleAt: null })
          .where(inArray(pushSubscriptions.sessionId, [...hidden]))
    },

    /** Its push service accepted a push. */
    async accepted(queries: Queries, ids: readonly string[], at: Date): Promise<void> {
      await queries
        .update(pushSubscriptions)
        .set({
          lastAcceptedAt: at,
          refusedAt: null,
          unconfirmed: sql`least(${pushSubscriptions.unconfirmed} + 1, 32000)`,
          unconfirmedSince: sql`coalesce(${pushSubscriptions.unconfirmedSince}, ${at.toISOString()}::timestamptz)`,
        })
        .where(inArray(pushSubscriptions.id, [...ids]))
    },

    async refused(queries: Queries, ids: readonly string[], at: Date): Promise<void> {
      await queries
        .update(pushSubscriptions)
        .set({ refusedAt: at })
        .where(inArray(pushSubscriptions.id, [...ids]))
    },

    /** The phone confirmed a push. */
    async confirmed(queries: Queries, id: string, at: Date): Promise<void> {
      await queries
        .update(pushSubscriptions)
        .set({ lastShownAt: at, unconfirmed: 0, unconfirmedSince: null })
        .where(eq(pushSubscriptions.id, id))
    },

    /** After the clock was set back: nothing happened later than now. */
    async setBack(now: Date): Promise<void> {
      const { visibleAt, lastAcceptedAt, lastShownAt, unconfirmedSince } = pushSubscriptions
      await db
        .update(pushSubscriptions)
        .set({
          visibleAt: null,
          lastAcceptedAt: notAfter(lastAcceptedAt, now),
          lastShownAt: notAfter(lastShownAt, now),
          unconfirmedSince: notAfter(unconfirmedSince, now),
        })
        .where(
          or(gt(visibleAt, now), gt(lastAcceptedAt, now), gt(lastShownAt, now), gt(unconfirmedSince, now)),
        )
    },
  }
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** A phone that confirmed pushes once, and of five over three days none [PK34]. */
const DOUBTFUL_MS = 3 * 86_400_000
const DOUBTFUL_PUSHES = 5

export const isDoubtful = (
  { lastShownAt, unconfirmed, unconfirmedSince }: Subscription,
  now: Date,
): boolean =>
  lastShownAt !== null &&
  unconfirmed >= DOUBTFUL_PUSHES &&
  unconfirmedSince !== null &&
  now.getTime() - unconfirmedSince.getTime() >= DOUBTFUL_MS
