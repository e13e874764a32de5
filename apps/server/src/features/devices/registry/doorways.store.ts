import { eq, inArray } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { devices } from '../devices.schema.ts'
import type { Replacement } from './changing-hands.store.ts'

/** The shades in front of a door. */
export const shadesBefore = (
  queries: Queries,
  doorId: string,
): Promise<{ id: string; ownerId: string | null }[]> =>
  queries.select({ id: devices.id, ownerId: devices.ownerId }).from(devices).where(eq(devices.doorId, doorId))

/** Replaces a door behind shades, in the transaction that replaces it. */
export async function replaceInDoorways(queries: Queries, { from, to }: Replacement): Promise<void> {
  await queries.update(devices).set({ doorId: to }).where(eq(devices.doorId, from))
}

/** Called when doors leave their home, in that transaction. The shades there have no such door any more. */
export async function removeFromDoorways(queries: Queries, doorIds: readonly string[]): Promise<void> {
  await queries
    .update(devices)
    .set({ doorId: null })
    .where(inArray(devices.doorId, [...doorIds]))
}
