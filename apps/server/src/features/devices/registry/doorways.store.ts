import { eq, inArray } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { devices } from '../devices.schema.ts'
import type { Leaving } from './changing-hands.store.ts'

/** The shades in front of a door. */
export const shadesBefore = (
  queries: Queries,
  doorId: string,
): Promise<{ id: string; ownerId: string | null }[]> =>
  queries.select({ id: devices.id, ownerId: devices.ownerId }).from(devices).where(eq(devices.doorId, doorId))

/** Called when doors leave their home, in that transaction. The shades there lose the door, or have the one that replaces it. */
export async function removeFromDoorways(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
): Promise<void> {
  await queries
    .update(devices)
    .set({ doorId: replacedBy ?? null })
    .where(inArray(devices.doorId, [...deviceIds]))
}
