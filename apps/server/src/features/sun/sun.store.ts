import type { Home, Sun } from '@senca/contract/automation'
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Device, deviceOf, devices, type Replacement } from '#features/devices/index.ts'
import { homes } from '#features/homes/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { ShadingMemory } from './shading.ts'
import { sunLooks } from './sun.schema.ts'

/** A device that follows the sun, with its stored state. */
export interface SunLook {
  device: Device & { ownerId: string; sun: Sun }
  home: Pick<Home, 'lat' | 'lon' | 'timezone'>
  memory: ShadingMemory
  isHot: boolean | null
}

/** Finds whether a device is due. */
export const DUE_SUN_LOOK = "select 'due' from sun_looks where look_at <= $1::timestamptz limit 1"

type Row = {
  devices: typeof devices.$inferSelect
  sun_looks: typeof sunLooks.$inferSelect
  homes: { lat: number; lon: number; timezone: string } | null
}

function lookOf({ devices: row, sun_looks: look, homes: home }: Row): SunLook | null {
  const device = deviceOf(row)
  const { ownerId, sun } = device
  if (ownerId === null || sun === null || home === null) return null
  const { base, movedAt, isHot } = look
  return { device: { ...device, ownerId, sun }, home, memory: { base, movedAt }, isHot }
}

/**
 * Moves the sun settings from a device to the one that replaces it, which is checked at once. Runs in the transaction that
 * replaces it.
 */
export async function replaceInSun(queries: Queries, { from, to }: Replacement, now: Date): Promise<void> {
  await queries.delete(sunLooks).where(eq(sunLooks.deviceId, to))
  await queries.update(sunLooks).set({ deviceId: to, lookAt: now }).where(eq(sunLooks.deviceId, from))
}

/** Locks rows in a fixed order, because transactions that lock several of the same rows would wait for each other. */
const inOrder = (queries: Queries, condition: SQL | undefined) =>
  queries
    .select({ id: sunLooks.deviceId })
    .from(sunLooks)
    .where(condition)
    .orderBy(asc(sunLooks.deviceId))
    .for('update')

