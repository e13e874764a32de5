import { randomUUID } from 'node:crypto'
import type { CommandResult } from '@senca/contract'
import type { FiringOutcome, FiringReason, ScenarioAction } from '@senca/contract/automation'
import { and, asc, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type Claim, claimDues } from './due-claims.ts'
import { tellOfScenario, tellOfScenarios } from './scenario-events.ts'
import { scenarioFiringDevices, scenarioFirings, scenarioSkips, scenarios } from './scenarios.schema.ts'
import { placesOf, type ScenarioRow, type TargetedScenario, withTargets } from './scenarios.store.ts'

const MINUTE_MS = 60_000
/** How long a device may be away for a moment, where what it misses is skipped. */
const AWAY_MS = 10_000
const WITHIN_MS = 30 * MINUTE_MS

interface Watch {
  now: Date
  watchingSince: Date
}

/** A device whose commands may leave now. */
export interface Sending {
  firingId: string
  deviceId: string
  scenarioId: string
  accountId: string
  name: string
  actions: ScenarioAction[]
  /** Whether it is about safety: it leaves before anything else. */
  isUrgent: boolean
}

/** What became of a device of a firing. */
export interface FiringResult {
  firingId: string
  deviceId: string
  result: CommandResult
}

const sendingRowSchema = z.object({ firing_id: z.string(), device_id: z.string(), step: z.string() })

function expiryOf({ catchUp }: ScenarioRow, dueAt: Date): Date | null {
  if (catchUp === 'latest') return null
  return new Date(dueAt.getTime() + (catchUp === 'skip' ? AWAY_MS : WITHIN_MS))
}

/** A scenario with what was due of it, and when it is due next. */
interface Claimed {
  scenario: TargetedScenario
  claims: Claim[]
  nextAt: Date | null
}

/** Of which scenario and when: one time of one scenario. */
const timeOf = (scenarioId: string, dueAt: Date | null): string => `${scenarioId} ${dueAt?.getTime()}`

/** Removes what persons skip of times that are over; answers those times. */
async function takeSkips(
  queries: Queries,
  scenarioIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const skipped = await queries
    .delete(scenarioSkips)
    .where(and(inArray(scenarioSkips.scenarioId, [...scenarioIds]), lte(scenarioSkips.dueAt, now)))
    .returning({ scenarioId: scenarioSkips.scenarioId, dueAt: scenarioSkips.dueAt })
  return new Set(skipped.map(({ scenarioId, dueAt }) => timeOf(scenarioId, dueAt)))
}

/** Writes what was due of scenarios, and when they are due next. A time that another instance wrote is left out. */
async function writeClaims(queries: Queries, all: readonly Claimed[], now: Date): Promise<string[]> {
  await queries.execute(sql`
    update scenarios s set next_at = n.next_at
    from unnest(
      ${sql.param(all.map(({ scenario }) => scenario.id))}::uuid[],
      ${sql.param(all.map(({ nextAt }) => nextAt?.toISOString() ?? null))}::timestamptz[]
    ) as n(id, next_at)
    where s.id = n.id`)
  const due = all.filter(({ claims, scenario }) => claims.length > 0 && scenario.deviceIds.length > 0)
  if (due.length === 0) return []
  const scenarioById = new Map(due.map(({ scenario }) => [scenario.id, scenario]))
  const skips = await takeSkips(queries, [...scenarioById.keys()], now)
  const rows = due.flatMap(({ scenario: { id: scenarioId, actions }, claims }) =>
    claims.map(({ dueAt, reason, isRun }) => {
      const outcome: FiringOutcome | null = isRun && !skips.has(timeOf(scenarioId, dueAt)) ? null : 'skipped'
      return { id: randomUUID(), scenarioId, dueAt, at: now, reason, actions, outcome }
    }),
  )
  const written = await queries.insert(scenarioFirings).values(rows).onConflictDoNothing().returning({
    id: scenarioFirings.id,
    scenarioId: scenarioFirings.scenarioId,
    dueAt: scenarioFirings.dueAt,
    outcome: scenarioFirings.outcome,
  })
  const devices = written
    .filter(({ outcome }) => outcome === null)
    .flatMap(({ id: firingId, scenarioId, dueAt }) => {
      const scenario = scenarioById.get(scenarioId)
      if (scenario === undefined) return []
      // What is caught up is late already: it has as long as it would have had, and a moment at least.
      const expiresAt = laterOf(expiryOf(scenario, dueAt ?? now), new Date(now.getTime() + AWAY_MS))
      return scenario.deviceIds.map((deviceId) => ({ firingId, deviceId, expiresAt }))
    })
  // Arrays, for so many rows may have more values than a statement may have parameters.
  await queries.execute(sql`
    insert into scenario_firing_devices (firing_id, device_id, step, expires_at)
    select firing_id, device_id, 'waiting', expires_at from unnest(
      ${sql.param(devices.map(({ firingId }) => firingId))}::uuid[],
      ${sql.param(devices.map(({ deviceId }) => deviceId))}::text[],
      ${sql.param(devices.map(({ expiresAt }) => expiresAt?.toISOString() ?? null))}::timestamptz[]
    ) as d(firing_id, device_id, expires_at)`)
  await tellOfScenarios(
    queries,
    due.map(({ scenario: { accountId, id: scenarioId } }) => ({ accountId, scenarioId, change: 'status' })),
  )
  return devices.map(({ deviceId }) => deviceId)
}

