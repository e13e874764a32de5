import { SECURITY_EVENTS } from '@senca/contract'
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Append-only: who did what, to which device or to the account itself. Rows outlive what they name. */
export const activity = pgTable(
  'activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null for what concerns the account alone. */
    deviceId: text('device_id'),
    accountId: uuid('account_id').notNull(),
    origin: text({ enum: ['account'] }).notNull(),
    action: text({ enum: ['unlock', ...SECURITY_EVENTS] }).notNull(),
    details: jsonb().notNull(),
  },
  (table) => [
    index('activity_device_id_at').on(table.deviceId, table.at),
    index('activity_account_id_id').on(table.accountId, table.id),
    index('activity_at').on(table.at),
  ],
)
