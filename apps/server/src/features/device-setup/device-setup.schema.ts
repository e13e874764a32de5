import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

export const SETUP_OUTCOMES = [
  'connected',
  'claimed',
  'used',
  'belongs_to_another_home',
  'unreachable',
] as const

/** The codes by which devices come into homes in their set-up. */
export const setupCodes = pgTable(
  'setup_codes',
  {
    /** SHA-256 of the code in its plain form, base64url. */
    codeHash: text('code_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** The device that used it, which may have left the home since; null as long as it is open. */
    deviceId: text('device_id'),
    /** What came of the last device that offered it; null before the first. */
    outcome: text({ enum: SETUP_OUTCOMES }),
  },
  (table) => [
    index('setup_codes_account_id').on(table.accountId),
    index('setup_codes_expires_at').on(table.expiresAt),
  ],
)