const laterOf = (one: Date | null, other: Date): Date | null =>
  one === null ? null : one > other ? one : other

/** Claims what is due of scenarios that are locked, as part of a transaction. Answers the devices that wait for it. */
export async function claimDue(
  queries: Queries,
  locked: readonly TargetedScenario[],
  watch: Watch,
): Promise<string[]> {
  const placeByAccount = await placesOf(
    queries,
    locked.map(({ accountId }) => accountId),
  )
  const claimed = locked.flatMap((scenario): Claimed[] => {
    const { nextAt } = scenario
    if (nextAt === null || nextAt > watch.now) return []
    const place = placeByAccount.get(scenario.accountId)
    if (place === undefined) return [{ scenario, claims: [], nextAt: null }]
    return [{ scenario, ...claimDues({ ...scenario, nextAt }, place, watch) }]
  })
  return claimed.length === 0 ? [] : writeClaims(queries, claimed, watch.now)
}

const isUrgent = ({ type }: FiringReason): boolean => type === 'weather' || type === 'security'

/** Says how a firing ended once all its devices are decided about, and tells of it. */
async function conclude(queries: Queries, firingIds: readonly string[]): Promise<void> {
  if (firingIds.length === 0) return
  // One after the other: two that decide about the last two devices at once would not see each other.
  await queries
    .select({ id: scenarioFirings.id })
    .from(scenarioFirings)
    .where(inArray(scenarioFirings.id, [...firingIds]))
    .orderBy(asc(scenarioFirings.id))
    .for('update')
  const { rows } = await queries.execute<{ scenario_id: string }>(sql`
    with decided as (
      select f.id,
        bool_and(d.step = 'done') as is_done,
        bool_and(d.step = 'failed') as is_failed,
        bool_and(d.step = 'skipped') as is_skipped,
        bool_and(d.step = 'failed' and d.result ->> 'error' = 'weather_scenario_matched') as is_held
      from scenario_firings f join scenario_firing_devices d on d.firing_id = f.id
      where f.id = any(${sql.param([...firingIds])}::uuid[]) and f.outcome is null
      group by f.id
      having bool_and(d.step in ('done', 'failed', 'skipped'))
    )
    update scenario_firings f set outcome =
      case when is_done then 'done' when is_held then 'held' when is_failed then 'failed' when is_skipped then 'skipped' else 'part' end
    from decided where f.id = decided.id and f.outcome is null
    returning f.scenario_id`)
  const ids = [...new Set(rows.map(({ scenario_id: id }) => id))]
  if (ids.length === 0) return
  const told = await queries
    .update(scenarios)
    .set({
      lastRunAt: sql`coalesce((select at from scenario_firings f where f.scenario_id = ${scenarios.id}
        and outcome is not null and outcome <> 'skipped' order by at desc limit 1), ${scenarios.lastRunAt})`,
      lastOutcome: sql`coalesce((select outcome from scenario_firings f where f.scenario_id = ${scenarios.id}
        and outcome is not null and outcome <> 'skipped' order by at desc limit 1), ${scenarios.lastOutcome})`,
    })
    .where(inArray(scenarios.id, ids))
    .returning({ id: scenarios.id, accountId: scenarios.accountId })
  await tellOfScenarios(
    queries,
    told.map(({ id: scenarioId, accountId }) => ({ accountId, scenarioId, change: 'status' })),
  )
}

