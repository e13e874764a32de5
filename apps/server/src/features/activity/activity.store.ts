import { SECURITY_EVENTS, type SecurityEventKind } from '@senca/contract/account'
import {
  type ActivityAction,
  type ActivityOrigin,
  type ActivityResult,
  MAINTENANCE_ACTIONS,
} from '@senca/contract/activity'
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { activity, type KEEPS } from './activity.schema.ts'

/** A row of a home. It may be written again with its result. */
export interface ActivityRow {
  at: Date
  deviceId: string
  deviceName: string
  accountId: string
  actorId: string | null
  /** For a link: its name at that time. */
  actorName: string | null
  origin: ActivityOrigin
  action: ActivityAction
  details: object
  /** `isTaken`: whether the device had accepted the command before it ended, or may have. */
  result: (ActivityResult & { isTaken?: boolean }) | null
  /** The role by which it was done. */
  role: { id: string; name: string } | null
  /** What was changed by a role. */
  change: { before: unknown; after: unknown } | null
  key: string
  keep: Exclude<Keep, 'trail'>
}

export type Keep = (typeof KEEPS)[number]

export interface TrailRow {
  at: Date
  accountId: string
  action: SecurityEventKind
  details: TrailDetails
}

/** Details of an event in an account's trail. */
interface TrailDetails {
  address: string | null
  userAgent: string | null
  detail: string | null
}

export interface TrailEntry extends TrailDetails {
  id: number
  kind: SecurityEventKind
  at: Date
}

export type StoredRow = typeof activity.$inferSelect

