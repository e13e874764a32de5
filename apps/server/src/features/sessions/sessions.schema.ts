import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie, base64url. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Moved by use, but never past the absolute end. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    renewedAt: timestamp('renewed_at', { withTimezone: true }).notNull(),
    /** At the time of `lastSeenAt`; null if the session began before this was stored. */
    userAgent: text('user_agent'),
    address: text(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    /** Whether its browser keeps a copy of the home for the time without a network. */
    keepsHome: boolean('keeps_home').notNull().default(false),
  },
  (table) => [
    index('sessions_account_id').on(table.accountId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
)

/** Tokens issued for a session; they end with it. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    /** SHA-256 of the token, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: ['api', 'websocket'] }).notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('session_tokens_session_id').on(table.sessionId),
    index('session_tokens_expires_at').on(table.expiresAt),
  ],
)
