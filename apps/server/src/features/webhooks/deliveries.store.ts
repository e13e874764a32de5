import { LIMITS } from '@senca/contract'
import { WEBHOOK_TEST } from '@senca/contract/webhooks'
import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { webhookDeliveries, webhooks } from './webhooks.schema.ts'

export interface NewDelivery {
  id: string
  webhookId: string
  event: string
  /** The devices that it is about. */
  deviceIds: readonly string[]
  body: string
  at: Date
  replayOf?: string
  /** The same for the same event on all instances; absent where only one of them knows of it. */
  key?: string
}

/** A webhook to which this instance sends until `until`, unless it renews that. */
export interface TakenWebhook {
  id: string
  accountId: string
  bridgeId: string
  until: Date
}

/** A delivery that is due, with where it goes. */
export interface DueDelivery {
  id: string
  at: Date
  deviceIds: string[]
  body: string
  attempts: number
  url: string
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
}

/** How many webhooks of an account are sent to at once [BR57]. */
const AT_ONCE = 4
/** What is dropped last where too much waits: these say whether a house is safe and closed. */
const KEPT_EVENTS = ['device.held', 'device.released', 'door.opened', 'door.closed', 'lock.changed']
/** Even those are dropped beyond this, because a broken sensor can report without end. */
const WAITING_MAX = 10 * LIMITS.WEBHOOK_WAITING

/** Finds an account with something to send that no instance is sending. */
export const DUE_WEBHOOK = `select w.account_id::text from webhooks w
  where (w.sending_until is null or w.sending_until <= $1::timestamptz) and exists (
    select from webhook_deliveries d where d.webhook_id = w.id and d.next_at <= $1::timestamptz
  ) limit 1`

const timeOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

