import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** The address in the form used for comparison, without case. */
  emailKey: text('email_key').notNull().unique(),
  /** argon2id; null while the account has no password. */
  passwordHash: text('password_hash'),
  isConfirmed: boolean('is_confirmed').notNull(),
  locale: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
