import { SECURITY_EVENTS } from '@senca/contract/account'
import { ACTIVITY_ACTIONS, ACTIVITY_ORIGINS } from '@senca/contract/activity'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The retention class of a row: the trail of an account, events at doors, or other events of a home. */
export const KEEPS = ['trail', 'door', 'home'] as const

/**
 * Events in a home and of the account itself, with their results. Rows remain after the things that they name are deleted. The
 * table is partitioned by month and retention class; `activity` contains all rows from before partitioning.
 */
export const activity = pgTable(
  'activity_log',
  {
    id: bigint({ mode: 'number' }).notNull().default(sql`nextval('activity_log_id_seq')`),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The id of an entity if the details name one; null for an event that concerns only the account. */
    deviceId: text('device_id'),
    /** The name of the device at that time. */
    deviceName: text('device_name'),
    /** The account in whose home or trail the row is. For a device this is its owner at that time. */
    accountId: uuid('account_id').notNull(),
    /** Who did it; null for something done by hand at the device. */
    actorId: uuid('actor_id'),
    /** The name of a link at that time; accounts are shown with their current address. */
    actorName: text('actor_name'),
    origin: text({ enum: ['account', ...ACTIVITY_ORIGINS] }).notNull(),
    action: text({ enum: [...ACTIVITY_ACTIONS, ...SECURITY_EVENTS] }).notNull(),
    details: jsonb().notNull(),
    /** The progress of a command; null for an action that is complete at once, and until the device has answered. */
    result: jsonb(),
    /** The role by which it was done, with its name at that time; null for none. */
    roleId: uuid('role_id'),
    roleName: text('role_name'),
    /** What was changed by a role, as `{before, after}`; null if nothing stored was changed. */
    change: jsonb(),
    /** Identifies a row when it is updated or written twice; null in a trail. */
    key: uuid(),
    keep: text({ enum: KEEPS }).notNull(),
  },
  (table) => [
    index('activity_log_home').on(table.accountId, table.id).where(isNotNull(table.deviceId)),
    index('activity_log_device')
      .on(table.accountId, table.deviceId, table.id)
      .where(isNotNull(table.deviceId)),
    index('activity_log_trail').on(table.accountId, table.id).where(isNull(table.deviceId)),
    index('activity_log_id').on(table.id),
    index('activity_log_role').on(table.roleId, table.id).where(isNotNull(table.roleId)),
    uniqueIndex('activity_log_key').on(table.key, table.at, table.keep).where(isNotNull(table.key)),
  ],
)