export function createSunStore(db: DrizzleDatabase) {
  const looks = (queries: Queries) =>
    queries
      .select({
        devices,
        sun_looks: sunLooks,
        homes: { lat: homes.lat, lon: homes.lon, timezone: homes.timezone },
      })
      .from(sunLooks)
      .innerJoin(devices, eq(devices.id, sunLooks.deviceId))
      .leftJoin(homes, eq(homes.accountId, devices.ownerId))

  return {
    /** The ids of devices that are due. */
    async dueIds(now: Date, limit: number): Promise<string[]> {
      const due = await db
        .select({ id: sunLooks.deviceId })
        .from(sunLooks)
        .where(lte(sunLooks.lookAt, now))
        .orderBy(asc(sunLooks.lookAt))
        .limit(limit)
      return due.map(({ id }) => id)
    },

    /**
     * Locks those of the devices that are due until the transaction ends; rows that are locked by others are skipped. `gone` are
     * devices that no longer follow the sun.
     */
    async due(
      queries: Queries,
      now: Date,
      ids: readonly string[],
    ): Promise<{ looks: SunLook[]; gone: string[] }> {
      const rows = await looks(queries)
        .where(and(inArray(sunLooks.deviceId, [...ids]), lte(sunLooks.lookAt, now)))
        .orderBy(asc(sunLooks.lookAt))
        .for('update', { of: [sunLooks, devices], skipLocked: true })
      const found = rows.map((row) => ({ id: row.devices.id, look: lookOf(row) }))
      return {
        looks: found.flatMap(({ look }) => look ?? []),
        gone: found.flatMap(({ id, look }) => (look === null ? [id] : [])),
      }
    },

    /** Locks a device of an owner until the transaction ends; null if it has left. */
    async hold(queries: Queries, { id, ownerId }: Pick<Device, 'id' | 'ownerId'>): Promise<Device | null> {
      if (ownerId === null) return null
      const [row] = await queries
        .select()
        .from(devices)
        .where(and(eq(devices.id, id), eq(devices.ownerId, ownerId)))
        .for('update')
      return row === undefined ? null : deviceOf(row)
    },

    /** After the clock was set back: checks every device at once. */
    async setBack(now: Date): Promise<void> {
      await db
        .update(sunLooks)
        .set({ lookAt: now })
        .where(inArray(sunLooks.deviceId, inOrder(db, gt(sunLooks.lookAt, now))))
    },

    async look(queries: Queries, deviceId: string): Promise<SunLook | null> {
      const [row] = await looks(queries).where(eq(sunLooks.deviceId, deviceId))
      return row === undefined ? null : lookOf(row)
    },

    writeSun: (queries: Queries, deviceId: string, sun: Sun) =>
      queries.update(devices).set({ sun }).where(eq(devices.id, deviceId)),

    /** Checks a device from now on, as if nothing had been wanted before. */
    async follow(queries: Queries, deviceId: string, now: Date): Promise<void> {
      await queries
        .insert(sunLooks)
        .values({ deviceId, lookAt: now, base: null, isHot: null })
        .onConflictDoUpdate({ target: sunLooks.deviceId, set: { lookAt: now, base: null, isHot: null } })
    },

    async write(
      queries: Queries,
      deviceId: string,
      values: ShadingMemory & { isHot: boolean | null; lookAt: Date },
    ): Promise<void> {
      await queries.update(sunLooks).set(values).where(eq(sunLooks.deviceId, deviceId))
    },

    /** Stores what became of the move that was sent at this time. Returns false if that is not the last thing about the device. */
    async settle(
      queries: Queries,
      deviceId: string,
      sentAt: Date,
      values: Partial<ShadingMemory & { lookAt: Date }>,
    ): Promise<boolean> {
      const { rowCount } = await queries
        .update(sunLooks)
        .set({ movedAt: sentAt, ...values })
        .where(and(eq(sunLooks.deviceId, deviceId), eq(sunLooks.movedAt, sentAt)))
      return rowCount !== 0
    },

    async postpone(queries: Queries, deviceId: string, lookAt: Date): Promise<void> {
      await queries.update(sunLooks).set({ lookAt }).where(eq(sunLooks.deviceId, deviceId))
    },

    async forget(queries: Queries, deviceIds: readonly string[]): Promise<void> {
      if (deviceIds.length > 0)
        await queries.delete(sunLooks).where(inArray(sunLooks.deviceId, [...deviceIds]))
    },

    /** Checks the devices of an account soon. */
    async lookAtAccount(queries: Queries, accountId: string, now: Date): Promise<void> {
      const own = db.select({ id: devices.id }).from(devices).where(eq(devices.ownerId, accountId))
      await queries
        .update(sunLooks)
        .set({ lookAt: now })
        .where(inArray(sunLooks.deviceId, inOrder(queries, inArray(sunLooks.deviceId, own))))
    },

    /** Returns those devices for which the sun wants a position now. The next check moves them there, wherever they are. */
    async askAnew(queries: Queries, deviceIds: readonly string[], now: Date): Promise<string[]> {
      const wanted = db
        .select({ id: devices.id })
        .from(devices)
        .where(
          and(
            inArray(devices.id, [...deviceIds]),
            sql`${devices.sun} ->> 'pausedUntil' is null`,
            sql`${devices.sun} ->> 'wants' is not null`,
          ),
        )
      const rows = await queries
        .update(sunLooks)
        .set({ lookAt: now, base: null, movedAt: null })
        .where(inArray(sunLooks.deviceId, inOrder(queries, inArray(sunLooks.deviceId, wanted))))
        .returning({ id: sunLooks.deviceId })
      return rows.map(({ id }) => id)
    },
  }
}

export type SunStore = ReturnType<typeof createSunStore>
