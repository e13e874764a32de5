import type { CommandResult } from '@senca/contract'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import type { LeftOut } from '../left-out.ts'
import { announceScenarios } from '../scenario-events.ts'
import { scenarioFiringDevices, scenarioFirings, scenarios } from '../scenarios.schema.ts'

export function resultOf(outcome: DeviceOutcome): CommandResult {
  const [result] = mergeOutcomes([outcome])
  if (result === undefined) throw new Error('an outcome has a result')
  return result
}

/** The outcome of a device that a scenario leaves out, because it has another type than its group. */
export const leftOutOutcome = (deviceId: string): DeviceOutcome => ({
  deviceId,
  ok: false,
  error: 'device_unsupported_action',
})

/** Sets the outcome of firings whose devices are all done, and notifies. */
export async function conclude(queries: Queries, firingIds: readonly string[]): Promise<void> {
  if (firingIds.length === 0) return
  // Locked one after the other. Otherwise two transactions that finish the last two devices would not see each other.
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
  const notified = await queries
    .update(scenarios)
    .set({
      lastRunAt: sql`coalesce((select at from scenario_firings f where f.scenario_id = ${scenarios.id}
        and outcome is not null and outcome <> 'skipped' order by at desc limit 1), ${scenarios.lastRunAt})`,
      lastOutcome: sql`coalesce((select outcome from scenario_firings f where f.scenario_id = ${scenarios.id}
        and outcome is not null and outcome <> 'skipped' order by at desc limit 1), ${scenarios.lastOutcome})`,
    })
    .where(inArray(scenarios.id, ids))
    .returning({ id: scenarios.id, accountId: scenarios.accountId, managerId: scenarios.managerId })
  await announceScenarios(queries, notified, 'status')
}

// Written as a literal, so that PostgreSQL uses the small partial index of open rows.
export const openDevices = (step: 'waiting' | 'sending') =>
  step === 'waiting'
    ? sql`${scenarioFiringDevices.step} = 'waiting'`
    : sql`${scenarioFiringDevices.step} = 'sending'`

async function skipWaiting(queries: Queries, which: SQL | undefined): Promise<void> {
  const gone = await queries
    .update(scenarioFiringDevices)
    .set({ step: 'skipped' })
    .where(and(openDevices('waiting'), which))
    .returning({ firingId: scenarioFiringDevices.firingId })
  await conclude(queries, [...new Set(gone.map(({ firingId }) => firingId))])
}

/** Skips the waiting devices of a scenario that a person changed or disabled. */
export async function withdraw(queries: Queries, scenarioId: string): Promise<void> {
  const firings = queries
    .select({ id: scenarioFirings.id })
    .from(scenarioFirings)
    .where(eq(scenarioFirings.scenarioId, scenarioId))
  await skipWaiting(queries, inArray(scenarioFiringDevices.firingId, firings))
}

/** Skips the waiting entries of devices that leave, for all scenarios or those of one account. */
export async function withdrawFrom(
  queries: Queries,
  deviceIds: readonly string[],
  ofAccount: string | null = null,
): Promise<void> {
  const isOfDevices = inArray(scenarioFiringDevices.deviceId, [...deviceIds])
  if (ofAccount === null) return skipWaiting(queries, isOfDevices)
  const firings = queries
    .select({ id: scenarioFirings.id })
    .from(scenarioFirings)
    .innerJoin(scenarios, eq(scenarios.id, scenarioFirings.scenarioId))
    .where(eq(scenarios.accountId, ofAccount))
  await skipWaiting(queries, and(isOfDevices, inArray(scenarioFiringDevices.firingId, firings)))
}

/** The SQL form of `mayHold` for the scenario `s` and the firing `f`. */
const holdsDevices = sql`s.manager_id is null
  or not jsonb_path_exists(f.actions, '$[*] ? (@.type != "MoveSelfSecurity")')`

/** Whether the firing `f` of the scenario `s` moves devices to a place where they are kept. */
export const isUrgentFiring = sql`f.reason ->> 'type' in ('weather', 'security') and (${holdsDevices})`

/** Ends the waiting actions of devices that scenarios leave out. What is kept somewhere is decided by its hold. */
export async function endLeftOut(
  queries: Queries,
  deviceIds: readonly string[],
  leftOut: LeftOut,
): Promise<void> {
  const ended = [...leftOut].flatMap(([scenarioId, ids]) =>
    deviceIds.filter((id) => ids.has(id)).map((deviceId) => ({ scenarioId, deviceId })),
  )
  if (ended.length === 0) return
  const { rows } = await queries.execute<{ firing_id: string }>(sql`
    update scenario_firing_devices d set step = 'failed', result = l.result
    from scenario_firings f
    join scenarios s on s.id = f.scenario_id
    join unnest(
      ${sql.param(ended.map(({ scenarioId }) => scenarioId))}::uuid[],
      ${sql.param(ended.map(({ deviceId }) => deviceId))}::text[],
      ${sql.param(ended.map(({ deviceId }) => JSON.stringify(resultOf(leftOutOutcome(deviceId)))))}::jsonb[]
    ) as l(scenario_id, device_id, result) on l.scenario_id = f.scenario_id
    where f.id = d.firing_id and d.device_id = l.device_id and d.step = 'waiting' and not (${isUrgentFiring})
    returning d.firing_id`)
  await conclude(queries, [...new Set(rows.map(({ firing_id: id }) => id))])
}
