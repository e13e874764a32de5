import { nameKeyOf } from '@senca/contract'
import { and, asc, count, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/index.ts'
import type { RoleUse } from '#features/activity/index.ts'
import { sharingFreezes } from '#features/links/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type Role, type RoleTerms, termsOfRow } from './role.ts'
import { roleDevices, roles, roleUsers } from './roles.schema.ts'

const DAY_MS = 86_400_000
/** How long the report of a role that has ended is kept. */
const ENDED_KEPT_DAYS = 400

const columnsOf = ({ deviceIds: _inRowsOfTheirOwn, ...columns }: RoleTerms) => columns

/** Sets the devices of a role in this order. Devices that it already has keep their `since`. */
async function fill(queries: Queries, id: string, deviceIds: readonly string[], since: Date): Promise<void> {
  await queries
    .delete(roleDevices)
    .where(
      and(
        eq(roleDevices.roleId, id),
        sql`not ${roleDevices.deviceId} = any(${sql.param([...deviceIds])}::text[])`,
      ),
    )
  await queries
    .insert(roleDevices)
    .values(deviceIds.map((deviceId, place) => ({ roleId: id, deviceId, place, since })))
    .onConflictDoUpdate({
      target: [roleDevices.roleId, roleDevices.deviceId],
      set: { place: sql`excluded.place` },
    })
}

export function createRoleStore(db: DrizzleDatabase) {
  const selected = (queries: Queries) =>
    queries
      .select({ role: roles, email: accounts.email, frozenAt: sharingFreezes.frozenAt })
      .from(roles)
      .innerJoin(accounts, eq(accounts.id, roles.accountId))
      .leftJoin(sharingFreezes, eq(sharingFreezes.accountId, roles.accountId))

  const usersOf = async (queries: Queries, ids: readonly string[]) =>
    queries
      .select({ user: roleUsers, email: accounts.email })
      .from(roleUsers)
      .innerJoin(accounts, eq(accounts.id, roleUsers.accountId))
      .where(inArray(roleUsers.roleId, [...ids]))
      .orderBy(asc(roleUsers.place), asc(roleUsers.since))

  const complete = async (
    queries: Queries,
    rows: Awaited<ReturnType<ReturnType<typeof selected>['execute']>>,
  ): Promise<Role[]> => {
    const ids = rows.map(({ role }) => role.id)
    if (ids.length === 0) return []
    const shared = await queries
      .select()
      .from(roleDevices)
      .where(inArray(roleDevices.roleId, ids))
      .orderBy(asc(roleDevices.place))
    const people = await usersOf(queries, ids)
    const byId = new Map<string, { deviceIds: string[]; users: Role['users'] }>(
      ids.map((id) => [id, { deviceIds: [], users: [] }]),
    )
    for (const { roleId, deviceId } of shared) byId.get(roleId)?.deviceIds.push(deviceId)
    for (const { user, email } of people) byId.get(user.roleId)?.users.push({ ...user, email })
    return rows.map(({ role, email, frozenAt }) => ({
      ...termsOfRow(role),
      deviceIds: [],
      users: [],
      ...byId.get(role.id),
      id: role.id,
      accountId: role.accountId,
      ownerEmail: email,
      revision: role.revision,
      isFrozen: frozenAt !== null,
    }))
  }

  /** Marks roles as settled and returns them. Their rows stay locked until the transaction ends. */
  const take = async (queries: Queries, which: SQL | undefined, limit: number): Promise<Role[]> => {
    const taken = await queries
      .select({ id: roles.id })
      .from(roles)
      .where(and(which, eq(roles.isSettled, false)))
      .limit(limit)
      .for('update', { skipLocked: true })
    const ids = taken.map(({ id }) => id)
    if (ids.length === 0) return []
    await queries.update(roles).set({ isSettled: true }).where(inArray(roles.id, ids))
    return complete(queries, await selected(queries).where(inArray(roles.id, ids)))
  }

  return {
    /** A role that has not been deleted; it may be expired. */
    async find(id: string): Promise<Role | null> {
      const rows = await selected(db).where(and(eq(roles.id, id), isNull(roles.endedAt)))
      return (await complete(db, rows))[0] ?? null
    },

    /** Who gave a role, also after its end. */
    async giverOf(id: string): Promise<string | null> {
      const [row] = await db.select({ accountId: roles.accountId }).from(roles).where(eq(roles.id, id))
      return row?.accountId ?? null
    },

    /** The roles that an account gave, in order of creation. */
    async listGiven(accountId: string): Promise<Role[]> {
      const rows = await selected(db)
        .where(and(eq(roles.accountId, accountId), isNull(roles.endedAt)))
        .orderBy(asc(roles.createdAt), asc(roles.id))
      return complete(db, rows)
    },

    /** The roles that an account received. */
    async listReceived(accountId: string): Promise<Role[]> {
      const own = db
        .select({ id: roleUsers.roleId })
        .from(roleUsers)
        .where(eq(roleUsers.accountId, accountId))
      const rows = await selected(db)
        .where(and(inArray(roles.id, own), isNull(roles.endedAt)))
        .orderBy(asc(roles.createdAt), asc(roles.id))
      return complete(db, rows)
    },

    /**
     * The number of roles that an account gave, and whether one other than `id` has this name. Concurrent callers wait for each
     * other.
     */
    async check(
      queries: Queries,
      accountId: string,
      { name, id }: { name: string; id: string },
    ): Promise<{ count: number; isNameTaken: boolean }> {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`roles ${accountId}`}))`)
      const isNamed = and(eq(roles.nameKey, nameKeyOf(name)), sql`${roles.id} <> ${id}::uuid`)
      const [checked] = await queries
        .select({ count: count(), same: sql<number>`count(*) filter (where ${isNamed})::int` })
        .from(roles)
        .where(and(eq(roles.accountId, accountId), isNull(roles.endedAt)))
      return { count: checked?.count ?? 0, isNameTaken: (checked?.same ?? 0) > 0 }
    },

    async insert(
      queries: Queries,
      { id, accountId, createdAt }: { id: string; accountId: string; createdAt: Date },
      terms: RoleTerms,
    ): Promise<void> {
      await queries
        .insert(roles)
        .values({ id, accountId, createdAt, ...columnsOf(terms), nameKey: nameKeyOf(terms.name) })
      await fill(queries, id, terms.deviceIds, createdAt)
    },

    /** Writes changed terms if the revision is still the same; returns false otherwise. */
    async update(
      queries: Queries,
      { id, name, revision }: Pick<Role, 'id' | 'name' | 'revision'>,
      terms: RoleTerms,
      { now, isOver }: { now: Date; isOver: boolean },
    ): Promise<boolean> {
      const updated = await queries
        .update(roles)
        .set({
          ...columnsOf(terms),
          // An old name keeps its key, because another role may have the one that it would get now.
          ...(terms.name === name ? {} : { nameKey: nameKeyOf(terms.name) }),
          revision: revision + 1,
          // The consequences of its end are handled once.
          ...(isOver ? {} : { isSettled: false }),
        })
        .where(and(eq(roles.id, id), eq(roles.revision, revision), isNull(roles.endedAt)))
        .returning({ id: roles.id })
      if (updated.length === 0) return false
      await fill(queries, id, terms.deviceIds, now)
      return true
    },

    /** Sets the users of a role. Users who already have it keep their `since`, unless the role is given to all of them again. */
    async setUsers(
      queries: Queries,
      id: string,
      accountIds: readonly string[],
      { since, isAnew }: { since: Date; isAnew: boolean },
    ): Promise<void> {
      await queries
        .delete(roleUsers)
        .where(
          and(
            eq(roleUsers.roleId, id),
            sql`not ${roleUsers.accountId} = any(${sql.param([...accountIds])}::uuid[])`,
          ),
        )
      if (accountIds.length === 0) return
      await queries
        .insert(roleUsers)
        .values(accountIds.map((accountId, place) => ({ roleId: id, accountId, place, since })))
        .onConflictDoUpdate({
          target: [roleUsers.roleId, roleUsers.accountId],
          set: { place: sql`excluded.place`, ...(isAnew ? { since } : {}) },
        })
    },

    /** The users of a role. */
    async usersOf(queries: Queries, id: string): Promise<Role['users']> {
      return (await usersOf(queries, [id])).map(({ user, email }) => ({ ...user, email }))
    },

    /** Removes one user from a role. Returns false if the user does not have it. */
    async leave(queries: Queries, id: string, accountId: string): Promise<boolean> {
      const [row] = await queries
        .update(roles)
        .set({ revision: sql`${roles.revision} + 1` })
        .where(and(eq(roles.id, id), isNull(roles.endedAt)))
        .returning({ id: roles.id })
      if (row === undefined) return false
      const { rowCount } = await queries
        .delete(roleUsers)
        .where(and(eq(roleUsers.roleId, id), eq(roleUsers.accountId, accountId)))
      return rowCount !== 0
    },

    /** Ends a role of an account for good. Returns false if the account has no such role. */
    async end(queries: Queries, accountId: string, id: string, endedAt: Date): Promise<boolean> {
      const { rowCount } = await queries
        .update(roles)
        .set({ endedAt, isSettled: true, revision: sql`${roles.revision} + 1` })
        .where(and(eq(roles.id, id), eq(roles.accountId, accountId), isNull(roles.endedAt)))
      return rowCount !== 0
    },

    /** Sets when a person last used a role. Returns whether this was the first use. */
    async markUsed({ roleId, accountId, at }: RoleUse): Promise<boolean> {
      const { rows } = await db.execute<{ is_first: boolean }>(sql`
        with before as (
          select role_id, account_id, last_used_at from role_users
          where role_id = ${roleId}::uuid and account_id = ${accountId}::uuid for update
        )
        update role_users u set last_used_at = greatest(u.last_used_at, ${at.toISOString()}::timestamptz)
        from before where u.role_id = before.role_id and u.account_id = before.account_id
        returning before.last_used_at is null as is_first`)
      return rows[0]?.is_first === true
    },

    /**
     * Of the given devices, those that an account does not see by any role now or later (`seen`), and those that it cannot
     * command by any role (`commanded`).
     */
    async lostBy(
      queries: Queries,
      accountId: string,
      deviceIds: readonly string[],
      now: Date,
    ): Promise<{ seen: string[]; commanded: string[] }> {
      const rows = await queries
        .select({ deviceId: roleDevices.deviceId, permissions: roles.permissions })
        .from(roleUsers)
        .innerJoin(roles, eq(roles.id, roleUsers.roleId))
        .innerJoin(roleDevices, eq(roleDevices.roleId, roles.id))
        .where(
          and(
            eq(roleUsers.accountId, accountId),
            isNull(roles.endedAt),
            sql`(${roles.validBefore} is null or ${roles.validBefore} > ${now.toISOString()}::timestamptz)`,
            sql`${roleDevices.deviceId} = any(${sql.param([...deviceIds])}::text[])`,
          ),
        )
      const seen = new Set(rows.map(({ deviceId }) => deviceId))
      const commanded = new Set(
        rows.flatMap(({ deviceId, permissions }) =>
          Array.isArray(permissions) && permissions.includes('command') ? [deviceId] : [],
        ),
      )
      return {
        seen: deviceIds.filter((id) => !seen.has(id)),
        commanded: deviceIds.filter((id) => !commanded.has(id)),
      }
    },

    /** Takes expired roles whose end has not been handled. Their rows stay locked until the transaction ends. */
    claimExpired: (queries: Queries, now: Date, limit: number): Promise<Role[]> =>
      take(queries, and(isNull(roles.endedAt), lte(roles.validBefore, now)), limit),

    /**
     * Takes roles that ended with their last device and whose users were not notified. Their rows stay locked until the
     * transaction ends.
     */
    claimEmptied: (queries: Queries, since: Date, limit: number): Promise<Role[]> =>
      take(queries, gt(roles.endedAt, since), limit),

    /** When the next role ends by time; null for none. */
    async nextEnd(): Promise<Date | null> {
      const [row] = await db
        .select({ at: roles.validBefore })
        .from(roles)
        .where(and(isNull(roles.endedAt), eq(roles.isSettled, false), sql`${roles.validBefore} is not null`))
        .orderBy(asc(roles.validBefore))
        .limit(1)
      return row?.at ?? null
    },

    /** The accounts with roles that an account gave, each once. */
    async receiversOf(accountId: string, queries: Queries = db): Promise<string[]> {
      const rows = await queries
        .selectDistinct({ id: roleUsers.accountId })
        .from(roleUsers)
        .innerJoin(roles, eq(roles.id, roleUsers.roleId))
        .where(and(eq(roles.accountId, accountId), isNull(roles.endedAt)))
      return rows.map(({ id }) => id)
    },

    /** The accounts that gave roles to an account, each once. */
    async giversOf(queries: Queries, accountId: string): Promise<string[]> {
      const rows = await queries
        .selectDistinct({ id: roles.accountId })
        .from(roleUsers)
        .innerJoin(roles, eq(roles.id, roleUsers.roleId))
        .where(and(eq(roleUsers.accountId, accountId), isNull(roles.endedAt)))
      return rows.map(({ id }) => id)
    },

    /** Deletes roles that ended long ago. */
    async deleteOld(now: Date): Promise<void> {
      const longAgo = new Date(now.getTime() - ENDED_KEPT_DAYS * DAY_MS)
      await db.delete(roles).where(lte(roles.endedAt, longAgo))
    },
  }
}

export type RoleStore = ReturnType<typeof createRoleStore>
