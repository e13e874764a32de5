import { WEATHER_MEASUREMENTS, type WeatherForecast } from '@senca/contract/automation'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import type { WarningPart } from './warnings/cap-message.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The newest value of each measurement from each source: `station` or `netatmo` with an account, or `place` with a rounded place.
 */
export const weatherReadings = pgTable(
  'weather_readings',
  {
    source: text().notNull(),
    measurement: text({ enum: WEATHER_MEASUREMENTS }).notNull(),
    /** In the unit of the measurement. */
    value: doublePrecision().notNull(),
    measuredAt: moment('measured_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.measurement] })],
)

/**
 * The lowest and highest value of each source per hour. The table is partitioned: one partition for each month, and
 * `weather_hours_before` with all rows from before partitioning.
 */
export const weatherHours = pgTable(
  'weather_hours',
  {
    source: text().notNull(),
    measurement: text({ enum: WEATHER_MEASUREMENTS }).notNull(),
    /** The start of the hour. */
    hour: moment('hour').notNull(),
    low: real().notNull(),
    high: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.measurement, table.hour] })],
)

/** Places for which a provider is queried; one request serves all accounts there. */
export const weatherPlaces = pgTable(
  'weather_places',
  {
    key: text().primaryKey(),
    lat: doublePrecision().notNull(),
    lon: doublePrecision().notNull(),
    /** When the provider is queried next; null while nobody needs the place. */
    askAt: moment('ask_at'),
    /** Failed requests since the last answer. */
    failures: integer().notNull().default(0),
    etag: text(),
    lastModified: text('last_modified'),
    forecast: jsonb().$type<WeatherForecast>().notNull().default([]),
    /** When a page or a scenario last needed it. */
    neededAt: moment('needed_at').notNull(),
  },
  (table) => [index('weather_places_ask_at').on(table.askAt)],
)

const NETATMO_PROBLEMS = ['sign_in_again', 'unreachable', 'no_station'] as const
export type NetatmoProblem = (typeof NETATMO_PROBLEMS)[number]

/** Accounts that have linked their Netatmo stations. Tokens are sealed; null if they are no longer valid. */
export const netatmoLinks = pgTable(
  'netatmo_links',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    tokenEndsAt: moment('token_ends_at').notNull(),
    linkedAt: moment('linked_at').notNull(),
    /** When it is queried next; null until it is linked again. */
    askAt: moment('ask_at'),
    /** Failed requests since the last answer. */
    failures: integer().notNull().default(0),
    problem: text({ enum: NETATMO_PROBLEMS }),
  },
  (table) => [index('netatmo_links_ask_at').on(table.askAt)],
)

/** Netatmo authorizations in progress, stored as hashes. Each is valid once and only for one browser. */
export const netatmoStates = pgTable('netatmo_states', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
})

/** Keys with which an own station and other programs of a home report; stored as hashes. */
export const hookKeys = pgTable('hook_keys', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  keyHash: text('key_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
})

/** A message that an index of warnings lists. */
export interface ReadDocument {
  url: string
  /** The version from the index; null if it has none. */
  version: string | null
  etag: string | null
  lastModified: string | null
}

/** The feed of warnings that this server reads, once for all homes. */
export const warningFeeds = pgTable('warning_feeds', {
  url: text().primaryKey(),
  /** When it is queried next. */
  askAt: moment('ask_at').notNull(),
  /** Failed requests since the last answer. */
  failures: integer().notNull().default(0),
  etag: text(),
  lastModified: text('last_modified'),
  documents: jsonb().$type<ReadDocument[]>().notNull().default([]),
})

/** A part of a warning in stored form; times are ISO 8601. */
export type KeptWarningPart = Omit<WarningPart, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }

/** Messages of national services that warn of hail or storm, until they end. */
export const weatherWarnings = pgTable(
  'weather_warnings',
  {
    /** Built from sender and identifier. */
    key: text().primaryKey(),
    /** A later message replaced this one. It is no longer valid, even if it is read again. */
    isReplaced: boolean('is_replaced').notNull().default(false),
    parts: jsonb().$type<KeptWarningPart[]>().notNull(),
    /** When all its parts have ended. */
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('weather_warnings_ends_at').on(table.endsAt)],
)
