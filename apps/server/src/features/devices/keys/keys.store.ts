import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import { and, asc, eq, gt, inArray, not, notExists, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { deviceKeys, devices, endpoints } from '../devices.schema.ts'
import type { Device } from '../registry/device-row.ts'
import { OWN_DRIVER } from '../registry/own-driver.ts'
import { credentialsEnd, secretOf } from './credential-ends.ts'
import type { ReadKey } from './public-key.ts'

export interface KeyRow {
  id: string
  publicKey: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** A device, and the owner that it had when it was read. */
type Owned = Pick<Device, 'id' | 'ownerId'>

export type AddedKey = { ok: true; keyId: string } | { ok: false; reason: 'gone' | 'too many' | 'exists' }

const uniqueViolation = z.object({
  code: z.literal('23505'),
  constraint: z.literal('device_keys_fingerprint_unique'),
})
/** Whether the database refused a key because it is already registered. */
export const isKeyKnown = (error: unknown): boolean =>
  uniqueViolation.safeParse(error instanceof Error ? (error.cause ?? error) : error).success

const COLUMNS = {
  id: deviceKeys.id,
  publicKey: deviceKeys.publicKey,
  createdAt: deviceKeys.createdAt,
  lastUsedAt: deviceKeys.lastUsedAt,
}

/**
 * Deletes the keys of devices that leave their home or forget it, and enables their secrets again, in the given transaction.
 * Connections by those keys end with it. With `isSinceClaim`, keeps the keys that the devices came with.
 */
export async function dropKeys(
  queries: Queries,
  deviceIds: readonly string[],
  { isSinceClaim = false }: { isSinceClaim?: boolean } = {},
): Promise<void> {
  if (deviceIds.length === 0) return
  const claimedLater = queries
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, deviceKeys.deviceId), gt(devices.claimedAt, deviceKeys.createdAt)))
  const dropped = await queries
    .delete(deviceKeys)
    .where(
      and(inArray(deviceKeys.deviceId, [...deviceIds]), isSinceClaim ? notExists(claimedLater) : undefined),
    )
    .returning({ id: deviceKeys.id, deviceId: deviceKeys.deviceId })
  await queries
    .update(endpoints)
    .set({ isSecretEnabled: true })
    .where(and(inArray(endpoints.deviceId, [...deviceIds]), eq(endpoints.isSecretEnabled, false)))
  await credentialsEnd(
    queries,
    dropped.map(({ id }) => id),
    dropped.map(({ deviceId }) => deviceId),
  )
}

/** Inserts the keys of new devices, in the transaction that creates the devices. */
export async function insertKeys(
  queries: Queries,
  newDevices: readonly { id: string; key: ReadKey | null }[],
  createdAt: Date,
): Promise<void> {
  const rows = newDevices.flatMap(({ id: deviceId, key }) =>
    key === null
      ? []
      : [{ id: randomUUID(), deviceId, publicKey: key.pem, fingerprint: key.fingerprint, createdAt }],
  )
  if (rows.length > 0) await queries.insert(deviceKeys).values(rows)
}

