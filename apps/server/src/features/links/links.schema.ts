import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'

export const deviceLinks = pgTable(
  'device_links',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, base64url. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The encrypted token, so that its owner can copy it again. */
    sealedToken: text('sealed_token').notNull(),
    /** Raised by every change of the terms, to prevent lost updates. */
    revision: integer().notNull().default(0),
    name: text(),
    multiUse: boolean('multi_use').notNull(),
    /** Null for unlimited. */
    maxUses: integer('max_uses'),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    timeZone: text('time_zone').notNull(),
    windows: jsonb().notNull(),
    /** Null if no PIN is required. */
    sealedPin: text('sealed_pin'),
    /** Wrong PINs since the last correct one. */
    pinGuesses: integer('pin_guesses').notNull().default(0),
    pinLockedUntil: timestamp('pin_locked_until', { withTimezone: true }),
    uses: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [
    index('device_links_account_id').on(table.accountId),
    index('device_links_expires_at').on(table.expiresAt),
  ],
)

/** The devices of each link. When a device leaves its owner, it is removed from the links too. */
export const deviceLinkDevices = pgTable(
  'device_link_devices',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => deviceLinks.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The order in which the owner listed the devices. */
    place: smallint().notNull(),
    /** Null for all channels. */
    channels: jsonb(),
    actions: jsonb(),
    limits: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.deviceId] }),
    index('device_link_devices_device_id').on(table.deviceId),
  ],
)

/** Reserved uses of links with limited uses, while their commands run. A row that is never settled is settled after a while. */
export const deviceLinkUses = pgTable(
  'device_link_uses',
  {
    id: uuid().primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => deviceLinks.id, { onDelete: 'cascade' }),
    isUnlock: boolean('is_unlock').notNull(),
    reservedAt: timestamp('reserved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('device_link_uses_link_id').on(table.linkId),
    index('device_link_uses_reserved_at').on(table.reservedAt),
  ],
)

/** Former links, so that a person who still has one learns that it has ended. */
export const deviceLinkTombstones = pgTable(
  'device_link_tombstones',
  {
    tokenHash: text('token_hash').primaryKey(),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('device_link_tombstones_ended_at').on(table.endedAt)],
)

/** Websocket tokens of guests; they end with their link. */
export const deviceLinkTokens = pgTable(
  'device_link_tokens',
  {
    /** SHA-256 of the token, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => deviceLinks.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('device_link_tokens_link_id').on(table.linkId),
    index('device_link_tokens_expires_at').on(table.expiresAt),
  ],
)

/** Accounts that have frozen all sharing. */
export const sharingFreezes = pgTable('sharing_freezes', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  frozenAt: timestamp('frozen_at', { withTimezone: true }).notNull(),
})
