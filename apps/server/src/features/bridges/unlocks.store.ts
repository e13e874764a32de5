import {
  BRIDGE_PIN_LOCK_MS,
  BRIDGE_PIN_TRIES,
  BRIDGE_UNLOCKS,
  type BridgeUnlock,
} from '@senca/contract/bridges'
import { and, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Leaving } from '#features/devices/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { bridgeDevices, bridges } from './bridges.schema.ts'
import { bridgeUnlocks } from './unlocks.schema.ts'

interface BridgeDoor {
  bridgeId: string
  deviceId: string
}

export type Unlocks = ReadonlyMap<string, BridgeUnlock>

const modeSchema = z.enum(BRIDGE_UNLOCKS)

const rowOf = ({ bridgeId, deviceId }: BridgeDoor) =>
  and(eq(bridgeUnlocks.bridgeId, bridgeId), eq(bridgeUnlocks.deviceId, deviceId))

/** By bridge: the doors that it may unlock, and how that is checked. */
export async function unlocksOf(queries: Queries, ids: readonly string[]): Promise<Map<string, Unlocks>> {
  const rows = await queries
    .select({
      bridgeId: bridgeUnlocks.bridgeId,
      deviceId: bridgeUnlocks.deviceId,
      mode: bridgeUnlocks.mode,
    })
    .from(bridgeUnlocks)
    .where(inArray(bridgeUnlocks.bridgeId, [...ids]))
  const byBridge = new Map<string, Map<string, BridgeUnlock>>()
  for (const { bridgeId, deviceId, mode } of rows)
    byBridge.set(
      bridgeId,
      (byBridge.get(bridgeId) ?? new Map<string, BridgeUnlock>()).set(deviceId, modeSchema.parse(mode)),
    )
  return byBridge
}

/** Ends unlocking of all doors but these, in the transaction that takes the others from the bridge. */
export async function keepUnlocks(queries: Queries, bridgeId: string, doors: readonly string[]) {
  await queries
    .delete(bridgeUnlocks)
    .where(and(eq(bridgeUnlocks.bridgeId, bridgeId), notInArray(bridgeUnlocks.deviceId, [...doors])))
}

/** Ends unlocking of doors that leave their owner. One that is replaced is unlocked by its new hardware. */
export async function removeFromUnlocks(queries: Queries, { deviceIds, replacedBy }: Leaving): Promise<void> {
  const removed = await queries
    .delete(bridgeUnlocks)
    .where(inArray(bridgeUnlocks.deviceId, [...deviceIds]))
    .returning()
  if (replacedBy === undefined || removed.length === 0) return
  await queries.insert(bridgeUnlocks).values(removed.map((row) => ({ ...row, deviceId: replacedBy })))
}

export function createUnlockStore(db: DrizzleDatabase) {
  return {
    /**
     * Sets how the unlocking of a door is checked; null ends it. What was asked before ends with it, and wrong PINs of before no longer
     * count.
     */
    async set(
      queries: Queries,
      door: BridgeDoor,
      mode: { mode: BridgeUnlock; pinHash: string | null } | null,
    ): Promise<void> {
      await queries.delete(bridgeUnlocks).where(rowOf(door))
      if (mode !== null) await queries.insert(bridgeUnlocks).values({ ...door, ...mode })
    },

    /** Keeps the terms of a bridge as they are until the commit; returns false if it is gone. */
    async hold(queries: Queries, bridgeId: string): Promise<boolean> {
      const held = await queries
        .select({ id: bridges.id })
        .from(bridges)
        .where(eq(bridges.id, bridgeId))
        .for('update')
      return held.length > 0
    },

    /** Whether a held bridge has command on a door. */
    async isCommanded(queries: Queries, { bridgeId, deviceId }: BridgeDoor): Promise<boolean> {
      const granted = await queries
        .select({ deviceId: bridgeDevices.deviceId })
        .from(bridgeDevices)
        .where(
          and(
            eq(bridgeDevices.bridgeId, bridgeId),
            eq(bridgeDevices.deviceId, deviceId),
            sql`${bridgeDevices.permissions} ? 'command'`,
          ),
        )
      return granted.length > 0
    },

    /**
     * Counts a PIN before it is checked, so that no more than ten are checked however many come at once. The tenth locks the door until
     * it proves to be right. Returns null if there is no PIN, and until when the door is locked if it is.
     */
    async tryPin(
      door: BridgeDoor,
      now: Date,
    ): Promise<{ pinHash: string; tries: number } | { lockedUntil: Date } | null> {
      const { pinTries, pinLockedUntil } = bridgeUnlocks
      const lockedUntil = new Date(now.getTime() + BRIDGE_PIN_LOCK_MS)
      const tries = sql`case when ${pinLockedUntil} is null then ${pinTries} + 1 else 1 end`
      const [counted] = await db
        .update(bridgeUnlocks)
        .set({
          pinTries: tries,
          pinLockedUntil: sql`case when ${tries} >= ${BRIDGE_PIN_TRIES} then ${lockedUntil.toISOString()}::timestamptz end`,
        })
        .where(
          and(
            rowOf(door),
            isNotNull(bridgeUnlocks.pinHash),
            or(isNull(pinLockedUntil), lte(pinLockedUntil, now)),
          ),
        )
        .returning({ pinHash: bridgeUnlocks.pinHash, tries: pinTries })
      if (counted !== undefined && counted.pinHash !== null)
        return { pinHash: counted.pinHash, tries: counted.tries }
      const [locked] = await db.select({ lockedUntil: pinLockedUntil }).from(bridgeUnlocks).where(rowOf(door))
      const until = locked?.lockedUntil ?? null
      return until === null ? null : { lockedUntil: until }
    },

    /** After a right PIN with this hash. */
    async forgiveTries(door: BridgeDoor, pinHash: string): Promise<void> {
      await db
        .update(bridgeUnlocks)
        .set({ pinTries: 0, pinLockedUntil: null })
        .where(and(rowOf(door), eq(bridgeUnlocks.pinHash, pinHash)))
    },

    /** After the clock was set back, so that no door is locked for longer than an hour. */
    async setBack(now: Date): Promise<void> {
      const latest = new Date(now.getTime() + BRIDGE_PIN_LOCK_MS)
      await db
        .update(bridgeUnlocks)
        .set({ pinLockedUntil: latest })
        .where(gt(bridgeUnlocks.pinLockedUntil, latest))
    },
  }
}

export type UnlockStore = ReturnType<typeof createUnlockStore>
