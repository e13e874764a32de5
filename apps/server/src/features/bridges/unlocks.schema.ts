import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { devices } from '#features/devices/devices.schema.ts'
import { bridges } from './bridges.schema.ts'

/** The doors that bridges may unlock, and how that is checked. Without a row a bridge does not unlock. */
export const bridgeUnlocks = pgTable(
  'bridge_unlocks',
  {
    bridgeId: uuid('bridge_id')
      .notNull()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** `pin` or `ask`. */
    mode: text().notNull(),
    /** Argon2id, for the mode `pin`. */
    pinHash: text('pin_hash'),
    /** PINs that were tried since the last right one, and until when no more may be. */
    pinTries: integer('pin_tries').notNull().default(0),
    pinLockedUntil: timestamp('pin_locked_until', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.bridgeId, table.deviceId] }),
    index('bridge_unlocks_device_id').on(table.deviceId),
  ],
)
