import type { Home, Sun } from '@senca/contract/automation'
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Device, deviceOf, devices, type Leaving } from '#features/devices/index.ts'
import { homes } from '#features/homes/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { ShadingMemory } from './shading.ts'
import { sunChecks } from './sun.schema.ts'

/** A device that follows the sun, with its stored state. */
export interface SunCheck {
  device: Device & { ownerId: string; sun: Sun }
  home: Pick<Home, 'lat' | 'lon' | 'timezone'>
  memory: ShadingMemory
  isHot: boolean | null
}

/** Finds whether a device is due. */
export const DUE_SUN_CHECK = "select 'due' from sun_looks where look_at <= $1::timestamptz limit 1"

type Row = {
  devices: typeof devices.$inferSelect
  sun_looks: typeof sunChecks.$inferSelect
  homes: { lat: number; lon: number; timezone: string } | null
}

function checkOf({ devices: row, sun_looks: check, homes: home }: Row): SunCheck | null {
  const device = deviceOf(row)
  const { ownerId, sun } = device
  if (ownerId === null || sun === null || home === null) return null
  const { base, movedAt, isHot } = check
  return { device: { ...device, ownerId, sun }, home, memory: { base, movedAt }, isHot }
}

/**
 * Called when devices leave their home, in that transaction. A device that replaces one is checked at once; the check of a device
 * that is not replaced ends when it is due.
 */
export async function moveSunChecks(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
  now: Date,
): Promise<void> {
  if (replacedBy === undefined) return
  await queries.delete(sunChecks).where(eq(sunChecks.deviceId, replacedBy))
  await queries
    .update(sunChecks)
    .set({ deviceId: replacedBy, dueAt: now })
    .where(inArray(sunChecks.deviceId, [...deviceIds]))
}

/** Locks rows in a fixed order, because transactions that lock several of the same rows would wait for each other. */
const inOrder = (queries: Queries, condition: SQL | undefined) =>
  queries
    .select({ id: sunChecks.deviceId })
    .from(sunChecks)
    .where(condition)
    .orderBy(asc(sunChecks.deviceId))
    .for('update')

export function createSunStore(db: DrizzleDatabase) {
  const checks = (queries: Queries) =>
    queries
      .select({
        devices,
        sun_looks: sunChecks,
        homes: { lat: homes.lat, lon: homes.lon, timezone: homes.timezone },
      })
      .from(sunChecks)
      .innerJoin(devices, eq(devices.id, sunChecks.deviceId))
      .leftJoin(homes, eq(homes.accountId, devices.ownerId))

  return {
    /** The ids of devices that are due. */
    async dueIds(now: Date, limit: number): Promise<string[]> {
      const due = await db
        .select({ id: sunChecks.deviceId })
        .from(sunChecks)
        .where(lte(sunChecks.dueAt, now))
        .orderBy(asc(sunChecks.dueAt))
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
    ): Promise<{ checks: SunCheck[]; gone: string[] }> {
      const rows = await checks(queries)
        .where(and(inArray(sunChecks.deviceId, [...ids]), lte(sunChecks.dueAt, now)))
        .orderBy(asc(sunChecks.dueAt))
        .for('update', { of: [sunChecks, devices], skipLocked: true })
      const found = rows.map((row) => ({ id: row.devices.id, check: checkOf(row) }))
      return {
        checks: found.flatMap(({ check }) => check ?? []),
        gone: found.flatMap(({ id, check }) => (check === null ? [id] : [])),
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
        .update(sunChecks)
        .set({ dueAt: now })
        .where(inArray(sunChecks.deviceId, inOrder(db, gt(sunChecks.dueAt, now))))
    },

    async check(queries: Queries, deviceId: string): Promise<SunCheck | null> {
      const [row] = await checks(queries).where(eq(sunChecks.deviceId, deviceId))
      return row === undefined ? null : checkOf(row)
    },

    writeSun: (queries: Queries, deviceId: string, sun: Sun) =>
      queries.update(devices).set({ sun }).where(eq(devices.id, deviceId)),

    /** Checks a device from now on, as if nothing had been wanted before. */
    async follow(queries: Queries, deviceId: string, now: Date): Promise<void> {
      await queries
        .insert(sunChecks)
        .values({ deviceId, dueAt: now, base: null, isHot: null })
        .onConflictDoUpdate({ target: sunChecks.deviceId, set: { dueAt: now, base: null, isHot: null } })
    },

    async write(
      queries: Queries,
      deviceId: string,
      values: ShadingMemory & { isHot: boolean | null; dueAt: Date },
    ): Promise<void> {
      await queries.update(sunChecks).set(values).where(eq(sunChecks.deviceId, deviceId))
    },

    /** Stores the result of the move that was sent at this time. Returns false if that is not the last thing about the device. */
    async settle(
      queries: Queries,
      deviceId: string,
      sentAt: Date,
      values: Partial<ShadingMemory & { dueAt: Date }>,
    ): Promise<boolean> {
      const { rowCount } = await queries
        .update(sunChecks)
        .set({ movedAt: sentAt, ...values })
        .where(and(eq(sunChecks.deviceId, deviceId), eq(sunChecks.movedAt, sentAt)))
      return rowCount !== 0
    },

    async postpone(queries: Queries, deviceId: string, dueAt: Date): Promise<void> {
      await queries.update(sunChecks).set({ dueAt }).where(eq(sunChecks.deviceId, deviceId))
    },

    async forget(queries: Queries, deviceIds: readonly string[]): Promise<void> {
      if (deviceIds.length > 0)
        await queries.delete(sunChecks).where(inArray(sunChecks.deviceId, [...deviceIds]))
    },

    /** Checks the devices of an account soon. */
    async evaluateAccount(queries: Queries, accountId: string, now: Date): Promise<void> {
      const own = db.select({ id: devices.id }).from(devices).where(eq(devices.ownerId, accountId))
      await queries
        .update(sunChecks)
        .set({ dueAt: now })
        .where(inArray(sunChecks.deviceId, inOrder(queries, inArray(sunChecks.deviceId, own))))
    },

    /** Returns those devices for which the sun wants a position now. The next check moves them there, wherever they are. */
    async reevaluate(queries: Queries, deviceIds: readonly string[], now: Date): Promise<string[]> {
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
        .update(sunChecks)
        .set({ dueAt: now, base: null, movedAt: null })
        .where(inArray(sunChecks.deviceId, inOrder(queries, inArray(sunChecks.deviceId, wanted))))
        .returning({ id: sunChecks.deviceId })
      return rows.map(({ id }) => id)
    },
  }
}

export type SunStore = ReturnType<typeof createSunStore>
