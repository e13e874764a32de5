import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import type { FiringReason, ScenarioAction } from '@senca/contract/automation'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { FindLeftOut } from '../left-out.ts'
import { announceScenarios } from '../scenario-events.ts'
import { scenarioFiringDevices, scenarioFirings, scenarioSkips, scenarios } from '../scenarios.schema.ts'
import { isProtectingIn, type TargetedScenario } from '../scenarios.store.ts'
import { claimRows, type Watch } from './claims.store.ts'
import {
  addWaiting,
  conclude,
  type FiringDevice,
  type FiringResult,
  firingsOf,
  openDevices,
  skipWaiting,
  writeResults,
} from './firing-steps.store.ts'
import { leftOutOutcome, resultOf } from './outcomes.ts'

/** A device whose commands may be sent now. */
export interface Sending extends FiringDevice {
  scenarioId: string
  accountId: string
  name: string
  actions: ScenarioAction[]
  /** Whether it concerns safety. Then it is sent before everything else. */
  isUrgent: boolean
  /** Whether the scenario leaves the device out, because it has another type than its group. */
  isLeftOut: boolean
}

interface BegunFiring {
  scenarioId: string
  reason: FiringReason
  actions: ScenarioAction[]
  deviceIds: readonly string[]
  at: Date
  /** When waiting for offline devices ends; null for never. */
  expiresAt: Date | null
}

/**
 * A firing that was due before this instance started may only be late on another instance that was running. If this instance
 * would skip it as missed, it leaves it to the other one for this long. Due times are whole minutes, so no later firing has to
 * wait for it.
 */
const LATE_MS = 60_000

/** Finds whether a scenario is due, which may be one that another instance is claiming. */
export const DUE_SCENARIO = "select 'due' from scenarios where next_at <= $1::timestamptz limit 1"
/** Finds whether an action of a firing waits or has no outcome yet. */
export const OPEN_FIRING =
  "select 'open' from scenario_firing_devices where step in ('waiting', 'sending') limit 1"

/** Whether the firing `f` of the scenario `s` moves devices to a place where they are kept; the SQL form of `mayHold`. */
const isUrgentFiring = sql`f.reason ->> 'type' in ('weather', 'security')
  and (s.manager_id is null or ${isProtectingIn(sql`f.actions`)})`

/** Creates a firing that was not triggered by the clock. Its devices then have waiting actions. */
export async function beginFiring(queries: Queries, begun: BegunFiring): Promise<string> {
  const { scenarioId, reason, actions, deviceIds, at, expiresAt } = begun
  const [firing] = await queries
    .insert(scenarioFirings)
    .values({ id: randomUUID(), scenarioId, dueAt: at, at, reason, actions, outcome: null })
    // Two holds that end at the same moment may ask for the same action. They share a firing.
    .onConflictDoUpdate({
      target: [scenarioFirings.scenarioId, scenarioFirings.dueAt],
      set: { reason, actions, outcome: null },
    })
    .returning({ firingId: scenarioFirings.id })
  if (firing === undefined) throw new Error('a firing is written')
  await addWaiting(
    queries,
    deviceIds.map((deviceId) => ({ ...firing, deviceId, expiresAt })),
  )
  return firing.firingId
}

