import { deviceSettingsSchema, HOME_SETTINGS } from '@senca/contract'
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { devices, endpoints } from '../devices.schema.ts'
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

/** The replacement of one device by another in the home of its owner. */
export interface Replacement {
  ownerId: string
  from: string
  to: string
}

/** Called within the transaction, so that other features can move or delete their data about the devices. */
export interface Followers {
  left(queries: Queries, deviceIds: readonly string[]): Promise<void>
  replaced(queries: Queries, replacement: Replacement): Promise<void>
  resetShadows: Shadows['reset']
}
