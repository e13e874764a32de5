import { eq } from 'drizzle-orm'
import type { ScenarioWatch } from '#features/scenarios/index.ts'
import { scenarios } from '#features/scenarios/scenarios.schema.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Holds } from './holds.ts'
import { safetyWatches } from './safety.schema.ts'
import { tellOfSafety } from './safety-events.ts'
import type { Watcher } from './watcher.ts'
import { type FollowSources, isWatched, watchScenario } from './watches.store.ts'

interface WatchOptions {
  holds: Pick<Holds, 'isActive'>
  watcher: Pick<Watcher, 'endNow'>
  followSources: FollowSources
  clock: Clock
}

/** How scenarios of weather and security come to be watched, and cease to be. */
export function createWatch({ holds, watcher, followSources, clock }: WatchOptions): ScenarioWatch & {
  rewatch(queries: Queries, accountId: string): Promise<void>
} {
  const watchNow = (queries: Queries, scenario: Parameters<ScenarioWatch['watch']>[1]) =>
    watchScenario(queries, scenario, { followSources, now: clock.now() })

  return {
    isActive: holds.isActive,
    async watch(queries, scenario) {
      if (!isWatched(scenario)) return watcher.endNow(queries, scenario)
      await watchNow(queries, scenario)
      // What it does may have changed while it is active.
      await tellOfSafety(queries, { scenarioId: scenario.id })
    },
    forget: watcher.endNow,

    /** The home of an account moved, as part of the transaction. */
    async rewatch(queries, accountId) {
      const rows = await queries
        .select({ scenario: scenarios })
        .from(safetyWatches)
        .innerJoin(scenarios, eq(scenarios.id, safetyWatches.scenarioId))
        .where(eq(safetyWatches.accountId, accountId))
      // The weather and the alarms are those of the devices' home, also where somebody else made the scenario.
      for (const { scenario } of rows) await watchNow(queries, { ...scenario, deviceIds: [] })
    },
  }
}
