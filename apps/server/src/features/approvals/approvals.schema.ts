import { LOCK_TYPES } from '@senca/contract'
import { APPROVAL_STATUSES } from '@senca/contract/approvals'
import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bridges } from '#features/bridges/bridges.schema.ts'
import { bridgeUnlocks } from '#features/bridges/unlocks.schema.ts'

/** What bridges asked people to unlock. An ask ends with the permission by which it was made. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    bridgeId: uuid('bridge_id').notNull(),
    deviceId: text('device_id').notNull(),
    lockType: text('lock_type', { enum: LOCK_TYPES }).notNull(),
    unlockDuration: integer('unlock_duration'),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    status: text({ enum: APPROVAL_STATUSES }).notNull().default('waiting'),
    /** The result of an allowed unlock; null until it is known, and for ever if the server was killed meanwhile. */
    result: jsonb(),
  },
  (table) => [
    foreignKey({
      name: 'approvals_unlock_fk',
      columns: [table.bridgeId, table.deviceId],
      foreignColumns: [bridgeUnlocks.bridgeId, bridgeUnlocks.deviceId],
    }).onDelete('cascade'),
    uniqueIndex('approvals_waiting_device').on(table.deviceId).where(sql`status = 'waiting'`),
    index('approvals_bridge_id_asked_at').on(table.bridgeId, table.askedAt),
    index('approvals_waiting_expires_at').on(table.expiresAt).where(sql`status = 'waiting'`),
  ],
)

/** The asks of a bridge that nobody allowed since the last allowed one or pause, and until when it may not ask. */
export const approvalPauses = pgTable('approval_pauses', {
  bridgeId: uuid('bridge_id')
    .primaryKey()
    .references(() => bridges.id, { onDelete: 'cascade' }),
  refusals: integer().notNull().default(0),
  pausedUntil: timestamp('paused_until', { withTimezone: true }),
})
