import type { ResultDetail } from '@senca/contract'
import { firingReasonSchema, type ScenarioAction } from '@senca/contract/automation'
import { eq, sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { scenarioFiringDevices } from '../scenarios.schema.ts'
import { type FiringDevice, fireAgain } from './firing-steps.store.ts'
import { beginFiring } from './firings.store.ts'

const DAY_MS = 86_400_000
/** How long after a hold a withheld action may still be done; the same as for actions that are caught up. */
const RESTORED_MS = 30 * 60_000

/** The devices of a firing, whatever their outcome. */
export async function devicesOfFiring(queries: Queries, firingId: string): Promise<Set<string>> {
  const rows = await queries
    .select({ deviceId: scenarioFiringDevices.deviceId })
    .from(scenarioFiringDevices)
    .where(eq(scenarioFiringDevices.firingId, firingId))
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/** Whether the move `d` of a device failed, was not confirmed or has no outcome yet. */
const isUnsuccessful = sql`(d.step in ('failed', 'sending') or d.result ->> 'status' = 'unconfirmed')`

/** A device of a firing whose move failed, was not confirmed or has no outcome yet. */
export interface Unsuccessful extends FiringDevice {
  sentAt: Date
  wasStopped: boolean
}

/** The moves without success of these firings for one's own devices, except of devices that their owner has moved since although they are held. */
export async function findUnsuccessful(
  queries: Queries,
  firingIds: readonly string[],
): Promise<Unsuccessful[]> {
  const { rows } = await queries.execute<FiringDevice & { sentAt: string; wasStopped: boolean }>(sql`
    select d.firing_id as "firingId", d.device_id as "deviceId", d.sent_at as "sentAt",
      coalesce(d.result ->> 'error_detail', '') = 'stopped' as "wasStopped"
    from scenario_firing_devices d
    join scenario_firings f on f.id = d.firing_id
    join scenarios s on s.id = f.scenario_id
    where f.id = any(${sql.param([...firingIds])}::uuid[])
      and ${isUnsuccessful} and d.sent_at is not null
      and not exists (
        select from activity_log a
        where a.account_id = s.account_id and a.device_id = d.device_id and a.at >= d.sent_at
          and a.details ->> 'overrideReason' is not null
      )`)
  return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt) }))
}

/**
 * Makes devices wait again whose move nobody has repeated since it was found. Of several instances that ask for the same device,
 * one gets it. Returns the ids of the devices.
 */
export async function claimAgain(queries: Queries, found: readonly Unsuccessful[]): Promise<string[]> {
  const { rows } = await queries.execute<FiringDevice>(sql`
    select d.firing_id as "firingId", d.device_id as "deviceId"
    from scenario_firing_devices d
    join unnest(
      ${sql.param(found.map(({ firingId }) => firingId))}::uuid[],
      ${sql.param(found.map(({ deviceId }) => deviceId))}::text[],
      ${sql.param(found.map(({ sentAt }) => sentAt.toISOString()))}::timestamptz[]
    ) as f(firing_id, device_id, sent_at) using (firing_id, device_id, sent_at)
    where ${isUnsuccessful}
    for update of d skip locked`)
  await fireAgain(queries, rows)
  return [...new Set(rows.map(({ deviceId }) => deviceId))]
}

/**
 * After a hold, gives devices of an account the actions of their newest time scenario that fired within the last day, also if it
 * belongs to somebody else. A device is left out if it accepted a move of a person after that firing and before `since`. The new
 * actions wait for their devices.
 */
export async function fireWhatIsDue(
  queries: Queries,
  {
    accountId,
    deviceIds,
    since,
    now,
    failedFor = null,
  }: {
    accountId: string
    deviceIds: readonly string[]
    since: Date
    now: Date
    /** If given, only actions that failed with this detail. */
    failedFor?: ResultDetail | null
  },
): Promise<void> {
  const { rows } = await queries.execute<{
    device_id: string
    scenario_id: string
    actions: ScenarioAction[]
    reason: unknown
  }>(sql`
    select newest.* from (
      select distinct on (d.device_id) d.device_id, f.scenario_id, f.actions, f.reason, f.due_at, d.result
      from scenario_firing_devices d
      join scenario_firings f on f.id = d.firing_id
      join scenarios s on s.id = f.scenario_id
      where coalesce(s.manager_id, s.account_id) = ${accountId}::uuid
        and d.device_id = any(${sql.param([...deviceIds])}::text[])
        and s.enabled
        and f.due_at > ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz
        and f.reason ->> 'type' in ('time', 'sunrise', 'sunset', 'catch_up')
        and (d.step in ('done', 'failed', 'sending') or f.due_at >= ${since.toISOString()}::timestamptz)
      order by d.device_id, f.due_at desc, s.place desc
    ) as newest
    where (${failedFor}::text is null or newest.result ->> 'error_detail' = ${failedFor})
    and not exists (
      select from activity_log a
      where a.account_id = ${accountId}::uuid and a.device_id = newest.device_id
        and a.at > newest.due_at and a.at < ${since.toISOString()}::timestamptz
        and (a.origin in ('app', 'role', 'link', 'wall_switch') or a.details ->> 'isByHand' = 'true')
        and (a.action = 'moved' or a.action in ('move', 'move_to_ventilation')
          and (a.result ->> 'status' in ('acknowledged', 'success') or a.result ->> 'isTaken' = 'true'))
    )`)
  for (const scenarioId of new Set(rows.map(({ scenario_id: id }) => id))) {
    const devices = rows.filter(({ scenario_id: id }) => id === scenarioId)
    const [first] = devices
    if (first === undefined) continue
    const reason = firingReasonSchema.parse(first.reason)
    const of = reason.type === 'catch_up' ? reason.of : reason.type
    if (of !== 'time' && of !== 'sunrise' && of !== 'sunset') continue
    await beginFiring(queries, {
      scenarioId,
      reason: { type: 'catch_up', of },
      actions: first.actions,
      deviceIds: devices.map(({ device_id: id }) => id),
      at: now,
      expiresAt: new Date(now.getTime() + RESTORED_MS),
    })
  }
}