/** The public keys of devices, and whether their secrets are enabled. */
export function createKeyStore(db: DrizzleDatabase) {
  const byDevice = db
    .select(COLUMNS)
    .from(deviceKeys)
    .where(eq(deviceKeys.deviceId, sql.placeholder('deviceId')))
    .orderBy(asc(deviceKeys.createdAt), asc(deviceKeys.id))
    .prepare('device_keys_by_device')

  /** Runs one change at a time for each device, only if it still has the same owner; otherwise returns null. */
  const locked = <T>({ id, ownerId }: Owned, act: (queries: Queries) => Promise<T>): Promise<T | null> =>
    db.transaction(async (transaction) => {
      const [row] = await transaction
        .select({ ownerId: devices.ownerId })
        .from(devices)
        .where(eq(devices.id, id))
        .for('update')
      return row === undefined || row.ownerId !== ownerId ? null : act(transaction)
    })

  const ownEndpoint = (deviceId: string) =>
    and(eq(endpoints.deviceId, deviceId), eq(endpoints.driver, OWN_DRIVER))

  const isSecretEnabled = async (queries: Queries, deviceId: string): Promise<boolean> => {
    const [row] = await queries
      .select({ isEnabled: endpoints.isSecretEnabled })
      .from(endpoints)
      .where(ownEndpoint(deviceId))
    return row?.isEnabled ?? false
  }

  const idsOf = (queries: Queries, deviceId: string) =>
    queries.select({ id: deviceKeys.id }).from(deviceKeys).where(eq(deviceKeys.deviceId, deviceId))

  return {
    /** The oldest key comes first. */
    list: (deviceId: string): Promise<KeyRow[]> => byDevice.execute({ deviceId }),

    async add(device: Owned, { pem, fingerprint }: ReadKey, createdAt: Date): Promise<AddedKey> {
      try {
        const added = await locked(device, async (queries): Promise<AddedKey> => {
          const [taken] = await queries
            .select({ id: deviceKeys.id })
            .from(deviceKeys)
            .where(eq(deviceKeys.fingerprint, fingerprint))
          if (taken !== undefined) return { ok: false, reason: 'exists' }
          if ((await idsOf(queries, device.id)).length >= LIMITS.PUBLIC_KEYS_PER_DEVICE)
            return { ok: false, reason: 'too many' }
          const id = randomUUID()
          await queries
            .insert(deviceKeys)
            .values({ id, deviceId: device.id, publicKey: pem, fingerprint, createdAt })
          return { ok: true, keyId: id }
        })
        return added ?? { ok: false, reason: 'gone' }
      } catch (error) {
        if (isKeyKnown(error)) return { ok: false, reason: 'exists' }
        throw error
      }
    },

    /**
     * Removes a key. Returns `needed` if it is the last key and the secret is disabled, and `gone` if the device has left its
     * owner.
     */
    async remove(device: Owned, keyId: string): Promise<'removed' | 'unknown' | 'needed' | 'gone'> {
      const removed = await locked(device, async (queries) => {
        const ids = await idsOf(queries, device.id)
        if (!ids.some(({ id }) => id === keyId)) return 'unknown' as const
        if (ids.length === 1 && !(await isSecretEnabled(queries, device.id))) return 'needed' as const
        await queries.delete(deviceKeys).where(eq(deviceKeys.id, keyId))
        await credentialsEnd(queries, [keyId], [device.id])
        return 'removed' as const
      })
      return removed ?? 'gone'
    },

    isSecretEnabled: (deviceId: string) => isSecretEnabled(db, deviceId),

    /** Returns whether the change was made. The secret cannot be disabled while the device has no key. */
    async setSecretEnabled(
      device: Owned,
      isEnabled: boolean,
    ): Promise<'changed' | 'as it was' | 'no key' | 'gone'> {
      const changed = await locked(device, async (queries) => {
        if (!isEnabled && (await idsOf(queries, device.id)).length === 0) return 'no key' as const
        if ((await isSecretEnabled(queries, device.id)) === isEnabled) return 'as it was' as const
        await queries.update(endpoints).set({ isSecretEnabled: isEnabled }).where(ownEndpoint(device.id))
        if (!isEnabled) await credentialsEnd(queries, [secretOf(device.id)], [device.id])
        return 'changed' as const
      })
      return changed ?? 'gone'
    },

    async wasUsed(keyId: string, at: Date): Promise<void> {
      await db.update(deviceKeys).set({ lastUsedAt: at }).where(eq(deviceKeys.id, keyId))
    },

    /** Returns the credentials that are still valid. A credential is the id of a key or `secretOf` a device. */
    async listAlive(credentials: readonly string[]): Promise<string[]> {
      if (credentials.length === 0) return []
      const wanted = new Set(credentials)
      const keys = await db
        .select({ id: deviceKeys.id })
        .from(deviceKeys)
        .where(inArray(sql`${deviceKeys.id}::text`, [...credentials]))
      const off = await db
        .select({ deviceId: endpoints.deviceId })
        .from(endpoints)
        .where(and(eq(endpoints.driver, OWN_DRIVER), not(endpoints.isSecretEnabled)))
      const isOff = new Set(off.map(({ deviceId }) => secretOf(deviceId)))
      const alive = new Set(keys.map(({ id }) => id))
      return [...wanted].filter((one) => alive.has(one) || (one.startsWith(secretOf('')) && !isOff.has(one)))
    },
  }
}

export type KeyStore = ReturnType<typeof createKeyStore>
