import { DENSITIES, UNITS } from '@senca/contract'
import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

export const rooms = pgTable(
  'rooms',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The name in the form used for comparison, without case. */
    nameKey: text('name_key').notNull(),
    /** Rooms are shown by ascending place; there may be gaps. */
    place: integer().notNull(),
  },
  (table) => [uniqueIndex('rooms_account_id_name_key').on(table.accountId, table.nameKey)],
)

/** The devices in rooms. For each account a device is in at most one room. */
export const roomDevices = pgTable(
  'room_devices',
  {
    accountId: uuid('account_id').notNull(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    roomId: uuid('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.deviceId] }),
    index('room_devices_device_id').on(table.deviceId),
    index('room_devices_room_id').on(table.roomId),
  ],
)

/** The choices of an account; null for the default. */
export const preferences = pgTable('preferences', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  density: text({ enum: DENSITIES }),
  units: text({ enum: UNITS }),
})

/** The ids that an account pinned to the top of its home. */
export const pins = pgTable(
  'pins',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    pinnedId: text('pinned_id').notNull(),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.pinnedId] }),
    index('pins_pinned_id').on(table.pinnedId),
  ],
)

/** Where an account placed shades and doors on the front of its house, in shares 0..1 of the picture. */
export const facadePlaces = pgTable(
  'facade_places',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
    w: doublePrecision().notNull(),
    h: doublePrecision().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.deviceId] }),
    index('facade_places_device_id').on(table.deviceId),
  ],
)
