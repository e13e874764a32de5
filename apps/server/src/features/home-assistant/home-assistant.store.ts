import { randomInt } from 'node:crypto'
import { BRIDGE_BROKERS, type BridgeBroker } from '@senca/contract/bridges'
import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Leaving } from '#features/devices/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import {
  homeAssistantBridges,
  homeAssistantKeys,
  homeAssistantLeftovers,
  homeAssistantServers,
} from './home-assistant.schema.ts'

export interface HomeAssistantBridge {
  bridgeId: string
  accountId: string
  broker: BridgeBroker
}

/** Lower case letters and digits are allowed in topics, ids of Home Assistant and things of openHAB alike. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 10
const SERVER_LENGTH = 12

const brokerSchema = z.enum(BRIDGE_BROKERS)
const randomId = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const bridgeOf = ({ broker, ...row }: typeof homeAssistantBridges.$inferSelect): HomeAssistantBridge => ({
  ...row,
  broker: brokerSchema.parse(broker),
})

/** Removes the keys of devices that leave their owner. Hardware that is replaced keeps its key. */
export async function removeFromHomeAssistant(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
): Promise<void> {
  const isOfThem = inArray(homeAssistantKeys.deviceId, [...deviceIds])
  if (replacedBy === undefined) await queries.delete(homeAssistantKeys).where(isOfThem)
  else await queries.update(homeAssistantKeys).set({ deviceId: replacedBy }).where(isOfThem)
}

export function createHomeAssistantStore(db: DrizzleDatabase) {
  return {
    /** False if the account has another one at this broker. */
    async insert(queries: Queries, bridge: HomeAssistantBridge): Promise<boolean> {
      const inserted = await queries
        .insert(homeAssistantBridges)
        .values(bridge)
        .onConflictDoNothing()
        .returning({ id: homeAssistantBridges.bridgeId })
      return inserted.length > 0
    },

    /** What a joined broker may retain of a bridge is removed when it is there. */
    async insertLeftover(queries: Queries, leftover: { bridgeId: string; accountId: string }): Promise<void> {
      await queries.insert(homeAssistantLeftovers).values(leftover).onConflictDoNothing()
    },
    async leftoversOf(accountId: string): Promise<string[]> {
      const rows = await db
        .select({ id: homeAssistantLeftovers.bridgeId })
        .from(homeAssistantLeftovers)
        .where(eq(homeAssistantLeftovers.accountId, accountId))
      return rows.map(({ id }) => id)
    },
    async deleteLeftovers(ids: readonly string[]): Promise<void> {
      await db.delete(homeAssistantLeftovers).where(inArray(homeAssistantLeftovers.bridgeId, [...ids]))
    },

    async find(bridgeId: string, queries: Queries = db): Promise<HomeAssistantBridge | null> {
      const [row] = await queries
        .select()
        .from(homeAssistantBridges)
        .where(eq(homeAssistantBridges.bridgeId, bridgeId))
      return row === undefined ? null : bridgeOf(row)
    },

    async findAt(accountId: string, broker: BridgeBroker): Promise<string | null> {
      const [row] = await db
        .select({ id: homeAssistantBridges.bridgeId })
        .from(homeAssistantBridges)
        .where(and(eq(homeAssistantBridges.accountId, accountId), eq(homeAssistantBridges.broker, broker)))
      return row?.id ?? null
    },

    async listOf(accountId: string): Promise<HomeAssistantBridge[]> {
      const rows = await db
        .select()
        .from(homeAssistantBridges)
        .where(eq(homeAssistantBridges.accountId, accountId))
      return rows.map(bridgeOf)
    },

    /** The keys of devices, which are made for those that have none. */
    async keysOf(bridgeId: string, deviceIds: readonly string[]): Promise<Map<string, string>> {
      if (deviceIds.length === 0) return new Map()
      const made = deviceIds.map((deviceId) => ({ bridgeId, deviceId, key: randomId(KEY_LENGTH) }))
      await db
        .insert(homeAssistantKeys)
        .select(
          sql`select ${bridgeId}::uuid, made.device_id, made.key from unnest(
            ${sql.param(made.map(({ deviceId }) => deviceId))}::text[], ${sql.param(made.map(({ key }) => key))}::text[]
          ) as made(device_id, key) join devices on devices.id = made.device_id`,
        )
        .onConflictDoNothing()
      const rows = await db
        .select({ deviceId: homeAssistantKeys.deviceId, key: homeAssistantKeys.key })
        .from(homeAssistantKeys)
        .where(
          and(eq(homeAssistantKeys.bridgeId, bridgeId), inArray(homeAssistantKeys.deviceId, [...deviceIds])),
        )
      return new Map(rows.map(({ deviceId, key }) => [deviceId, key]))
    },

    /** The id of this installation, which is in its backups. */
    async serverId(): Promise<string> {
      await db.execute(
        sql`insert into ${homeAssistantServers} (id) select ${randomId(SERVER_LENGTH)} where not exists (select from ${homeAssistantServers})`,
      )
      const [row] = await db.select().from(homeAssistantServers).orderBy(homeAssistantServers.id).limit(1)
      if (row === undefined) throw new Error('the id of the installation could not be made')
      return row.id
    },
  }
}

export type HomeAssistantStore = ReturnType<typeof createHomeAssistantStore>
