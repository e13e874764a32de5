import type { CommandResult } from '@senca/contract'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { announceScenarios, ranEvents } from '../scenario-events.ts'
import { scenarioFiringDevices, scenarioFirings, scenarios } from '../scenarios.schema.ts'

/** A device of a firing. A type, because rows of the database are read as it. */
export type FiringDevice = {
  firingId: string
  deviceId: string
}

/** The outcome of one device in a firing. */
export interface FiringResult extends FiringDevice {
  result: CommandResult
}

/** A device whose commands of a firing wait to be sent. */
interface WaitingDevice extends FiringDevice {
  /** When it is skipped if it still waits; null for never. */
  expiresAt: Date | null
}

// Written as a literal, so that PostgreSQL uses the small partial index of open rows.
export const openDevices = (step: 'waiting' | 'sending') =>
  step === 'waiting'
    ? sql`${scenarioFiringDevices.step} = 'waiting'`
    : sql`${scenarioFiringDevices.step} = 'sending'`

export const firingsOf = (rows: readonly Pick<FiringDevice, 'firingId'>[]): string[] => [
  ...new Set(rows.map(({ firingId }) => firingId)),
]

// Rows are locked in the order of their keys: first the devices of firings, then the firings. Otherwise two transactions could each
// wait for the other.
const lockFirings = (queries: Queries, firingIds: readonly string[]) =>
  queries
    .select({ id: scenarioFirings.id })
    .from(scenarioFirings)
    .where(inArray(scenarioFirings.id, [...firingIds]))
    .orderBy(asc(scenarioFirings.id))
    .for('update')

/** Sets the outcome of firings whose devices are all done, and notifies. Returns those that got one. */
export async function conclude(queries: Queries, firingIds: readonly string[]): Promise<string[]> {
  if (firingIds.length === 0) return []
  // Without the lock two transactions that finish the last two devices would not see each other.
  await lockFirings(queries, firingIds)
  const { rows } = await queries.execute<{ id: string; scenario_id: string }>(sql`
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
    returning f.id, f.scenario_id`)
  const ids = [...new Set(rows.map(({ scenario_id: id }) => id))]
  await announceProgress(queries, firingIds)
  if (ids.length === 0) return []
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
  const authorOf = new Map(notified.map(({ id, accountId }) => [id, accountId]))
  await ranEvents.announce(
    queries,
    rows.flatMap(({ id: firingId, scenario_id: scenarioId }) => {
      const accountId = authorOf.get(scenarioId)
      return accountId === undefined ? [] : { accountId, firingId }
    }),
  )
  return rows.map(({ id }) => id)
}

/** Notifies of firings of which a further device is done, and others are not yet. */
async function announceProgress(queries: Queries, firingIds: readonly string[]): Promise<void> {
  const running = await queries
    .selectDistinct({ id: scenarios.id, accountId: scenarios.accountId, managerId: scenarios.managerId })
    .from(scenarioFirings)
    .innerJoin(scenarios, eq(scenarios.id, scenarioFirings.scenarioId))
    .where(and(inArray(scenarioFirings.id, [...firingIds]), isNull(scenarioFirings.outcome)))
  await announceScenarios(queries, running, 'status')
}

/** Makes devices of firings wait for their commands, whatever their outcome was. */
export async function addWaiting(queries: Queries, devices: readonly WaitingDevice[]): Promise<void> {
  // Arrays are used, because many rows could exceed the number of parameters of a statement.
  await queries.execute(sql`
    insert into scenario_firing_devices (firing_id, device_id, step, expires_at)
    select firing_id, device_id, 'waiting', expires_at from unnest(
      ${sql.param(devices.map(({ firingId }) => firingId))}::uuid[],
      ${sql.param(devices.map(({ deviceId }) => deviceId))}::text[],
      ${sql.param(devices.map(({ expiresAt }) => expiresAt?.toISOString() ?? null))}::timestamptz[]
    ) as d(firing_id, device_id, expires_at)
    order by firing_id, device_id
    on conflict (firing_id, device_id)
    do update set step = 'waiting', sent_at = null, result = null, expires_at = excluded.expires_at`)
}

