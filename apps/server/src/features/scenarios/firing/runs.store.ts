import type { FiringOutcome, FiringReason } from '@senca/contract/automation'
import { asc, eq } from 'drizzle-orm'
import type { Queries } from '#platform/postgres/database.ts'
import { scenarioFiringDevices, scenarioFirings, scenarios } from '../scenarios.schema.ts'

/** A run that is over, with its result at each device. */
export interface ScenarioRun {
  scenarioId: string
  name: string
  at: Date
  reason: FiringReason['type']
  outcome: FiringOutcome
  results: { deviceId: string; status: string; error?: string; error_detail?: string }[]
}

/** Reads a run; null if it is gone or goes on. */
export async function readRun(queries: Queries, firingId: string): Promise<ScenarioRun | null> {
  const [firing] = await queries
    .select({
      scenarioId: scenarioFirings.scenarioId,
      name: scenarios.name,
      at: scenarioFirings.at,
      reason: scenarioFirings.reason,
      outcome: scenarioFirings.outcome,
    })
    .from(scenarioFirings)
    .innerJoin(scenarios, eq(scenarios.id, scenarioFirings.scenarioId))
    .where(eq(scenarioFirings.id, firingId))
  if (firing === undefined || firing.outcome === null) return null
  const rows = await queries
    .select()
    .from(scenarioFiringDevices)
    .where(eq(scenarioFiringDevices.firingId, firingId))
    .orderBy(asc(scenarioFiringDevices.deviceId))
  return {
    ...firing,
    reason: firing.reason.type,
    outcome: firing.outcome,
    results: rows.map(({ deviceId, step, result }) => ({
      deviceId,
      status: result?.status ?? step,
      ...(result?.status === 'error'
        ? {
            error: result.error,
            ...(result.error_detail === undefined ? {} : { error_detail: result.error_detail }),
          }
        : {}),
    })),
  }
}
