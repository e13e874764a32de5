import { randomUUID } from 'node:crypto'
import type { CommandResult } from '@senca/contract'
import type { FiringOutcome, FiringReason, ScenarioAction } from '@senca/contract/automation'
import { and, asc, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type Claim, claimDues } from './due-claims.ts'
import { tellOfScenario } from './scenario-events.ts'
import { scenarioFiringDevices, scenarioFirings, scenarioSkips, scenarios } from './scenarios.schema.ts'
import { placeOf, type ScenarioRow, type TargetedScenario, withTargets } from './scenarios.store.ts'

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
}

const sendingRowSchema = z.object({ firing_id: z.string(), device_id: z.string(), step: z.string() })

function expiryOf({ catchUp }: ScenarioRow, dueAt: Date): Date | null {
  if (catchUp === 'latest') return null
  return new Date(dueAt.getTime() + (catchUp === 'skip' ? AWAY_MS : WITHIN_MS))
}

/** Writes what was due of a scenario, each time once whoever else does it, and when it is due next. */
export async function writeClaims(
  queries: Queries,
  scenario: TargetedScenario,
  { claims, nextAt }: { claims: Claim[]; nextAt: Date | null },
  now: Date,
): Promise<string[]> {
  await queries.update(scenarios).set({ nextAt }).where(eq(scenarios.id, scenario.id))
  const { id: scenarioId, accountId, actions, deviceIds } = scenario
  if (claims.length === 0 || deviceIds.length === 0) return []
  const isIts = eq(scenarioSkips.scenarioId, scenarioId)
  const skipped = await queries
    .delete(scenarioSkips)
    .where(and(isIts, lte(scenarioSkips.dueAt, now)))
    .returning({ dueAt: scenarioSkips.dueAt })
  const isUnwanted = (dueAt: Date) => skipped.some((one) => one.dueAt.getTime() === dueAt.getTime())
  const rows = claims.map(({ dueAt, reason, isRun }) => {
    const outcome: FiringOutcome | null = isRun && !isUnwanted(dueAt) ? null : 'skipped'
    return { id: randomUUID(), scenarioId, dueAt, at: now, reason, actions, outcome }
  })
  const written = await queries.insert(scenarioFirings).values(rows).onConflictDoNothing().returning({
    id: scenarioFirings.id,
    dueAt: scenarioFirings.dueAt,
    outcome: scenarioFirings.outcome,
  })
  const open = written.filter(({ outcome }) => outcome === null)
  const devices = open.flatMap(({ id: firingId, dueAt }) =>
    deviceIds.map((deviceId) => ({
      firingId,
      deviceId,
      step: 'waiting' as const,
      // What is caught up is late already: it has as long as it would have had, and a moment at least.
      expiresAt: laterOf(expiryOf(scenario, dueAt ?? now), new Date(now.getTime() + AWAY_MS)),
    })),
  )
  if (devices.length > 0) await queries.insert(scenarioFiringDevices).values(devices)
  await tellOfScenario(queries, { accountId, scenarioId, change: 'status' })
  return devices.map(({ deviceId }) => deviceId)
}

const laterOf = (one: Date | null, other: Date): Date | null =>
  one === null ? null : one > other ? one : other

/** Claims what is due of a scenario that is locked, as part of a transaction. Answers the devices that wait for it. */
export async function claimDue(
  queries: Queries,
  scenario: TargetedScenario,
  watch: Watch,
): Promise<string[]> {
  const { nextAt } = scenario
  if (nextAt === null || nextAt > watch.now) return []
  const place = await placeOf(queries, scenario.accountId)
  const claimed =
    place === null ? { claims: [], nextAt: null } : claimDues({ ...scenario, nextAt }, place, watch)
  return writeClaims(queries, scenario, claimed, watch.now)
}

export function createFiringStore(db: DrizzleDatabase) {
  /** Says how a firing ended once all its devices are decided about, and tells of it. */
  const conclude = async (queries: Queries, firingIds: readonly string[]): Promise<void> => {
    const { rows } = await queries.execute<{ scenario_id: string }>(sql`
      with decided as (
        select f.id,
          bool_and(d.step = 'done') as is_done,
          bool_and(d.step = 'failed') as is_failed,
          bool_and(d.step = 'skipped') as is_skipped
        from scenario_firings f join scenario_firing_devices d on d.firing_id = f.id
        where f.id = any(${sql.param([...firingIds])}::uuid[]) and f.outcome is null
        group by f.id
        having bool_and(d.step in ('done', 'failed', 'skipped'))
      )
      update scenario_firings f set outcome =
        case when is_done then 'done' when is_failed then 'failed' when is_skipped then 'skipped' else 'part' end
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
    for (const { id, accountId } of told)
      await tellOfScenario(queries, { accountId, scenarioId: id, change: 'status' })
  }

  // Literally, so that PostgreSQL sees that the small index of open ones will do.
  const openDevices = (step: 'waiting' | 'sending') =>
    step === 'waiting'
      ? sql`${scenarioFiringDevices.step} = 'waiting'`
      : sql`${scenarioFiringDevices.step} = 'sending'`

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
        const waiting: string[] = []
        for (const scenario of await withTargets(queries, rows))
          waiting.push(...(await claimDue(queries, scenario, watch)))
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
            select d.firing_id, d.device_id, f.due_at, s.place, s.account_id
            from scenario_firing_devices d
            join scenario_firings f on f.id = d.firing_id
            join scenarios s on s.id = f.scenario_id
            where d.step = 'waiting' and d.device_id = any(${sql.param([...deviceIds])}::text[])
          ), ranked as (
            select open.*,
              row_number() over (partition by device_id order by due_at desc, place desc) > 1 or exists (
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
          return firing === undefined ? [] : [{ firingId, deviceId, ...firing }]
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
    finish: (firingId: string, results: readonly { deviceId: string; result: CommandResult }[]) =>
      db.transaction(async (queries) => {
        for (const { deviceId, result } of results) {
          const step = result.status === 'success' ? 'done' : 'failed'
          const isIt = and(
            eq(scenarioFiringDevices.firingId, firingId),
            eq(scenarioFiringDevices.deviceId, deviceId),
            openDevices('sending'),
          )
          await queries.update(scenarioFiringDevices).set({ step, result }).where(isIt)
        }
        await conclude(queries, [firingId])
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

    /** Skips what waits for a scenario that a person changed or switched off. */
    async withdraw(queries: Queries, scenarioId: string): Promise<void> {
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
    },

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
