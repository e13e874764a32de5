import { inArray, sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { roleDevices, roles, roleUsers } from './roles.schema.ts'

/** The accounts that gave or received these roles. */
async function concernedBy(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const given = await queries
    .selectDistinct({ id: roles.accountId })
    .from(roles)
    .where(inArray(roles.id, [...ids]))
  const received = await queries
    .selectDistinct({ id: roleUsers.accountId })
    .from(roleUsers)
    .where(inArray(roleUsers.roleId, [...ids]))
  return [...new Set([...given, ...received].map(({ id }) => id))]
}

/**
 * Removes or replaces devices in all roles, in the transaction by which they leave their owner. Roles without devices end. Returns
 * the accounts that gave or received them.
 */
export async function removeFromRoles(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
  now: Date,
): Promise<string[]> {
  const isOfThem = inArray(roleDevices.deviceId, [...deviceIds])
  const concerned = { roleId: roleDevices.roleId }
  const left =
    replacedBy === undefined
      ? await queries.delete(roleDevices).where(isOfThem).returning(concerned)
      : await queries.update(roleDevices).set({ deviceId: replacedBy }).where(isOfThem).returning(concerned)
  const ids = [...new Set(left.map(({ roleId }) => roleId))]
  if (ids.length === 0) return []
  await queries
    .update(roles)
    .set({
      revision: sql`${roles.revision} + 1`,
      endedAt: sql`case when exists (select from ${roleDevices} where role_id = ${roles.id})
        then ${roles.endedAt} else coalesce(${roles.endedAt}, ${now.toISOString()}::timestamptz) end`,
    })
    .where(inArray(roles.id, ids))
  return concernedBy(queries, ids)
}
