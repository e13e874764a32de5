import { UNLOCK_GESTURES } from '@senca/contract'
import { isNotNull } from 'drizzle-orm'
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

/**
 * What is known and decided about each device; its hardware stands in `endpoints`, what that reports in `device_shadows`.
 */
export const devices = pgTable(
  'devices',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'set null' }),
    name: text(),
    /** The name as it is compared: without case. */
    nameKey: text('name_key'),
    settings: jsonb().notNull(),
    favourite: jsonb(),
    ventilation: jsonb(),
    /** How it follows the sun; null where nobody said. */
    sun: jsonb(),
    /** Of a shade: the door behind it. */
    doorId: text('door_id'),
    /** What unlocking a door takes; null for a tap. */
    unlockBy: text('unlock_by', { enum: UNLOCK_GESTURES }),
    /** argon2id; null unless unlocking takes a PIN. */
    unlockPinHash: text('unlock_pin_hash'),
    /** PINs tried since the last right one, those under way included. */
    unlockPinGuesses: integer('unlock_pin_guesses').notNull().default(0),
    unlockPinLockedUntil: timestamp('unlock_pin_locked_until', { withTimezone: true }),
    /** Whether its claim code works: true from the factory on, and again after each factory reset. */
    isClaimable: boolean('is_claimable').notNull(),
    /** When its claim code ends again: a day after a factory reset of a device that has an owner. */
    claimableUntil: timestamp('claimable_until', { withTimezone: true }),
    /** What its last status said, so that only a reset that is news frees the claim code. */
    saidFactoryReset: boolean('said_factory_reset').notNull(),
    /** It was deleted while it could not be told. */
    mustForget: boolean('must_forget').notNull(),
    /** It took the place of another whose settings its hardware has not taken yet. */
    mustTakeSettings: boolean('must_take_settings').notNull().default(false),
    /** Why its last upgrade failed, and when; null where it did not. */
    upgradeFailure: jsonb('upgrade_failure'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
  },
  (table) => [
    index('devices_owner_id').on(table.ownerId),
    index('devices_door_id').on(table.doorId).where(isNotNull(table.doorId)),
    uniqueIndex('devices_owner_id_name_key').on(table.ownerId, table.nameKey),
  ],
)

/** The hardware of devices: where each is reached, and as whom it signs in. */
export const endpoints = pgTable(
  'endpoints',
  {
    /** The name of the driver that speaks its protocol. */
    driver: text().notNull(),
    /** How that driver names it: of our own protocol the MQTT client id. */
    address: text().notNull(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SHA-256 of its secret, base64url; null where it does not sign in with one. */
    secretHash: text('secret_hash'),
    /** False: it signs in with its keys alone. */
    isSecretEnabled: boolean('is_secret_enabled').notNull().default(true),
    /** SHA-256 of the claim code in its plain form, base64url; null where it has none. */
    claimCodeHash: text('claim_code_hash').unique(),
    /** The generation of the hardware; null before it told. */
    version: smallint(),
    firmware: text(),
  },
  (table) => [
    primaryKey({ columns: [table.driver, table.address] }),
    index('endpoints_device_id').on(table.deviceId),
  ],
)

/** The public keys that devices sign in with. */
export const deviceKeys = pgTable(
  'device_keys',
  {
    id: uuid().primaryKey(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SPKI, PEM. */
    publicKey: text('public_key').notNull(),
    /** One key is one device's. */
    fingerprint: text().notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('device_keys_device_id').on(table.deviceId)],
)

/** The last state of each device, written behind in batches. */
export const deviceShadows = pgTable('device_shadows', {
  deviceId: text('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  fields: jsonb().notNull(),
  settings: jsonb().notNull(),
  /** By the key of the endpoint: the counts of its last report, and what it says that it can. */
  endpoints: jsonb().notNull().default({}),
  reportedAt: timestamp('reported_at', { withTimezone: true }),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
  /** Raised by all that write the row at once: what is written behind counts only when it knows of that. */
  generation: integer().notNull().default(0),
})
