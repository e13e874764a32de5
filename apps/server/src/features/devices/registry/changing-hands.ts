import { deviceSettingsSchema, HOME_SETTINGS } from '@senca/contract'
import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { deviceShadows, devices, endpoints } from '../devices.schema.ts'

/** What a device forgets with its factory reset; names are kept here. */
const LABELS: ReadonlySet<string> = new Set(HOME_SETTINGS)
export const HARDWARE_SETTINGS = Object.keys(deviceSettingsSchema.shape).filter((name) => !LABELS.has(name))

/** What no home keeps when the device leaves it. */
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
  mustTakeSettings: false,
  upgradeFailure: null,
}

/** What its endpoints can do stays as they said it. */
export const NO_COUNTS = {
  endpoints: sql`(select coalesce(jsonb_object_agg(key, value - 'counts'), '{}')
    from jsonb_each(${deviceShadows.endpoints}))`,
}
export const NO_REPORTS = { ...NO_COUNTS, fields: {}, settings: {}, reportedAt: null }

/** A device and the generation of its row that the registry has written. */
export interface RowVersion {
  id: string
  generation: number
}

/**
 * Empties what was written behind of devices, when they begin again: after a crash their lower counts
 * must not be measured by their old ones, and what is still being written of their old home must not come after.
 */
export async function resetShadows(
  queries: Queries,
  deviceIds: readonly string[],
  shadow: typeof NO_COUNTS | typeof NO_REPORTS = NO_REPORTS,
): Promise<RowVersion[]> {
  // In the order in which rows are written behind: two who each hold what the other needs would wait for ever.
  await queries
    .select({ id: deviceShadows.deviceId })
    .from(deviceShadows)
    .where(inArray(deviceShadows.deviceId, [...deviceIds]))
    .orderBy(asc(deviceShadows.deviceId))
    .for('update')
  return queries
    .update(deviceShadows)
    .set({ ...shadow, generation: sql`${deviceShadows.generation} + 1` })
    .where(inArray(deviceShadows.deviceId, [...deviceIds]))
    .returning({ id: deviceShadows.deviceId, generation: deviceShadows.generation })
}

/** The device whose claim code this is and works now, held until the transaction ends. */
export const claimableBy = (queries: Queries, claimCodeHash: string, now: Date) =>
  claimable(queries, eq(endpoints.claimCodeHash, claimCodeHash), now)

/** The device where it may be claimed now, held until the transaction ends. */
export const claimableOf = (queries: Queries, deviceId: string, now: Date) =>
  claimable(queries, eq(devices.id, deviceId), now)

async function claimable(queries: Queries, which: SQL, now: Date) {
  const [found] = await queries
    .select({
      id: devices.id,
      type: devices.type,
      ownerId: devices.ownerId,
      saidFactoryReset: devices.saidFactoryReset,
      wasSet: sql<boolean>`${devices.settings} ?| ${sql.param([...HARDWARE_SETTINGS])}::text[]`,
    })
    .from(devices)
    .innerJoin(endpoints, eq(endpoints.deviceId, devices.id))
    .where(
      and(
        which,
        eq(devices.isClaimable, true),
        // The end of the day counts only against a home that has the device.
        or(isNull(devices.ownerId), isNull(devices.claimableUntil), gt(devices.claimableUntil, now)),
      ),
    )
    .for('update', { of: devices })
  return found
}
export type Claimable = NonNullable<Awaited<ReturnType<typeof claimable>>>

export const isHandOver = (before: { ownerId: string | null; saidFactoryReset: boolean; wasSet: boolean }) =>
  before.ownerId !== null && (!before.saidFactoryReset || before.wasSet)

/** One device takes the place of another in the home of its owner. */
export interface Replacement {
  ownerId: string
  from: string
  to: string
}

/** What others keep of devices follows them, within the transaction by which they leave or are replaced. */
export interface Followers {
  left(queries: Queries, deviceIds: readonly string[]): Promise<void>
  replaced(queries: Queries, replacement: Replacement): Promise<void>
}
