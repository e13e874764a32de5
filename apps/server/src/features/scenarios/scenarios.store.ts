import { nameKeyOf } from '@senca/contract'
import {
  type CatchUp,
  isProtecting,
  type ScenarioAction,
  type ScenarioTrigger,
} from '@senca/contract/automation'
import { and, asc, eq, getTableColumns, type InferSelectModel, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { groupDevices } from '#features/groups/index.ts'
import { homePlacesOf } from '#features/homes/index.ts'
import { unpin } from '#features/rooms/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type DuePlace, skippedTimes } from './firing/due-times.ts'
import { scenarioGroups, scenarioSkips, scenarios, scenarioTargets } from './scenarios.schema.ts'

export type ScenarioRow = InferSelectModel<typeof scenarios>

/** A scenario with its devices: named ones (`targets`), groups, and all devices together. */
export interface TargetedScenario extends ScenarioRow {
  targets: string[]
  groups: string[]
  deviceIds: string[]
}

/** A scenario with how far its newest firing has come while it is running; null while its commands are not in flight. */
export interface ListedScenario extends TargetedScenario {
  progress: { done: number; of: number } | null
}

type Managed = Pick<ScenarioRow, 'accountId' | 'managerId'>

/** The owner of the devices of a scenario. The scenario uses the home of this account. */
export const managerOf = ({ accountId, managerId }: Managed): string => managerId ?? accountId

/**
 * Whether a scenario of weather or security keeps its devices where it moved them. Shared devices are kept only for their
 * protection: the comfort of other people must not take a device away from its owner.
 */
export const mayHold = ({ managerId, actions }: Pick<ScenarioRow, 'managerId' | 'actions'>): boolean =>
  managerId === null || isProtecting(actions)

/** The SQL form of `isProtecting`. */
export const isProtectingIn = (actions: SQL): SQL =>
  sql`(not jsonb_path_exists(${actions}, '$[*] ? (@.type != "MoveSelfSecurity")'))`

/** The values of a scenario that are written. */
export interface ScenarioValues {
  managerId: string | null
  name: string
  enabled: boolean
  triggers: ScenarioTrigger[]
  actions: ScenarioAction[]
  catchUp: CatchUp
  nextAt: Date | null
}

export const lockScenarios = (queries: Queries, accountId: string) =>
  queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`scenarios ${accountId}`}))`)

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string, itemOf: (row: T) => string) => {
  const byKey = new Map<string, string[]>()
  for (const row of rows) byKey.set(keyOf(row), [...(byKey.get(keyOf(row)) ?? []), itemOf(row)])
  return byKey
}

/** The devices of scenarios, named or by a group, each once. */
export async function withTargets<Row extends ScenarioRow>(
  queries: Queries,
  rows: readonly Row[],
): Promise<(Row & TargetedScenario)[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const named = await queries
    .select({ id: scenarioTargets.scenarioId, deviceId: scenarioTargets.deviceId })
    .from(scenarioTargets)
    .where(inArray(scenarioTargets.scenarioId, ids))
    .orderBy(asc(scenarioTargets.place))
  const inGroups = await queries
    .select({
      id: scenarioGroups.scenarioId,
      groupId: scenarioGroups.groupId,
      deviceId: groupDevices.deviceId,
    })
    .from(scenarioGroups)
    .innerJoin(groupDevices, eq(groupDevices.groupId, scenarioGroups.groupId))
    .where(inArray(scenarioGroups.scenarioId, ids))
    .orderBy(asc(scenarioGroups.place), asc(groupDevices.place))
  const targetsById = grouped(
    named,
    ({ id }) => id,
    ({ deviceId }) => deviceId,
  )
  const groupsById = grouped(
    inGroups,
    ({ id }) => id,
    ({ groupId }) => groupId,
  )
  const membersById = grouped(
    inGroups,
    ({ id }) => id,
    ({ deviceId }) => deviceId,
  )
  return rows.map((row) => {
    const targets = targetsById.get(row.id) ?? []
    const members = membersById.get(row.id) ?? []
    return {
      ...row,
      targets,
      groups: [...new Set(groupsById.get(row.id))],
      deviceIds: [...new Set([...targets, ...members])],
    }
  })
}

/** A scenario with its devices; null if it is deleted. */
export async function findTargeted(queries: Queries, id: string): Promise<TargetedScenario | null> {
  const [scenario] = await withTargets(
    queries,
    await queries.select().from(scenarios).where(eq(scenarios.id, id)),
  )
  return scenario ?? null
}

/**
 * The place whose clock and sun scenarios use: the home of their devices, or that of their author if it has no place. Null if
 * neither has one.
 */
export async function placesOf(
  queries: Queries,
  rowsOf: readonly Managed[],
): Promise<(scenario: Managed) => DuePlace | null> {
  const accountIds = rowsOf.flatMap((row) => [row.accountId, managerOf(row)])
  const placeByAccount = await homePlacesOf(queries, accountIds)
  return (scenario) =>
    placeByAccount.get(managerOf(scenario)) ?? placeByAccount.get(scenario.accountId) ?? null
}

export const placeOf = async (queries: Queries, scenario: Managed): Promise<DuePlace | null> =>
  (await placesOf(queries, [scenario]))(scenario)

/** The firings of scenarios that people have skipped, each by its due time at that moment. */
export async function skipsOf(queries: Queries, ids: readonly string[]): Promise<Map<string, Date[]>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(scenarioSkips)
    .where(inArray(scenarioSkips.scenarioId, [...ids]))
  const byId = new Map<string, Date[]>()
  for (const { scenarioId, dueAt } of rows) byId.set(scenarioId, [...(byId.get(scenarioId) ?? []), dueAt])
  return byId
}

/** A group of a scenario with its members in order, and those of them that the scenario names too. */
interface UsedGroup extends Record<string, unknown> {
  scenario_id: string
  members: string[]
  named: string[]
}

/** The groups that scenarios use, except scenarios that only protect. */
export async function groupsOfComfort(
  queries: Queries,
  scenarioIds: readonly string[],
): Promise<UsedGroup[]> {
  if (scenarioIds.length === 0) return []
  const { rows } = await queries.execute<UsedGroup>(sql`
    select sg.scenario_id, array_agg(gd.device_id order by gd.place) as members,
      array_remove(array_agg(t.device_id), null) as named
    from scenario_groups sg
    join scenarios s on s.id = sg.scenario_id
    join group_devices gd using (group_id)
    left join scenario_targets t on t.scenario_id = sg.scenario_id and t.device_id = gd.device_id
    where sg.scenario_id = any(${sql.param([...scenarioIds])}::uuid[]) and not ${isProtectingIn(sql`s.actions`)}
    group by sg.scenario_id, sg.group_id`)
  return rows
}

/** Whether an enabled scenario of its owner protects a device, named or by a group. */
export async function isProtected(queries: Queries, deviceId: string): Promise<boolean> {
  const { rows } = await queries.execute(sql`
    select from scenarios s join devices d on d.owner_id = s.account_id
    where d.id = ${deviceId} and s.enabled and ${isProtectingIn(sql`s.actions`)}
      and (exists (select from scenario_targets t where t.scenario_id = s.id and t.device_id = d.id)
        or exists (select from scenario_groups sg join group_devices gd using (group_id)
          where sg.scenario_id = s.id and gd.device_id = d.id))
    limit 1`)
  return rows.length > 0
}

/** Read by one statement, so that no scenario is listed as idle without the run that has just ended. */
const listed = {
  ...getTableColumns(scenarios),
  progress: sql<ListedScenario['progress']>`(
    select json_build_object('done', count(*) filter (where d.step not in ('waiting', 'sending')), 'of', count(*))
    from scenario_firings f
    join scenario_firing_devices d on d.firing_id = f.id
    where f.scenario_id = scenarios.id and f.outcome is null
    group by f.id, f.at
    having bool_or(d.step = 'sending')
    order by f.at desc limit 1)`,
}

export function createScenarioStore(db: DrizzleDatabase) {
  const list = async (accountId: string, queries: Queries = db): Promise<ListedScenario[]> =>
    withTargets(
      queries,
      await queries
        .select(listed)
        .from(scenarios)
        .where(eq(scenarios.accountId, accountId))
        .orderBy(asc(scenarios.place)),
    )

  return {
    list,

    /** Scenarios that others created for shared devices of an account. */
    async listOthers(accountId: string): Promise<ListedScenario[]> {
      const using = sql`
        select t.scenario_id from scenario_targets t join devices d on d.id = t.device_id
        where d.owner_id = ${accountId}::uuid
        union
        select sg.scenario_id from scenario_groups sg
        join group_devices gd on gd.group_id = sg.group_id join devices d on d.id = gd.device_id
        where d.owner_id = ${accountId}::uuid`
      const rows = await db
        .select(listed)
        .from(scenarios)
        .where(and(ne(scenarios.accountId, accountId), sql`${scenarios.id} in (${using})`))
        .orderBy(asc(scenarios.accountId), asc(scenarios.place))
      return withTargets(db, rows)
    },

    /** The devices of a scenario as it is stored. */
    async devicesOf(queries: Queries, id: string): Promise<string[]> {
      const rows = await queries.select().from(scenarios).where(eq(scenarios.id, id))
      return (await withTargets(queries, rows)).flatMap(({ deviceIds }) => deviceIds)
    },

    /** The owners of these devices. */
    async ownersOf(queries: Queries, deviceIds: readonly string[]): Promise<string[]> {
      if (deviceIds.length === 0) return []
      const { rows } = await queries.execute<{ owner_id: string }>(sql`
        select distinct owner_id from devices
        where id = any(${sql.param([...deviceIds])}::text[]) and owner_id is not null`)
      return rows.map(({ owner_id: id }) => id)
    },

    /** Locks the scenarios of an account, so that concurrent changes wait for each other. */
    lock: lockScenarios,

    /**
     * Locks the devices of an owner for scenarios, so that several accounts do not pass a limit of a device together. Call it after
     * `lock`.
     */
    lockDevicesOf: (queries: Queries, ownerId: string) =>
      queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`devices in scenarios ${ownerId}`}))`),

    /** The number of scenarios for each device that is in any: those of its owner, or those of all others together. */
    async countsOf(
      queries: Queries,
      deviceIds: readonly string[],
      { isShared }: { isShared: boolean },
    ): Promise<Map<string, number>> {
      const { rows } = await queries.execute<{ device_id: string; count: number }>(sql`
        select device_id, count(distinct scenario_id)::int as count
        from (
          select device_id, scenario_id from scenario_targets
          union all
          select d.device_id, g.scenario_id from scenario_groups g join group_devices d using (group_id)
        ) as used
        join scenarios s on s.id = used.scenario_id
        where device_id = any(${sql.param([...deviceIds])}::text[])
          and (s.manager_id is not null) = ${isShared}
        group by device_id`)
      return new Map(rows.map(({ device_id: id, count }) => [id, count]))
    },

    /** A device that another scenario of the same author moves by one of these measurements; null if there is none. */
    async similar(
      queries: Queries,
      { id, accountId }: Pick<ScenarioRow, 'id' | 'accountId'>,
      measurements: readonly string[],
      deviceIds: readonly string[],
    ): Promise<string | null> {
      const { rows } = await queries.execute<{ device_id: string }>(sql`
        select device_id
        from (
          select device_id, scenario_id from scenario_targets
          union all
          select d.device_id, g.scenario_id from scenario_groups g join group_devices d using (group_id)
        ) as used
        join scenarios s on s.id = used.scenario_id
        cross join jsonb_array_elements(s.triggers) as t(item)
        where device_id = any(${sql.param([...deviceIds])}::text[]) and s.id <> ${id}::uuid
          and s.account_id = ${accountId}::uuid
          and t.item ->> 'type' = 'Weather'
          and t.item ->> 'measurement' = any(${sql.param([...measurements])}::text[])
        order by device_id limit 1`)
      return rows[0]?.device_id ?? null
    },

    /** Inserts a new scenario after all others. */
    async insert(queries: Queries, accountId: string, id: string, values: ScenarioValues): Promise<void> {
      const place = sql`(select coalesce(max(place), 0) + 1 from ${scenarios} where account_id = ${accountId})`
      await queries
        .insert(scenarios)
        .values({ ...values, id, accountId, nameKey: nameKeyOf(values.name), place })
    },

    async update(
      queries: Queries,
      { id, name }: Pick<ScenarioRow, 'id' | 'name'>,
      values: ScenarioValues,
    ): Promise<void> {
      // An old name keeps its key, because another scenario may have the one that it would get now.
      const renamed = values.name === name ? {} : { nameKey: nameKeyOf(values.name) }
      await queries
        .update(scenarios)
        .set({ ...values, ...renamed })
        .where(eq(scenarios.id, id))
    },

    /** Sets the devices and groups of a scenario, in this order. */
    async aim(
      queries: Queries,
      scenarioId: string,
      { targets, groups }: { targets: readonly string[]; groups: readonly string[] },
    ): Promise<void> {
      await queries.delete(scenarioTargets).where(eq(scenarioTargets.scenarioId, scenarioId))
      await queries.delete(scenarioGroups).where(eq(scenarioGroups.scenarioId, scenarioId))
      if (targets.length > 0)
        await queries
          .insert(scenarioTargets)
          .values(targets.map((deviceId, place) => ({ scenarioId, deviceId, place })))
      if (groups.length > 0)
        await queries
          .insert(scenarioGroups)
          .values(groups.map((groupId, place) => ({ scenarioId, groupId, place })))
    },

    async delete(queries: Queries, id: string): Promise<void> {
      await queries.delete(scenarios).where(eq(scenarios.id, id))
      await unpin(queries, [id])
    },

    /** The ids of the scenarios that an account created. */
    async idsOf(accountId: string): Promise<string[]> {
      const rows = await db
        .select({ id: scenarios.id })
        .from(scenarios)
        .where(eq(scenarios.accountId, accountId))
      return rows.map(({ id }) => id)
    },

    /** Returns which of the ids are scenarios of an account. They are locked until the transaction ends. */
    async hold(queries: Queries, accountId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await queries
        .select({ id: scenarios.id })
        .from(scenarios)
        .where(and(eq(scenarios.accountId, accountId), inArray(scenarios.id, [...ids])))
        .orderBy(asc(scenarios.id))
        .for('share')
      return rows.map(({ id }) => id)
    },

    skips: (ids: readonly string[]) => skipsOf(db, ids),

    async skip(queries: Queries, scenarioId: string, dueAt: Date): Promise<void> {
      await queries.insert(scenarioSkips).values({ scenarioId, dueAt }).onConflictDoNothing()
    },

    /** Removes the skips of a firing. */
    async unskip(
      queries: Queries,
      { id, triggers }: Pick<ScenarioRow, 'id' | 'triggers'>,
      place: DuePlace,
      dueAt: Date,
    ): Promise<void> {
      const isOfScenario = eq(scenarioSkips.scenarioId, id)
      const rows = await queries.select().from(scenarioSkips).where(isOfScenario)
      const skips = rows
        .map((row) => row.dueAt)
        .filter((skip) => skippedTimes(triggers, place, [skip]).has(dueAt.getTime()))
      await queries.delete(scenarioSkips).where(and(isOfScenario, inArray(scenarioSkips.dueAt, skips)))
    },
  }
}

export type ScenarioStore = ReturnType<typeof createScenarioStore>