/** The devices of firings: they wait, are sent, and then have an outcome, or are skipped. */
export function createFiringStore(
  db: DrizzleDatabase,
  findLeftOut: FindLeftOut = async () => new Map(),
  /** Called with firings that have ended, in the same transaction. */
  ended: (queries: Queries, firingIds: readonly string[]) => Promise<void> = async () => {},
) {
  /** The waiting actions of these devices that their scenarios leave out. */
  const leftOutAmong = async (deviceIds: readonly string[]) => {
    const { rows } = await db.execute<FiringDevice & { scenarioId: string; isUrgent: boolean }>(sql`
      select d.firing_id as "firingId", d.device_id as "deviceId", s.id as "scenarioId",
        ${isUrgentFiring} as "isUrgent"
      from scenario_firing_devices d
      join scenario_firings f on f.id = d.firing_id
      join scenarios s on s.id = f.scenario_id
      where d.step = 'waiting' and d.device_id = any(${sql.param([...deviceIds])}::text[])
        and exists (select from scenario_groups g where g.scenario_id = s.id)`)
    const leftOut = await findLeftOut([...new Set(rows.map(({ scenarioId }) => scenarioId))])
    return rows.filter(({ scenarioId, deviceId }) => leftOut.get(scenarioId)?.has(deviceId) === true)
  }

  return {
    /**
     * Claims due scenarios, oldest first, at most `limit`. Scenarios that another instance is claiming are skipped, and so are
     * those in `putOff`. Returns the number of scenarios, the devices with waiting actions, and what could not be claimed.
     */
    claim: (watch: Watch, limit: number, putOff: readonly string[] = []) =>
      db.transaction(async (queries) => {
        const rows = await queries
          .select()
          .from(scenarios)
          .where(
            and(
              isNotNull(scenarios.nextAt),
              lte(scenarios.nextAt, watch.now),
              notInArray(scenarios.id, [...putOff]),
              or(
                ne(scenarios.catchUp, 'skip'),
                gte(scenarios.nextAt, watch.watchingSince),
                lte(scenarios.nextAt, new Date(watch.now.getTime() - LATE_MS)),
              ),
            ),
          )
          .orderBy(asc(scenarios.nextAt), desc(scenarios.place))
          .limit(limit)
          .for('update', { skipLocked: true })
        const { waiting, unclaimed } = await claimRows(queries, rows, watch)
        return { count: rows.length, deviceIds: [...new Set(waiting)], unclaimed }
      }),

    /** All devices with waiting actions, and whether one of these has waited too long. */
    async waiting(now: Date): Promise<{ deviceIds: Set<string>; hasExpired: boolean }> {
      const rows = await db
        .select({
          deviceId: scenarioFiringDevices.deviceId,
          hasExpired: sql<boolean>`bool_or(${lte(scenarioFiringDevices.expiresAt, now)})`,
        })
        .from(scenarioFiringDevices)
        .where(openDevices('waiting'))
        .groupBy(scenarioFiringDevices.deviceId)
      return {
        deviceIds: new Set(rows.map(({ deviceId }) => deviceId)),
        hasExpired: rows.some((row) => row.hasExpired),
      }
    },

    /**
     * Marks waiting actions of devices as being sent: for each device the newest one, by due time and then by scenario. The
     * others are skipped, and so is an action whose device has already done that of a newer scenario with the same due time. Each
     * action is marked by one instance only. Newer actions are found through the scenarios of the account, because those are few,
     * while a device may have thousands of past firings. Devices that a scenario leaves out are not moved by it.
     */
    async take(deviceIds: readonly string[], now: Date): Promise<Sending[]> {
      const leftOut = await leftOutAmong(deviceIds)
      // What is kept somewhere is decided by its hold.
      const failed = leftOut
        .filter(({ isUrgent }) => !isUrgent)
        .map((row) => ({ ...row, result: resultOf(leftOutOutcome(row.deviceId)) }))
      return db.transaction(async (queries) => {
        await ended(queries, await writeResults(queries, 'waiting', failed))
        type Marked = Omit<Sending, 'isLeftOut'> & { step: 'sending' | 'skipped'; managerId: string | null }
        const { rows } = await queries.execute<Marked>(sql`
          with open as (
            select d.firing_id, d.device_id, f.due_at, f.actions, s.id as scenario_id, s.place, s.account_id,
              s.manager_id, s.name, ${isUrgentFiring} as is_urgent
            from scenario_firing_devices d
            join scenario_firings f on f.id = d.firing_id
            join scenarios s on s.id = f.scenario_id
            where d.step = 'waiting' and d.device_id = any(${sql.param([...deviceIds])}::text[])
            order by d.firing_id, d.device_id
            for update of d
          ), behind_newer as (
            select distinct open.firing_id, open.device_id
            from open
            join scenarios s on s.account_id = open.account_id and s.place > open.place
            join scenario_firings f on f.scenario_id = s.id and f.due_at = open.due_at
            join scenario_firing_devices d on d.firing_id = f.id and d.device_id = open.device_id
            where d.step <> 'waiting' and d.step <> 'skipped'
              and coalesce(d.result ->> 'error', '') <> 'device_unsupported_action'
          ), ranked as (
            select open.*,
              row_number() over (partition by device_id order by is_urgent desc, due_at desc, place desc) > 1
              or not is_urgent and behind_newer.device_id is not null as is_passed_over
            from open left join behind_newer using (firing_id, device_id)
          )
          update scenario_firing_devices d
          set step = case when is_passed_over then 'skipped' else 'sending' end,
            sent_at = case when is_passed_over then null else ${now.toISOString()}::timestamptz end
          from ranked
          where d.firing_id = ranked.firing_id and d.device_id = ranked.device_id and d.step = 'waiting'
          returning d.firing_id as "firingId", d.device_id as "deviceId", d.step, scenario_id as "scenarioId",
            account_id as "accountId", manager_id as "managerId", name, actions, is_urgent as "isUrgent"`)
        const skipped = firingsOf(rows.filter(({ step }) => step === 'skipped'))
        await ended(queries, await conclude(queries, skipped))
        const sent = rows.filter(({ step }) => step === 'sending')
        const running = new Map(sent.map((row) => [row.scenarioId, { ...row, id: row.scenarioId }]))
        await announceScenarios(queries, [...running.values()], 'status')
        return sent.map((row) => ({
          ...row,
          isLeftOut: leftOut.some((one) => one.firingId === row.firingId && one.deviceId === row.deviceId),
        }))
      })
    },

    /** Creates the row of a run by hand, before any command is sent. */
    start: (
      scenario: TargetedScenario,
      { at, reason }: { at: Date; reason: FiringReason },
    ): Promise<string> =>
      db.transaction(async (queries) => {
        const id = randomUUID()
        const { id: scenarioId, actions, deviceIds } = scenario
        await queries
          .insert(scenarioFirings)
          .values({ id, scenarioId, dueAt: null, at, reason, actions, outcome: null })
        await queries
          .insert(scenarioFiringDevices)
          .values(
            deviceIds.map((deviceId) => ({ firingId: id, deviceId, step: 'sending' as const, sentAt: at })),
          )
        await announceScenarios(queries, [scenario], 'status')
        return id
      }),

    /** Writes the outcomes of sent commands. An existing outcome is not changed. */
    finish: (results: readonly FiringResult[]): Promise<void> =>
      db.transaction(async (queries) => ended(queries, await writeResults(queries, 'sending', results))),

    /** Devices whose commands were sent before a time and that have no outcome yet. */
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

    /** Skips actions that have waited too long. */
    expire: (now: Date): Promise<void> =>
      db.transaction(async (queries) =>
        ended(queries, await skipWaiting(queries, lte(scenarioFiringDevices.expiresAt, now))),
      ),

    /**
     * After the clock was set back: no firing was claimed or sent later than now, none waits longer than it may, and those that
     * were missed only by the wrong clock are forgotten. What was carried out is not repeated.
     */
    setBack: (now: Date): Promise<void> =>
      db.transaction(async (queries) => {
        const { at, dueAt, outcome } = getTableColumns(scenarioFirings)
        await queries.delete(scenarioFirings).where(and(gt(dueAt, now), eq(outcome, 'skipped')))
        await queries.update(scenarioFirings).set({ at: now }).where(gt(at, now))
        await queries.update(scenarios).set({ lastRunAt: now }).where(gt(scenarios.lastRunAt, now))
        const { sentAt, expiresAt } = getTableColumns(scenarioFiringDevices)
        await queries
          .update(scenarioFiringDevices)
          .set({ sentAt: now })
          .where(and(openDevices('sending'), gt(sentAt, now)))
        const latest = new Date(now.getTime() + LIMITS.CATCH_UP_MINUTES * 60_000)
        await queries
          .update(scenarioFiringDevices)
          .set({ expiresAt: latest })
          .where(and(openDevices('waiting'), gt(expiresAt, latest)))
      }),

    /** The newest firings of a scenario, with the outcome of each device. */
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
              .orderBy(asc(scenarioFiringDevices.deviceId))
      return firings.map((firing) => ({
        ...firing,
        devices: devices.filter(({ firingId }) => firingId === firing.id),
      }))
    },

    async deleteBefore(before: Date): Promise<void> {
      await db.delete(scenarioSkips).where(lte(scenarioSkips.dueAt, before))
      await db
        .delete(scenarioFirings)
        .where(and(isNotNull(scenarioFirings.outcome), lte(scenarioFirings.at, before)))
    },
  }
}

export type FiringStore = ReturnType<typeof createFiringStore>
