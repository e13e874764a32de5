import { removeFromBridges } from '#features/bridges/index.ts'
import { type Leaving, removeFromDoorways } from '#features/devices/index.ts'
import { removeFromGroups } from '#features/groups/index.ts'
import { removeFromHealth } from '#features/health/index.ts'
import { removeFromHomeAssistant } from '#features/home-assistant/index.ts'
import { removeFromLinks } from '#features/links/index.ts'
import { removeFromNotifications } from '#features/notifications/index.ts'
import { type Lost, removeFromRoles } from '#features/roles/index.ts'
import { removeFromRooms } from '#features/rooms/index.ts'
import { releaseHolds, releaseSharedHolds } from '#features/safety/index.ts'
import { removeFromScenarios, removeGroupsFromScenarios } from '#features/scenarios/index.ts'
import { moveSunChecks } from '#features/sun/index.ts'
import { removeFromTransfers } from '#features/transfers/index.ts'
import { removeFromUpgrades } from '#features/upgrades/index.ts'
import { removeFromWebhooks } from '#features/webhooks/index.ts'
import type { Queries } from '#platform/postgres/database.ts'

/** Removes from every feature what it keeps of devices that leave their owner, in the transaction by which they leave. */
export async function removeLeaving(queries: Queries, leaving: Leaving, now: Date): Promise<void> {
  await releaseHolds(queries, leaving)
  await removeFromLinks(queries, leaving, now)
  await removeFromRoles(queries, leaving, now)
  await removeFromWebhooks(queries, leaving)
  await removeFromBridges(queries, leaving)
  await removeFromHomeAssistant(queries, leaving)
  await removeFromGroups(queries, leaving, removeGroupsFromScenarios)
  await removeFromScenarios(queries, leaving)
  await removeFromRooms(queries, leaving)
  await removeFromDoorways(queries, leaving)
  await moveSunChecks(queries, leaving, now)
  await removeFromTransfers(queries, leaving.deviceIds)
  await removeFromUpgrades(queries, leaving.deviceIds)
  await removeFromHealth(queries, leaving.deviceIds)
  await removeFromNotifications(queries, leaving)
}

/** Removes from what an account made what it keeps of devices that are no longer shared with it, in the given transaction. */
export async function removeLost(
  queries: Queries,
  accountId: string,
  { seen, commanded }: Lost,
): Promise<void> {
  await releaseSharedHolds(queries, accountId)
  await removeFromGroups(queries, { deviceIds: seen }, removeGroupsFromScenarios, accountId)
  await removeFromScenarios(queries, { deviceIds: commanded }, accountId)
  await removeFromRooms(queries, { deviceIds: seen }, accountId)
}
