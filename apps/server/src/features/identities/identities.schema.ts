import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/** The account that a provider's subject signs in to. */
export const identities = pgTable(
  'identities',
  {
    /** The issuer as configured. */
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

/** Used id tokens without a nonce, used nonces, and challenges that passkeys signed. None of them is accepted again. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    /** SHA-256 of the signed part of a token, of a nonce or of a challenge, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    /** After this time it would be refused because of its age. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('used_id_tokens_expires_at').on(table.expiresAt)],
)
