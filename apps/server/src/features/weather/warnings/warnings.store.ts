import { and, asc, eq, gt, gte, inArray, lte, ne, sql } from 'drizzle-orm'
import { homes } from '#features/homes/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { Validators } from '../sources/weather-source.ts'
import { type ReadDocument, warningFeeds, weatherWarnings } from '../weather.schema.ts'
import type { CapMessage, WarningPart } from './cap-message.ts'
import type { Bounds, Place } from './warning-area.ts'

export type WarningFeed = typeof warningFeeds.$inferSelect

/** The place of an account's home. */
export interface HomeAt extends Place {
  accountId: string
}

/** How long replaced messages are kept, because feeds may still list them. */
const REPLACED_KEPT_MS = 14 * 24 * 3_600_000

/** Finds whether a feed is due, or warnings are not over. */
export const WARNINGS_DUE = `select 'due' from warning_feeds where ask_at <= $1::timestamptz
  union all select 'due' from weather_warnings where not is_replaced and ends_at > $1::timestamptz limit 1`

export function createWarningStore(db: DrizzleDatabase) {
  return {
    /** Makes this the only feed that is read. */
    follow: (url: string | null, now: Date): Promise<void> =>
      db.transaction(async (queries) => {
        const others = await queries
          .delete(warningFeeds)
          .where(url === null ? undefined : ne(warningFeeds.url, url))
          .returning({ url: warningFeeds.url })
        if (others.length > 0) await queries.delete(weatherWarnings)
        if (url !== null) await queries.insert(warningFeeds).values({ url, askAt: now }).onConflictDoNothing()
      }),

    /** Takes the feed if it is due. Nobody else takes it before `until`. */
    async claimDue(url: string, now: Date, until: Date): Promise<WarningFeed | null> {
      const [taken] = await db
        .update(warningFeeds)
        .set({ askAt: until })
        .where(and(eq(warningFeeds.url, url), lte(warningFeeds.askAt, now)))
        .returning()
      return taken ?? null
    },

    /** After the clock was set back: reads the feed at once. */
    async setBack(now: Date): Promise<void> {
      await db.update(warningFeeds).set({ askAt: now }).where(gt(warningFeeds.askAt, now))
    },

    async answered(
      queries: Queries,
      url: string,
      { askAt, validators, documents }: { askAt: Date; validators: Validators; documents: ReadDocument[] },
    ): Promise<void> {
      await queries
        .update(warningFeeds)
        .set({
          askAt,
          failures: 0,
          etag: validators.etag,
          lastModified: validators.lastModified,
          documents,
        })
        .where(eq(warningFeeds.url, url))
    },

    async failed(url: string, askAt: Date): Promise<void> {
      await db
        .update(warningFeeds)
        .set({ askAt, failures: sql`${warningFeeds.failures} + 1` })
        .where(eq(warningFeeds.url, url))
    },

    /** Stores messages. Messages that others replace become invalid, in whichever order they are read. */
    async keep(queries: Queries, messages: readonly CapMessage[], now: Date): Promise<void> {
      const replaced = [...new Set(messages.flatMap(({ replaces }) => replaces))]
      const endsAt = new Date(now.getTime() + REPLACED_KEPT_MS)
      for (const key of replaced) {
        const over = { isReplaced: true, parts: [], endsAt }
        await queries
          .insert(weatherWarnings)
          .values({ key, ...over })
          .onConflictDoUpdate({ target: weatherWarnings.key, set: over })
      }
      for (const { key, parts } of messages) {
        const last = Math.max(0, ...parts.map((part) => part.endsAt.getTime()))
        const kept = {
          endsAt: new Date(last),
          parts: parts.map((part) => ({
            ...part,
            startsAt: part.startsAt.toISOString(),
            endsAt: part.endsAt.toISOString(),
          })),
        }
        if (last > now.getTime())
          await queries
            .insert(weatherWarnings)
            .values({ key, ...kept })
            .onConflictDoUpdate({
              target: weatherWarnings.key,
              set: kept,
              setWhere: eq(weatherWarnings.isReplaced, false),
            })
        else
          await queries
            .delete(weatherWarnings)
            .where(and(eq(weatherWarnings.key, key), eq(weatherWarnings.isReplaced, false)))
      }
    },

    /** Takes a lock, so that only one transaction at a time decides about warnings for homes. */
    async oneAtATime(queries: Queries): Promise<void> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext('senca_warnings'))`)
    },

    /** The warnings that are in force. */
    async inForce(queries: Queries, now: Date): Promise<WarningPart[]> {
      const rows = await queries
        .select()
        .from(weatherWarnings)
        .where(and(eq(weatherWarnings.isReplaced, false), gt(weatherWarnings.endsAt, now)))
        .orderBy(asc(weatherWarnings.key))
      return rows
        .flatMap(({ parts }) => parts)
        .map((part) => ({ ...part, startsAt: new Date(part.startsAt), endsAt: new Date(part.endsAt) }))
        .filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
    },

    async forgetEnded(now: Date): Promise<void> {
      await db.delete(weatherWarnings).where(lte(weatherWarnings.endsAt, now))
    },

    /** Homes within bounds, or those of given accounts, ordered by account and starting after a given one. */
    homesWithin: (
      queries: Queries,
      { south, north, west, east }: Bounds,
      {
        after,
        limit,
        accountIds,
      }: { after: string | null; limit: number; accountIds: readonly string[] | null },
    ): Promise<HomeAt[]> =>
      queries
        .select({ accountId: homes.accountId, lat: homes.lat, lon: homes.lon })
        .from(homes)
        .where(
          and(
            gte(homes.lat, south),
            lte(homes.lat, north),
            gte(homes.lon, west),
            lte(homes.lon, east),
            after === null ? undefined : gt(homes.accountId, after),
            accountIds === null ? undefined : inArray(homes.accountId, [...accountIds]),
          ),
        )
        .orderBy(asc(homes.accountId))
        .limit(limit),
  }
}

export type WarningStore = ReturnType<typeof createWarningStore>
