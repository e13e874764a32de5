import { nameKeyOf } from '@senca/contract'
import type { BridgeClient, BridgeKind } from '@senca/contract/bridges'
import { and, asc, count, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import { sharingFreezes } from '#features/links/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type Bridge, type BridgeTerms, bridgeOfRows, commandedBy } from './bridge.ts'
import { bridgeEvents } from './bridge-events.ts'
import { bridgeDevices, bridges } from './bridges.schema.ts'
import { keepUnlocks, removeFromUnlocks, unlocksOf } from './unlocks.store.ts'

export interface NewBridge {
  id: string
  accountId: string
  kind: BridgeKind
  tokenHash: string
  tokenEnd: string
  tokenUntil: Date | null
  client: BridgeClient | null
  createdAt: Date
}

/** A bridge whose maker is reminded that it ends. */
export interface EndingBridge {
  id: string
  accountId: string
  name: string
  endsAt: Date
}

/** How long a token works that a client has to renew [BR43]. */
export const CLIENT_TOKEN_MS = 15 * 60_000
const DAY_MS = 86_400_000
/** How many days before its end a maker is reminded [BR2]. */
const REMINDED_DAYS = [2, 14] as const

/** The reminder that is not needed, or no longer, because the end is so near; null if all are to come. */
const remindedDaysAt = (endsAt: Date | null, now: Date): number | null =>
  endsAt === null
    ? null
    : (REMINDED_DAYS.find((days) => endsAt.getTime() - now.getTime() <= days * DAY_MS) ?? null)

/** Finds a bridge whose maker is to be reminded. */
export const ENDING_BRIDGE = `select id::text from bridges where valid_before > $1::timestamptz and (${REMINDED_DAYS.map(
  (days) =>
    `(valid_before <= $1::timestamptz + interval '${days} days' and coalesce(reminded_days, ${days + 1}) > ${days})`,
).join(' or ')}) limit 1`

const endsSoon = (now: Date): SQL | undefined =>
  or(
    ...REMINDED_DAYS.map((days) =>
      and(
        lte(bridges.validBefore, new Date(now.getTime() + days * DAY_MS)),
        sql`coalesce(${bridges.remindedDays}, ${days + 1}) > ${days}`,
      ),
    ),
  )

const columnsOf = ({ devices: _inRowsOfTheirOwn, ...columns }: BridgeTerms) => columns

async function fill(queries: Queries, id: string, { devices }: Pick<BridgeTerms, 'devices'>): Promise<void> {
  await queries.delete(bridgeDevices).where(eq(bridgeDevices.bridgeId, id))
  if (devices.length === 0) return
  await queries.insert(bridgeDevices).values(
    devices.map(({ deviceId, permissions, grant }, place) => ({
      bridgeId: id,
      deviceId,
      place,
      permissions,
      ...grant,
    })),
  )
}

/** Removes or replaces devices in all bridges, in the transaction by which they leave their owner. */
export async function removeFromBridges(queries: Queries, leaving: Leaving): Promise<void> {
  const { deviceIds, replacedBy } = leaving
  await removeFromUnlocks(queries, leaving)
  const isOfThem = inArray(bridgeDevices.deviceId, [...deviceIds])
  if (replacedBy === undefined) await queries.delete(bridgeDevices).where(isOfThem)
  else await queries.update(bridgeDevices).set({ deviceId: replacedBy }).where(isOfThem)
}

export function createBridgeStore(db: DrizzleDatabase) {
  const read = async (where: SQL | undefined, queries: Queries = db): Promise<Bridge[]> => {
    const rows = await queries
      .select({ bridge: bridges, frozenAt: sharingFreezes.frozenAt })
      .from(bridges)
      .leftJoin(sharingFreezes, eq(sharingFreezes.accountId, bridges.accountId))
      .where(where)
      .orderBy(asc(bridges.createdAt), asc(bridges.id))
    const ids = rows.map(({ bridge }) => bridge.id)
    if (ids.length === 0) return []
    const [granted, unlocks] = await Promise.all([
      queries.select().from(bridgeDevices).where(inArray(bridgeDevices.bridgeId, ids)),
      unlocksOf(queries, ids),
    ])
    const byId = new Map<string, typeof granted>(ids.map((id) => [id, []]))
    for (const row of granted) byId.get(row.bridgeId)?.push(row)
    return rows.map(({ bridge, frozenAt }) =>
      bridgeOfRows(bridge, byId.get(bridge.id) ?? [], {
        unlocks: unlocks.get(bridge.id) ?? new Map(),
        isFrozen: frozenAt !== null,
      }),
    )
  }

  return {
    /** The bridges of an account, in order of creation. */
    list: (accountId: string): Promise<Bridge[]> => read(eq(bridges.accountId, accountId)),

    async findIn(queries: Queries, id: string): Promise<Bridge | null> {
      return (await read(eq(bridges.id, id), queries))[0] ?? null
    },

    async find(id: string): Promise<Bridge | null> {
      return (await read(eq(bridges.id, id)))[0] ?? null
    },

    /** Returns the bridges of devices, in order of creation. */
    async idsByDevice(deviceIds: readonly string[]): Promise<(deviceId: string) => string[]> {
      if (deviceIds.length === 0) return () => []
      const rows = await db
        .select({ id: bridges.id, deviceId: bridgeDevices.deviceId })
        .from(bridgeDevices)
        .innerJoin(bridges, eq(bridges.id, bridgeDevices.bridgeId))
        .where(inArray(bridgeDevices.deviceId, [...deviceIds]))
        .orderBy(asc(bridges.createdAt), asc(bridges.id))
      return (deviceId) => rows.flatMap((row) => (row.deviceId === deviceId ? row.id : []))
    },

    async findByToken(tokenHash: string, now: Date): Promise<Bridge | null> {
      const isOld = and(eq(bridges.oldTokenHash, tokenHash), gt(bridges.oldTokenUntil, now))
      return (await read(or(eq(bridges.tokenHash, tokenHash), isOld)))[0] ?? null
    },

    /**
     * The number of bridges of an account, and whether one other than `id` has this name. Concurrent callers wait for each other.
     */
    async check(
      queries: Queries,
      accountId: string,
      { name, id }: { name: string; id: string },
    ): Promise<{ count: number; matterCount: number; isNameTaken: boolean }> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`bridges ${accountId}`}))`)
      const isNamed = and(eq(bridges.nameKey, nameKeyOf(name)), sql`${bridges.id} <> ${id}::uuid`)
      const [checked] = await queries
        .select({
          count: count(),
          matter: sql<number>`count(*) filter (where ${bridges.kind} = 'matter')::int`,
          same: sql<number>`count(*) filter (where ${isNamed})::int`,
        })
        .from(bridges)
        .where(eq(bridges.accountId, accountId))
      return {
        count: checked?.count ?? 0,
        matterCount: checked?.matter ?? 0,
        isNameTaken: (checked?.same ?? 0) > 0,
      }
    },

    async insert(queries: Queries, bridge: NewBridge, terms: BridgeTerms): Promise<void> {
      await queries.insert(bridges).values({
        ...bridge,
        ...columnsOf(terms),
        nameKey: nameKeyOf(terms.name),
        remindedDays: remindedDaysAt(terms.validBefore, bridge.createdAt),
      })
      await fill(queries, bridge.id, terms)
    },

    /** Writes changed terms if the revision is still the same; returns false otherwise. */
    async update(
      queries: Queries,
      { id, revision, validBefore }: Pick<Bridge, 'id' | 'revision' | 'validBefore'>,
      terms: BridgeTerms,
      now: Date,
    ): Promise<boolean> {
      const isEndMoved = terms.validBefore?.getTime() !== validBefore?.getTime()
      const updated = await queries
        .update(bridges)
        .set({
          ...columnsOf(terms),
          nameKey: nameKeyOf(terms.name),
          revision: revision + 1,
          ...(isEndMoved ? { remindedDays: remindedDaysAt(terms.validBefore, now) } : {}),
        })
        .where(and(eq(bridges.id, id), eq(bridges.revision, revision)))
        .returning({ id: bridges.id })
      if (updated.length === 0) return false
      await fill(queries, id, terms)
      await keepUnlocks(queries, id, commandedBy(terms))
      return true
    },

    /** Sets a new token; the one before works until `oldUntil`. Returns false if there is no such bridge. */
    async renew(
      queries: Queries,
      { accountId, id }: Pick<Bridge, 'accountId' | 'id'>,
      { tokenHash, tokenEnd }: Pick<NewBridge, 'tokenHash' | 'tokenEnd'>,
      oldUntil: Date | null,
    ): Promise<boolean> {
      const renewed = await queries
        .update(bridges)
        .set({
          tokenHash,
          tokenEnd,
          oldTokenHash: oldUntil === null ? null : sql`${bridges.tokenHash}`,
          oldTokenUntil: oldUntil,
        })
        .where(and(eq(bridges.id, id), eq(bridges.accountId, accountId)))
        .returning({ id: bridges.id })
      return renewed.length > 0
    },

    async delete(queries: Queries, accountId: string, id: string): Promise<boolean> {
      const deleted = await queries
        .delete(bridges)
        .where(and(eq(bridges.id, id), eq(bridges.accountId, accountId)))
        .returning({ id: bridges.id })
      return deleted.length > 0
    },

    /** Takes at most `limit` bridges that end soon and whose makers were not reminded, in the transaction that reminds them. */
    async takeEnding(queries: Queries, now: Date, limit: number): Promise<EndingBridge[]> {
      const due = await queries
        .select({
          id: bridges.id,
          accountId: bridges.accountId,
          name: bridges.name,
          validBefore: bridges.validBefore,
        })
        .from(bridges)
        .where(and(gt(bridges.validBefore, now), endsSoon(now)))
        .limit(limit)
        .for('update', { skipLocked: true })
      for (const { id, validBefore } of due)
        await queries
          .update(bridges)
          .set({ remindedDays: remindedDaysAt(validBefore, now) })
          .where(eq(bridges.id, id))
      return due.flatMap(({ validBefore, ...bridge }) =>
        validBefore === null ? [] : { ...bridge, endsAt: validBefore },
      )
    },

    /** Writes a use, and announces it to open pages of the maker. */
    async used(
      { id, accountId }: Pick<Bridge, 'id' | 'accountId'>,
      at: Date,
      address: string,
    ): Promise<void> {
      await db.update(bridges).set({ lastUsedAt: at, lastAddress: address }).where(eq(bridges.id, id))
      await bridgeEvents.announce(db, [accountId])
    },

    /** After the clock was set back, so that no use lies ahead, and a token that has to be renewed lasts no longer than a new one. */
    async setBack(now: Date): Promise<void> {
      await db.update(bridges).set({ lastUsedAt: now }).where(gt(bridges.lastUsedAt, now))
      const latest = new Date(now.getTime() + CLIENT_TOKEN_MS)
      await db.update(bridges).set({ tokenUntil: latest }).where(gt(bridges.tokenUntil, latest))
    },
  }
}

export type BridgeStore = ReturnType<typeof createBridgeStore>
