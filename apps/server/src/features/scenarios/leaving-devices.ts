import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Replacement } from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { withdrawFrom } from './conclusions.ts'
import { tellOfScenarios } from './scenario-events.ts'
import { scenarioFiringDevices, scenarioGroups, scenarios, scenarioTargets } from './scenarios.schema.ts'

/** Tells of scenarios whose devices changed. */
async function tellOfChanged(queries: Queries, changed: readonly { id: string }[]): Promise<void> {
  if (changed.length === 0) return
  const told = await queries
    .select({ id: scenarios.id, accountId: scenarios.accountId, managerId: scenarios.managerId })
    .from(scenarios)
    .where(
      inArray(
        scenarios.id,
        changed.map(({ id }) => id),
      ),
    )
  await tellOfScenarios(queries, told, 'updated')
}

/**
 * Puts one device into the place of another, in every scenario and in what they did, as part of the transaction that replaces
 * it. What is being sent stays with the one that it is sent to, and what waits for it is skipped.
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
  await tellOfChanged(queries, changed)
}

/**
 * Takes devices out of every scenario, or of those of one account, as part of the transaction by which they leave their
 * owner, or may be commanded no more.
 */
export async function takeOutOfScenarios(
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
  await tellOfChanged(queries, left)
}

/** Takes groups out of every scenario, as part of the transaction that deletes them. What is due already goes to their devices. */
export async function takeGroupsOutOfScenarios(queries: Queries, groupIds: readonly string[]): Promise<void> {
  const left = await queries
    .delete(scenarioGroups)
    .where(inArray(scenarioGroups.groupId, [...groupIds]))
    .returning({ id: scenarioGroups.scenarioId })
  await tellOfChanged(queries, left)
}
