import { nameKeyOf } from '@senca/contract'
import { eq } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { devices } from '../devices.schema.ts'
import { dropKeys } from '../keys/keys.store.ts'
import { type Claimable, type Followers, isHandOver, NO_HOME } from './changing-hands.store.ts'
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

/** Gives a claimable device to an account, in the given transaction. Throws an error that `isNameTaken` recognizes. */
export async function addToHome(
  queries: Queries,
  before: Claimable,
  { ownerId, name, claimedAt }: NewHome,
  { left, resetShadows }: Pick<Followers, 'left' | 'resetShadows'>,
): Promise<Claimed> {
  const [row] = await queries
    .update(devices)
    .set({
      ...NO_HOME,
      ownerId,
      name,
      nameKey: nameKeyOf(name),
      isClaimable: false,
      mustForget: false,
      claimedAt,
    })
    .where(eq(devices.id, before.id))
    .returning()
  if (row === undefined) throw new Error('a locked device is gone')
  if (before.ownerId !== null) {
    await left(queries, [before.id])
    await dropKeys(queries, [before.id])
  }
  await resetShadows(queries, [before.id], { kind: 'claimed', isHandedOver: isHandOver(before) })
  return { device: deviceOf(row), previousOwnerId: before.ownerId }
}
