import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

/**
 * Offers of devices to other accounts. A device is offered to one account at a time; the offers of one e-mail share its token.
 */
export const transfers = pgTable(
  'transfers',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    giverId: uuid('giver_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256, base64url. */
    tokenHash: text('token_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('transfers_giver_id').on(table.giverId),
    index('transfers_receiver_id').on(table.receiverId),
    index('transfers_token_hash').on(table.tokenHash),
    index('transfers_expires_at').on(table.expiresAt),
  ],
)
