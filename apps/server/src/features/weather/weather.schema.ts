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

/** The newest value of each measurement from each source: `station` or `netatmo` with an account, or `place` with a rounded place. */
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
 * What each source measured, hour by hour: the least and the most. The table is in parts: one for each month, and
 * `weather_hours_before`, where all stands from before there were parts.
 */
export const weatherHours = pgTable(
  'weather_hours',
  {
    source: text().notNull(),
    measurement: text({ enum: WEATHER_MEASUREMENTS }).notNull(),
    /** When it began. */
    hour: moment('hour').notNull(),
    low: real().notNull(),
    high: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.measurement, table.hour] })],
)

/** Places whose weather a provider is asked for; one request for all accounts there. */
export const weatherPlaces = pgTable(
  'weather_places',
  {
    key: text().primaryKey(),
    lat: doublePrecision().notNull(),
    lon: doublePrecision().notNull(),
    /** When the provider is asked next; null while nobody needs the place. */
    askAt: moment('ask_at'),
    /** Requests that failed since the last answer. */
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

/** Accounts that let Senca read their stations of Netatmo. Tokens are sealed; null where they no longer count. */
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
    /** When it is asked next; null until it is linked again. */
    askAt: moment('ask_at'),
    /** Requests that failed since the last answer. */
    failures: integer().notNull().default(0),
    problem: text({ enum: NETATMO_PROBLEMS }),
  },
  (table) => [index('netatmo_links_ask_at').on(table.askAt)],
)

/** Ways to Netatmo and back that people are on: each for one browser, once, as hashes. */
export const netatmoStates = pgTable('netatmo_states', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
})

/** Keys by which an own station and other programs of a home report; kept as a hash. */
export const hookKeys = pgTable('hook_keys', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  keyHash: text('key_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
})

/** What is known of a message that an index of warnings lists. */
export interface ReadDocument {
  url: string
  /** As the index tells it; null where it does not. */
  version: string | null
  etag: string | null
  lastModified: string | null
}

/** The feed of warnings that this server reads, once for all homes. */
export const warningFeeds = pgTable('warning_feeds', {
  url: text().primaryKey(),
  /** When it is asked next. */
  askAt: moment('ask_at').notNull(),
  /** Requests that failed since the last answer. */
  failures: integer().notNull().default(0),
  etag: text(),
  lastModified: text('last_modified'),
  documents: jsonb().$type<ReadDocument[]>().notNull().default([]),
})

/** A part of a warning as it is kept: times are ISO 8601. */
export type KeptWarningPart = Omit<WarningPart, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }

/** Messages of national services that warn of hail or storm, until they end. */
export const weatherWarnings = pgTable(
  'weather_warnings',
  {
    /** Of its sender and identifier. */
    key: text().primaryKey(),
    /** A later message took its place: it counts no longer, also if it is read once more. */
    isReplaced: boolean('is_replaced').notNull().default(false),
    parts: jsonb().$type<KeptWarningPart[]>().notNull(),
    /** When nothing of it counts any more. */
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('weather_warnings_ends_at').on(table.endsAt)],
)
