import type { ScenarioWatch } from '#features/scenarios/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Holds } from './holds.ts'
import { safetyEvents } from './safety-events.ts'
import type { Watcher } from './watcher.ts'
import { type FollowSources, isWatched, watchedOf, watchScenarios } from './watches.store.ts'

interface WatchOptions {
  holds: Pick<Holds, 'isActive'>
  watcher: Pick<Watcher, 'endNow'>
  followSources: FollowSources
  clock: Clock
}

/** Starts and stops the watching of scenarios of weather and security. */
export function createWatch({ holds, watcher, followSources, clock }: WatchOptions): ScenarioWatch & {
  rewatch(queries: Queries, accountId: string): Promise<void>
} {
  const watchNow = (queries: Queries, all: Parameters<typeof watchScenarios>[1]) =>
    watchScenarios(queries, all, { followSources, now: clock.now() })

  return {
    isActive: holds.isActive,
    async watch(queries, scenario) {
      if (!isWatched(scenario)) return watcher.endNow(queries, scenario)
      await watchNow(queries, [scenario])
      // The actions of the scenario may have changed while it is active.
      await safetyEvents.announce(queries, [{ scenarioId: scenario.id }])
    },
    forget: watcher.endNow,

    /** Called in the transaction by which the home of an account moves to another place. */
    async rewatch(queries, accountId) {
      // Weather and alarms are those of the home of the devices, even if somebody else created the scenario.
      await watchNow(queries, await watchedOf(queries, accountId))
    },
  }
}
