import { nameKeyOf } from '@senca/contract'
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import { unpin } from '#features/rooms/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { groupEvents } from './group-events.ts'
import { groupDevices, groups } from './groups.schema.ts'

/** A stored group with all devices that were added to it. */
export interface GroupRow {
  id: string
  name: string
  deviceIds: string[]
}

/** Called in the transaction that deletes groups, before they are deleted. */
export type GroupsEnding = (queries: Queries, groupIds: readonly string[]) => Promise<void>

/**
 * Locks the groups of an account, so that concurrent changes wait for each other. Devices are locked before, see
 * `removeFromGroups`.
 */
const lock = (queries: Queries, accountId: string) =>
  queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`groups ${accountId}`}))`)

/**
 * Removes or replaces devices in all groups, or in those of one account, in the transaction by which they leave their owner or are
 * no longer shared. The caller has locked the devices. Groups that become empty are deleted, and their accounts are notified.
 */
export async function removeFromGroups(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
  ending: GroupsEnding,
  ofAccount: string | null = null,
): Promise<void> {
  const isOfThem = and(
    inArray(groupDevices.deviceId, [...deviceIds]),
    ofAccount === null
      ? undefined
      : inArray(
          groupDevices.groupId,
          queries.select({ id: groups.id }).from(groups).where(eq(groups.accountId, ofAccount)),
        ),
  )
  const concerned = await queries
    .selectDistinct({ accountId: groups.accountId })
    .from(groups)
    .innerJoin(groupDevices, eq(groupDevices.groupId, groups.id))
    .where(isOfThem)
    .orderBy(asc(groups.accountId))
  for (const { accountId } of concerned) await lock(queries, accountId)
  const memberships = { groupId: groupDevices.groupId }
  const left =
    replacedBy === undefined
      ? await queries.delete(groupDevices).where(isOfThem).returning(memberships)
      : await queries
          .update(groupDevices)
          .set({ deviceId: replacedBy })
          .where(isOfThem)
          .returning(memberships)
  if (left.length === 0) return
  const isEmpty = notExists(queries.select().from(groupDevices).where(eq(groupDevices.groupId, groups.id)))
  const groupIds = left.map(({ groupId }) => groupId)
  const empty = await queries
    .select({ id: groups.id })
    .from(groups)
    .where(and(inArray(groups.id, groupIds), isEmpty))
  await deleteGroups(
    queries,
    empty.map(({ id }) => id),
    ending,
  )
  await groupEvents.announce(
    queries,
    concerned.map(({ accountId }) => accountId),
  )
}

/** The groups of their account must be locked. */
async function deleteGroups(queries: Queries, ids: readonly string[], ending: GroupsEnding): Promise<void> {
  if (ids.length === 0) return
  await ending(queries, ids)
  await queries.delete(groups).where(inArray(groups.id, [...ids]))
  await unpin(queries, ids)
}

export function createGroupStore(db: DrizzleDatabase, ending: GroupsEnding) {
  return {
    /** The groups of an account in order of creation. */
    async list(accountId: string, queries: Queries = db): Promise<GroupRow[]> {
      const rows = await queries
        .select({ id: groups.id, name: groups.name, deviceId: groupDevices.deviceId })
        .from(groups)
        .innerJoin(groupDevices, eq(groupDevices.groupId, groups.id))
        .where(eq(groups.accountId, accountId))
        .orderBy(asc(groups.place), asc(groupDevices.place))
      const groupById = new Map<string, GroupRow>()
      for (const { id, name, deviceId } of rows) {
        const group = groupById.get(id) ?? { id, name, deviceIds: [] }
        groupById.set(id, group)
        group.deviceIds.push(deviceId)
      }
      return [...groupById.values()]
    },

    /** The accounts that have a device in a group. */
    async accountsOf(deviceIds: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectDistinct({ accountId: groups.accountId })
        .from(groups)
        .innerJoin(groupDevices, eq(groupDevices.groupId, groups.id))
        .where(inArray(groupDevices.deviceId, [...deviceIds]))
      return rows.map(({ accountId }) => accountId)
    },

    /** Changes the groups of an account under a lock. All its pages are notified after the commit. */
    async changeAlone<T>(queries: Queries, accountId: string, work: () => Promise<T>): Promise<T> {
      await lock(queries, accountId)
      const result = await work()
      await groupEvents.announce(queries, [accountId])
      return result
    },

    /** Inserts a new group after all others. */
    async insert(
      queries: Queries,
      accountId: string,
      { id, name }: Pick<GroupRow, 'id' | 'name'>,
    ): Promise<void> {
      const place = sql`(select coalesce(max(place), 0) + 1 from ${groups} where account_id = ${accountId})`
      await queries.insert(groups).values({ id, accountId, name, nameKey: nameKeyOf(name), place })
    },

    async rename(queries: Queries, id: string, name: string): Promise<void> {
      await queries
        .update(groups)
        .set({ name, nameKey: nameKeyOf(name) })
        .where(eq(groups.id, id))
    },

    /** Sets the members of a group, in this order. */
    async fill(queries: Queries, groupId: string, deviceIds: readonly string[]): Promise<void> {
      await queries.delete(groupDevices).where(eq(groupDevices.groupId, groupId))
      await queries
        .insert(groupDevices)
        .values(deviceIds.map((deviceId, place) => ({ groupId, deviceId, place })))
    },

    delete: (queries: Queries, id: string): Promise<void> => deleteGroups(queries, [id], ending),

    /** Returns which of the ids are groups of an account. They are locked until the transaction ends. */
    async hold(queries: Queries, accountId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await queries
        .select({ id: groups.id })
        .from(groups)
        .where(and(eq(groups.accountId, accountId), inArray(groups.id, [...ids])))
        .orderBy(asc(groups.id))
        .for('share')
      return rows.map(({ id }) => id)
    },
  }
}

export type GroupStore = ReturnType<typeof createGroupStore>
