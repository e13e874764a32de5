import { type DeviceSettings, nameKeyOf, type Target, type UnlockGesture } from '@senca/contract'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { deviceShadows, devices } from '../devices.schema.ts'
import type { RowVersion } from '../registry/changing-hands.ts'
import { type Device, deviceOf, isNameTaken } from '../registry/device-row.ts'

/** A device in the home that it was found in: what leaves meanwhile is not changed any more. */
type Owned = Pick<Device, 'id' | 'ownerId'>

/** What the people of a home decide about a device; each change answers it as it is then, or null when it has left. */
export function createSettingsStore(db: DrizzleDatabase) {
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
    /** Of two devices that are to have one name at once, one gets it. */
    async rename(device: Owned, name: string): Promise<Device | null | 'name taken'> {
      try {
        return await change(device, { name, nameKey: nameKeyOf(name) })
      } catch (error) {
        if (isNameTaken(error)) return 'name taken'
        throw error
      }
    },

    /** The door behind a shade, in the same home; null for none. */
    async setDoor(device: Owned, doorId: string | null): Promise<Device | null> {
      return change(device, { doorId })
    },

    savePlace: (device: Owned, which: 'favourite' | 'ventilation', place: Target) =>
      change(device, { [which]: place }),

    /**
     * Keeps settings beside those that are kept; `taken` are those that the hardware took, which count as if it had
     * reported them.
     */
    async changeSettings(
      device: Owned,
      settings: DeviceSettings,
      taken: DeviceSettings,
    ): Promise<{ device: Device; rowVersions: RowVersion[] } | null> {
      return db.transaction(async (transaction) => {
        const [row] = await transaction
          .update(devices)
          .set({ settings: sql`${devices.settings} || ${JSON.stringify(settings)}::jsonb` })
          .where(isIn(device))
          .returning()
        if (row === undefined) return null
        if (Object.keys(taken).length === 0) return { device: deviceOf(row), rowVersions: [] }
        const rowVersions = await transaction
          .update(deviceShadows)
          .set({
            settings: sql`${deviceShadows.settings} || ${JSON.stringify(taken)}::jsonb`,
            generation: sql`${deviceShadows.generation} + 1`,
          })
          .where(eq(deviceShadows.deviceId, device.id))
          .returning({ id: deviceShadows.deviceId, generation: deviceShadows.generation })
        return { device: deviceOf(row), rowVersions }
      })
    },

    /** What unlocking takes from now on; guesses at an earlier PIN no longer count. */
    guardUnlock: (device: Owned, unlockBy: UnlockGesture, pinHash: string | null) =>
      change(device, {
        unlockBy,
        unlockPinHash: pinHash,
        unlockPinGuesses: 0,
        unlockPinLockedUntil: null,
      }),

    /**
     * The hash to compare a PIN with. Counts the guess before it is looked at, so that guesses at once are counted like
     * guesses in a row; the last of `max` locks the PIN until a time, and while it is locked the answer is null.
     */
    async takePinGuess(device: Owned, { max, now, lockedUntil }: PinGuess): Promise<string | null> {
      const guesses = sql`case when ${devices.unlockPinLockedUntil} is null
        then ${devices.unlockPinGuesses} + 1 else 1 end`
      const [row] = await db
        .update(devices)
        .set({
          unlockPinGuesses: guesses,
          unlockPinLockedUntil: sql`case when ${guesses} >= ${max}
            then ${lockedUntil.toISOString()}::timestamptz end`,
        })
        .where(
          and(
            isIn(device),
            eq(devices.unlockBy, 'pin'),
            or(isNull(devices.unlockPinLockedUntil), lte(devices.unlockPinLockedUntil, now)),
          ),
        )
        .returning({ pinHash: devices.unlockPinHash })
      return row?.pinHash ?? null
    },

    /** The PIN of this hash was right: guesses are counted again from none. */
    async forgivePinGuesses(device: Owned, pinHash: string): Promise<void> {
      await db
        .update(devices)
        .set({ unlockPinGuesses: 0, unlockPinLockedUntil: null })
        .where(and(isIn(device), eq(devices.unlockPinHash, pinHash)))
    },
  }
}

interface PinGuess {
  max: number
  now: Date
  lockedUntil: Date
}

export type SettingsStore = ReturnType<typeof createSettingsStore>
