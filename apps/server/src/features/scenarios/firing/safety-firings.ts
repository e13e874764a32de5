import { randomUUID } from 'node:crypto'
import type { ResultDetail } from '@senca/contract'
import { type FiringReason, firingReasonSchema, type ScenarioAction } from '@senca/contract/automation'
import { eq, sql } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { scenarioFirings } from '../scenarios.schema.ts'

interface BegunFiring {
  scenarioId: string
  reason: FiringReason
  actions: ScenarioAction[]
  deviceIds: readonly string[]
  at: Date
  /** When waiting for offline devices ends; null for never. */
  expiresAt: Date | null
}

const DAY_MS = 86_400_000
/** How long after a hold a withheld action may still be done; the same as for actions that are caught up. */
const RESTORED_MS = 30 * 60_000

const waitingDevices = (
  queries: Queries,
  firingId: string,
  deviceIds: readonly string[],
  expiresAt: Date | null,
) =>
  queries.execute(sql`
    insert into scenario_firing_devices (firing_id, device_id, step, expires_at)
    select ${firingId}::uuid, id, 'waiting', ${expiresAt?.toISOString() ?? null}::timestamptz
    from unnest(${sql.param([...deviceIds])}::text[]) as id
    on conflict (firing_id, device_id)
    do update set step = 'waiting', sent_at = null, result = null, expires_at = excluded.expires_at`)

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
    .returning({ id: scenarioFirings.id })
  if (firing === undefined) throw new Error('a firing is written')
  await waitingDevices(queries, firing.id, deviceIds, expiresAt)
  return firing.id
}

/** Makes devices of a firing wait again, whatever their outcome was. */
export async function fireAgain(
  queries: Queries,
  firingId: string,
  deviceIds: readonly string[],
): Promise<void> {
  await queries.update(scenarioFirings).set({ outcome: null }).where(eq(scenarioFirings.id, firingId))
  await waitingDevices(queries, firingId, deviceIds, null)
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
