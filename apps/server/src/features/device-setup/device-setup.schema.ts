import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

export const SETUP_OUTCOMES = [
  'connected',
  'claimed',
  'used',
  'belongs_to_another_home',
  'unreachable',
] as const

/** The codes by which devices are added to homes during their setup. */
export const setupCodes = pgTable(
  'setup_codes',
  {
    /** SHA-256 of the normalized code, base64url. */
    codeHash: text('code_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** The device that used the code, which may have left the home since; null while the code is open. */
    deviceId: text('device_id'),
    /** The result for the last device that offered the code; null before the first. */
    outcome: text({ enum: SETUP_OUTCOMES }),
  },
  (table) => [
    index('setup_codes_account_id').on(table.accountId),
    index('setup_codes_expires_at').on(table.expiresAt),
  ],
)
