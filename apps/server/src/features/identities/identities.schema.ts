import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/** Whom a provider's subject signs in as. */
export const identities = pgTable(
  'identities',
  {
    /** The issuer as it is configured. */
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identities_account_id').on(table.accountId),
  ],
)

/** Id tokens that came without a nonce and nonces that came back: neither is accepted again. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    /** SHA-256 of what of a token is signed, or of a nonce, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    /** When it would be refused for its age anyhow. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('used_id_tokens_expires_at').on(table.expiresAt)],
)
