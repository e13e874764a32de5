import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Queries } from '#platform/postgres/database.ts'

const noticeSchema = z.object({
  accountId: z.string(),
  scenarioId: z.string(),
  change: z.enum(['created', 'updated', 'deleted', 'status']),
})
export type ScenarioNotice = z.infer<typeof noticeSchema>

export const scenarioEvents = createTopic('scenarios', noticeSchema)

const ranSchema = z.object({ accountId: z.string(), firingId: z.string() })
/** A firing of which all devices are done, with the author of its scenario. */
export type ScenarioRan = z.infer<typeof ranSchema>

export const ranEvents = createTopic('scenario runs', ranSchema)

/** The accounts that a scenario concerns: its author and the owner of its devices. */
export interface Concerned {
  id: string
  accountId: string
  managerId: string | null
}

/** Announces a change of scenarios, once for each account concerned. */
export const announceScenarios = (
  queries: Queries,
  changed: readonly Concerned[],
  change: ScenarioNotice['change'],
): Promise<void> =>
  scenarioEvents.announce(
    queries,
    changed.flatMap(({ id: scenarioId, accountId, managerId }) =>
      [...new Set([accountId, managerId ?? accountId])].map((concerned) => ({
        accountId: concerned,
        scenarioId,
        change,
      })),
    ),
  )
