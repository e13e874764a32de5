import { randomUUID } from 'node:crypto'
import { type BridgeActor, can } from '#features/rights/index.ts'
import { readRun, type ScenarioRan } from '#features/scenarios/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { NewDelivery } from './deliveries.store.ts'
import { bodyOf } from './event-recorder.ts'
import type { WatchedDevices } from './watched-devices.ts'

interface ScenarioWatchOptions {
  watched: Pick<WatchedDevices, 'ofAccount'>
  database: Pick<Database, 'db'>
  bridges: { find(id: string): Promise<BridgeActor | null> }
  insert(deliveries: readonly NewDelivery[]): Promise<void>
  due(accountIds: readonly string[]): void
  clock: Clock
}

/**
 * Notifies webhooks which scenarios of their maker have run, with those of the devices that their app has. Every instance is notified, and
 * the run is the key of the delivery, so that it is added once.
 */
export function createScenarioWatch({
  watched,
  database,
  bridges,
  insert,
  due,
  clock,
}: ScenarioWatchOptions) {
  const notify = async ({ accountId, firingId }: ScenarioRan): Promise<void> => {
    const concerned = watched.ofAccount(accountId, 'scenario.ran')
    const run = concerned.length === 0 ? null : await readRun(database.db, firingId)
    if (run === null || run.outcome === 'skipped') return
    const made: NewDelivery[] = []
    for (const webhook of concerned) {
      const bridge = await bridges.find(webhook.bridgeId)
      if (bridge === null) continue
      const results = run.results.filter(
        ({ deviceId }) =>
          webhook.deviceIds.has(deviceId) && can(bridge, 'view', { id: deviceId, ownerId: accountId }),
      )
      if (results.length === 0) continue
      const at = clock.now()
      const { scenarioId, name, reason, outcome } = run
      const data = { scenarioId, name, at: run.at.toISOString(), reason, outcome, results }
      made.push({
        id: randomUUID(),
        webhookId: webhook.id,
        event: 'scenario.ran',
        deviceIds: results.map(({ deviceId }) => deviceId),
        body: bodyOf('scenario.ran', at, data),
        at,
        key: `scenario.ran ${firingId}`,
      })
    }
    await insert(made)
    if (made.length > 0) due([accountId])
  }

  return {
    async ran(all: readonly ScenarioRan[]): Promise<void> {
      for (const one of all) await notify(one)
    },
  }
}
