import { UNLOCK_GESTURES } from '@senca/contract'
import { ENTITY_PARTS } from '@senca/contract/discovery'
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

/** One row per device. Its hardware is in `endpoints`, its last reported state in `device_shadows`. */
export const devices = pgTable(
  'devices',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    ownerId: uuid('owner_id').references(() => accounts.id, { onDelete: 'set null' }),
    name: text(),
    /** The name in the form used for comparison, without case. */
    nameKey: text('name_key'),
    settings: jsonb().notNull(),
    favourite: jsonb(),
    ventilation: jsonb(),
    /** How the device follows the sun; null if not set. */
    sun: jsonb(),
    /** For a shade: the door behind it. */
    doorId: text('door_id'),
    /** The gesture that unlocking a door requires; null for a tap. */
    unlockBy: text('unlock_by', { enum: UNLOCK_GESTURES }),
    /** argon2id; null unless unlocking takes a PIN. */
    unlockPinHash: text('unlock_pin_hash'),
    /** PIN guesses since the last correct one, including those in progress. */
    unlockPinGuesses: integer('unlock_pin_guesses').notNull().default(0),
    unlockPinLockedUntil: timestamp('unlock_pin_locked_until', { withTimezone: true }),
    /** Whether the claim code works: true from the factory, and again after each factory reset. */
    isClaimable: boolean('is_claimable').notNull(),
    /** When the claim code stops working: one day after a factory reset of a device that has an owner. */
    claimableUntil: timestamp('claimable_until', { withTimezone: true }),
    /** Whether the last status reported a factory reset. Only a new reset enables the claim code. */
    reportedFactoryReset: boolean('said_factory_reset').notNull(),
    /** The device was deleted while it was unreachable and must still receive `forget`. */
    mustForget: boolean('must_forget').notNull(),
    /** The device replaced another one, and its hardware has not applied the settings yet. */
    mustSendSettings: boolean('must_take_settings').notNull().default(false),
    /** Why and when the last upgrade failed; null if it did not fail. */
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

/** The hardware of devices: its address and its credentials. */
export const endpoints = pgTable(
  'endpoints',
  {
    /** The name of the driver that speaks the protocol of the endpoint. */
    driver: text().notNull(),
    /** The address that the driver uses. For our own protocol this is the MQTT client id. */
    address: text().notNull(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret, base64url; null if the endpoint does not sign in with a secret. */
    secretHash: text('secret_hash'),
    /** If false, the endpoint can sign in only with its keys. */
    isSecretEnabled: boolean('is_secret_enabled').notNull().default(true),
    /** SHA-256 of the normalized claim code, base64url; null if there is none. */
    claimCodeHash: text('claim_code_hash').unique(),
    /** The hardware generation; null if not reported yet. */
    version: smallint(),
    firmware: text(),
    /** For hardware of other makers: what it is in its device. */
    part: text({ enum: ENTITY_PARTS }),
    /** The code that a lock of another maker needs, sealed; null for none. */
    sealedCode: text('sealed_code'),
  },
  (table) => [
    primaryKey({ columns: [table.driver, table.address] }),
    index('endpoints_device_id').on(table.deviceId),
  ],
)

/** The public keys with which devices sign in. */
export const deviceKeys = pgTable(
  'device_keys',
  {
    id: uuid().primaryKey(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SPKI, PEM. */
    publicKey: text('public_key').notNull(),
    /** Unique: a key belongs to exactly one device. */
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
  /** By endpoint key: the counts of its last report and its reported capabilities. */
  endpoints: jsonb().notNull().default({}),
  reportedAt: timestamp('reported_at', { withTimezone: true }),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
  /**
   * Raised by every write of the row that is not a write behind. A write behind that knows only an older generation is rejected.
   */
  generation: integer().notNull().default(0),
})
