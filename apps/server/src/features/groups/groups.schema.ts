import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

export const groups = pgTable(
  'groups',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The name in the form used for comparison, without case. */
    nameKey: text('name_key').notNull(),
    /** Groups are listed by ascending place; there may be gaps. */
    place: integer().notNull(),
  },
  (table) => [uniqueIndex('groups_account_id_name_key').on(table.accountId, table.nameKey)],
)

export const groupDevices = pgTable(
  'group_devices',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.deviceId] }),
    index('group_devices_device_id').on(table.deviceId),
  ],
)
