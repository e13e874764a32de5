import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Append-only: who asked what of which device, and when. Rows outlive the accounts and devices they name. */
export const activity = pgTable(
  'activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    deviceId: text('device_id').notNull(),
    accountId: uuid('account_id').notNull(),
    origin: text({ enum: ['account'] }).notNull(),
    action: text({ enum: ['unlock'] }).notNull(),
    details: jsonb().notNull(),
  },
  (table) => [index('activity_device_id_at').on(table.deviceId, table.at)],
)
