import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Leaving } from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { withdrawFrom } from './firing/firing-steps.store.ts'
import { announceScenarios } from './scenario-events.ts'
import { scenarioFiringDevices, scenarioGroups, scenarios, scenarioTargets } from './scenarios.schema.ts'

/** Notifies about scenarios whose devices changed. */
async function notifyChanged(queries: Queries, changed: readonly { id: string }[]): Promise<void> {
  if (changed.length === 0) return
  const notified = await queries
    .select({ id: scenarios.id, accountId: scenarios.accountId, managerId: scenarios.managerId })
    .from(scenarios)
    .where(
      inArray(
        scenarios.id,
        changed.map(({ id }) => id),
      ),
    )
  await announceScenarios(queries, notified, 'updated')
}

/**
 * Removes or replaces devices in all scenarios, or in those of one account, in the transaction by which they leave their owner or
 * may no longer be commanded. Waiting actions are skipped. The history moves to a replacing device, without commands that are being
 * sent.
 */
export async function removeFromScenarios(
  queries: Queries,
  { deviceIds, replacedBy }: Leaving,
  ofAccount: string | null = null,
): Promise<void> {
  await withdrawFrom(queries, deviceIds, ofAccount)
  const isOfThem = and(
    inArray(scenarioTargets.deviceId, [...deviceIds]),
    ofAccount === null
      ? undefined
      : inArray(
          scenarioTargets.scenarioId,
          queries.select({ id: scenarios.id }).from(scenarios).where(eq(scenarios.accountId, ofAccount)),
        ),
  )
  const changed = { id: scenarioTargets.scenarioId }
  if (replacedBy === undefined)
    return notifyChanged(queries, await queries.delete(scenarioTargets).where(isOfThem).returning(changed))
  const { deviceId, result, step } = scenarioFiringDevices
  await queries
    .update(scenarioFiringDevices)
    .set({
      deviceId: replacedBy,
      result: sql`jsonb_set(${result}, '{device_ids}', ${JSON.stringify([replacedBy])}::jsonb)`,
    })
    .where(and(inArray(deviceId, [...deviceIds]), ne(step, 'sending')))
  const moved = queries.update(scenarioTargets).set({ deviceId: replacedBy }).where(isOfThem)
  await notifyChanged(queries, await moved.returning(changed))
}

/** Removes groups from all scenarios, in the transaction that deletes them. Firings that are already due keep their devices. */
export async function removeGroupsFromScenarios(
  queries: Queries,
  groupIds: readonly string[],
): Promise<void> {
  const left = await queries
    .delete(scenarioGroups)
    .where(inArray(scenarioGroups.groupId, [...groupIds]))
    .returning({ id: scenarioGroups.scenarioId })
  await notifyChanged(queries, left)
}
