import type { PushState } from '@senca/contract/push'
import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { notAfter } from '#platform/postgres/set-back.ts'
import { pushes, pushServices } from './push.schema.ts'

export type Push = typeof pushes.$inferSelect
export type NewPush = typeof pushes.$inferInsert

/** Finds a push that is to be sent. */
export const DUE_PUSH = 'select id::text from pushes where next_at <= $1::timestamptz limit 1'

/** States only go forward [PK30]. */
const BEFORE: Readonly<Record<'shown' | 'opened', readonly PushState[]>> = {
  shown: ['waiting', 'accepted', 'failed', 'expired'],
  opened: ['waiting', 'accepted', 'failed', 'expired', 'shown'],
}

export function createPushStore(db: DrizzleDatabase) {
  return {
    async insert(queries: Queries, rows: readonly NewPush[]): Promise<void> {
      if (rows.length > 0)
        await queries
          .insert(pushes)
          .values([...rows])
          .onConflictDoNothing()
    },

    /** When the newest push of a person about something is or was sent, if that was after a time. */
    async lastSince(
      queries: Queries,
      { accountId, tag, since }: { accountId: string; tag: string; since: Date },
    ): Promise<Date | null> {
      const [row] = await queries
        .select({ createdAt: pushes.createdAt, nextAt: pushes.nextAt })
        .from(pushes)
        .where(
          and(
            eq(pushes.accountId, accountId),
            eq(pushes.tag, tag),
            eq(pushes.purpose, 'event'),
            gt(pushes.createdAt, since),
          ),
        )
        .orderBy(desc(pushes.createdAt))
        .limit(1)
      return row === undefined ? null : (row.nextAt ?? row.createdAt)
    },

    /** How many notifications that may be missed were pushed to a person since a time. */
    async countSince(queries: Queries, accountId: string, since: Date): Promise<number> {
      const [row] = await queries
        .select({ number: countDistinct(pushes.notificationId) })
        .from(pushes)
        .where(
          and(
            eq(pushes.accountId, accountId),
            ne(pushes.level, 'must'),
            eq(pushes.purpose, 'event'),
            gt(pushes.createdAt, since),
          ),
        )
      return row?.number ?? 0
    },

    /**
     * Takes what is due, for this instance, until `until`: if it crashes meanwhile, another one sends it again with the same tag and
     * topic.
     */
    take: (now: Date, until: Date, limit: number): Promise<Push[]> =>
      db.transaction(async (queries) => {
        const due = await queries
          .select({ id: pushes.id })
          .from(pushes)
          .where(lte(pushes.nextAt, now))
          .orderBy(asc(pushes.nextAt))
          .limit(limit)
          .for('update', { skipLocked: true })
        if (due.length === 0) return []
        return queries
          .update(pushes)
          .set({ nextAt: until, attempts: sql`${pushes.attempts} + 1` })
          .where(
            inArray(
              pushes.id,
              due.map(({ id }) => id),
            ),
          )
          .returning()
      }),

    /** Others wait for the same phone and about the same: they are not sent themselves. */
    async carry(queries: Queries, ids: readonly string[], carriedBy: string): Promise<void> {
      await queries
        .update(pushes)
        .set({ carriedBy, nextAt: null })
        .where(and(inArray(pushes.id, [...ids]), ne(pushes.id, carriedBy)))
    },

    /** What was never sent, and should not be any more. */
    async delete(queries: Queries, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await queries.delete(pushes).where(inArray(pushes.id, [...ids]))
    },

    /** The outcome of pushes, and of those that they carried. */
    async settle(
      queries: Queries,
      ids: readonly string[],
      state: PushState,
      now: Date,
      { isMissed = false }: { isMissed?: boolean } = {},
    ): Promise<void> {
      if (ids.length === 0) return
      const states =
        state === 'accepted'
          ? (['waiting', 'failed', 'expired'] as const)
          : (['waiting', 'accepted'] as const)
      await queries
        .update(pushes)
        .set({ nextAt: null })
        .where(inArray(pushes.id, [...ids]))
      await queries
        .update(pushes)
        .set({ state, stateAt: now, isMissed })
        .where(
          and(
            or(inArray(pushes.id, [...ids]), inArray(pushes.carriedBy, [...ids])),
            inArray(pushes.state, [...states]),
          ),
        )
    },

    async again(
      id: string,
      nextAt: Date,
      change: { isDiscreet?: boolean; isMissed?: boolean } = {},
    ): Promise<void> {
      await db
        .update(pushes)
        .set({ nextAt, ...change })
        .where(and(eq(pushes.id, id), isNotNull(pushes.nextAt)))
    },

    /** Returns the push with a receipt that is young enough, if it had not come this far. */
    async confirm(
      queries: Queries,
      receipt: { hash: string; since: Date },
      what: 'shown' | 'opened',
      now: Date,
    ): Promise<Push | null> {
      const [found] = await queries
        .select()
        .from(pushes)
        .where(and(eq(pushes.receiptHash, receipt.hash), gt(pushes.createdAt, receipt.since)))
        .for('update')
      if (found === undefined) return null
      await queries
        .update(pushes)
        .set({ state: what, stateAt: now, nextAt: null })
        .where(
          and(
            or(eq(pushes.id, found.id), eq(pushes.carriedBy, found.id)),
            inArray(pushes.state, [...BEFORE[what]]),
          ),
        )
      return found
    },

    /** The pushes of notifications, the oldest first. */
    ofNotifications: (ids: readonly string[]): Promise<Push[]> =>
      db
        .select()
        .from(pushes)
        .where(and(inArray(pushes.notificationId, [...ids]), eq(pushes.purpose, 'event')))
        .orderBy(asc(pushes.createdAt)),

    /** The phones that got a notification, or may have it already, with the tag under which they show it. */
    reached: (queries: Queries, notificationIds: readonly string[]): Promise<Push[]> =>
      queries
        .select()
        .from(pushes)
        .where(
          and(
            inArray(pushes.notificationId, [...notificationIds]),
            eq(pushes.purpose, 'event'),
            or(
              inArray(pushes.state, ['accepted', 'shown', 'opened']),
              // It is being sent, and the answer of its service is not written yet.
              and(eq(pushes.state, 'waiting'), gt(pushes.attempts, 0)),
            ),
            isNotNull(pushes.subscriptionId),
            isNull(pushes.carriedBy),
          ),
        ),

    /** How many notifications a phone did not get since its service could not be reached. */
    async countMissed(queries: Queries, subscriptionId: string): Promise<number> {
      const [row] = await queries
        .select({ number: countDistinct(pushes.notificationId) })
        .from(pushes)
        .where(and(eq(pushes.subscriptionId, subscriptionId), eq(pushes.isMissed, true)))
      return row?.number ?? 0
    },

    async clearMissed(queries: Queries, subscriptionIds: readonly string[]): Promise<void> {
      await queries
        .update(pushes)
        .set({ isMissed: false })
        .where(and(inArray(pushes.subscriptionId, [...subscriptionIds]), eq(pushes.isMissed, true)))
    },

    async countWaiting(): Promise<number> {
      const [row] = await db.select({ number: count() }).from(pushes).where(isNotNull(pushes.nextAt))
      return row?.number ?? 0
    },

    /** Pushes that are of no notification do not go with one. */
    async deleteBefore(time: Date): Promise<void> {
      await db
        .delete(pushes)
        .where(and(isNull(pushes.notificationId), isNull(pushes.nextAt), lt(pushes.createdAt, time)))
    },

    /** A service answered, or did not; `refusedStatus` if it takes no pushes of this server. */
    async noteService(
      service: string,
      found: { isAway: boolean; refusedStatus: number | null },
      now: Date,
    ): Promise<void> {
      const { isAway, refusedStatus } = found
      const at = sql`${now.toISOString()}::timestamptz`
      const refusedAt = refusedStatus === null ? null : now
      await db
        .insert(pushServices)
        .values({ service, unreachableSince: isAway ? now : null, refusedAt, refusedStatus })
        .onConflictDoUpdate({
          target: pushServices.service,
          set: isAway
            ? { unreachableSince: sql`coalesce(${pushServices.unreachableSince}, ${at})` }
            : { unreachableSince: null, refusedAt, refusedStatus },
        })
    },

    /**
     * After the clock was set back: nothing is due later than it could have been, `latest.held` for what waits for the end of quiet
     * hours and `latest.taken` for what an instance took or tries again.
     */
    async setBack(now: Date, latest: { held: Date; taken: Date }): Promise<void> {
      const isLate = or(
        gt(pushes.nextAt, latest.held),
        and(eq(pushes.isHeld, false), gt(pushes.nextAt, latest.taken)),
      )
      await db
        .update(pushes)
        .set({
          createdAt: notAfter(pushes.createdAt, now),
          stateAt: notAfter(pushes.stateAt, now),
          nextAt: sql`case when ${pushes.isHeld} then ${notAfter(pushes.nextAt, latest.held)}
            else ${notAfter(pushes.nextAt, latest.taken)} end`,
        })
        .where(or(gt(pushes.createdAt, now), gt(pushes.stateAt, now), isLate))
    },
  }
}

export type PushStore = ReturnType<typeof createPushStore>