// Literally, so that PostgreSQL sees that the small index of open ones will do.
const openDevices = (step: 'waiting' | 'sending') =>
  step === 'waiting'
    ? sql`${scenarioFiringDevices.step} = 'waiting'`
    : sql`${scenarioFiringDevices.step} = 'sending'`

/** Skips what waits for a scenario that a person changed or switched off. */
export async function withdraw(queries: Queries, scenarioId: string): Promise<void> {
  const gone = await queries
    .update(scenarioFiringDevices)
    .set({ step: 'skipped' })
    .where(
      and(
        openDevices('waiting'),
        inArray(
          scenarioFiringDevices.firingId,
          queries
            .select({ id: scenarioFirings.id })
            .from(scenarioFirings)
            .where(eq(scenarioFirings.scenarioId, scenarioId)),
        ),
      ),
    )
    .returning({ firingId: scenarioFiringDevices.firingId })
  await conclude(queries, [...new Set(gone.map(({ firingId }) => firingId))])
}

export function createFiringStore(db: DrizzleDatabase) {
  return {
    /**
     * Claims scenarios that are due, oldest first, and no more than `limit`; those that another instance claims at the
     * same moment are left to it. Answers how many there were, and the devices that wait.
     */
    claim: (watch: Watch, limit: number) =>
      db.transaction(async (queries) => {
        const rows = await queries
          .select()
          .from(scenarios)
          .where(and(isNotNull(scenarios.nextAt), lte(scenarios.nextAt, watch.now)))
          .orderBy(asc(scenarios.nextAt), desc(scenarios.place))
          .limit(limit)
          .for('update', { skipLocked: true })
        const waiting = await claimDue(queries, await withTargets(queries, rows), watch)
        return { count: rows.length, deviceIds: [...new Set(waiting)] }
      }),

    /** All devices for which something waits. */
    async waiting(): Promise<Set<string>> {
      const rows = await db
        .selectDistinct({ deviceId: scenarioFiringDevices.deviceId })
        .from(scenarioFiringDevices)
        .where(openDevices('waiting'))
      return new Set(rows.map(({ deviceId }) => deviceId))
    },

    /**
     * Marks what waits for devices as being sent: for each the newest, by when it was due and then by the scenario. The
     * others are skipped, and what comes after a newer scenario that was due at the same moment. What another instance
     * marks at the same time is its own.
     */
    take: (deviceIds: readonly string[], now: Date): Promise<Sending[]> =>
      db.transaction(async (queries) => {
        const { rows } = await queries.execute(sql`
          with open as (
            select d.firing_id, d.device_id, f.due_at, s.place, s.account_id,
              f.reason ->> 'type' in ('weather', 'security') as is_urgent
            from scenario_firing_devices d
            join scenario_firings f on f.id = d.firing_id
            join scenarios s on s.id = f.scenario_id
            where d.step = 'waiting' and d.device_id = any(${sql.param([...deviceIds])}::text[])
          ), ranked as (
            select open.*,
              row_number() over (partition by device_id order by is_urgent desc, due_at desc, place desc) > 1
              or not is_urgent and exists (
                select from scenario_firing_devices d
                join scenario_firings f on f.id = d.firing_id
                join scenarios s on s.id = f.scenario_id
                where d.device_id = open.device_id and d.step <> 'waiting' and d.step <> 'skipped'
                  and f.due_at = open.due_at and s.account_id = open.account_id and s.place > open.place
              ) as is_passed_over
            from open
          )
          update scenario_firing_devices d
          set step = case when is_passed_over then 'skipped' else 'sending' end,
            sent_at = case when is_passed_over then null else ${now.toISOString()}::timestamptz end
          from ranked
          where d.firing_id = ranked.firing_id and d.device_id = ranked.device_id and d.step = 'waiting'
          returning d.firing_id, d.device_id, d.step`)
        const marked = z.array(sendingRowSchema).parse(rows)
        if (marked.length === 0) return []
        const isSent = (row: (typeof marked)[number]) => row.step === 'sending'
        const passedOver = marked.filter((row) => !isSent(row)).map((row) => row.firing_id)
        if (passedOver.length > 0) await conclude(queries, [...new Set(passedOver)])
        const firings = await queries
          .select({
            id: scenarioFirings.id,
            scenarioId: scenarios.id,
            accountId: scenarios.accountId,
            name: scenarios.name,
            actions: scenarioFirings.actions,
            reason: scenarioFirings.reason,
          })
          .from(scenarioFirings)
          .innerJoin(scenarios, eq(scenarios.id, scenarioFirings.scenarioId))
          .where(
            inArray(
              scenarioFirings.id,
              marked.map((row) => row.firing_id),
            ),
          )
        const firingById = new Map(firings.map(({ id, ...firing }) => [id, firing]))
        return marked.filter(isSent).flatMap(({ firing_id: firingId, device_id: deviceId }) => {
          const firing = firingById.get(firingId)
          if (firing === undefined) return []
          const { reason, ...rest } = firing
          return [{ firingId, deviceId, ...rest, isUrgent: isUrgent(reason) }]
        })
      }),

    /** A run by hand: it has its row before any command leaves. */
    start: (
      scenario: TargetedScenario,
      { at, reason }: { at: Date; reason: FiringReason },
    ): Promise<string> =>
      db.transaction(async (queries) => {
        const id = randomUUID()
        const { id: scenarioId, accountId, actions, deviceIds } = scenario
        await queries
          .insert(scenarioFirings)
          .values({ id, scenarioId, dueAt: null, at, reason, actions, outcome: null })
        await queries
          .insert(scenarioFiringDevices)
          .values(
            deviceIds.map((deviceId) => ({ firingId: id, deviceId, step: 'sending' as const, sentAt: at })),
          )
        await tellOfScenario(queries, { accountId, scenarioId, change: 'status' })
        return id
      }),

    /** Writes what became of devices whose commands left; what is decided already stays. */
    finish: (results: readonly FiringResult[]): Promise<void> =>
      db.transaction(async (queries) => {
        await queries.execute(sql`
          update scenario_firing_devices d set step = r.step, result = r.result
          from unnest(
            ${sql.param(results.map(({ firingId }) => firingId))}::uuid[],
            ${sql.param(results.map(({ deviceId }) => deviceId))}::text[],
            ${sql.param(results.map(({ result }) => (result.status === 'success' ? 'done' : 'failed')))}::text[],
            ${sql.param(results.map(({ result }) => JSON.stringify(result)))}::jsonb[]
          ) as r(firing_id, device_id, step, result)
          where d.firing_id = r.firing_id and d.device_id = r.device_id and d.step = 'sending'`)
        await conclude(queries, [...new Set(results.map(({ firingId }) => firingId))])
      }),

    /** Devices whose commands left before a moment and of which nothing is decided. */
    unfinished: (before: Date, limit: number) =>
      db
        .select({
          firingId: scenarioFiringDevices.firingId,
          deviceId: scenarioFiringDevices.deviceId,
          sentAt: scenarioFiringDevices.sentAt,
          actions: scenarioFirings.actions,
        })
        .from(scenarioFiringDevices)
        .innerJoin(scenarioFirings, eq(scenarioFirings.id, scenarioFiringDevices.firingId))
        .where(and(openDevices('sending'), lte(scenarioFiringDevices.sentAt, before)))
        .limit(limit),

    /** Skips what has waited as long as it may. */
    expire: (now: Date): Promise<void> =>
      db.transaction(async (queries) => {
        const gone = await queries
          .update(scenarioFiringDevices)
          .set({ step: 'skipped' })
          .where(and(openDevices('waiting'), lte(scenarioFiringDevices.expiresAt, now)))
          .returning({ firingId: scenarioFiringDevices.firingId })
        await conclude(queries, [...new Set(gone.map(({ firingId }) => firingId))])
      }),

    /** The newest firings of a scenario, with what became of each device. */
    async history(scenarioId: string, limit: number) {
      const firings = await db
        .select()
        .from(scenarioFirings)
        .where(eq(scenarioFirings.scenarioId, scenarioId))
        .orderBy(desc(scenarioFirings.at), desc(scenarioFirings.dueAt))
        .limit(limit)
      const devices =
        firings.length === 0
          ? []
          : await db
              .select()
              .from(scenarioFiringDevices)
              .where(
                inArray(
                  scenarioFiringDevices.firingId,
                  firings.map(({ id }) => id),
                ),
              )
      return firings.map((firing) => ({
        ...firing,
        devices: devices.filter(({ firingId }) => firingId === firing.id),
      }))
    },

    async deleteBefore(before: Date): Promise<void> {
      await db
        .delete(scenarioFirings)
        .where(and(isNotNull(scenarioFirings.outcome), lte(scenarioFirings.at, before)))
    },
  }
}

export type FiringStore = ReturnType<typeof createFiringStore>
