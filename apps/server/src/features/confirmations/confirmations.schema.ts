import { index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/** Confirmations that were sent by e-mail: the tokens of links, and for codes the prefix and the code separately. */
export const confirmations = pgTable(
  'confirmations',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirm', 'reset', 'add_password', 'delete'] }).notNull(),
    type: text({ enum: ['link', 'code'] }).notNull(),
    /** SHA-256 of the link's token or of the code's prefix, base64url. */
    lookupHash: text('lookup_hash').notNull().unique(),
    /** SHA-256 of the whole token, base64url; a code cannot be found from it without its prefix. */
    tokenHash: text('token_hash').notNull(),
    wrongGuesses: smallint('wrong_guesses').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('confirmations_account_id').on(table.accountId),
    index('confirmations_expires_at').on(table.expiresAt),
  ],
)
