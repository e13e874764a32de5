import { isSecurityTrigger, isWeatherTrigger, type ScenarioTrigger } from '@senca/contract/automation'
import { and, arrayContains, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import { type HomePlace, homePlaceOf } from '#features/homes/index.ts'
import { setKeysBack } from '#features/notifications/index.ts'
import {
  managerOf,
  mayHold,
  type ScenarioRow,
  scenarios,
  type TargetedScenario,
  withTargets,
} from '#features/scenarios/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { ActiveScenario } from './hold.ts'
import { alarms, safetyWatches, weatherPauses } from './safety.schema.ts'
import { pausesOf, safetyEvents } from './safety-events.ts'
import { initialWatch, releaseOf, type WatchState } from './watch-state.ts'

export type WatchRow = typeof safetyWatches.$inferSelect

interface WatchedScenario {
  id: string
  accountId: string
  managerId: string | null
  enabled: boolean
  triggers: readonly ScenarioTrigger[]
}

/** Returns the sources of trigger values for a home at a place, and starts to query them. */
export type FollowSources = (
  queries: Queries,
  accountId: string,
  triggers: readonly ScenarioTrigger[],
  home: Pick<HomePlace, 'lat' | 'lon'> | null,
) => Promise<string[]>

export const isWatched = ({ enabled, triggers }: WatchedScenario): boolean =>
  enabled && triggers.some((trigger) => isWeatherTrigger(trigger) || isSecurityTrigger(trigger))

/** The scenarios that are watched for an account. */
export async function watchedOf(queries: Queries, accountId: string): Promise<ScenarioRow[]> {
  const rows = await queries
    .select({ scenario: scenarios })
    .from(safetyWatches)
    .innerJoin(scenarios, eq(scenarios.id, safetyWatches.scenarioId))
    .where(eq(safetyWatches.accountId, accountId))
  return rows.map(({ scenario }) => scenario)
}

/** Whether scenarios need the values of a source. */
export async function isSourceNeeded(queries: Queries, source: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: safetyWatches.scenarioId })
    .from(safetyWatches)
    .where(arrayContains(safetyWatches.sources, [source]))
    .limit(1)
  return row !== undefined
}

/** Notifies of the active scenarios that meet a condition on the watch `w`, because their devices change in this transaction. */
async function notifyActive(queries: Queries, condition: SQL): Promise<void> {
  const { rows } = await queries.execute<{ scenario_id: string }>(
    sql`select w.scenario_id from safety_watches w where w.active_since is not null and (${condition})`,
  )
  await safetyEvents.announce(
    queries,
    rows.map(({ scenario_id: scenarioId }) => ({ scenarioId })),
  )
}

/** Whether the scenario of the watch `w` has one of these devices as a target, by itself or by a group. */
const aimsAt = (deviceIds: readonly string[]): SQL => {
  const ids = sql.param([...deviceIds])
  return sql`
    exists (select from scenario_targets t
      where t.scenario_id = w.scenario_id and t.device_id = any(${ids}::text[]))
    or exists (select from scenario_groups g join group_devices d using (group_id)
      where g.scenario_id = w.scenario_id and d.device_id = any(${ids}::text[]))`
}

/** Called in the transaction that changes or deletes groups, so that their new devices are held from its commit on. */
export const changeGroupsInSafety = (queries: Queries, groupIds: readonly string[]): Promise<void> =>
  notifyActive(
    queries,
    sql`exists (select from scenario_groups g
      where g.scenario_id = w.scenario_id and g.group_id = any(${sql.param([...groupIds])}::uuid[]))`,
  )

/**
 * Called when devices leave their home, in that transaction, so that nothing holds them any more. Their pauses and alarms move to a
 * replacing device. Call it before they are removed from scenarios and groups.
 */
export async function releaseHolds(queries: Queries, { deviceIds, replacedBy }: Leaving): Promise<void> {
  const isPaused = inArray(weatherPauses.deviceId, [...deviceIds])
  const changed = [...deviceIds]
  if (replacedBy === undefined) await queries.delete(weatherPauses).where(isPaused)
  else {
    await queries.update(weatherPauses).set({ deviceId: replacedBy }).where(isPaused)
    await queries
      .update(alarms)
      .set({ deviceId: replacedBy })
      .where(inArray(alarms.deviceId, [...deviceIds]))
    changed.push(replacedBy)
  }
  await notifyActive(queries, aimsAt(deviceIds))
  await safetyEvents.announce(queries, pausesOf(changed))
}

