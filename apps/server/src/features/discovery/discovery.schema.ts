import { boolean, customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** What announced ignored entities and those in devices, so that they are known after a restart without being announced again. */
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
    /** It was ever a part of a door that takes a PIN or a passkey to unlock. */
    wasGuarded: boolean('was_guarded').notNull().default(false),
    /** The config topic whose message is kept; null if the entity is neither ignored nor in a device. */
    topic: text(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
)
