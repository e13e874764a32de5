import { eq, inArray, sql } from 'drizzle-orm'
import type { Replacement } from '#features/devices/index.ts'
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

/** Replaces a device in all roles, in the transaction that replaces it. Returns the accounts concerned. */
export async function replaceInRoles(queries: Queries, { from, to }: Replacement): Promise<string[]> {
  const sharing = await queries
    .update(roleDevices)
    .set({ deviceId: to })
    .where(eq(roleDevices.deviceId, from))
    .returning({ roleId: roleDevices.roleId })
  const ids = [...new Set(sharing.map(({ roleId }) => roleId))]
  if (ids.length === 0) return []
  await queries
    .update(roles)
    .set({ revision: sql`${roles.revision} + 1` })
    .where(inArray(roles.id, ids))
  return concernedBy(queries, ids)
}

/**
 * Removes devices from all roles, in the transaction by which they leave their owner. Roles without devices end. Returns the
 * accounts that gave or received them.
 */
export async function removeFromRoles(
  queries: Queries,
  deviceIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const left = await queries
    .delete(roleDevices)
    .where(inArray(roleDevices.deviceId, [...deviceIds]))
    .returning({ roleId: roleDevices.roleId })
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
