import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/** The brokers that people run and that their accounts have joined, one of each account. */
export const joinedBrokers = pgTable(
  'joined_brokers',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    host: text().notNull(),
    port: integer().notNull(),
    tls: boolean().notNull(),
    username: text(),
    /** Sealed. */
    password: text(),
    discoveryPrefix: text('discovery_prefix').notNull(),
    /** Certificates as PEM. */
    ca: text(),
    /** Random, and another one after each joining. */
    clientId: text('client_id').notNull(),
    /** The instance that holds the connection, where there are several; it is free after `keptUntil`. */
    keeper: uuid(),
    keptUntil: timestamp('kept_until', { withTimezone: true }),
    /** What the keeper last knew of the connection. */
    status: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    lastError: text('last_error'),
    /** Announcements that the owner has forgotten. */
    forgotten: jsonb().notNull().default({}),
  },
  (table) => [index('joined_brokers_kept_until').on(table.keptUntil)],
)
