import { randomUUID } from 'node:crypto'
import { type CommandResult, LIMITS } from '@senca/contract'
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
import * as z from 'zod/mini'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import type { FindLeftOut, LeftOut } from '../left-out.ts'
import { announceScenarios } from '../scenario-events.ts'
import { scenarioFiringDevices, scenarioFirings, scenarioSkips, scenarios } from '../scenarios.schema.ts'
import { mayHold, type TargetedScenario } from '../scenarios.store.ts'
import { claimRows, type Watch } from './claims.store.ts'
import { conclude, endLeftOut, isUrgentFiring, openDevices } from './conclusions.store.ts'

/** A device whose commands may be sent now. */
export interface Sending {
  firingId: string
  deviceId: string
  scenarioId: string
  accountId: string
  name: string
  actions: ScenarioAction[]
  /** Whether it concerns safety. Then it is sent before everything else. */
  isUrgent: boolean
  /** Whether the scenario leaves the device out, because it has another type than its group. */
  isLeftOut: boolean
}

/** The outcome of one device in a firing. */
export interface FiringResult {
  firingId: string
  deviceId: string
  result: CommandResult
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

const sendingRowSchema = z.object({ firing_id: z.string(), device_id: z.string(), step: z.string() })

const isUrgent = ({ type }: FiringReason, scenario: Parameters<typeof mayHold>[0]): boolean =>
  (type === 'weather' || type === 'security') && mayHold(scenario)

export function createFiringStore(db: DrizzleDatabase, findLeftOut: FindLeftOut = async () => new Map()) {
  /** What the scenarios with waiting actions for these devices leave out. */
  const leftOutAmong = async (deviceIds: readonly string[]): Promise<LeftOut> => {
    const { rows } = await db.execute<{ scenario_id: string }>(sql`
      select distinct g.scenario_id
      from scenario_firing_devices d
      join scenario_firings f on f.id = d.firing_id
      join scenario_groups g on g.scenario_id = f.scenario_id
      where d.step = 'waiting' and d.device_id = any(${sql.param([...deviceIds])}::text[])`)
    const scenarioIds = rows.map(({ scenario_id: id }) => id)
    return scenarioIds.length === 0 ? new Map() : findLeftOut(db, scenarioIds)
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
      return db.transaction(async (queries) => {
        await endLeftOut(queries, deviceIds, leftOut)
        const { rows } = await queries.execute(sql`
          with open as (
            select d.firing_id, d.device_id, f.due_at, s.place, s.account_id,
              ${isUrgentFiring} as is_urgent
            from scenario_firing_devices d
            join scenario_firings f on f.id = d.firing_id
            join scenarios s on s.id = f.scenario_id
            where d.step = 'waiting' and d.device_id = any(${sql.param([...deviceIds])}::text[])
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
            managerId: scenarios.managerId,
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
        const sent = new Set(marked.filter(isSent).map((row) => row.firing_id))
        const runningById = new Map(
          firings
            .filter(({ id }) => sent.has(id))
            .map(({ scenarioId, accountId, managerId }) => [
              scenarioId,
              { id: scenarioId, accountId, managerId },
            ]),
        )
        await announceScenarios(queries, [...runningById.values()], 'status')
        const firingById = new Map(firings.map(({ id, ...firing }) => [id, firing]))
        return marked.filter(isSent).flatMap(({ firing_id: firingId, device_id: deviceId }) => {
          const firing = firingById.get(firingId)
          if (firing === undefined) return []
          const { reason, ...rest } = firing
          const isLeftOut = leftOut.get(firing.scenarioId)?.has(deviceId) === true
          return [{ firingId, deviceId, ...rest, isUrgent: isUrgent(reason, firing), isLeftOut }]
        })
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
      db.transaction(async (queries) => {
        const gone = await queries
          .update(scenarioFiringDevices)
          .set({ step: 'skipped' })
          .where(and(openDevices('waiting'), lte(scenarioFiringDevices.expiresAt, now)))
          .returning({ firingId: scenarioFiringDevices.firingId })
        await conclude(queries, [...new Set(gone.map(({ firingId }) => firingId))])
      }),

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
