import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

/** What accounts lend to other accounts; a role that has ended keeps its row, so that its report can be read. */
export const roles = pgTable(
  'roles',
  {
    id: uuid().primaryKey(),
    /** Who gave it. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Raised by every change of it, so that of two at once none is lost and what was read before is known to be old. */
    revision: integer().notNull().default(0),
    name: text().notNull(),
    nameKey: text('name_key').notNull(),
    permissions: jsonb().notNull(),
    /** Null is open. */
    validAfter: timestamp('valid_after', { withTimezone: true }),
    validBefore: timestamp('valid_before', { withTimezone: true }),
    windows: jsonb(),
    timeZone: text('time_zone'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When it was deleted, or lost its last device; null while it is there, expired or not. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Whether what its end takes with it has been taken, and who had it was told. */
    isSettled: boolean('is_settled').notNull().default(false),
  },
  (table) => [
    index('roles_account_id').on(table.accountId),
    uniqueIndex('roles_account_id_name_key').on(table.accountId, table.nameKey).where(sql`ended_at is null`),
    index('roles_valid_before')
      .on(table.validBefore)
      .where(sql`ended_at is null and not is_settled and valid_before is not null`),
    index('roles_ended_at').on(table.endedAt).where(sql`ended_at is not null`),
  ],
)

export const roleDevices = pgTable(
  'role_devices',
  {
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** In the order of who gave it. */
    place: smallint().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roleId, table.deviceId] }),
    index('role_devices_device_id').on(table.deviceId),
  ],
)

export const roleUsers = pgTable(
  'role_users',
  {
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    place: smallint().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** The last command or maintenance by it; looking does not count. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.roleId, table.accountId] }),
    index('role_users_account_id').on(table.accountId),
  ],
)
