import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** The Matter nodes in the fabrics of accounts. */
export const matterNodes = pgTable(
  'matter_nodes',
  {
    accountId: accountId(),
    node: text().notNull(),
    vendor: text().notNull(),
    product: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.node] })],
)

/** What the Matter process keeps of an account: the keys of its fabric, and how its nodes are reached. */
export const matterStore = pgTable(
  'matter_store',
  {
    accountId: accountId(),
    key: text().notNull(),
    /** Sealed. */
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
)

/** Which instance controls the nodes of an account, and until when, where several instances share the database. */
export const matterKeepers = pgTable('matter_keepers', {
  accountId: accountId().primaryKey(),
  keeper: uuid().notNull(),
  keptUntil: timestamp('kept_until', { withTimezone: true }).notNull(),
})
