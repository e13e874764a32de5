import { type DeviceType, nameKeyOf } from '@senca/contract'
import type { UpgradeFailure } from '@senca/contract/hardware'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { deviceShadows, devices, endpoints } from '../devices.schema.ts'
import { dropKeys, insertKeys } from '../keys/keys.store.ts'
import type { ReadKey } from '../keys/public-key.ts'
import {
  claimableBy,
  claimableOf,
  type Followers,
  HARDWARE_SETTINGS,
  NO_HOME,
  type RowVersion,
  resetShadows,
} from './changing-hands.ts'
import { type Claimed, type NewHome, takeIntoHome } from './claiming.ts'
import { type Device, deviceOf, isNameTaken } from './device-row.ts'
import type { Endpoint } from './endpoints.ts'
import type { ResetNotice } from './factory-reset-notices.ts'
import { type Said, statusChange } from './status-change.ts'

/** A device with its first endpoint. */
export interface NewDevice {
  id: string
  type: DeviceType
  driver: string
  address: string
  secretHash: string
  claimCodeHash: string
  /** A key that it may sign in with from the start. */
  key: ReadKey | null
}

const INSERT_BATCH = 500

export type ClaimResult = ({ ok: true } & Claimed) | { ok: false; reason: 'not claimable' | 'name taken' }

export interface StatusUpdate {
  rowVersions: RowVersion[]
  /** Whether the notice of a factory reset was written with it. */
  isNoticed: boolean
  mustForget: boolean
}

