import { UPGRADE_ERRORS, UPGRADE_STEPS } from '@senca/contract/hardware'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

/** The upgrade of each device that is in line or under way, or the last one that it had. */
export const deviceUpgrades = pgTable(
  'device_upgrades',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** Whose device it was when it was asked for. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    askedBy: uuid('asked_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** Whether it was put in line with the whole home, in the last round of that. */
    isInLine: boolean('is_in_line').notNull(),
    type: text().notNull(),
    /** The firmware that it is to run. */
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
