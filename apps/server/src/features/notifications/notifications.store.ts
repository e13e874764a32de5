import { LIMITS } from '@senca/contract'
import type { NotificationKind, NotificationLevel } from '@senca/contract/notifications'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { notAfter } from '#platform/postgres/set-back.ts'
import { type NotificationData, notificationDataSchema } from './notification.ts'
import { notifications } from './notifications.schema.ts'

type Row = typeof notifications.$inferSelect

/** A notification of one person. */
export interface StoredNotification extends Omit<Row, 'data'> {
  data: NotificationData
}

/** A row of another version, whose words are not known here, is left out. */
const notificationsOf = (rows: readonly Row[]): StoredNotification[] =>
  rows.flatMap((row) => {
    const data = notificationDataSchema.safeParse(row.data)
    return data.success ? [{ ...row, data: data.data }] : []
  })

export interface InsertedNotification {
  id: string
  accountId: string
  level: NotificationLevel
}

/** Finds a notification that somebody wanted to see once more. */
export const DUE_AGAIN = 'select id::text from notifications where again_at <= $1::timestamptz limit 1'

export function createNotificationStore(db: DrizzleDatabase) {
  const ofReader = (accountId: string, more?: SQL) => and(eq(notifications.accountId, accountId), more)

  return {
    /** Inserts a row for each reader. Returns those that did not have one for this event. */
    async insert(
      queries: Queries,
      event: Pick<Row, 'key' | 'kind' | 'ownerId' | 'deviceId' | 'at'> & { data: NotificationData },
      readers: readonly { accountId: string; level: NotificationLevel }[],
    ): Promise<InsertedNotification[]> {
      if (readers.length === 0) return []
      const inserted = await queries
        .insert(notifications)
        .values(readers.map((reader) => ({ ...event, ...reader })))
        .onConflictDoNothing({ target: [notifications.accountId, notifications.key] })
        .returning({ id: notifications.id, accountId: notifications.accountId, level: notifications.level })
      for (const { accountId } of inserted)
        await queries.execute(sql`
          delete from ${notifications} where id in (
            select id from ${notifications} where account_id = ${accountId}
            order by at desc, id desc offset ${LIMITS.NOTIFICATIONS_PER_ACCOUNT})`)
      return inserted
    },

    /** Whether the same was published since then. Concurrent callers for a device wait for each other. */
    async isRecent(
      queries: Queries,
      { ownerId, deviceId, data }: Pick<Row, 'ownerId' | 'deviceId'> & { data: NotificationData },
      since: Date,
    ): Promise<boolean> {
      await queries.execute(
        sql`select pg_advisory_xact_lock(hashtext(${`notification ${deviceId} ${data.words}`}))`,
      )
      const recent = await queries
        .select({ id: notifications.id })
        .from(notifications)
        .where(
          and(
            eq(notifications.ownerId, ownerId),
            deviceId === null ? isNull(notifications.deviceId) : eq(notifications.deviceId, deviceId),
            sql`${notifications.data} ->> 'words' = ${data.words}`,
            gt(notifications.at, since),
          ),
        )
        .limit(1)
      return recent.length > 0
    },

    /** What matches is over. Returns the notifications that ended now. */
    async end(
      queries: Queries,
      over: { kind: NotificationKind; deviceId: string } | { keyPrefix: string },
      at: Date,
    ): Promise<InsertedNotification[]> {
      const which =
        'deviceId' in over
          ? and(eq(notifications.deviceId, over.deviceId), eq(notifications.kind, over.kind))
          : sql`starts_with(${notifications.key}, ${over.keyPrefix})`
      const ended = await queries
        .update(notifications)
        .set({ endedAt: at, againAt: null })
        .where(and(which, isNull(notifications.endedAt)))
        .returning({ id: notifications.id, accountId: notifications.accountId, level: notifications.level })
      return ended
    },

    /** A page of the list, the newest first. */
    async list(
      accountId: string,
      { before, ownerId, limit }: { before?: { at: Date; id: string }; ownerId?: string; limit: number },
    ): Promise<StoredNotification[]> {
      const older =
        before === undefined
          ? undefined
          : or(
              lt(notifications.at, before.at),
              and(eq(notifications.at, before.at), lt(notifications.id, before.id)),
            )
      const rows = await db
        .select()
        .from(notifications)
        .where(
          ofReader(
            accountId,
            and(older, ownerId === undefined ? undefined : eq(notifications.ownerId, ownerId)),
          ),
        )
        .orderBy(desc(notifications.at), desc(notifications.id))
        .limit(limit)
      return notificationsOf(rows)
    },

    async find(accountId: string, id: string): Promise<StoredNotification | null> {
      const rows = await db
        .select()
        .from(notifications)
        .where(ofReader(accountId, eq(notifications.id, id)))
      return notificationsOf(rows)[0] ?? null
    },

    async findAll(queries: Queries, ids: readonly string[]): Promise<StoredNotification[]> {
      const rows = await queries
        .select()
        .from(notifications)
        .where(inArray(notifications.id, [...ids]))
      return notificationsOf(rows)
    },

    /** What other people have of the same events. */
    ofKeys: (
      queries: Queries,
      keys: readonly string[],
    ): Promise<{ accountId: string; ownerId: string; key: string; seenAt: Date | null }[]> =>
      queries
        .select({
          accountId: notifications.accountId,
          ownerId: notifications.ownerId,
          key: notifications.key,
          seenAt: notifications.seenAt,
        })
        .from(notifications)
        .where(inArray(notifications.key, [...keys])),

    /** All notifications of an event of a home. */
    async findEvent(queries: Queries, { ownerId, key }: Pick<Row, 'ownerId' | 'key'>) {
      const rows = await queries
        .select()
        .from(notifications)
        .where(and(eq(notifications.ownerId, ownerId), eq(notifications.key, key)))
      return notificationsOf(rows)
    },

    /** What several people have not seen. */
    unseenOf: (accountIds: readonly string[]) =>
      db
        .select({
          accountId: notifications.accountId,
          ownerId: notifications.ownerId,
          deviceId: notifications.deviceId,
        })
        .from(notifications)
        .where(and(inArray(notifications.accountId, [...accountIds]), isNull(notifications.seenAt))),

    /** What its reader has not seen. */
    unseen: (accountId: string) =>
      db
        .select({
          level: notifications.level,
          ownerId: notifications.ownerId,
          deviceId: notifications.deviceId,
        })
        .from(notifications)
        .where(ofReader(accountId, isNull(notifications.seenAt))),

    /** Returns those that had not been seen. */
    async see(
      queries: Queries,
      accountId: string,
      which: { ids: readonly string[] } | { before: { at: Date; id: string } },
      at: Date,
    ): Promise<{ key: string; level: NotificationLevel }[]> {
      const chosen =
        'ids' in which
          ? inArray(notifications.id, [...which.ids])
          : or(
              lt(notifications.at, which.before.at),
              and(eq(notifications.at, which.before.at), lte(notifications.id, which.before.id)),
            )
      return queries
        .update(notifications)
        .set({ seenAt: at })
        .where(ofReader(accountId, and(chosen, isNull(notifications.seenAt))))
        .returning({ key: notifications.key, level: notifications.level })
    },

    async publishAgain(queries: Queries, accountId: string, id: string, at: Date | null): Promise<void> {
      await queries
        .update(notifications)
        .set({ againAt: at })
        .where(ofReader(accountId, eq(notifications.id, id)))
    },

    /** Takes what is due once more, for the transaction that publishes it. */
    async takeAgain(queries: Queries, now: Date, limit: number): Promise<StoredNotification[]> {
      const rows = await queries
        .select()
        .from(notifications)
        .where(lte(notifications.againAt, now))
        .limit(limit)
        .for('update', { skipLocked: true })
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0)
        await queries.update(notifications).set({ againAt: null }).where(inArray(notifications.id, ids))
      return notificationsOf(rows)
    },

    /**
     * Writes that an action begins, unless the same one was used since `since` or another one is being carried out. Returns whether
     * it may begin.
     */
    async beginAction(accountId: string, id: string, acted: { action: string; at: string }, since: Date) {
      const begun = await db
        .update(notifications)
        .set({ acted })
        .where(
          ofReader(
            accountId,
            and(
              eq(notifications.id, id),
              or(
                isNull(notifications.acted),
                sql`${notifications.acted}->>'action' <> ${acted.action}`,
                sql`(${notifications.acted}->>'at')::timestamptz < ${since.toISOString()}::timestamptz`,
              ),
            ),
          ),
        )
        .returning({ id: notifications.id })
      return begun.length > 0
    },

    async endAction(accountId: string, id: string, acted: object | null, now: Date): Promise<void> {
      await db
        .update(notifications)
        .set({ acted, seenAt: sql`coalesce(${notifications.seenAt}, ${now.toISOString()}::timestamptz)` })
        .where(ofReader(accountId, eq(notifications.id, id)))
    },

    async deleteBefore(time: Date): Promise<void> {
      await db.delete(notifications).where(lt(notifications.at, time))
    },

    /** After the clock was set back: nothing happened later than now. */
    async setBack(now: Date, latestAgain: Date): Promise<void> {
      await db
        .update(notifications)
        .set({
          at: notAfter(notifications.at, now),
          seenAt: notAfter(notifications.seenAt, now),
          endedAt: notAfter(notifications.endedAt, now),
        })
        .where(or(gt(notifications.at, now), gt(notifications.seenAt, now), gt(notifications.endedAt, now)))
      await db
        .update(notifications)
        .set({ againAt: latestAgain })
        .where(
          and(
            isNotNull(notifications.againAt),
            sql`${notifications.againAt} > ${latestAgain.toISOString()}::timestamptz`,
          ),
        )
    },
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/**
 * What lasts has the time of its beginning at the end of its key. Where that time lies after `now`, because the clock was set back,
 * it becomes `now` in the keys too, before it does in the rows: else the same would be notified once more. `from` are these rows, as
 * `o`, with the beginning of their keys and the column of the time.
 */
export async function setKeysBack(
  queries: Queries,
  { from, prefix, since }: { from: SQL; prefix: SQL; since: SQL },
  now: Date,
): Promise<void> {
  await queries.execute(sql`
    update notifications n set key = ${prefix} || ${String(now.getTime())}::text from ${from} o
    where ${since} > ${now.toISOString()}::timestamptz
      and n.key = ${prefix} || (extract(epoch from ${since}) * 1000)::bigint::text`)
}

/** Deletes what concerned devices that leave their owner, or moves it to the device that replaces one. */
export async function removeFromNotifications(
  queries: Queries,
  { deviceIds, replacedBy }: { deviceIds: readonly string[]; replacedBy?: string | undefined },
): Promise<void> {
  const isOfThem = sql`device_id = any(${sql.param([...deviceIds])}::text[])`
  await queries.execute(sql`delete from device_conditions where ${isOfThem}`)
  if (replacedBy === undefined) {
    await queries.execute(sql`delete from notifications where ${isOfThem}`)
    await queries.execute(sql`delete from notification_device_choices where ${isOfThem}`)
    return
  }
  await queries.execute(sql`
    update notifications set key = replace(key, device_id, ${replacedBy}), device_id = ${replacedBy} where ${isOfThem}`)
  await queries.execute(
    sql`update notification_device_choices set device_id = ${replacedBy} where ${isOfThem}`,
  )
}
