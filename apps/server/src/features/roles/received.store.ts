import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/index.ts'
import { sharingFreezes } from '#features/links/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { roleDevices, roles, roleUsers } from './roles.schema.ts'

/** Reads the roles that accounts received. */
export function createReceivedStore(db: DrizzleDatabase) {
  const rolesOf = (queries: Queries) =>
    queries
      .select({
        role: roles,
        email: accounts.email,
        since: roleUsers.since,
        frozenAt: sharingFreezes.frozenAt,
      })
      .from(roleUsers)
      .innerJoin(roles, and(eq(roles.id, roleUsers.roleId), isNull(roles.endedAt)))
      .innerJoin(accounts, eq(accounts.id, roles.accountId))
      .leftJoin(sharingFreezes, eq(sharingFreezes.accountId, roles.accountId))
      .where(eq(roleUsers.accountId, sql.placeholder('accountId')))
      .orderBy(asc(roles.createdAt), asc(roles.id))
  const byAccount = rolesOf(db).prepare('roles_by_receiver')

  /** People who have used a role with the maintain permission, for the owners of the devices. There are few of them. */
  const maintainers = db
    .select({ role: roles, email: accounts.email, deviceId: roleDevices.deviceId })
    .from(roles)
    .innerJoin(roleUsers, and(eq(roleUsers.roleId, roles.id), isNotNull(roleUsers.lastUsedAt)))
    .innerJoin(accounts, eq(accounts.id, roleUsers.accountId))
    .innerJoin(roleDevices, eq(roleDevices.roleId, roles.id))
    .leftJoin(sharingFreezes, eq(sharingFreezes.accountId, roles.accountId))
    .where(
      and(
        sql`${roles.accountId} in (select owner_id from devices where id = any(${sql.placeholder('ids')}))`,
        sql`${roleDevices.deviceId} = any(${sql.placeholder('ids')})`,
        sql`${roles.permissions} ? 'maintain'`,
        isNull(roles.endedAt),
        isNull(sharingFreezes.accountId),
      ),
    )
    .orderBy(asc(roleUsers.lastUsedAt))
    .prepare('roles_in_maintenance')

  return {
    /** The roles of an account that have not ended, prepared unless it is read in a transaction. */
    byReceiver: (accountId: string, queries?: Queries) =>
      (queries === undefined ? byAccount : rolesOf(queries)).execute({ accountId }),

    /** The devices of roles with the revision of each; one row without a device for a role that has none. */
    devicesOf: (queries: Queries, ids: readonly string[]) =>
      queries
        .select({
          id: roles.id,
          revision: roles.revision,
          deviceId: roleDevices.deviceId,
          since: roleDevices.since,
        })
        .from(roles)
        .leftJoin(roleDevices, eq(roleDevices.roleId, roles.id))
        .where(inArray(roles.id, [...ids])),

    async holdersOf(queries: Queries, deviceId: string): Promise<string[]> {
      const rows = await queries
        .selectDistinct({ accountId: roleUsers.accountId })
        .from(roleDevices)
        .innerJoin(roles, and(eq(roles.id, roleDevices.roleId), isNull(roles.endedAt)))
        .innerJoin(roleUsers, eq(roleUsers.roleId, roles.id))
        .where(eq(roleDevices.deviceId, deviceId))
      return rows.map(({ accountId }) => accountId)
    },

    /** Who maintains these devices by a role; who used theirs last comes last. */
    maintainers: (deviceIds: readonly string[]) => maintainers.execute({ ids: [...deviceIds] }),
  }
}

export type ReceivedRow = Awaited<ReturnType<ReturnType<typeof createReceivedStore>['byReceiver']>>[number]
