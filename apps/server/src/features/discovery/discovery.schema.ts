import { boolean, customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** What announced ignored entities, so that they are known after a restart without being announced again. */
export const entityConfigs = pgTable(
  'entity_configs',
  { accountId: accountId(), topic: text().notNull(), payload: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.topic] })],
)

/** The entities that are announced in the space of an account, and those that were ignored. */
export const entities = pgTable(
  'entities',
  {
    accountId: accountId(),
    id: text().notNull(),
    firstSeenAt: timestamp('first_seen_at', { withTimezone: true }).notNull(),
    ignored: boolean().notNull(),
    /** The config topic whose message is kept; null if the entity is not ignored, or not announced any more. */
    topic: text(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
)