/** Makes devices of firings wait again, without end. */
export async function fireAgain(queries: Queries, devices: readonly FiringDevice[]): Promise<void> {
  if (devices.length === 0) return
  await addWaiting(
    queries,
    devices.map((device) => ({ ...device, expiresAt: null })),
  )
  await lockFirings(queries, firingsOf(devices))
  await queries
    .update(scenarioFirings)
    .set({ outcome: null })
    .where(inArray(scenarioFirings.id, firingsOf(devices)))
}

/** Returns the firings that ended by it. */
export async function skipWaiting(queries: Queries, which: SQL | undefined): Promise<string[]> {
  // By one statement, because a second one would see rows that began to wait meanwhile.
  const { rows } = await queries.execute<Pick<FiringDevice, 'firingId'>>(sql`
    with locked as (
      select firing_id, device_id from scenario_firing_devices
      where ${and(openDevices('waiting'), which)}
      order by firing_id, device_id
      for update
    )
    update scenario_firing_devices d set step = 'skipped' from locked
    where d.firing_id = locked.firing_id and d.device_id = locked.device_id
    returning d.firing_id as "firingId"`)
  return conclude(queries, firingsOf(rows))
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
  if (ofAccount === null) {
    await skipWaiting(queries, isOfDevices)
    return
  }
  const firings = queries
    .select({ id: scenarioFirings.id })
    .from(scenarioFirings)
    .innerJoin(scenarios, eq(scenarios.id, scenarioFirings.scenarioId))
    .where(eq(scenarios.accountId, ofAccount))
  await skipWaiting(queries, and(isOfDevices, inArray(scenarioFiringDevices.firingId, firings)))
}

/**
 * Writes the outcomes of devices that are at this step. Those at another one already have an outcome, or wait again. Returns the
 * firings that ended by it.
 */
export async function writeResults(
  queries: Queries,
  from: 'waiting' | 'sending',
  results: readonly FiringResult[],
): Promise<string[]> {
  if (results.length === 0) return []
  await queries.execute(sql`
    with r as (
      select * from unnest(
        ${sql.param(results.map(({ firingId }) => firingId))}::uuid[],
        ${sql.param(results.map(({ deviceId }) => deviceId))}::text[],
        ${sql.param(results.map(({ result }) => (result.status === 'error' ? 'failed' : 'done')))}::text[],
        ${sql.param(results.map(({ result }) => JSON.stringify(result)))}::jsonb[]
      ) as r(firing_id, device_id, step, result)
    ), locked as (
      select d.firing_id, d.device_id
      from scenario_firing_devices d join r using (firing_id, device_id)
      where d.step = ${from}
      order by d.firing_id, d.device_id
      for update of d
    )
    update scenario_firing_devices d set step = r.step, result = r.result
    from r join locked using (firing_id, device_id)
    where d.firing_id = r.firing_id and d.device_id = r.device_id and d.step = ${from}`)
  return conclude(queries, firingsOf(results))
}

/** A firing of the clock, the sun, the weather or an alarm that was not carried out by all devices. */
type Failed = {
  firingId: string
  accountId: string
  name: string
  firedAt: string
  /** Whether no device carried it out. */
  isWhole: boolean
  /** The names of the devices that did not carry it out. */
  devices: string[]
}

/**
 * A device failed, or waited too long. What is held for safety, what a scenario leaves out because of its type, and what a newer
 * scenario or a person took the place of, has not failed.
 */
export async function failedAmong(
  queries: Queries,
  firingIds: readonly string[],
  now: Date,
): Promise<Failed[]> {
  const { rows } = await queries.execute<Failed>(sql`
    select f.id as "firingId", s.account_id as "accountId", s.name, to_json(f.at) #>> '{}' as "firedAt",
      failed.devices, not exists (
        select from scenario_firing_devices d where d.firing_id = f.id and d.step = 'done') as "isWhole"
    from scenario_firings f join scenarios s on s.id = f.scenario_id cross join lateral (
      select array_agg(coalesce(v.name, '') order by v.name, v.id) as devices
      from scenario_firing_devices d join devices v on v.id = d.device_id
      where d.firing_id = f.id and (
        d.step = 'failed' and d.result ->> 'error' not in ('weather_scenario_matched', 'device_unsupported_action')
        or d.step = 'skipped' and d.expires_at <= ${now.toISOString()}::timestamptz)) failed
    where f.id = any(${sql.param([...firingIds])}::uuid[]) and f.reason ->> 'type' <> 'manual'
      and failed.devices is not null
    order by f.id`)
  return rows
}
