import {
  type DeviceSettings,
  type DeviceType,
  deviceSettingsSchema,
  deviceTypeSchema,
  type Target,
  targetSchema,
} from '@senca/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/database.ts'
import { deviceShadows, devices } from './devices.schema.ts'
import type { StatusChange } from './status-change.ts'

/** What is known and decided about a device, beside what it says of itself. */
export interface Device {
  id: string
  type: DeviceType
  version: number | null
  firmware: string | null
  ownerId: string | null
  name: string
  settings: DeviceSettings
  favourite: Target | null
  ventilation: Target | null
  isClaimable: boolean
  saidFactoryReset: boolean
  mustForget: boolean
}

export interface NewDevice {
  id: string
  secretHash: string
  claimCodeHash: string
  type: DeviceType
}

const INSERT_BATCH = 500
const UNIQUE_VIOLATION = '23505'

const savedSchema = z.nullable(targetSchema)

const deviceOf = (row: typeof devices.$inferSelect): Device => ({
  id: row.id,
  type: deviceTypeSchema.parse(row.type),
  version: row.version,
  firmware: row.firmware,
  ownerId: row.ownerId,
  name: row.name ?? '',
  settings: deviceSettingsSchema.parse(row.settings),
  favourite: savedSchema.parse(row.favourite),
  ventilation: savedSchema.parse(row.ventilation),
  isClaimable: row.isClaimable,
  saidFactoryReset: row.saidFactoryReset,
  mustForget: row.mustForget,
})

/** Names of an account's devices are one without case. */
const nameKeyOf = (name: string): string => name.toLowerCase().normalize('NFC')

/** What no home keeps when the device leaves it. */
const NO_HOME = {
  ownerId: null,
  name: null,
  nameKey: null,
  settings: {},
  favourite: null,
  ventilation: null,
  claimedAt: null,
}

const NO_COUNTS = { totalRestarts: null, totalStateUpdates: null }
const NO_REPORTS = { ...NO_COUNTS, fields: {}, settings: {}, reportedAt: null }

/**
 * Empties what was written behind of a device, as part of what it begins anew with: after a crash its lower counts
 * must not be measured by its old ones.
 */
async function beginAnew(
  queries: Queries,
  deviceIds: readonly string[],
  shadow: Partial<typeof NO_REPORTS> = NO_REPORTS,
) {
  await queries
    .update(deviceShadows)
    .set(shadow)
    .where(inArray(deviceShadows.deviceId, [...deviceIds]))
}

const isNameTaken = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const parsed = z.object({ code: z.literal(UNIQUE_VIOLATION), constraint: z.string() }).safeParse(cause)
  return parsed.success && parsed.data.constraint === 'devices_owner_id_name_key'
}

export type ClaimResult =
  /** Handed over: the previous owner has used it until now, also since its last factory reset. */
  | { ok: true; device: Device; previousOwnerId: string | null; isHandedOver: boolean }
  | { ok: false; reason: 'not claimable' | 'name taken' }

