import { ALEXA_PORT, BRIDGE_STORE_LIMITS, LAST_MATTER_PORT } from '@senca/contract/bridge-matter'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { bridgeDevices, bridges } from '#features/bridges/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import { nodeOfRow, type Pairing, type StoredNode, sealPairing } from './bridge-node.ts'
import { bridgeNodes, bridgeStore } from './bridge-nodes.schema.ts'

/** What of a node is changed; null clears the pairing. */
export type NodeChange = Partial<
  Pick<
    StoredNode,
    'problem' | 'fabrics' | 'parts' | 'partsAsked' | 'partsShown' | 'removing' | 'resets' | 'resetsDone'
  > & {
    pairing: Pairing | null
  }
>

const contextOf = (bridgeId: string, key: string) => `${bridgeId} ${key}`

/** `isAlone`: the bridges of all accounts run on one machine, and share its ports. */
export function createBridgeNodeStore(
  db: DrizzleDatabase,
  sealing: Sealing,
  { isAlone }: { isAlone: boolean },
) {
  return {
    /** Adds the node of a new bridge with a free port; returns false if Alexa's is taken, or all are. */
    async insert(
      queries: Queries,
      { bridgeId, accountId, alexa }: { bridgeId: string; accountId: string; alexa: boolean },
    ): Promise<boolean> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext('bridge ports'))`)
      const rows = await queries
        .select({ port: bridgeNodes.port })
        .from(bridgeNodes)
        .innerJoin(bridges, eq(bridges.id, bridgeNodes.bridgeId))
        .where(isAlone ? undefined : eq(bridges.accountId, accountId))
      const taken = new Set(rows.map(({ port }) => port))
      let port = alexa ? ALEXA_PORT : ALEXA_PORT + 1
      while (!alexa && taken.has(port)) port += 1
      if (taken.has(port) || port > LAST_MATTER_PORT) return false
      await queries.insert(bridgeNodes).values({ bridgeId, alexa, port })
      return true
    },

    /** The bridges of kind `matter` of all accounts. */
    all: (): Promise<{ bridgeId: string; accountId: string }[]> =>
      db
        .select({ bridgeId: bridges.id, accountId: bridges.accountId })
        .from(bridges)
        .where(eq(bridges.kind, 'matter')),

    /** The accounts of the Matter bridges that have a device. */
    async accountsWith(deviceId: string): Promise<string[]> {
      const rows = await db
        .selectDistinct({ accountId: bridges.accountId })
        .from(bridgeDevices)
        .innerJoin(bridges, eq(bridges.id, bridgeDevices.bridgeId))
        .where(and(eq(bridgeDevices.deviceId, deviceId), eq(bridges.kind, 'matter')))
      return rows.map(({ accountId }) => accountId)
    },

    async find(bridgeId: string, queries: Queries = db): Promise<StoredNode | null> {
      const [row] = await queries.select().from(bridgeNodes).where(eq(bridgeNodes.bridgeId, bridgeId))
      return row === undefined ? null : nodeOfRow(row, sealing)
    },

    /** Changes a node by what it is at that moment; returns the change, null if there is none. */
    async change<T extends NodeChange>(
      queries: Queries,
      bridgeId: string,
      changeOf: (node: StoredNode) => T | null,
    ): Promise<{ before: StoredNode; change: T } | null> {
      const [row] = await queries
        .select()
        .from(bridgeNodes)
        .where(eq(bridgeNodes.bridgeId, bridgeId))
        .for('update')
      if (row === undefined) return null
      const before = nodeOfRow(row, sealing)
      const change = changeOf(before)
      if (change === null) return null
      const { pairing, ...columns } = change
      if (Object.keys(change).length > 0)
        await queries
          .update(bridgeNodes)
          .set({
            ...columns,
            ...(pairing === undefined
              ? {}
              : { pairing: pairing === null ? null : sealPairing(sealing, bridgeId, pairing) }),
          })
          .where(eq(bridgeNodes.bridgeId, bridgeId))
      return { before, change }
    },

    /** Gives a bridge to a process until `until`; returns false while another one has it. */
    async hold(
      bridgeId: string,
      process: string,
      { now, until }: { now: Date; until: Date },
    ): Promise<boolean> {
      const isFree = or(
        eq(bridgeNodes.process, process),
        isNull(bridgeNodes.heldUntil),
        lt(bridgeNodes.heldUntil, now),
      )
      const held = await db
        .update(bridgeNodes)
        .set({ process, heldUntil: until })
        .where(and(eq(bridgeNodes.bridgeId, bridgeId), isFree))
        .returning({ bridgeId: bridgeNodes.bridgeId })
      return held.length > 0
    },
    /** Takes all bridges of a process, or one of them, from it. */
    async release(process: string, bridgeId?: string): Promise<void> {
      const isOne = bridgeId === undefined ? undefined : eq(bridgeNodes.bridgeId, bridgeId)
      await db
        .update(bridgeNodes)
        .set({ process: null, heldUntil: null })
        .where(and(eq(bridgeNodes.process, process), isOne))
    },

    /** What the process has stored; an entry that was sealed with another secret is absent. */
    async load(bridgeId: string): Promise<Record<string, string>> {
      const rows = await db.select().from(bridgeStore).where(eq(bridgeStore.bridgeId, bridgeId))
      return Object.fromEntries(
        rows.flatMap(({ key, value }) => {
          const opened = sealing.open(value, contextOf(bridgeId, key))
          return opened === null ? [] : [[key, opened]]
        }),
      )
    },

    /** All or nothing; returns false if it would be too much. */
    async save(bridgeId: string, entries: Readonly<Record<string, string | null>>): Promise<boolean> {
      const removed = Object.keys(entries).filter((key) => entries[key] === null)
      const put = Object.entries(entries).flatMap(([key, value]) =>
        value === null ? [] : { bridgeId, key, value: sealing.seal(value, contextOf(bridgeId, key)) },
      )
      return db.transaction(async (queries) => {
        if (removed.length > 0)
          await queries
            .delete(bridgeStore)
            .where(and(eq(bridgeStore.bridgeId, bridgeId), inArray(bridgeStore.key, removed)))
        if (put.length > 0)
          await queries
            .insert(bridgeStore)
            .values(put)
            .onConflictDoUpdate({
              target: [bridgeStore.bridgeId, bridgeStore.key],
              set: { value: sql`excluded.value` },
            })
        const count = await queries.$count(bridgeStore, eq(bridgeStore.bridgeId, bridgeId))
        if (count <= BRIDGE_STORE_LIMITS.entries) return true
        queries.rollback()
        return false
      })
    },

    async clearStore(queries: Queries, bridgeId: string): Promise<void> {
      await queries.delete(bridgeStore).where(eq(bridgeStore.bridgeId, bridgeId))
    },

    /** After the clock was set back, so that no process has a bridge for longer than it may. */
    async setBack(now: Date): Promise<void> {
      await db.update(bridgeNodes).set({ heldUntil: now }).where(sql`${bridgeNodes.heldUntil} > ${now}`)
    },
  }
}

export type BridgeNodeStore = ReturnType<typeof createBridgeNodeStore>