export function createDeliveryStore(db: DrizzleDatabase) {
  const ofAccount = (
    accountId: string,
  ) => sql`from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.account_id = ${accountId} and d.next_at is not null`

  /** Drops the oldest of what waits beyond the limit of an account, states of devices first [BR56]. */
  const dropBeyondLimit = async (queries: Queries, accountId: string, waiting: number): Promise<void> => {
    const isKept = sql`d.event = any(${sql.param(KEPT_EVENTS)}::text[])`
    await queries.execute(sql`
      with ranked as (
        select d.id, ${isKept} as is_kept,
          row_number() over (order by ${isKept}, d.event <> 'device.state', d.at, d.id) as place
        ${ofAccount(accountId)}
      )
      delete from webhook_deliveries d using ranked
      where d.id = ranked.id
        and place <= ${waiting}::int - (case when is_kept then ${WAITING_MAX}::int else ${LIMITS.WEBHOOK_WAITING}::int end)`)
  }

  return {
    /** Adds deliveries that are due now. Those of webhooks that are gone or off, and those that are known, are left out. */
    async insert(queries: Queries, deliveries: readonly NewDelivery[]): Promise<void> {
      if (deliveries.length === 0) return
      const rows = deliveries.map(({ deviceIds, at, ...rest }) => ({
        ...rest,
        deviceIds: [...deviceIds],
        at: at.toISOString(),
      }))
      const { rows: accounts } = await queries.execute<{ accountId: string; waiting: number }>(sql`
        with inserted as (
          insert into webhook_deliveries (id, webhook_id, event, device_ids, body, at, next_at, replay_of, key)
          select r.id, w.id, r.event, r."deviceIds", r.body, r.at, r.at, r."replayOf", r.key
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
            id uuid, "webhookId" uuid, event text, "deviceIds" jsonb, body text, at timestamptz, "replayOf" uuid, key text
          )
          join webhooks w on w.id = r."webhookId" and (w.is_enabled or r.event = ${WEBHOOK_TEST})
          on conflict do nothing
          returning webhook_id
        )
        select o.account_id as "accountId", sum(o.added)::int + (
          select count(*) from webhook_deliveries d join webhooks w on w.id = d.webhook_id
          where w.account_id = o.account_id and d.next_at is not null
        )::int as waiting
        from (
          select w.account_id, count(*) as added from webhooks w join inserted on inserted.webhook_id = w.id
          group by w.account_id
        ) as o
        group by o.account_id`)
      for (const { accountId, waiting } of accounts)
        if (waiting > LIMITS.WEBHOOK_WAITING) await dropBeyondLimit(queries, accountId, waiting)
    },

    /** The accounts with something to send that no instance is sending. */
    async listDue(now: Date, limit: number): Promise<string[]> {
      const { rows } = await db.execute<{ accountId: string }>(sql`
        select distinct w.account_id as "accountId" from webhooks w
        where (w.sending_until is null or w.sending_until <= ${timeOf(now)}) and exists (
          select from webhook_deliveries d where d.webhook_id = w.id and d.next_at <= ${timeOf(now)}
        ) limit ${limit}`)
      return rows.map(({ accountId }) => accountId)
    },

    /**
     * Takes webhooks of an account with something to send, those that have waited longest first: each by one instance, and at most
     * four of the account on all of them.
     */
    async take(accountId: string, now: Date, until: Date): Promise<TakenWebhook[]> {
      // One statement: the rows are locked first, so that what it counts is as of now.
      const { rows } = await db.execute<Omit<TakenWebhook, 'until'>>(sql`
        with mine as materialized (
          select id, sending_until from webhooks where account_id = ${accountId} order by id for update
        ), due as (
          select m.id from mine m
          join webhook_deliveries d on d.webhook_id = m.id and d.next_at <= ${timeOf(now)}
          where m.sending_until is null or m.sending_until <= ${timeOf(now)}
          group by m.id
          order by min(d.next_at)
          limit greatest(0, ${AT_ONCE}::int - (select count(*) from mine where sending_until > ${timeOf(now)}))
        )
        update webhooks w set sending_until = ${timeOf(until)} from due where w.id = due.id
        returning w.id, w.account_id as "accountId", w.bridge_id as "bridgeId"`)
      return rows.map((row) => ({ ...row, until }))
    },

    /** Leaves a webhook to other instances, unless one of them has taken it. Returns whether the account has something to send. */
    async release({ id, accountId, until }: TakenWebhook, now: Date): Promise<boolean> {
      const { rows } = await db.execute<{ isDue: boolean }>(sql`
        with released as (
          update webhooks set sending_until = null where id = ${id} and sending_until = ${timeOf(until)}
        )
        select exists (
          select from webhook_deliveries d join webhooks w on w.id = d.webhook_id
          where w.account_id = ${accountId} and d.next_at <= ${timeOf(now)}
            and (w.id = ${id} or w.sending_until is null or w.sending_until <= ${timeOf(now)})
        ) as "isDue"`)
      return rows[0]?.isDue === true
    },

    /** What is due for a webhook, what has waited longest first. */
    async listDueOf(webhookId: string, now: Date, limit: number): Promise<DueDelivery[]> {
      return db
        .select({
          id: webhookDeliveries.id,
          at: webhookDeliveries.at,
          deviceIds: sql<string[]>`${webhookDeliveries.deviceIds}`,
          body: webhookDeliveries.body,
          attempts: webhookDeliveries.attempts,
          url: webhooks.url,
          secret: webhooks.secret,
          oldSecret: webhooks.oldSecret,
          oldSecretUntil: webhooks.oldSecretUntil,
        })
        .from(webhookDeliveries)
        .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
        .where(and(eq(webhookDeliveries.webhookId, webhookId), lte(webhookDeliveries.nextAt, now)))
        .orderBy(webhookDeliveries.nextAt, webhookDeliveries.at, webhookDeliveries.id)
        .limit(limit)
    },

    /**
     * Writes an attempt and renews the hold on the webhook. Returns whether the webhook is on, and since when nothing was delivered to
     * it; null if it is gone or taken by another instance.
     */
    async settle(
      { id: webhookId, until }: TakenWebhook,
      id: string,
      attempt: { attempts: number; status: number | null; isDelivered: boolean; nextAt: Date | null },
      { now, renewed }: { now: Date; renewed: Date },
    ): Promise<{ isEnabled: boolean; failingSince: Date | null } | null> {
      const { attempts, status, isDelivered, nextAt } = attempt
      const { rows } = await db.execute<{ isEnabled: boolean; failingSince: string | null }>(sql`
        with settled as (
          update webhook_deliveries set attempts = ${attempts}, status = ${status},
            next_at = ${nextAt === null ? null : nextAt.toISOString()}::timestamptz
          where id = ${id} and next_at is not null
        )
        update webhooks set sending_until = ${timeOf(renewed)},
          failing_since = ${isDelivered ? sql`null` : sql`coalesce(failing_since, ${timeOf(now)})`}
        where id = ${webhookId} and sending_until = ${timeOf(until)}
        returning is_enabled as "isEnabled", failing_since::text as "failingSince"`)
      const [row] = rows
      if (row === undefined) return null
      const { isEnabled, failingSince } = row
      return { isEnabled, failingSince: failingSince === null ? null : new Date(failingSince) }
    },

    /** Ends a delivery without an attempt. */
    async end(id: string): Promise<void> {
      await db.update(webhookDeliveries).set({ nextAt: null }).where(eq(webhookDeliveries.id, id))
    },

    /** The newest deliveries of a webhook since a time. */
    list: (webhookId: string, since: Date) =>
      db
        .select({
          id: webhookDeliveries.id,
          event: webhookDeliveries.event,
          at: webhookDeliveries.at,
          attempts: webhookDeliveries.attempts,
          status: webhookDeliveries.status,
          nextAt: webhookDeliveries.nextAt,
          replayOf: webhookDeliveries.replayOf,
        })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.webhookId, webhookId), gt(webhookDeliveries.at, since)))
        .orderBy(desc(webhookDeliveries.at), desc(webhookDeliveries.id))
        .limit(LIMITS.WEBHOOK_DELIVERIES),

    async find(webhookId: string, id: string) {
      const [found] = await db
        .select({
          event: webhookDeliveries.event,
          deviceIds: sql<string[]>`${webhookDeliveries.deviceIds}`,
          body: webhookDeliveries.body,
        })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
      return found ?? null
    },

    /** Forgets what is over beyond the newest 500 of a webhook. */
    async trim(webhookId: string): Promise<void> {
      await db.execute(sql`
        delete from webhook_deliveries where webhook_id = ${webhookId} and next_at is null and at < (
          select at from webhook_deliveries where webhook_id = ${webhookId} and next_at is null
          order by at desc offset ${LIMITS.WEBHOOK_DELIVERIES - 1} limit 1)`)
    },

    /** Forgets what was over before a time. */
    async deleteBefore(before: Date): Promise<void> {
      await db
        .delete(webhookDeliveries)
        .where(and(isNull(webhookDeliveries.nextAt), lte(webhookDeliveries.at, before)))
    },

    countWaiting: async (): Promise<number> =>
      db.$count(webhookDeliveries, isNotNull(webhookDeliveries.nextAt)),

    /** After the clock was set back: nothing happened later than now, no webhook is taken, and what waits too long is due. */
    async setBack(now: Date, latest: { sending: Date; next: Date }): Promise<void> {
      await db.update(webhookDeliveries).set({ at: now }).where(gt(webhookDeliveries.at, now))
      await db.update(webhookDeliveries).set({ nextAt: now }).where(gt(webhookDeliveries.nextAt, latest.next))
      await db.update(webhooks).set({ sendingUntil: null }).where(gt(webhooks.sendingUntil, latest.sending))
    },
  }
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>
