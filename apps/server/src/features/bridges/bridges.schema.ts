import {
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
import { devices } from '#features/devices/devices.schema.ts'

/** Connected apps: what acts for its maker with granted rights. */
export const bridges = pgTable(
  'bridges',
  {
    id: uuid().primaryKey(),
    /** The account that made it. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** Raised by every change of the terms, to prevent lost updates. */
    revision: integer().notNull().default(0),
    name: text().notNull(),
    nameKey: text('name_key').notNull(),
    scopes: jsonb().notNull(),
    validAfter: timestamp('valid_after', { withTimezone: true }),
    validBefore: timestamp('valid_before', { withTimezone: true }),
    windows: jsonb(),
    timeZone: text('time_zone'),
    /** SHA-256 of the token, base64url, and its last four characters. */
    tokenHash: text('token_hash').notNull().unique(),
    tokenEnd: text('token_end').notNull(),
    /** The end of a token that a client has to renew; null for one that works as long as the bridge. */
    tokenUntil: timestamp('token_until', { withTimezone: true }),
    /** The program that its maker let in by consent; null for a bridge with a secret. */
    client: jsonb(),
    /** The token before, while it still works. */
    oldTokenHash: text('old_token_hash').unique(),
    oldTokenUntil: timestamp('old_token_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    lastAddress: text('last_address'),
    /** The last reminder that its maker got, in days before the end; null for none. */
    remindedDays: integer('reminded_days'),
  },
  (table) => [
    uniqueIndex('bridges_account_id_name_key').on(table.accountId, table.nameKey),
    index('bridges_valid_before').on(table.validBefore),
  ],
)

/** What each of them may do with which device. */
export const bridgeDevices = pgTable(
  'bridge_devices',
  {
    bridgeId: uuid('bridge_id')
      .notNull()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    permissions: jsonb().notNull(),
    /** Null for everything that the device can do. */
    channels: jsonb(),
    actions: jsonb(),
    limits: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.bridgeId, table.deviceId] }),
    index('bridge_devices_device_id').on(table.deviceId),
  ],
)
