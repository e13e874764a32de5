import { UPGRADE_ERRORS, UPGRADE_STEPS } from '@senca/contract/hardware'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

/** For each device its waiting or running upgrade, or its last one. */
export const deviceUpgrades = pgTable(
  'device_upgrades',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The owner of the device when it was requested. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    askedBy: uuid('asked_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** Whether it was queued by the last upgrade of the whole home. */
    isInLine: boolean('is_in_line').notNull(),
    type: text().notNull(),
    /** The firmware to install. */
    version: text().notNull(),
    step: text({ enum: UPGRADE_STEPS }).notNull(),
    error: text({ enum: UPGRADE_ERRORS }),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('device_upgrades_owner_id').on(table.ownerId),
    index('device_upgrades_firmware').on(table.type, table.version, table.step),
    index('device_upgrades_open')
      .on(table.ownerId, table.changedAt)
      .where(sql`${table.step} in ('waiting', 'sent', 'upgrading')`),
  ],
)
