import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookProblem } from '@senca/contract/webhooks'
import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { bridgeDevices } from '#features/bridges/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { webhookDeliveries, webhookHolds, webhooks } from './webhooks.schema.ts'

export interface Webhook {
  id: string
  accountId: string
  bridgeId: string
  url: string
  events: WebhookEvent[]
  devices: string[] | null
  isEnabled: boolean
  problem: WebhookProblem | null
  createdAt: Date
  failingSince: Date | null
}

export type NewWebhook = Pick<
  Webhook,
  'id' | 'accountId' | 'bridgeId' | 'url' | 'events' | 'devices' | 'createdAt'
> & { secret: string }

/** What of a webhook can be changed. */
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'events' | 'devices' | 'isEnabled'>>

/** An enabled webhook with the devices that it is notified of. */
export type WatchingWebhook = Pick<Webhook, 'id' | 'accountId' | 'bridgeId' | 'events'> & {
  deviceIds: string[]
}

export interface HoldMark {
  webhookId: string
  deviceId: string
}

const eventSchema = z.enum(WEBHOOK_EVENTS)
const idsSchema = z.nullable(z.array(z.string()))
/** Events of a later version are left out. */
const eventsOf = (events: unknown): WebhookEvent[] =>
  z.parse(z.array(z.string()), events).flatMap((event) => eventSchema.safeParse(event).data ?? [])

const columns = {
  id: webhooks.id,
  accountId: webhooks.accountId,
  bridgeId: webhooks.bridgeId,
  url: webhooks.url,
  events: webhooks.events,
  devices: webhooks.devices,
  isEnabled: webhooks.isEnabled,
  problem: webhooks.problem,
  createdAt: webhooks.createdAt,
  failingSince: webhooks.failingSince,
}

/** Ends what waits, so that it is never sent. */
export async function endWaiting(queries: Queries, webhookId: string): Promise<void> {
  await queries
    .update(webhookDeliveries)
    .set({ nextAt: null })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), sql`next_at is not null`))
}

export function createWebhookStore(db: DrizzleDatabase) {
  const read = async (where: SQL | undefined): Promise<Webhook[]> => {
    const rows = await db
      .select(columns)
      .from(webhooks)
      .where(where)
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    return rows.map(({ events, devices, ...row }) => ({
      ...row,
      events: eventsOf(events),
      devices: idsSchema.parse(devices),
    }))
  }

  return {
    /** The webhooks of an account, in order of creation. */
    list: (accountId: string): Promise<Webhook[]> => read(eq(webhooks.accountId, accountId)),

    async find(id: string): Promise<Webhook | null> {
      return (await read(eq(webhooks.id, id)))[0] ?? null
    },

    /** The number of webhooks of an account. Concurrent callers wait for each other. */
    async count(queries: Queries, accountId: string): Promise<number> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`webhooks of ${accountId}`}))`)
      const [counted] = await queries
        .select({ count: count() })
        .from(webhooks)
        .where(eq(webhooks.accountId, accountId))
      return counted?.count ?? 0
    },

    async insert(queries: Queries, webhook: NewWebhook): Promise<void> {
      await queries.insert(webhooks).values(webhook)
    },

    /** Changes what is given. One that is switched on starts without the failures of before. Returns false if it is gone. */
    async update(queries: Queries, id: string, change: WebhookChange): Promise<boolean> {
      const updated = await queries
        .update(webhooks)
        // Written in any case, because an empty change is no statement.
        .set({ id, ...change, ...(change.isEnabled === true ? { problem: null, failingSince: null } : {}) })
        .where(eq(webhooks.id, id))
        .returning({ id: webhooks.id })
      if (change.isEnabled === false) await endWaiting(queries, id)
      return updated.length > 0
    },

    /** Switches it off unless it is off. Returns whether it was on. */
    async switchOff(queries: Queries, id: string, problem: WebhookProblem): Promise<boolean> {
      const updated = await queries
        .update(webhooks)
        .set({ isEnabled: false, problem })
        .where(and(eq(webhooks.id, id), eq(webhooks.isEnabled, true)))
        .returning({ id: webhooks.id })
      await endWaiting(queries, id)
      return updated.length > 0
    },

    async rotate(queries: Queries, id: string, secret: string, oldUntil: Date): Promise<boolean> {
      const updated = await queries
        .update(webhooks)
        .set({ secret, oldSecret: sql`${webhooks.secret}`, oldSecretUntil: oldUntil })
        .where(eq(webhooks.id, id))
        .returning({ id: webhooks.id })
      return updated.length > 0
    },

    async delete(queries: Queries, id: string): Promise<boolean> {
      const deleted = await queries.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })
      return deleted.length > 0
    },

    /** The enabled webhooks of these accounts, or of all, with the devices of their connected apps. */
    async listWatching(accountIds: readonly string[] | null): Promise<WatchingWebhook[]> {
      const rows = await db
        .select({
          id: webhooks.id,
          accountId: webhooks.accountId,
          bridgeId: webhooks.bridgeId,
          events: webhooks.events,
          devices: webhooks.devices,
          granted: sql<
            string[]
          >`coalesce(array_agg(${bridgeDevices.deviceId}) filter (where ${bridgeDevices.deviceId} is not null), '{}')`,
        })
        .from(webhooks)
        .leftJoin(bridgeDevices, eq(bridgeDevices.bridgeId, webhooks.bridgeId))
        .where(
          and(
            eq(webhooks.isEnabled, true),
            accountIds === null ? undefined : inArray(webhooks.accountId, [...accountIds]),
          ),
        )
        .groupBy(webhooks.id)
      return rows.map(({ events, devices, granted, ...row }) => {
        const chosen = idsSchema.parse(devices)
        return {
          ...row,
          events: eventsOf(events),
          deviceIds: chosen === null ? granted : granted.filter((id) => chosen.includes(id)),
        }
      })
    },

    /** The held devices of which these webhooks were notified. */
    listHolds: async (webhookIds: readonly string[]): Promise<HoldMark[]> =>
      webhookIds.length === 0
        ? []
        : db
            .select()
            .from(webhookHolds)
            .where(inArray(webhookHolds.webhookId, [...webhookIds])),

    /** Marks that a hold began or ended. Returns false if another instance did so. */
    async markHold(queries: Queries, { webhookId, deviceId }: HoldMark, isHeld: boolean): Promise<boolean> {
      const changed = isHeld
        ? await queries
            .insert(webhookHolds)
            .select(
              queries
                .select({ webhookId: webhooks.id, deviceId: sql<string>`${deviceId}`.as('device_id') })
                .from(webhooks)
                .where(eq(webhooks.id, webhookId))
                .for('key share'),
            )
            .onConflictDoNothing()
            .returning()
        : await queries
            .delete(webhookHolds)
            .where(and(eq(webhookHolds.webhookId, webhookId), eq(webhookHolds.deviceId, deviceId)))
            .returning()
      return changed.length > 0
    },

    /** After the clock was set back: nothing failed later than now, and no old secret works for longer than it may. */
    async setBack(now: Date, latestOldSecret: Date): Promise<void> {
      await db.update(webhooks).set({ failingSince: now }).where(gt(webhooks.failingSince, now))
      await db
        .update(webhooks)
        .set({ oldSecretUntil: latestOldSecret })
        .where(gt(webhooks.oldSecretUntil, latestOldSecret))
    },
  }
}

export type WebhookStore = ReturnType<typeof createWebhookStore>
