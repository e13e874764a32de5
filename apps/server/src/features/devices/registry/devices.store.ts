import { type DeviceType, nameKeyOf } from '@senca/contract'
import type { UpgradeFailure } from '@senca/contract/hardware'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { deviceShadows, devices, endpoints } from '../devices.schema.ts'
import { dropKeys, insertKeys } from '../keys/keys.store.ts'
import type { ReadKey } from '../keys/public-key.ts'
import {
  type Claimable,
  claimableBy,
  claimableOf,
  type Followers,
  HARDWARE_SETTINGS,
  NO_HOME,
  release,
} from './changing-hands.store.ts'
import { addToHome, type Claimed, leaveFormerHome, type NewHome } from './claiming.store.ts'
import { type Device, deviceOf, isNameTaken, knownDevicesOf } from './device-row.ts'
import type { Endpoint } from './endpoints.ts'
import type { ResetNotice } from './factory-reset-notices.ts'
import { type Reported, statusChange } from './status-change.ts'

/** A new device with its first endpoint. */
export interface NewDevice {
  id: string
  type: DeviceType
  driver: string
  address: string
  secretHash: string
  claimCodeHash: string
  /** A key with which the device may sign in from the start. */
  key: ReadKey | null
}

const INSERT_BATCH = 500

export type ClaimResult = ({ ok: true } & Claimed) | { ok: false; reason: 'not claimable' | 'name taken' }

export interface StatusUpdate {
  /** Whether the notice of a factory reset was written in the same transaction. */
  isNoticed: boolean
  mustForget: boolean
}

interface DeviceStoreOptions {
  followers: Followers
  /** Called with a device that was read and left out, because this version does not know its type. */
  typeUnknown(device: { id: string; type: string }): void
}

