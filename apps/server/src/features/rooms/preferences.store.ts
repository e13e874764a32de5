import type { PreferencesRequest } from '@senca/contract'
import { asc, eq } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { pins, preferences } from './rooms.schema.ts'

export function createPreferencesStore(db: DrizzleDatabase) {
  return {
    /** The choices of an account, with all pinned ids. */
    async find(accountId: string) {
      const [[row], pinned] = await Promise.all([
        db.select().from(preferences).where(eq(preferences.accountId, accountId)),
        db.select().from(pins).where(eq(pins.accountId, accountId)).orderBy(asc(pins.place)),
      ])
      return {
        density: row?.density ?? null,
        units: row?.units ?? null,
        pinned: pinned.map(({ pinnedId }) => pinnedId),
      }
    },

    async choose(
      queries: Queries,
      accountId: string,
      chosen: Pick<PreferencesRequest, 'density' | 'units'>,
    ): Promise<void> {
      await queries
        .insert(preferences)
        .values({ accountId, ...chosen })
        .onConflictDoUpdate({ target: preferences.accountId, set: chosen })
    },

    async pin(queries: Queries, accountId: string, ids: readonly string[]): Promise<void> {
      await queries.delete(pins).where(eq(pins.accountId, accountId))
      if (ids.length === 0) return
      await queries.insert(pins).values(ids.map((pinnedId, place) => ({ accountId, pinnedId, place })))
    },
  }
}

export type PreferencesStore = ReturnType<typeof createPreferencesStore>