/**
 * Makes watches due, to be evaluated after the commit. They are locked in a fixed order, because several transactions may make the
 * same watches due, and others would wait for each other.
 */
async function evaluateThose(queries: Queries, condition: SQL, now: Date): Promise<void> {
  const ids = queries
    .select({ id: safetyWatches.scenarioId })
    .from(safetyWatches)
    .where(condition)
    .orderBy(asc(safetyWatches.scenarioId))
    .for('update')
  const due = await queries
    .update(safetyWatches)
    .set({ dueAt: now })
    .where(inArray(safetyWatches.scenarioId, ids))
    .returning({ id: safetyWatches.scenarioId })
  if (due.length > 0) await safetyEvents.announce(queries, [{ isDue: true }])
}

/** Makes the scenarios of a source due. */
export const evaluateSource = (queries: Queries, source: string, now: Date): Promise<void> =>
  evaluateThose(queries, arrayContains(safetyWatches.sources, [source]), now)

/** Makes the scenarios of accounts due. Call it once for all accounts of a transaction. */
export const evaluateAccounts = (queries: Queries, accountIds: readonly string[], now: Date): Promise<void> =>
  evaluateThose(queries, sql`${safetyWatches.accountId} = any(${sql.param([...accountIds])}::uuid[])`, now)

export const evaluateAccount = (queries: Queries, accountId: string, now: Date): Promise<void> =>
  evaluateAccounts(queries, [accountId], now)

/** Makes an account's scenarios for shared devices due, because its rights to the devices or its groups have changed. */
export const evaluateShared = (queries: Queries, accountId: string, now: Date): Promise<void> =>
  evaluateThose(
    queries,
    inArray(
      safetyWatches.scenarioId,
      queries
        .select({ id: scenarios.id })
        .from(scenarios)
        .where(and(eq(scenarios.accountId, accountId), isNotNull(scenarios.managerId))),
    ),
    now,
  )

/** Makes the scenarios of the groups of a device due. */
export const evaluateGroupsOf = (queries: Queries, deviceId: string, now: Date): Promise<void> =>
  evaluateThose(
    queries,
    sql`${safetyWatches.scenarioId} in (
      select g.scenario_id from scenario_groups g join group_devices d using (group_id)
      where d.device_id = ${deviceId})`,
    now,
  )

/**
 * Ends the holds of an account's scenarios on shared devices, in the transaction by which the account loses them or is deleted.
 * Call it before they are removed from its scenarios and groups.
 */
export async function releaseSharedHolds(queries: Queries, accountId: string): Promise<void> {
  const held = await queries
    .select({ scenarioId: safetyWatches.scenarioId })
    .from(safetyWatches)
    .innerJoin(scenarios, eq(scenarios.id, safetyWatches.scenarioId))
    .where(
      and(
        eq(scenarios.accountId, accountId),
        isNotNull(scenarios.managerId),
        isNotNull(safetyWatches.activeSince),
      ),
    )
  await safetyEvents.announce(queries, held)
}

/**
 * Watches scenarios from now on, in the transaction that creates or changes them. A scenario that is already watched keeps the
 * state of its triggers. Call it before their rows are changed.
 */
export async function watchScenarios(
  queries: Queries,
  all: readonly WatchedScenario[],
  { followSources, now }: { followSources: FollowSources; now: Date },
): Promise<void> {
  // In the order in which watches are locked, and after all places, which a measurement locks first.
  const watched = all.filter(isWatched).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const rows: (typeof safetyWatches.$inferInsert)[] = []
  for (const scenario of watched) {
    // Weather and alarms are those of the home of the devices.
    const accountId = managerOf(scenario)
    const home = await homePlaceOf(queries, accountId)
    const sources = await followSources(queries, accountId, scenario.triggers, home)
    rows.push({ scenarioId: scenario.id, accountId, sources, dueAt: now, state: initialWatch(now) })
  }
  if (rows.length === 0) return
  await queries
    .insert(safetyWatches)
    .values(rows)
    .onConflictDoUpdate({
      target: safetyWatches.scenarioId,
      set: {
        accountId: sql`excluded.account_id`,
        sources: sql`excluded.sources`,
        dueAt: sql`excluded.look_at`,
      },
    })
  await safetyEvents.announce(queries, [{ isDue: true }])
}

