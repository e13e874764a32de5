import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { bridges } from '#features/bridges/bridges.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

/** Bridges to Home Assistant: one for each broker of an account. */
export const homeAssistantBridges = pgTable(
  'home_assistant_bridges',
  {
    bridgeId: uuid('bridge_id')
      .primaryKey()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** `own` or `joined`. */
    broker: text().notNull(),
  },
  (table) => [uniqueIndex('home_assistant_bridges_account_id_broker').on(table.accountId, table.broker)],
)

/** By what each device is known to the Home Assistant of a bridge. It stays when its hardware is replaced. */
export const homeAssistantKeys = pgTable(
  'home_assistant_keys',
  {
    bridgeId: uuid('bridge_id')
      .notNull()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    key: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bridgeId, table.deviceId] })],
)

/** Deleted bridges whose messages a joined broker may still retain. */
export const homeAssistantLeftovers = pgTable('home_assistant_leftovers', {
  bridgeId: uuid('bridge_id').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
})

/** By what this installation is known to the Home Assistants: one row. */
export const homeAssistantServers = pgTable('home_assistant_servers', { id: text().primaryKey() })
