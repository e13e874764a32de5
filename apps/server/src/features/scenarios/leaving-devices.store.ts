import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Replacement } from '#features/devices/index.ts'
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
 * Replaces a device in all scenarios and their history, in the transaction that replaces it. Commands that are being sent stay
 * with the old device, and its waiting actions are skipped.
 */
export async function replaceInScenarios(queries: Queries, { from, to }: Replacement): Promise<void> {
  await withdrawFrom(queries, [from])
  await queries
    .update(scenarioFiringDevices)
    .set({ deviceId: to })
    .where(and(eq(scenarioFiringDevices.deviceId, from), ne(scenarioFiringDevices.step, 'sending')))
  const changed = await queries
    .update(scenarioTargets)
    .set({ deviceId: to })
    .where(eq(scenarioTargets.deviceId, from))
    .returning({ id: scenarioTargets.scenarioId })
  await notifyChanged(queries, changed)
}

/**
 * Removes devices from all scenarios, or from those of one account, in the transaction by which they leave their owner or may no
 * longer be commanded.
 */
export async function removeFromScenarios(
  queries: Queries,
  deviceIds: readonly string[],
  ofAccount: string | null = null,
): Promise<void> {
  await withdrawFrom(queries, deviceIds, ofAccount)
  const left = await queries
    .delete(scenarioTargets)
    .where(
      and(
        inArray(scenarioTargets.deviceId, [...deviceIds]),
        ofAccount === null
          ? undefined
          : inArray(
              scenarioTargets.scenarioId,
              queries.select({ id: scenarios.id }).from(scenarios).where(eq(scenarios.accountId, ofAccount)),
            ),
      ),
    )
    .returning({ id: scenarioTargets.scenarioId })
  await notifyChanged(queries, left)
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