export function createDeviceStore(db: DrizzleDatabase, { followers, typeUnknown }: DeviceStoreOptions) {
  const { left, resetShadows } = followers
  const byIds = db
    .select()
    .from(devices)
    .where(sql`${devices.id} = any(${sql.placeholder('ids')})`)
    .prepare('devices_by_ids')
  const named = { id: devices.id, ownerId: devices.ownerId, name: devices.name }
  const ownedBy = db
    .select(named)
    .from(devices)
    .where(eq(devices.ownerId, sql.placeholder('ownerId')))
    .orderBy(asc(devices.nameKey))
    .prepare('devices_owned_by')
  const ownedByOrShared = db
    .select(named)
    .from(devices)
    .where(
      or(
        eq(devices.ownerId, sql.placeholder('ownerId')),
        // Passed as one text, because an array parameter of thousands of ids is several times slower.
        sql`${devices.id} = any(string_to_array(${sql.placeholder('ids')}, ','))`,
      ),
    )
    .orderBy(asc(devices.nameKey))
    .prepare('devices_owned_by_or_lent')
  const settle = async (queries: Queries, before: Claimable, home: NewHome): Promise<Claimed> => {
    await leaveFormerHome(queries, before, left)
    return addToHome(queries, before, home, resetShadows)
  }

  return {
    async insert(newDevices: readonly NewDevice[], createdAt: Date): Promise<void> {
      await db.transaction(async (transaction) => {
        for (let start = 0; start < newDevices.length; start += INSERT_BATCH) {
          const batch = newDevices.slice(start, start + INSERT_BATCH)
          const rows = batch.map(({ id, type }) => ({
            id,
            type,
            settings: {},
            isClaimable: true,
            reportedFactoryReset: true,
            mustForget: false,
            createdAt,
          }))
          await transaction.insert(devices).values(rows)
          await transaction.insert(endpoints).values(
            batch.map(({ id, type: _ofTheDevice, key: _ofItsOwn, ...endpoint }) => ({
              ...endpoint,
              deviceId: id,
            })),
          )
          await insertKeys(transaction, batch, createdAt)
          const shadows = rows.map(({ id }) => ({ deviceId: id, fields: {}, settings: {} }))
          await transaction.insert(deviceShadows).values(shadows)
        }
      })
    },

    /** Returns the devices that exist, in no particular order. */
    async findMany(ids: readonly string[]): Promise<Device[]> {
      if (ids.length === 0) return []
      return knownDevicesOf(await byIds.execute({ ids }), typeUnknown)
    },

    /** The devices that an account owns and those that are shared with it, sorted by name. */
    async listFor(
      ownerId: string,
      sharedIds: readonly string[],
    ): Promise<{ id: string; ownerId: string | null; name: string }[]> {
      const rows =
        sharedIds.length === 0
          ? await ownedBy.execute({ ownerId })
          : await ownedByOrShared.execute({ ownerId, ids: sharedIds.join(',') })
      return rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' }))
    },

    /** Prevents a change of ownership until the transaction ends. Returns whether all devices have this owner. */
    async holdOwned(queries: Queries, ownerId: string, ids: readonly string[]): Promise<boolean> {
      const held = await queries
        .select({ id: devices.id })
        .from(devices)
        .where(and(inArray(devices.id, [...ids]), eq(devices.ownerId, ownerId)))
        .orderBy(asc(devices.id))
        .for('share')
      return held.length === new Set(ids).size
    },

    /** Prevents a change of ownership until the transaction ends. Returns the devices that exist, with their owners. */
    async hold(queries: Queries, ids: readonly string[]): Promise<{ id: string; ownerId: string | null }[]> {
      return queries
        .select({ id: devices.id, ownerId: devices.ownerId })
        .from(devices)
        .where(inArray(devices.id, [...ids]))
        .orderBy(asc(devices.id))
        .for('share')
    },

    /** Gives a device to an account if its claim code works. Of two attempts at the same time only one succeeds. */
    async claim(claimCodeHash: string, ownerId: string, name: string, claimedAt: Date): Promise<ClaimResult> {
      try {
        return await db.transaction(async (transaction) => {
          const before = await claimableBy(transaction, claimCodeHash, claimedAt)
          if (before === undefined) return { ok: false, reason: 'not claimable' }
          return {
            ok: true,
            ...(await settle(transaction, before, { ownerId, name, claimedAt })),
          }
        })
      } catch (error) {
        if (isNameTaken(error)) return { ok: false, reason: 'name taken' }
        throw error
      }
    },

    /** Locks a device until the transaction ends; undefined if it does not exist. */
    async lockOne(queries: Queries, id: string): Promise<Device | undefined> {
      const [row] = await queries.select().from(devices).where(eq(devices.id, id)).for('update')
      return row === undefined ? undefined : deviceOf(row)
    },

    /**
     * Gives a device to an account if it may be claimed, otherwise returns null. Throws an error that `isNameTaken` recognizes.
     */
    async take(queries: Queries, id: string, home: NewHome): Promise<Claimed | null> {
      const before = await claimableOf(queries, id, home.claimedAt)
      return before === undefined ? null : settle(queries, before, home)
    },

    /**
     * Removes a device from its owner. If the device has forgotten its home, it can be claimed again; otherwise it must receive
     * `forget` first. Returns false if the owner was another one.
     */
    release: (id: string, ownerId: string, hasForgotten: boolean): Promise<boolean> =>
      db.transaction((transaction) =>
        release(transaction, and(eq(devices.id, id), eq(devices.ownerId, ownerId)), {
          followers,
          hasForgotten,
        }),
      ),

    /** Stores why the last upgrade of a device failed, or null if it did not. Returns null if the device has left this home. */
    async setUpgradeFailure(
      queries: Queries,
      id: string,
      ownerId: string,
      upgradeFailure: UpgradeFailure | null,
    ): Promise<Device | null> {
      const [row] = await queries
        .update(devices)
        .set({ upgradeFailure })
        .where(and(eq(devices.id, id), eq(devices.ownerId, ownerId)))
        .returning()
      return row === undefined ? null : deviceOf(row)
    },

    /** Locks the devices that an owner has, until the transaction ends. */
    async lockOwned(queries: Queries, ownerId: string, ids: readonly string[]): Promise<Device[]> {
      const rows = await queries
        .select()
        .from(devices)
        .where(and(inArray(devices.id, [...ids]), eq(devices.ownerId, ownerId)))
        .orderBy(asc(devices.id))
        .for('update')
      return rows.map(deviceOf)
    },

    /**
     * Gives locked devices to another account. Their settings and saved positions are kept; decisions of the old home about them
     * are not. Throws an error that `isNameTaken` recognizes.
     */
    async transfer(
      queries: Queries,
      going: readonly Pick<Device, 'id' | 'name'>[],
      ownerId: string,
      now: Date,
    ): Promise<Device[]> {
      const ids = going.map(({ id }) => id)
      const ofEach = (values: readonly string[]) =>
        sql`(${sql.param([...values])}::text[])[array_position(${sql.param(ids)}::text[], ${devices.id})]`
      const names = going.map(({ name }) => name)
      // The person who registered other keys than those that a device came with may still have the private keys.
      await dropKeys(queries, ids, { isSinceClaim: true })
      const { settings: _0, favourite: _1, ventilation: _2, mustSendSettings: _3, ...decided } = NO_HOME
      const rows = await queries
        .update(devices)
        .set({
          ...decided,
          ownerId,
          name: ofEach(names),
          nameKey: ofEach(names.map(nameKeyOf)),
          isClaimable: false,
          claimedAt: now,
        })
        .where(inArray(devices.id, ids))
        .returning()
      return rows.map(deviceOf)
    },

    /** Releases all devices of an owner. Each must receive `forget`. */
    async releaseAll(queries: Queries, ownerId: string): Promise<void> {
      await release(queries, eq(devices.ownerId, ownerId), { followers, hasForgotten: false })
    },

    /** Called when a device that had to forget its home has done so. */
    async markForgotten(id: string): Promise<void> {
      await db.transaction(async (transaction) => {
        const forgotten = await transaction
          .update(devices)
          .set({ isClaimable: true, claimableUntil: null, mustForget: false, reportedFactoryReset: true })
          .where(and(eq(devices.id, id), eq(devices.mustForget, true)))
          .returning({ id: devices.id })
        if (forgotten.length > 0) await resetShadows(transaction, [id], null)
      })
    },

    /**
     * Applies a status to the current rows of the device and its endpoint, because the device may have left its home since it was
     * read. A factory reset and its consequences are written in one transaction, unless the device now has another owner than the
     * one to be notified.
     */
    async updateStatus(
      { deviceId: id, driver, address }: Endpoint,
      status: Reported,
      now: Date,
      notice: Pick<ResetNotice, 'ownerId' | 'write'> | null,
    ): Promise<StatusUpdate> {
      return db.transaction(async (transaction) => {
        const [row] = await transaction.select().from(devices).where(eq(devices.id, id)).for('update')
        if (row === undefined) return { isNoticed: false, mustForget: false }
        const { version, firmware } = status
        if (version !== null || firmware !== null)
          await transaction
            .update(endpoints)
            .set({ ...(version === null ? {} : { version }), ...(firmware === null ? {} : { firmware }) })
            .where(and(eq(endpoints.driver, driver), eq(endpoints.address, address)))
        const change = statusChange(deviceOf(row), status, now)
        const mustForget = change.mustForget ?? row.mustForget
        const isReset = change.reportedFactoryReset === true
        const settings = sql`${devices.settings} - ${sql.param([...HARDWARE_SETTINGS])}::text[]`
        if (Object.keys(change).length > 0)
          await transaction
            .update(devices)
            .set({ ...change, ...(isReset ? { settings } : {}) })
            .where(eq(devices.id, id))
        if (!isReset) return { isNoticed: false, mustForget }
        const isNoticed = notice !== null && notice.ownerId === row.ownerId
        if (isNoticed) await notice.write(transaction)
        await dropKeys(transaction, [id])
        await resetShadows(transaction, [id], null)
        return { isNoticed, mustForget }
      })
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>
