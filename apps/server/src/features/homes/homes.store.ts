import type { Home } from '@senca/contract/automation'
import { eq, type InferSelectModel, inArray } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { homes } from './homes.schema.ts'

type Row = InferSelectModel<typeof homes>

const homeOf = ({ accountId: _, altitude, ...home }: Row): Home => ({
  ...home,
  ...(altitude === null ? {} : { altitude }),
})

/** The columns of a home; an altitude of null means none. */
export type HomeRow = Omit<Home, 'altitude'> & { altitude: number | null }

const isSamePlace = (one: Row, other: Row): boolean =>
  one.lat === other.lat &&
  one.lon === other.lon &&
  one.timezone === other.timezone &&
  one.country === other.country

/** Called in the transaction by which a home is created or moved to another place. */
export type HomeMoved = (queries: Queries, accountId: string, home: Home) => Promise<void>

/** Where a home is, and its clock. */
export type HomePlace = Pick<Home, 'lat' | 'lon' | 'timezone'>

/** The places of the homes of accounts. Accounts without a home are left out. */
export async function homePlacesOf(
  queries: Queries,
  accountIds: readonly string[],
): Promise<Map<string, HomePlace>> {
  const rows = await queries
    .select({ accountId: homes.accountId, lat: homes.lat, lon: homes.lon, timezone: homes.timezone })
    .from(homes)
    .where(inArray(homes.accountId, [...new Set(accountIds)]))
  return new Map(rows.map(({ accountId, ...place }) => [accountId, place]))
}

/** The place of an account's home; null if not set. */
export const homePlaceOf = async (queries: Queries, accountId: string): Promise<HomePlace | null> =>
  (await homePlacesOf(queries, [accountId])).get(accountId) ?? null

/** The names that accounts gave their homes, by account; those without one are left out. */
export async function homeNamesOf(
  queries: Queries,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await queries
    .select({ accountId: homes.accountId, name: homes.name })
    .from(homes)
    .where(inArray(homes.accountId, [...accountIds]))
  return new Map(rows.flatMap(({ accountId, name }) => (name === null ? [] : [[accountId, name]])))
}

/** The name that an account gave its home; null if it has none. */
export const homeNameOf = async (queries: Queries, accountId: string): Promise<string | null> =>
  (await homeNamesOf(queries, [accountId])).get(accountId) ?? null

export function createHomeStore(db: DrizzleDatabase, moved: HomeMoved) {
  return {
    async find(accountId: string): Promise<Home | null> {
      const [row] = await db.select().from(homes).where(eq(homes.accountId, accountId))
      return row === undefined ? null : homeOf(row)
    },

    /** Null if the account already has a home. */
    insert: (accountId: string, home: HomeRow): Promise<Home | null> =>
      db.transaction(async (transaction) => {
        const [row] = await transaction
          .insert(homes)
          .values({ accountId, ...home })
          .onConflictDoNothing()
          .returning()
        if (row === undefined) return null
        await moved(transaction, accountId, homeOf(row))
        return homeOf(row)
      }),

    /** Updates a locked home depending on its current values; null if there is none. */
    update: (accountId: string, changesOf: (home: Home) => Partial<HomeRow>): Promise<Home | null> =>
      db.transaction(async (transaction) => {
        const isIts = eq(homes.accountId, accountId)
        const [before] = await transaction.select().from(homes).where(isIts).for('update')
        if (before === undefined) return null
        const changes = changesOf(homeOf(before))
        if (Object.keys(changes).length === 0) return homeOf(before)
        const [after] = await transaction.update(homes).set(changes).where(isIts).returning()
        if (after === undefined) return null
        // What follows from a place takes long, and most changes are of the name.
        if (!isSamePlace(before, after)) await moved(transaction, accountId, homeOf(after))
        return homeOf(after)
      }),
  }
}

export type HomeStore = ReturnType<typeof createHomeStore>
