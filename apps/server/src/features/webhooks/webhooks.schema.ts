import { WEBHOOK_PROBLEMS } from '@senca/contract/webhooks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { bridges } from '#features/bridges/bridges.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

const webhookId = () =>
  uuid('webhook_id')
    .notNull()
    .references(() => webhooks.id, { onDelete: 'cascade' })

/** Addresses that are notified of what happens at the devices of a connected app. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    bridgeId: uuid('bridge_id')
      .notNull()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: jsonb().notNull(),
    /** Ids of devices; null for all of the connected app. */
    devices: jsonb(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Why it was switched off; null if it was not, or by its maker. */
    problem: text({ enum: WEBHOOK_PROBLEMS }),
    /** Sealed. The one before signs too, until `oldSecretUntil`. */
    secret: text().notNull(),
    oldSecret: text('old_secret'),
    oldSecretUntil: moment('old_secret_until'),
    createdAt: moment('created_at').notNull(),
    /** The first failure since the last delivery. */
    failingSince: moment('failing_since'),
    /** Until when one instance sends to it. A killed one leaves it until then. */
    sendingUntil: moment('sending_until'),
  },
  (table) => [
    index('webhooks_account_id').on(table.accountId),
    index('webhooks_bridge_id').on(table.bridgeId),
  ],
)

/** What was or is to be sent, for seven days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: webhookId(),
    event: text().notNull(),
    /** The devices that it is about; it is not sent once the connected app has one of them no more. */
    deviceIds: jsonb('device_ids').notNull(),
    body: text().notNull(),
    at: moment('at').notNull(),
    attempts: integer().notNull().default(0),
    /** The HTTP status of the last answer. */
    status: integer(),
    /** Null if it is not sent any more. */
    nextAt: moment('next_at'),
    replayOf: uuid('replay_of'),
    /** The same for the same event on all instances; null where only one of them knows of it. */
    key: text(),
  },
  (table) => [
    index('webhook_deliveries_webhook_id_at').on(table.webhookId, table.at),
    index('webhook_deliveries_waiting').on(table.webhookId, table.nextAt).where(sql`next_at is not null`),
    uniqueIndex('webhook_deliveries_key').on(table.webhookId, table.key).where(sql`key is not null`),
  ],
)

/** The held devices of which a webhook was notified. */
export const webhookHolds = pgTable(
  'webhook_holds',
  {
    webhookId: webhookId(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.deviceId] }),
    index('webhook_holds_device_id').on(table.deviceId),
  ],
)
