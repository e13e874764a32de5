import { nameKeyOf } from '@senca/contract'
import { eq } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { devices } from '../devices.schema.ts'
import { dropKeys } from '../keys/keys.store.ts'
import { type Claimable, type Followers, isHandOver, type Left, NO_HOME } from './changing-hands.store.ts'
import { type Device, deviceOf } from './device-row.ts'

export interface Claimed {
  device: Device
  previousOwnerId: string | null
}

export interface NewHome {
  ownerId: string
  name: string
  claimedAt: Date
}

/** What a device may bring from the one that it replaces. */
type Inheritance = Partial<Pick<typeof devices.$inferInsert, keyof typeof NO_HOME>>

/** Removes a claimable device from the home in which it still is, in the given transaction. */
export async function leaveFormerHome(
  queries: Queries,
  { id, ownerId }: Claimable,
  left: Left,
): Promise<void> {
  if (ownerId === null) return
  await left(queries, { deviceIds: [id] })
  await dropKeys(queries, [id])
}

/**
 * Gives a claimable device, which has left its former home, to an account, in the given transaction. Throws an error that
 * `isNameTaken` recognizes.
 */
export async function addToHome(
  queries: Queries,
  before: Claimable,
  home: NewHome & Inheritance,
  resetShadows: Followers['resetShadows'],
): Promise<Claimed> {
  const [row] = await queries
    .update(devices)
    .set({
      ...NO_HOME,
      ...home,
      nameKey: nameKeyOf(home.name),
      isClaimable: false,
      mustForget: false,
    })
    .where(eq(devices.id, before.id))
    .returning()
  if (row === undefined) throw new Error('a locked device is gone')
  await resetShadows(queries, [before.id], { kind: 'claimed', isHandedOver: isHandOver(before) })
  return { device: deviceOf(row), previousOwnerId: before.ownerId }
}
