import { sql } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { bridges } from '#features/bridges/bridges.schema.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** The logins by which bridges and other hardware enter the MQTT space of an account. */
export const mqttLogins = pgTable(
  'mqtt_logins',
  {
    username: text().primaryKey(),
    accountId: accountId(),
    name: text().notNull(),
    /** The name as it is compared. */
    nameKey: text('name_key').notNull(),
    /** SHA-256, base64url. The password is long and random. */
    passwordHash: text('password_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    /** The client ids that have signed in by it at an external broker, whose connections end by client id. */
    clientIds: text('client_ids').array().notNull().default(sql`'{}'`),
    /** The bridge whose login it is; null for one that the account has made itself. */
    bridgeId: uuid('bridge_id').references(() => bridges.id, { onDelete: 'cascade' }),
    /** When it ends; null for never. */
    validUntil: timestamp('valid_until', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('mqtt_logins_account_id_name_key').on(table.accountId, table.nameKey),
    index('mqtt_logins_bridge_id').on(table.bridgeId),
    index('mqtt_logins_valid_until').on(table.validUntil),
  ],
)

/** The retained messages of spaces. */
export const mqttRetained = pgTable(
  'mqtt_retained',
  {
    accountId: accountId(),
    topic: text().notNull(),
    payload: bytes().notNull(),
    qos: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.topic] })],
)

/** The e-mails about logins in the hour that ends at `endsAt`. */
export const mqttLoginMails = pgTable(
  'mqtt_login_mails',
  {
    accountId: accountId().primaryKey(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    sent: integer().notNull(),
    /** The logins for the e-mail at the end. */
    names: text().array().notNull(),
  },
  (table) => [index('mqtt_login_mails_ends_at').on(table.endsAt)],
)
