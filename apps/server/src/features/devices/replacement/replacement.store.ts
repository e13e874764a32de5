import { type DeviceType, deviceTypeSchema } from '@senca/contract'
import { asc, eq, inArray, or } from 'drizzle-orm'
import { moveHistory } from '#features/activity/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { devices, endpoints } from '../devices.schema.ts'
import { claimableBy, type Followers, release } from '../registry/changing-hands.store.ts'
import { addToHome, type Claimed, leaveFormerHome } from '../registry/claiming.store.ts'

/** The columns that a device inherits from the one that it replaces. */
const inheritanceOf = (row: typeof devices.$inferSelect) => ({
  favourite: row.favourite,
  ventilation: row.ventilation,
  sun: row.sun,
  doorId: row.doorId,
  unlockBy: row.unlockBy,
  unlockPinHash: row.unlockPinHash,
  unlockPinGuesses: row.unlockPinGuesses,
  unlockPinLockedUntil: row.unlockPinLockedUntil,
})

export type ReplaceResult =
  | ({ ok: true } & Claimed)
  | { ok: false; reason: 'not claimable' | 'gone' | 'cannot do the same' }

const ofCode = (queries: Queries, claimCodeHash: string) =>
  queries.select({ id: endpoints.deviceId }).from(endpoints).where(eq(endpoints.claimCodeHash, claimCodeHash))

/** Locks both devices in a fixed order, to avoid a deadlock between two replacements. */
async function holdBoth(queries: Queries, from: string, claimCodeHash: string): Promise<void> {
  await queries
    .select({ id: devices.id })
    .from(devices)
    .where(or(eq(devices.id, from), inArray(devices.id, ofCode(queries, claimCodeHash))))
    .orderBy(asc(devices.id))
    .for('update')
}

export function createReplacementStore(db: DrizzleDatabase, followers: Followers) {
  return {
    /** The ids of the devices with a claim code. */
    async idsOf(claimCodeHash: string): Promise<string[]> {
      return (await ofCode(db, claimCodeHash)).map(({ id }) => id)
    },

    /**
     * Replaces a device of an account by the device with a claim code, together with all data of the home about it. The old
     * device must receive `forget`. `settingsFor` returns the settings of the new device, or null if it lacks needed
     * capabilities.
     */
    async replace(
      { id: from, ownerId }: { id: string; ownerId: string },
      claimCodeHash: string,
      now: Date,
      settingsFor: (to: { id: string; type: DeviceType }) => { settings: object; mustSend: boolean } | null,
    ): Promise<ReplaceResult> {
      return db.transaction(async (transaction): Promise<ReplaceResult> => {
        await holdBoth(transaction, from, claimCodeHash)
        const before = await claimableBy(transaction, claimCodeHash, now)
        if (before === undefined || before.id === from) return { ok: false, reason: 'not claimable' }
        const [old] = await transaction.select().from(devices).where(eq(devices.id, from))
        if (old === undefined || old.ownerId !== ownerId) return { ok: false, reason: 'gone' }
        const taken = settingsFor({ id: before.id, type: deviceTypeSchema.parse(before.type) })
        if (taken === null) return { ok: false, reason: 'cannot do the same' }
        await leaveFormerHome(transaction, before, followers.left)
        // The old device is released first, so that its name is free.
        await release(transaction, eq(devices.id, from), {
          followers,
          hasForgotten: false,
          replacedBy: before.id,
        })
        await moveHistory(transaction, ownerId, { from, to: before.id })
        const home = {
          ...inheritanceOf(old),
          ownerId,
          name: old.name ?? '',
          settings: taken.settings,
          mustSendSettings: taken.mustSend,
          claimedAt: now,
        }
        return { ok: true, ...(await addToHome(transaction, before, home, followers.resetShadows)) }
      })
    },

    /** Called when the hardware has applied the settings of the replaced device. */
    async settingsSent(id: string): Promise<void> {
      await db.update(devices).set({ mustSendSettings: false }).where(eq(devices.id, id))
    },
  }
}

export type ReplacementStore = ReturnType<typeof createReplacementStore>
