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

/** Id tokens that came without a nonce and are never accepted again. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    /** SHA-256 of what is signed, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('used_id_tokens_expires_at').on(table.expiresAt)],
)

/** Nonces that were given out; a row is gone once its nonce has come back. */
export const signInNonces = pgTable(
  'sign_in_nonces',
  {
    /** SHA-256 of the cookie that the nonce was given out with, base64url. */
    cookieHash: text('cookie_hash').primaryKey(),
    nonceHash: text('nonce_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sign_in_nonces_expires_at').on(table.expiresAt)],
)
