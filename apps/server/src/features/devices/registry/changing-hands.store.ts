import { deviceSettingsSchema, HOME_SETTINGS } from '@senca/contract'
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { ENTITY_DRIVER } from '#drivers/hardware.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { devices, endpoints } from '../devices.schema.ts'
import { dropKeys } from '../keys/keys.store.ts'
import type { Shadows } from '../shadow/shadows.ts'

/** Settings that a factory reset clears in the hardware. Names are excluded because the server stores them. */
const LABELS: ReadonlySet<string> = new Set(HOME_SETTINGS)
export const HARDWARE_SETTINGS = Object.keys(deviceSettingsSchema.shape).filter((name) => !LABELS.has(name))

/** The columns that are reset when a device leaves its home. */
export const NO_HOME = {
  ownerId: null,
  name: null,
  nameKey: null,
  settings: {},
  favourite: null,
  ventilation: null,
  sun: null,
  doorId: null,
  claimedAt: null,
  unlockBy: null,
  unlockPinHash: null,
  unlockPinGuesses: 0,
  unlockPinLockedUntil: null,
  claimableUntil: null,
  mustSendSettings: false,
  upgradeFailure: null,
}

/** The device with this claim code if it may be claimed now, locked until the transaction ends. */
export const claimableBy = (queries: Queries, claimCodeHash: string, now: Date) =>
  claimable(queries, eq(endpoints.claimCodeHash, claimCodeHash), now)

/** The device if it may be claimed now, locked until the transaction ends. */
export const claimableOf = (queries: Queries, deviceId: string, now: Date) =>
  claimable(queries, eq(devices.id, deviceId), now)

async function claimable(queries: Queries, which: SQL, now: Date) {
  const [found] = await queries
    .select({
      id: devices.id,
      type: devices.type,
      ownerId: devices.ownerId,
      reportedFactoryReset: devices.reportedFactoryReset,
      wasSet: sql<boolean>`${devices.settings} ?| ${sql.param([...HARDWARE_SETTINGS])}::text[]`,
    })
    .from(devices)
    .innerJoin(endpoints, eq(endpoints.deviceId, devices.id))
    .where(
      and(
        which,
        eq(devices.isClaimable, true),
        // The time limit of one day applies only to a device that has an owner.
        or(isNull(devices.ownerId), isNull(devices.claimableUntil), gt(devices.claimableUntil, now)),
      ),
    )
    .for('update', { of: devices })
  return found
}
export type Claimable = NonNullable<Awaited<ReturnType<typeof claimable>>>

export const isHandOver = (before: {
  ownerId: string | null
  reportedFactoryReset: boolean
  wasSet: boolean
}) => before.ownerId !== null && (!before.reportedFactoryReset || before.wasSet)

export interface Leaving {
  deviceIds: readonly string[]
  /** The device that replaces the only one that leaves. */
  replacedBy?: string | undefined
}

/**
 * Called in the transaction by which devices leave their home. Every feature removes its data about them, or moves it to the device
 * that replaces one. Cascading keys would not make this shorter: of the 17 columns that reference a device, 9 must not follow a
 * replacement; 4 that follow are no foreign keys; and 7 of the 11 features lock in order, raise revisions or notify in any case.
 */
export type Left = (queries: Queries, leaving: Leaving) => Promise<void>

/** Called in the transaction by which devices change hands. */
export interface Followers {
  left: Left
  resetShadows: Shadows['reset']
}

interface Releasing extends Pick<Leaving, 'replacedBy'> {
  followers: Followers
  /** Whether the hardware has forgotten its home, so that it may be claimed at once. Otherwise it must receive `forget` first. */
  hasForgotten: boolean
}

/** Removes devices from their owner, in the given transaction. Returns false if there are none. */
export async function release(
  queries: Queries,
  which: SQL | undefined,
  { followers: { left, resetShadows }, hasForgotten, replacedBy }: Releasing,
): Promise<boolean> {
  const released = await queries
    .update(devices)
    .set({
      ...NO_HOME,
      isClaimable: hasForgotten,
      mustForget: !hasForgotten,
      ...(hasForgotten ? { reportedFactoryReset: true } : {}),
    })
    .where(which)
    .returning({ id: devices.id })
  if (released.length === 0) return false
  const deviceIds = released.map(({ id }) => id)
  await left(queries, { deviceIds, replacedBy })
  await dropKeys(queries, deviceIds)
  await resetShadows(queries, deviceIds, hasForgotten ? null : { kind: 'forgotten' })
  // Hardware of other makers is in no factory state: its entities are listed again.
  await queries.delete(devices).where(
    inArray(
      devices.id,
      queries
        .select({ id: endpoints.deviceId })
        .from(endpoints)
        .where(and(inArray(endpoints.deviceId, deviceIds), eq(endpoints.driver, ENTITY_DRIVER))),
    ),
  )
  return true
}
