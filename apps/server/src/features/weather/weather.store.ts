import {
  WEATHER_MEASUREMENTS,
  type WeatherForecast,
  type WeatherMeasurement,
} from '@senca/contract/automation'
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { isAhead, latestTime, placeKeyOf, type Reading } from './readings.ts'
import type { Validators, WeatherSample } from './sources/weather-source.ts'
import { hookKeys, weatherHours, weatherPlaces, weatherReadings } from './weather.schema.ts'

const HOUR_MS = 3_600_000

/** The measurements of one source within an hour. */
export type KeptHour = typeof weatherHours.$inferSelect

export interface Place {
  lat: number
  lon: number
}

/** A place for which a provider is queried. */
export interface AskedPlace extends Place {
  key: string
  failures: number
  validators: Validators
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100

const placeOf = (row: typeof weatherPlaces.$inferSelect): AskedPlace => ({
  key: row.key,
  lat: row.lat,
  lon: row.lon,
  failures: row.failures,
  validators: { etag: row.etag, lastModified: row.lastModified },
})

/** Finds whether a place is due. */
export const DUE_PLACE = "select 'due' from weather_places where ask_at <= $1::timestamptz limit 1"

export function createWeatherStore(db: DrizzleDatabase) {
  return {
    async readings(queries: Queries, sources: readonly string[]): Promise<Reading[]> {
      if (sources.length === 0) return []
      return queries
        .select()
        .from(weatherReadings)
        .where(inArray(weatherReadings.source, [...sources]))
    },

    /**
     * Stores the newest value of each measurement. A value that is older than the stored one is dropped, unless the stored one
     * lies ahead. A sample that lies ahead itself is dropped.
     */
    async keep(
      queries: Queries,
      source: string,
      { measuredAt, values }: WeatherSample,
      now: Date,
    ): Promise<void> {
      if (isAhead(measuredAt, now)) return
      const rows = WEATHER_MEASUREMENTS.flatMap((measurement) => {
        const value = values[measurement]
        return value === undefined ? [] : [{ source, measurement, value, measuredAt }]
      })
      if (rows.length === 0) return
      await queries
        .insert(weatherReadings)
        .values(rows)
        .onConflictDoUpdate({
          target: [weatherReadings.source, weatherReadings.measurement],
          set: { value: sql`excluded.value`, measuredAt: sql`excluded.measured_at` },
          setWhere: sql`excluded.measured_at >= ${weatherReadings.measuredAt}
            or ${gt(weatherReadings.measuredAt, latestTime(now))}`,
        })
      const hour = new Date(Math.floor(measuredAt.getTime() / HOUR_MS) * HOUR_MS)
      await queries
        .insert(weatherHours)
        .values(
          rows.map(({ value, measurement }) => ({ source, measurement, hour, low: value, high: value })),
        )
        .onConflictDoUpdate({
          target: [weatherHours.source, weatherHours.measurement, weatherHours.hour],
          set: {
            low: sql`least(${weatherHours.low}, excluded.low)`,
            high: sql`greatest(${weatherHours.high}, excluded.high)`,
          },
        })
    },

    /** After the clock was set back: queries every place at once, and deletes hours that have not begun. */
    setBack: (now: Date): Promise<void> =>
      db.transaction(async (queries) => {
        await queries.update(weatherPlaces).set({ askAt: now }).where(gt(weatherPlaces.askAt, now))
        await queries.delete(weatherHours).where(gt(weatherHours.hour, now))
      }),

    /** Runs in the given transaction. */
    async forget(queries: Queries, source: string): Promise<void> {
      await queries.delete(weatherReadings).where(eq(weatherReadings.source, source))
      await queries.delete(weatherHours).where(eq(weatherHours.source, source))
    },

    /** The measurements of sources in whole hours, from `from` until before `until`. */
    hours: (
      { sources, measurements }: { sources: readonly string[]; measurements: readonly WeatherMeasurement[] },
      from: Date,
      until: Date,
    ): Promise<KeptHour[]> =>
      db
        .select()
        .from(weatherHours)
        .where(
          and(
            inArray(weatherHours.source, [...sources]),
            inArray(weatherHours.measurement, [...measurements]),
            gte(weatherHours.hour, from),
            lt(weatherHours.hour, until),
          ),
        ),

    /** Deletes older hours. A monthly partition is dropped only if all of it is older. */
    async forgetHours(before: Date): Promise<void> {
      for (const part of ['weather_hours_before', 'weather_hours_rest'])
        await db.execute(sql`delete from ${sql.identifier(part)} where hour < ${before.toISOString()}`)
    },

    /** Whether the provider is queried for a place. */
    async isAsked(queries: Queries, key: string): Promise<boolean> {
      const asked = and(eq(weatherPlaces.key, key), isNotNull(weatherPlaces.askAt))
      return (await queries.$count(weatherPlaces, asked)) > 0
    },

    /** Marks a place as needed, so that its provider is queried from now on. Returns its key. */
    async need(queries: Queries, place: Place, now: Date): Promise<string> {
      const key = placeKeyOf(place)
      await queries
        .insert(weatherPlaces)
        .values({ key, lat: rounded(place.lat), lon: rounded(place.lon), askAt: now, neededAt: now })
        .onConflictDoUpdate({
          target: weatherPlaces.key,
          set: { neededAt: now, askAt: sql`coalesce(${weatherPlaces.askAt}, excluded.ask_at)` },
        })
      return key
    },

    /** Takes places that are due, or only the one with the given key. Nobody else takes them before `until`. */
    claimDue: (now: Date, until: Date, limit: number, key?: string): Promise<AskedPlace[]> =>
      db.transaction(async (queries) => {
        const due = await queries
          .select({ key: weatherPlaces.key })
          .from(weatherPlaces)
          .where(
            and(
              isNotNull(weatherPlaces.askAt),
              lte(weatherPlaces.askAt, now),
              key === undefined ? undefined : eq(weatherPlaces.key, key),
            ),
          )
          .orderBy(asc(weatherPlaces.askAt))
          .limit(limit)
          .for('update', { skipLocked: true })
        if (due.length === 0) return []
        const rows = await queries
          .update(weatherPlaces)
          .set({ askAt: until })
          .where(
            inArray(
              weatherPlaces.key,
              due.map((place) => place.key),
            ),
          )
          .returning()
        return rows.map(placeOf)
      }),

    /**
     * Stores the answer of the provider; `forecast` is null if nothing has changed. `askAt` is null if nobody needs the place any
     * more.
     */
    async answered(
      queries: Queries,
      key: string,
      {
        askAt,
        forecast,
        validators,
      }: { askAt: Date; forecast: WeatherForecast | null; validators: Validators | null },
    ): Promise<void> {
      await queries
        .update(weatherPlaces)
        .set({
          askAt,
          failures: 0,
          ...(forecast === null ? {} : { forecast }),
          ...(validators === null ? {} : { etag: validators.etag, lastModified: validators.lastModified }),
        })
        .where(eq(weatherPlaces.key, key))
    },

    async failed(key: string, askAt: Date): Promise<void> {
      await db
        .update(weatherPlaces)
        .set({ askAt, failures: sql`${weatherPlaces.failures} + 1` })
        .where(eq(weatherPlaces.key, key))
    },

    /** Stops querying places that nobody has needed since a time. `isNeeded` returns whether scenarios need a place. */
    async rest(since: Date, isNeeded: (queries: Queries, key: string) => Promise<boolean>): Promise<void> {
      const idle = await db
        .select({ key: weatherPlaces.key })
        .from(weatherPlaces)
        .where(and(isNotNull(weatherPlaces.askAt), lte(weatherPlaces.neededAt, since)))
      for (const { key } of idle) {
        if (await isNeeded(db, key)) continue
        await db
          .update(weatherPlaces)
          .set({ askAt: null })
          .where(and(eq(weatherPlaces.key, key), lte(weatherPlaces.neededAt, since)))
      }
    },

    async forecast(key: string): Promise<WeatherForecast> {
      const [row] = await db
        .select({ forecast: weatherPlaces.forecast })
        .from(weatherPlaces)
        .where(eq(weatherPlaces.key, key))
      return row?.forecast ?? []
    },

    async hookKey(accountId: string): Promise<Date | null> {
      const [row] = await db.select().from(hookKeys).where(eq(hookKeys.accountId, accountId))
      return row?.createdAt ?? null
    },

    async replaceHookKey(accountId: string, keyHash: string, createdAt: Date): Promise<void> {
      await db
        .insert(hookKeys)
        .values({ accountId, keyHash, createdAt })
        .onConflictDoUpdate({ target: hookKeys.accountId, set: { keyHash, createdAt } })
    },

    async accountOfHookKey(keyHash: string): Promise<string | null> {
      const [row] = await db.select().from(hookKeys).where(eq(hookKeys.keyHash, keyHash))
      return row?.accountId ?? null
    },
  }
}

export type WeatherStore = ReturnType<typeof createWeatherStore>
