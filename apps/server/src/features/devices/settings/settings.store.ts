import { type DeviceSettings, nameKeyOf, type Target, type UnlockGesture } from '@senca/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { devices } from '../devices.schema.ts'
import {
  type Device,
  deviceOf,
  type FormerSafePlaces,
  isNameTaken,
  keptSafePlaces,
} from '../registry/device-row.ts'
import type { Shadows } from '../shadow/shadows.ts'

/** A device, and the owner that it had when it was read. A device that has left this owner is not changed. */
type Owned = Pick<Device, 'id' | 'ownerId'>

/** The decisions of a home about its devices. Each change returns the changed device, or null if it has left the home. */
export function createSettingsStore(db: DrizzleDatabase, acceptSettings: Shadows['acceptSettings']) {
  const isIn = ({ id, ownerId }: Owned) =>
    and(eq(devices.id, id), ownerId === null ? isNull(devices.ownerId) : eq(devices.ownerId, ownerId))

  const change = async (
    device: Owned,
    values: Partial<typeof devices.$inferInsert>,
  ): Promise<Device | null> => {
    const [row] = await db.update(devices).set(values).where(isIn(device)).returning()
    return row === undefined ? null : deviceOf(row)
  }

  return {
    /** Of two attempts to use the same name at the same time only one succeeds. */
    async rename(device: Owned, name: string): Promise<Device | null | 'name taken'> {
      try {
        return await change(device, { name, nameKey: nameKeyOf(name) })
      } catch (error) {
        if (isNameTaken(error)) return 'name taken'
        throw error
      }
    },

    /** Sets the door behind a shade, in the same home; null for none. */
    async setDoor(device: Owned, doorId: string | null): Promise<Device | null> {
      return change(device, { doorId })
    },

    savePlace: (device: Owned, which: 'favourite' | 'ventilation', place: Target) =>
      change(device, { [which]: place }),

    /**
     * Merges settings into the kept ones. `accepted` are the settings that the hardware has acknowledged; they count as reported.
     * `changed` is called in the same transaction.
     */
    async changeSettings(
      device: Owned,
      settings: DeviceSettings,
      { accepted, former, changed }: SettingsChange,
    ): Promise<Device | null> {
      const { safePlaces } = settings
      const places = safePlaces === undefined ? {} : keptSafePlaces(safePlaces, former)
      const kept = JSON.stringify({ ...settings, ...places })
      return db.transaction(async (transaction) => {
        const [row] = await transaction
          .update(devices)
          .set({ settings: sql`${devices.settings} || ${kept}::jsonb` })
          .where(isIn(device))
          .returning()
        if (row === undefined) return null
        await changed(transaction)
        if (Object.keys(accepted).length > 0) await acceptSettings(transaction, device.id, accepted)
        return deviceOf(row)
      })
    },

    /** Sets what unlocking requires. Wrong PINs of before no longer count. */
    guardUnlock: (device: Owned, unlockBy: UnlockGesture, pinHash: string | null) =>
      change(device, {
        unlockBy,
        unlockPinHash: pinHash,
        unlockPinGuesses: 0,
        unlockPinLockedUntil: null,
      }),

    /** The hash to compare a PIN with; null if the door is not guarded by one. */
    async pinHashOf(device: Owned): Promise<string | null> {
      const [row] = await db
        .select({ pinHash: devices.unlockPinHash })
        .from(devices)
        .where(and(isIn(device), eq(devices.unlockBy, 'pin')))
      return row?.pinHash ?? null
    },

    /** Counts a wrong PIN. Returns the number of wrong ones at this door since the last right one. */
    async countWrongPin(device: Owned): Promise<number> {
      const changed = await db
        .update(devices)
        .set({ unlockPinGuesses: sql`${devices.unlockPinGuesses} + 1` })
        .where(isIn(device))
        .returning({ count: devices.unlockPinGuesses })
      return changed[0]?.count ?? 0
    },

    /** Resets the number of wrong PINs after a right one with this hash. */
    async forgiveWrongPins(device: Owned, pinHash: string): Promise<void> {
      await db
        .update(devices)
        .set({ unlockPinGuesses: 0 })
        .where(and(isIn(device), eq(devices.unlockPinHash, pinHash)))
    },
  }
}

interface SettingsChange {
  accepted: DeviceSettings
  /** The safe positions that count at the time of the change. */
  former: FormerSafePlaces
  changed(queries: Queries): Promise<void>
}

export type SettingsStore = ReturnType<typeof createSettingsStore>