/** Reads the active scenarios, all or those with the given ids. */
async function readActive(queries: Queries, ids: readonly string[] | null): Promise<ActiveScenario[]> {
  const { rows } = await queries.execute<{
    scenario_id: string
    account_id: string
    manager_id: string | null
    state: WatchState
    active_since: Date
    firing_id: string
    actions: ActiveScenario['actions']
    triggers: ScenarioTrigger[]
    device_ids: string[]
  }>(sql`
    select w.scenario_id, w.account_id, w.state, w.active_since, w.firing_id, s.actions, s.triggers, s.manager_id,
      array(
        select device_id from scenario_targets t where t.scenario_id = w.scenario_id
        union
        select d.device_id from scenario_groups g join group_devices d using (group_id)
        where g.scenario_id = w.scenario_id
      ) as device_ids
    from safety_watches w join scenarios s on s.id = w.scenario_id
    where w.active_since is not null
      ${ids === null ? sql`` : sql`and w.scenario_id = any(${sql.param([...ids])}::uuid[])`}`)
  return rows.flatMap((row) => {
    const { state } = row
    if (state.cause === null || row.firing_id === null) return []
    const withheld = new Set(state.withheld)
    return {
      scenarioId: row.scenario_id,
      accountId: row.account_id,
      actions: row.actions,
      deviceIds: row.device_ids.filter((id) => !withheld.has(id)),
      isHolding: mayHold({ managerId: row.manager_id, actions: [...row.actions] }),
      isShared: row.manager_id !== null,
      firingId: row.firing_id,
      cause: state.cause,
      since: new Date(row.active_since),
      until: state.until === null ? null : new Date(state.until),
      isSensorSilent: state.isSilent,
      release: state.isSilent ? null : releaseOf(state.cause, row.triggers),
    }
  })
}

/** Each change of a watch gives its row another version. */
const watchVersion = sql<string>`${safetyWatches}.xmin::text`

export type DueScenario = TargetedScenario & { version: string }

/** Finds whether a watch is due, and whether a pause has expired. */
export const DUE_WATCH = "select 'due' from safety_watches where look_at <= $1::timestamptz limit 1"
export const ENDED_PAUSE = "select 'ended' from weather_pauses where until <= $1::timestamptz limit 1"
/** Finds a text that changes with every write of an active scenario's watch and of a pause. */
export const OVERVIEW_VERSION = `select concat_ws(' ',
  (select string_agg(scenario_id || ':' || xmin, ' ' order by scenario_id)
    from safety_watches where active_since is not null),
  (select string_agg(device_id || ':' || extract(epoch from until), ' ' order by device_id) from weather_pauses))`

