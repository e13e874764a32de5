import type { FacadePlace, PreferencesRequest } from '@senca/contract'
import { asc, eq } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { facadePlaces, pins, preferences } from './rooms.schema.ts'

export function createPreferencesStore(db: DrizzleDatabase) {
  return {
    /** The choices of an account, with all pinned ids and all places on the façade. */
    async find(accountId: string) {
      const [[row], pinned, facade] = await Promise.all([
        db.select().from(preferences).where(eq(preferences.accountId, accountId)),
        db.select().from(pins).where(eq(pins.accountId, accountId)).orderBy(asc(pins.place)),
        db
          .select({
            device: facadePlaces.deviceId,
            x: facadePlaces.x,
            y: facadePlaces.y,
            w: facadePlaces.w,
            h: facadePlaces.h,
          })
          .from(facadePlaces)
          .where(eq(facadePlaces.accountId, accountId))
          .orderBy(asc(facadePlaces.place)),
      ])
      return {
        density: row?.density ?? null,
        units: row?.units ?? null,
        pinned: pinned.map(({ pinnedId }) => pinnedId),
        facade,
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

    async arrange(queries: Queries, accountId: string, facade: readonly FacadePlace[]): Promise<void> {
      await queries.delete(facadePlaces).where(eq(facadePlaces.accountId, accountId))
      if (facade.length === 0) return
      await queries
        .insert(facadePlaces)
        .values(facade.map(({ device, ...at }, place) => ({ accountId, deviceId: device, place, ...at })))
    },
  }
}

export type PreferencesStore = ReturnType<typeof createPreferencesStore>