const trailDetailsSchema = z.object({
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
const kindSchema = z.enum(SECURITY_EVENTS)
const lastNameSchema = z.object({ id: z.string(), name: z.nullable(z.string()) })

/** Partitions with several retention classes: rows from before partitioning, and of months without a partition. */
const MIXED_PARTS = ['activity', 'activity_log_rest']
/** The number of rows that one statement deletes, so that it stays far below the statement timeout. */
const DELETE_BATCH = 5_000
/** The maximum length of the report about one role. */
const REPORT_LENGTH = 5_000

/** What an actor may see: its own home, or one device in it, and shared devices. */
export interface ActivityScope {
  own: { accountId: string; deviceId: string | null } | null
  shared: readonly { ownerId: string; deviceId: string; since: Date }[]
}

/** How many of the newest entries of a device are searched for the command of a late effect. */
const LATE_SEARCHED = 50
/** How many of the newest entries of devices are searched for commands with a certain result. */
const SEARCHED_ENTRIES = 1_000

/** The names of an account's devices that an actor has moved since then. */
export async function namesOfMoved(
  queries: Queries,
  { accountId, actorId, since }: { accountId: string; actorId: string; since: Date },
): Promise<string[]> {
  const newest = queries
    .select()
    .from(activity)
    .where(and(eq(activity.accountId, accountId), isNotNull(activity.deviceId)))
    .orderBy(desc(activity.id))
    .limit(SEARCHED_ENTRIES)
    .as('newest')
  const rows = await queries
    .selectDistinct({ name: newest.deviceName })
    .from(newest)
    .where(
      and(
        eq(newest.actorId, actorId),
        eq(newest.action, 'move'),
        gte(newest.at, since),
        sql`${newest.result} ->> 'status' = 'success'`,
      ),
    )
  return rows.flatMap(({ name }) => name ?? [])
}

/** Moves the history of a device to the one that replaces it, in that transaction. */
export async function moveHistory(
  queries: Queries,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await queries
    .update(activity)
    .set({ deviceId: to })
    .where(and(eq(activity.accountId, accountId), eq(activity.deviceId, from)))
}

export function createActivityStore(db: DrizzleDatabase) {
  return {
    /** Writes rows in one statement, each key once. For existing rows the result is replaced. */
    async write(rows: readonly ActivityRow[], queries: Queries = db): Promise<void> {
      const json = rows.map(({ deviceId, deviceName, accountId, actorId, actorName, role, ...row }) => ({
        ...row,
        device_id: deviceId,
        device_name: deviceName,
        account_id: accountId,
        actor_id: actorId,
        actor_name: actorName,
        role_id: role?.id ?? null,
        role_name: role?.name ?? null,
      }))
      // One JSON parameter for all rows, because a parameter for each value would cost more than the insert.
      await queries.execute(sql`
        insert into ${activity}
          (at, device_id, device_name, account_id, actor_id, actor_name, origin, action, details, result, role_id, role_name,
          change, key, keep)
        select at, device_id, device_name, account_id, actor_id, actor_name, origin, action, details, result,
          role_id, role_name, change, key, keep
        from rows from (jsonb_to_recordset(${JSON.stringify(json)}::jsonb) as (
          at timestamptz, device_id text, device_name text, account_id uuid, actor_id uuid, actor_name text,
          origin text, action text, details jsonb, result jsonb, role_id uuid, role_name text, change jsonb,
          key uuid, keep text)) with ordinality
        order by ordinality
        on conflict (key, at, keep) where key is not null do update set result = excluded.result`)
    },

    async insertTrail(row: TrailRow, queries: Queries = db): Promise<void> {
      await queries
        .insert(activity)
        .values({ ...row, actorId: row.accountId, origin: 'account', keep: 'trail' })
    },

    /** The account's own trail, newest first, before a given entry. Events that only a newer version knows are left out. */
    async listTrail(accountId: string, beforeId: number | null, count: number): Promise<TrailEntry[]> {
      const rows = await db
        .select()
        .from(activity)
        .where(
          and(
            eq(activity.accountId, accountId),
            isNull(activity.deviceId),
            inArray(activity.action, [...SECURITY_EVENTS]),
            beforeId === null ? undefined : lt(activity.id, beforeId),
          ),
        )
        .orderBy(desc(activity.id))
        .limit(count)
      return rows.map(({ id, at, action, details }) => ({
        id,
        at,
        kind: kindSchema.parse(action),
        ...trailDetailsSchema.parse(details),
      }))
    },

    /** When and by which browser an account was made; null if its trail does not say. */
    async creationOf(accountId: string): Promise<{ at: Date; userAgent: string | null } | null> {
      const [row] = await db
        .select({ at: activity.at, details: activity.details })
        .from(activity)
        .where(
          and(
            eq(activity.accountId, accountId),
            isNull(activity.deviceId),
            eq(activity.action, 'account_created'),
          ),
        )
        .orderBy(asc(activity.id))
        .limit(1)
      return row === undefined
        ? null
        : { at: row.at, userAgent: trailDetailsSchema.parse(row.details).userAgent }
    },

    /** The events in a home, of one device or of all, and of shared devices, newest first, before a given entry. */
    async list(
      { own, shared }: ActivityScope,
      { beforeId, count }: { beforeId: number | null; count: number },
    ): Promise<StoredRow[]> {
      const isBefore = beforeId === null ? undefined : lt(activity.id, beforeId)
      const ofOwn =
        own === null
          ? []
          : await db
              .select()
              .from(activity)
              .where(
                and(
                  eq(activity.accountId, own.accountId),
                  isNotNull(activity.deviceId),
                  own.deviceId === null ? undefined : eq(activity.deviceId, own.deviceId),
                  isBefore,
                ),
              )
              .orderBy(desc(activity.id))
              .limit(count)
      if (shared.length === 0) return ofOwn
      const asked = shared.map(({ ownerId, deviceId, since }) => ({
        owner_id: ownerId,
        device_id: deviceId,
        since: since.toISOString(),
      }))
      // From each device at most the number of rows that can be shown, by its own index.
      const ids = sql`(
        select newest.id
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (owner_id uuid, device_id text, since timestamptz)
        cross join lateral (
          select id from ${activity}
          where account_id = asked.owner_id and device_id = asked.device_id and at >= asked.since
            ${beforeId === null ? sql`` : sql`and id < ${beforeId}`}
          order by id desc limit ${count}
        ) as newest
        order by newest.id desc limit ${count})`
      const ofShared = await db.select().from(activity).where(sql`${activity.id} in ${ids}`)
      return [...ofOwn, ...ofShared].sort((a, b) => b.id - a.id).slice(0, count)
    },

    /** The newest actions of a device in a span of time, newest first. */
    async listActions(
      accountId: string,
      deviceId: string,
      { actions, since, until }: { actions: readonly ActivityAction[]; since: Date; until: Date },
    ): Promise<StoredRow[]> {
      return db
        .select()
        .from(activity)
        .where(
          and(
            eq(activity.accountId, accountId),
            eq(activity.deviceId, deviceId),
            inArray(activity.action, [...actions]),
            gte(activity.at, since),
            lte(activity.at, until),
          ),
        )
        .orderBy(desc(activity.id))
        .limit(LATE_SEARCHED)
    },

    /** The newest command of a device that was refused or failed, among its newest entries; `actorId`: only of what this actor asked. */
    async lastRefused(
      accountId: string,
      { deviceId, actorId }: { deviceId: string; actorId: string | null },
    ): Promise<StoredRow | null> {
      const newest = db
        .select({ id: activity.id })
        .from(activity)
        .where(and(eq(activity.accountId, accountId), eq(activity.deviceId, deviceId)))
        .orderBy(desc(activity.id))
        .limit(SEARCHED_ENTRIES)
      const [row] = await db
        .select()
        .from(activity)
        .where(
          and(
            inArray(activity.id, newest),
            actorId === null ? undefined : eq(activity.actorId, actorId),
            sql`${activity.result} ->> 'status' = 'error'`,
          ),
        )
        .orderBy(desc(activity.id))
        .limit(1)
      return row ?? null
    },

    /** Maintenance of devices by a role, oldest first, without attempts that had no effect. */
    async listMaintenance(accountId: string, roleId: string): Promise<StoredRow[]> {
      return db
        .select()
        .from(activity)
        .where(
          and(
            eq(activity.roleId, roleId),
            eq(activity.accountId, accountId),
            inArray(activity.action, [...MAINTENANCE_ACTIONS]),
            sql`coalesce(${activity.result} ->> 'status', '') <> 'error'`,
          ),
        )
        .orderBy(asc(activity.id))
        .limit(REPORT_LENGTH)
    },

    /** The last names of devices in a home. */
    async lastNames(accountId: string, deviceIds: readonly string[]): Promise<Map<string, string>> {
      if (deviceIds.length === 0) return new Map()
      // Reads only the newest row of each device.
      const { rows } = await db.execute(sql`
        select asked.id, last.device_name as name
        from unnest(${sql.param([...deviceIds])}::text[]) as asked (id)
        cross join lateral (
          select device_name from ${activity}
          where account_id = ${accountId} and device_id = asked.id
          order by ${activity.id} desc limit 1) as last`)
      return new Map(rows.map((row) => lastNameSchema.parse(row)).map(({ id, name }) => [id, name ?? '']))
    },

    /** Deletes old rows of one retention class in all homes. A monthly partition is dropped only if all of it is older. */
    async deleteBefore(keep: Keep, at: Date): Promise<void> {
      for (const part of MIXED_PARTS) {
        const table = sql.identifier(part)
        for (;;) {
          const { rowCount } = await db.execute(sql`
            delete from ${table} where id in (
              select id from ${table} where keep = ${keep} and at < ${at.toISOString()} limit ${DELETE_BATCH})`)
          if ((rowCount ?? 0) < DELETE_BATCH) break
        }
      }
    },

    /** Deletes the trail of an account. */
    async deleteTrail(queries: Queries, accountId: string): Promise<void> {
      await queries.delete(activity).where(and(eq(activity.accountId, accountId), isNull(activity.deviceId)))
    },

    /** Deletes what happened in the home of an account. */
    async deleteHome(accountId: string): Promise<void> {
      for (;;) {
        const { rowCount } = await db.execute(sql`
          delete from ${activity} where account_id = ${accountId} and id in (
            select id from ${activity} where account_id = ${accountId} and device_id is not null limit ${DELETE_BATCH})`)
        if ((rowCount ?? 0) < DELETE_BATCH) return
      }
    },
  }
}

export type ActivityStore = ReturnType<typeof createActivityStore>
