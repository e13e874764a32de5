import { SECURITY_EVENTS } from '@senca/contract/account'
import { ACTIVITY_ACTIONS, ACTIVITY_ORIGINS } from '@senca/contract/activity'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** How long a row is kept: what happened to an account, at its doors, to the rest of its home. */
export const KEEPS = ['trail', 'door', 'home'] as const

/**
 * What happened in a home and to the account itself, and what became of it. Rows outlive what they name. The table is in parts: one
 * for each month and length of keeping, and `activity`, where all stands from before there were parts.
 */
export const activity = pgTable(
  'activity_log',
  {
    id: bigint({ mode: 'number' }).notNull().default(sql`nextval('activity_log_id_seq')`),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null for what concerns the account alone. */
    deviceId: text('device_id'),
    /** The name that the device had then. */
    deviceName: text('device_name'),
    /** In whose home or trail the row stands: of a device its owner at that time. */
    accountId: uuid('account_id').notNull(),
    /** Who did it; null for what was done on the spot. */
    actorId: uuid('actor_id'),
    /** The name that a link had then; accounts are named by their address now. */
    actorName: text('actor_name'),
    origin: text({ enum: ['account', ...ACTIVITY_ORIGINS] }).notNull(),
    action: text({ enum: [...ACTIVITY_ACTIONS, ...SECURITY_EVENTS] }).notNull(),
    details: jsonb().notNull(),
    /** How far a command has come; null for what is done at once, and until the device has answered. */
    result: jsonb(),
    /** The role by which it was done, with the name that it had then; null for none. */
    roleId: uuid('role_id'),
    roleName: text('role_name'),
    /** What was changed by a role: `{before, after}`; null for what changes nothing that is kept. */
    change: jsonb(),
    /** Under which a row is completed, and by which one that was written twice is one; null in a trail. */
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