export function createDeviceStore(db: DrizzleDatabase, left: Followers['left']) {
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
  const ownedByOrLent = db
    .select(named)
    .from(devices)
    .where(
      or(
        eq(devices.ownerId, sql.placeholder('ownerId')),
        // One text: thousands of ids are written and read as an array in several times the time.
        sql`${devices.id} = any(string_to_array(${sql.placeholder('ids')}, ','))`,
      ),
    )
    .orderBy(asc(devices.nameKey))
    .prepare('devices_owned_by_or_lent')

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
            saidFactoryReset: true,
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

    /** Those of the ids that exist, in no particular order. */
    async findMany(ids: readonly string[]): Promise<Device[]> {
      if (ids.length === 0) return []
      return (await byIds.execute({ ids })).map(deviceOf)
    },

    /** What an account owns and of what it may be lent, by name. */
    async listFor(
      ownerId: string,
      lentIds: readonly string[],
    ): Promise<{ id: string; ownerId: string | null; name: string }[]> {
      const rows =
        lentIds.length === 0
          ? await ownedBy.execute({ ownerId })
          : await ownedByOrLent.execute({ ownerId, ids: lentIds.join(',') })
      return rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' }))
    },

    /** Keeps devices with their owner until the transaction ends; answers whether they all are. */
    async holdOwned(queries: Queries, ownerId: string, ids: readonly string[]): Promise<boolean> {
      const held = await queries
        .select({ id: devices.id })
        .from(devices)
        .where(and(inArray(devices.id, [...ids]), eq(devices.ownerId, ownerId)))
        .orderBy(asc(devices.id))
        .for('share')
      return held.length === new Set(ids).size
    },

    /** Keeps devices with whom they have as owner until the transaction ends; answers those that there are. */
    async hold(queries: Queries, ids: readonly string[]): Promise<{ id: string; ownerId: string | null }[]> {
      return queries
        .select({ id: devices.id, ownerId: devices.ownerId })
        .from(devices)
        .where(inArray(devices.id, [...ids]))
        .orderBy(asc(devices.id))
        .for('share')
    },

    /** Gives a device to an account if its claim code works; of two who try at once one wins. */
    async claim(claimCodeHash: string, ownerId: string, name: string, claimedAt: Date): Promise<ClaimResult> {
      try {
        return await db.transaction(async (transaction) => {
          const before = await claimableBy(transaction, claimCodeHash, claimedAt)
          if (before === undefined) return { ok: false, reason: 'not claimable' }
          return {
            ok: true,
            ...(await takeIntoHome(transaction, before, { ownerId, name, claimedAt }, left)),
          }
        })
      } catch (error) {
        if (isNameTaken(error)) return { ok: false, reason: 'name taken' }
        throw error
      }
    },

    /** Who owns a device, which nobody else changes before the transaction ends; undefined where there is none. */
    async lockOne(queries: Queries, id: string): Promise<Device | undefined> {
      const [row] = await queries.select().from(devices).where(eq(devices.id, id)).for('update')
      return row === undefined ? undefined : deviceOf(row)
    },

    /** Gives a device to an account where it may be claimed, and answers null where not; throws what `isNameTaken` knows. */
    async take(queries: Queries, id: string, home: NewHome): Promise<Claimed | null> {
      const before = await claimableOf(queries, id, home.claimedAt)
      return before === undefined ? null : takeIntoHome(queries, before, home, left)
    },

    /**
     * Takes a device from its owner; one that has forgotten its home can be claimed again, any other must be told
     * to forget first. Answers null when it was not that owner's.
     */
    async release(id: string, ownerId: string, hasForgotten: boolean): Promise<RowVersion[] | null> {
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
        if (released.length === 0) return null
        await left(transaction, [id])
        await dropKeys(transaction, [id])
        return resetShadows(transaction, [id])
      })
    },

    /** Keeps why the last upgrade of a device failed, or that it did not; null where it is in that home no more. */
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

    /** Of the devices those that are an owner's, which nobody else changes before the transaction ends. */
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
     * Gives a device that is locked to another account, as it is: what it is set to and the places that are kept go along, what
     * its home has decided about it does not. Throws what `isNameTaken` knows where that account has another of the name.
     */
    async transfer(
      queries: Queries,
      { id, claimedAt }: Pick<Device, 'id' | 'claimedAt'>,
      ownerId: string,
      name: string,
      now: Date,
    ): Promise<Device> {
      const { settings: _0, favourite: _1, ventilation: _2, mustTakeSettings: _3, ...decided } = NO_HOME
      const [row] = await queries
        .update(devices)
        .set({
          ...decided,
          ownerId,
          name,
          nameKey: nameKeyOf(name),
          isClaimable: false,
          claimedAt: now,
        })
        .where(eq(devices.id, id))
        .returning()
      if (row === undefined) throw new Error('a locked device is gone')
      // Keys that it came with are its hardware's; whoever registered others may still have their private halves.
      await dropKeys(queries, [id], claimedAt)
      return deviceOf(row)
    },

    /** Takes all that an owner has left; each must be told to forget. */
    async releaseAll(queries: Queries, ownerId: string): Promise<RowVersion[]> {
      const released = await queries
        .update(devices)
        .set({ ...NO_HOME, isClaimable: false, mustForget: true })
        .where(eq(devices.ownerId, ownerId))
        .returning({ id: devices.id })
      const ids = released.map(({ id }) => id)
      if (ids.length === 0) return []
      await left(queries, ids)
      await dropKeys(queries, ids)
      return resetShadows(queries, ids)
    },

    /** The device that had to be told to forget has done so. */
    async markForgotten(id: string): Promise<RowVersion[]> {
      return db.transaction(async (transaction) => {
        const forgotten = await transaction
          .update(devices)
          .set({ isClaimable: true, claimableUntil: null, mustForget: false, saidFactoryReset: true })
          .where(and(eq(devices.id, id), eq(devices.mustForget, true)))
          .returning({ id: devices.id })
        return forgotten.length === 0 ? [] : resetShadows(transaction, [id])
      })
    },

    /**
     * Writes what a status changes of the device and its endpoint as they are now: it may have left its home since it was
     * read. A factory reset is written together with what it causes, unless the device has another owner than the one to be
     * told.
     */
    async updateStatus(
      { deviceId: id, driver, address }: Endpoint,
      said: Said,
      now: Date,
      notice: Pick<ResetNotice, 'ownerId' | 'write'> | null,
    ): Promise<StatusUpdate> {
      return db.transaction(async (transaction) => {
        const [row] = await transaction.select().from(devices).where(eq(devices.id, id)).for('update')
        if (row === undefined) return { rowVersions: [], isNoticed: false, mustForget: false }
        const { version, firmware } = said
        if (version !== null || firmware !== null)
          await transaction
            .update(endpoints)
            .set({ ...(version === null ? {} : { version }), ...(firmware === null ? {} : { firmware }) })
            .where(and(eq(endpoints.driver, driver), eq(endpoints.address, address)))
        const change = statusChange(deviceOf(row), said, now)
        const mustForget = change.mustForget ?? row.mustForget
        const isReset = change.saidFactoryReset === true
        const settings = sql`${devices.settings} - ${sql.param([...HARDWARE_SETTINGS])}::text[]`
        if (Object.keys(change).length > 0)
          await transaction
            .update(devices)
            .set({ ...change, ...(isReset ? { settings } : {}) })
            .where(eq(devices.id, id))
        if (!isReset) return { rowVersions: [], isNoticed: false, mustForget }
        const isNoticed = notice !== null && notice.ownerId === row.ownerId
        if (isNoticed) await notice.write(transaction)
        await dropKeys(transaction, [id])
        return { rowVersions: await resetShadows(transaction, [id]), isNoticed, mustForget }
      })
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>
