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

/** The roles by which accounts share devices. The row of a role that has ended is kept for its report. */
export const roles = pgTable(
  'roles',
  {
    id: uuid().primaryKey(),
    /** The account that gave the role. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Raised by every change. It prevents lost updates and shows that cached data is outdated. */
    revision: integer().notNull().default(0),
    name: text().notNull(),
    nameKey: text('name_key').notNull(),
    permissions: jsonb().notNull(),
    /** Null means no limit. */
    validAfter: timestamp('valid_after', { withTimezone: true }),
    validBefore: timestamp('valid_before', { withTimezone: true }),
    windows: jsonb(),
    timeZone: text('time_zone'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the role was deleted or lost its last device; null while it exists, even if expired. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Whether the end has been handled: dependent data was removed and the users were notified. */
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
    /** The order in which the owner listed the devices. */
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
    /** The last command or maintenance by the role; viewing does not count. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.roleId, table.accountId] }),
    index('role_users_account_id').on(table.accountId),
  ],
)
