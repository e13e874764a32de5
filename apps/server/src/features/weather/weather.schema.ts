import { WEATHER_MEASUREMENTS, type WeatherForecast } from '@senca/contract/automation'
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The newest value of each measurement from each source: `station` with an account, or `place` with a rounded place. */
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

/** Keys by which an own station and other programs of a home report; kept as a hash. */
export const hookKeys = pgTable('hook_keys', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  keyHash: text('key_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
})
