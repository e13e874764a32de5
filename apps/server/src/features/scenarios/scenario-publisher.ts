import type { Realtime } from '#features/realtime/index.ts'
import type { ScenarioNotice } from './scenario-events.ts'
import type { ScenarioService } from './scenarios.service.ts'

interface ScenarioPublisherOptions {
  service: Pick<ScenarioService, 'notified'>
  realtime: Realtime
  failed(error: unknown): void
}

/** Publishes changes of scenarios to the pages of an account. */
export function createScenarioPublisher({ service, realtime, failed }: ScenarioPublisherOptions) {
  const notify = async ({ accountId, scenarioId, change }: ScenarioNotice): Promise<void> => {
    const to = { accountId }
    if (change === 'deleted') {
      realtime.publish('scenario.deleted', to, { scenarioId }, scenarioId)
      return
    }
    if (!realtime.hasReaders(to)) return
    const scenario = await service.notified(accountId, scenarioId)
    if (scenario === null) {
      // The scenario no longer contains devices of this account.
      if (change === 'updated') realtime.publish('scenario.deleted', to, { scenarioId }, scenarioId)
      return
    }
    const { status, nextAt, lastRun, progress } = scenario
    const notified = { scenarioId, status, nextAt, lastRun, ...(progress === undefined ? {} : { progress }) }
    if (change === 'status') realtime.publish('scenario.status_updated', to, notified, scenarioId)
    else realtime.publish(`scenario.${change}`, to, { scenarioId, scenario }, scenarioId)
  }
  return (notice: ScenarioNotice) => void notify(notice).catch(failed)
}