export function createWatchStore(db: DrizzleDatabase) {
  return {
    active: (ids: readonly string[] | null = null) => readActive(db, ids),

    /**
     * By one statement: a text for each active scenario that changes with every write of its watch, and all devices that the weather
     * may not move, with the end of that.
     */
    async overview(): Promise<{ versions: Map<string, string>; pauses: Map<string, Date> }> {
      const { rows } = await db.execute<{ id: string; version: string | null; until_ms: number | null }>(sql`
        select scenario_id::text as id, xmin::text as version, null::float8 as until_ms
          from safety_watches where active_since is not null
        union all select device_id, null, (extract(epoch from until) * 1000)::float8 from weather_pauses`)
      return {
        versions: new Map(rows.flatMap(({ id, version }) => (version === null ? [] : [[id, version]]))),
        pauses: new Map(rows.flatMap(({ id, until_ms: ms }) => (ms === null ? [] : [[id, new Date(ms)]]))),
      }
    },

    /** Those of these devices that the weather may not move, and until when. */
    async pauses(deviceIds: readonly string[]): Promise<Map<string, Date>> {
      const rows = await db
        .select()
        .from(weatherPauses)
        .where(inArray(weatherPauses.deviceId, [...deviceIds]))
      return new Map(rows.map(({ deviceId, until }) => [deviceId, until]))
    },

    async pause(queries: Queries, deviceIds: readonly string[], until: Date): Promise<void> {
      await queries
        .insert(weatherPauses)
        .values(deviceIds.map((deviceId) => ({ deviceId, until })))
        .onConflictDoUpdate({ target: weatherPauses.deviceId, set: { until: sql`excluded.until` } })
      await safetyEvents.announce(queries, pausesOf(deviceIds))
    },

    async resume(queries: Queries, deviceIds: readonly string[]): Promise<void> {
      await queries.delete(weatherPauses).where(inArray(weatherPauses.deviceId, [...deviceIds]))
      await safetyEvents.announce(queries, pausesOf(deviceIds))
    },

    /** Deletes expired pauses, so that the weather may move those devices again. */
    endPauses: (now: Date): Promise<void> =>
      db.transaction(async (queries) => {
        const ended = await queries
          .delete(weatherPauses)
          .where(lte(weatherPauses.until, now))
          .returning({ deviceId: weatherPauses.deviceId })
        await safetyEvents.announce(queries, ended)
      }),

    /** The scenarios whose watches are due, with the versions of their watches. */
    async due(now: Date, limit: number): Promise<DueScenario[]> {
      const rows = await db
        .select({ scenario: scenarios, version: watchVersion })
        .from(safetyWatches)
        .innerJoin(scenarios, eq(scenarios.id, safetyWatches.scenarioId))
        .where(and(isNotNull(safetyWatches.dueAt), lte(safetyWatches.dueAt, now)))
        .orderBy(asc(safetyWatches.dueAt))
        .limit(limit)
      const targeted = await withTargets(
        db,
        rows.map(({ scenario }) => scenario),
      )
      return targeted.map((scenario, place) => ({ ...scenario, version: rows[place]?.version ?? '' }))
    },

    /**
     * Locks watches until the transaction ends. Those that another instance has locked, or that have changed since they were
     * found, are skipped.
     */
    async take(queries: Queries, due: readonly Pick<DueScenario, 'id' | 'version'>[]): Promise<WatchRow[]> {
      const versionById = new Map(due.map(({ id, version }) => [id, version]))
      const rows = await queries
        .select({ watch: safetyWatches, version: watchVersion })
        .from(safetyWatches)
        .where(inArray(safetyWatches.scenarioId, [...versionById.keys()]))
        .orderBy(asc(safetyWatches.dueAt))
        .for('update', { skipLocked: true })
      return rows.flatMap(({ watch, version }) =>
        versionById.get(watch.scenarioId) === version ? [watch] : [],
      )
    },

    /** Locks a watch until the transaction ends; null if the scenario is not watched. */
    async hold(queries: Queries, scenarioId: string): Promise<WatchRow | null> {
      const [row] = await queries
        .select()
        .from(safetyWatches)
        .where(eq(safetyWatches.scenarioId, scenarioId))
        .for('update')
      return row ?? null
    },

    async write(
      queries: Queries,
      scenarioId: string,
      values: Pick<WatchRow, 'state' | 'dueAt' | 'activeSince' | 'firingId' | 'notified'>,
    ): Promise<void> {
      await queries.update(safetyWatches).set(values).where(eq(safetyWatches.scenarioId, scenarioId))
    },

    /** After the clock was set back: no alarm began later than now, and every watch is evaluated at once. */
    async setBack(now: Date): Promise<void> {
      await db.transaction(async (queries) => {
        const isLater = gt(alarms.since, now)
        await queries.select({ source: alarms.source }).from(alarms).where(isLater).for('update')
        const prefix = sql`'alarm:' || o.source || ':' || o.account_id || ':'`
        await setKeysBack(queries, { from: sql`alarms`, prefix, since: sql`o.since` }, now)
        await queries.update(alarms).set({ since: now }).where(isLater)
      })
      await evaluateThose(db, gt(safetyWatches.dueAt, now), now)
    },

    async postpone(queries: Queries, scenarioId: string, dueAt: Date): Promise<void> {
      await queries.update(safetyWatches).set({ dueAt }).where(eq(safetyWatches.scenarioId, scenarioId))
    },

    async remove(queries: Queries, scenarioId: string): Promise<void> {
      await queries.delete(safetyWatches).where(eq(safetyWatches.scenarioId, scenarioId))
    },
  }
}

export type WatchStore = ReturnType<typeof createWatchStore>