export function createDeviceStore(db: DrizzleDatabase) {
  const byIds = db
    .select()
    .from(devices)
    .where(sql`${devices.id} = any(${sql.placeholder('ids')})`)
    .prepare('devices_by_ids')
  const secretById = db
    .select({ secretHash: devices.secretHash })
    .from(devices)
    .where(eq(devices.id, sql.placeholder('id')))
    .prepare('device_secret_by_id')
  const ownedBy = db
    .select({ id: devices.id, ownerId: devices.ownerId, name: devices.name })
    .from(devices)
    .where(eq(devices.ownerId, sql.placeholder('ownerId')))
    .orderBy(asc(devices.nameKey))
    .prepare('devices_owned_by')

  return {
    async insert(newDevices: readonly NewDevice[], createdAt: Date): Promise<void> {
      await db.transaction(async (transaction) => {
        for (let start = 0; start < newDevices.length; start += INSERT_BATCH) {
          const rows = newDevices.slice(start, start + INSERT_BATCH).map((device) => ({
            ...device,
            settings: {},
            isClaimable: true,
            saidFactoryReset: true,
            mustForget: false,
            createdAt,
          }))
          await transaction.insert(devices).values(rows)
        }
      })
    },

    async findSecretHash(id: string): Promise<string | null> {
      const [row] = await secretById.execute({ id })
      return row?.secretHash ?? null
    },

    async setSecretHash(id: string, secretHash: string): Promise<void> {
      await db.update(devices).set({ secretHash }).where(eq(devices.id, id))
    },

    /** Those of the ids that exist, in no particular order. */
    async findMany(ids: readonly string[]): Promise<Device[]> {
      if (ids.length === 0) return []
      return (await byIds.execute({ ids })).map(deviceOf)
    },

    /** What an account owns, by name. */
    async listOwnedBy(ownerId: string): Promise<{ id: string; ownerId: string | null; name: string }[]> {
      const rows = await ownedBy.execute({ ownerId })
      return rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' }))
    },

    /** Gives a device to an account if its claim code works; of two who try at once one wins. */
    async claim(claimCodeHash: string, ownerId: string, name: string, claimedAt: Date): Promise<ClaimResult> {
      try {
        return await db.transaction(async (transaction) => {
          const [before] = await transaction
            .select({
              id: devices.id,
              ownerId: devices.ownerId,
              saidFactoryReset: devices.saidFactoryReset,
            })
            .from(devices)
            .where(and(eq(devices.claimCodeHash, claimCodeHash), eq(devices.isClaimable, true)))
            .for('update')
          if (before === undefined) return { ok: false, reason: 'not claimable' }
          const [row] = await transaction
            .update(devices)
            .set({
              ...NO_HOME,
              ownerId,
              name,
              nameKey: nameKeyOf(name),
              isClaimable: false,
              mustForget: false,
              claimedAt,
            })
            .where(eq(devices.id, before.id))
            .returning()
          if (row === undefined) return { ok: false, reason: 'not claimable' }
          const isHandedOver = before.ownerId !== null && !before.saidFactoryReset
          await beginAnew(transaction, [before.id], isHandedOver ? NO_REPORTS : NO_COUNTS)
          return { ok: true, device: deviceOf(row), previousOwnerId: before.ownerId, isHandedOver }
        })
      } catch (error) {
        if (isNameTaken(error)) return { ok: false, reason: 'name taken' }
        throw error
      }
    },

    /**
     * Takes a device from its owner; one that has forgotten its home can be claimed again, any other must be told
     * to forget first. Answers false when it was not that owner's.
     */
    async release(id: string, ownerId: string, hasForgotten: boolean): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const released = await transaction
          .update(devices)
          .set({
            ...NO_HOME,
            isClaimable: hasForgotten,
            mustForget: !hasForgotten,
            ...(hasForgotten ? { saidFactoryReset: true } : {}),
          })
          .where(and(eq(devices.id, id), eq(devices.ownerId, ownerId)))
          .returning({ id: devices.id })
        if (released.length > 0) await beginAnew(transaction, [id])
        return released.length > 0
      })
    },

    /** Takes all that an owner has left; each must be told to forget. Answers the ids. */
    async releaseAll(queries: Queries, ownerId: string): Promise<string[]> {
      const released = await queries
        .update(devices)
        .set({ ...NO_HOME, isClaimable: false, mustForget: true })
        .where(eq(devices.ownerId, ownerId))
        .returning({ id: devices.id })
      const ids = released.map(({ id }) => id)
      if (ids.length > 0) await beginAnew(queries, ids)
      return ids
    },

    /** The device that had to be told to forget has done so. */
    async markForgotten(id: string): Promise<void> {
      await db.transaction(async (transaction) => {
        const forgotten = await transaction
          .update(devices)
          .set({ isClaimable: true, mustForget: false, saidFactoryReset: true })
          .where(and(eq(devices.id, id), eq(devices.mustForget, true)))
          .returning({ id: devices.id })
        if (forgotten.length > 0) await beginAnew(transaction, [id])
      })
    },

    async updateStatus(id: string, change: StatusChange): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.update(devices).set(change).where(eq(devices.id, id))
        if (change.saidFactoryReset === true) await beginAnew(transaction, [id])
      })
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>
