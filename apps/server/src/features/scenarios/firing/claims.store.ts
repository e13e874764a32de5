import { randomUUID } from 'node:crypto'
import type { FiringOutcome } from '@senca/contract/automation'
import type { Queries } from '#platform/postgres/database.ts'
import { inSavepoints } from '#platform/postgres/savepoints.ts'
import { announceScenarios } from '../scenario-events.ts'
import { scenarioFirings } from '../scenarios.schema.ts'
import {
  placesOf,
  type ScenarioRow,
  skipsOf,
  type TargetedScenario,
  withTargets,
} from '../scenarios.store.ts'
import { type Claim, claimDues } from './due-claims.ts'
import { type DuePlace, skippedTimes } from './due-times.ts'
import { writeNextAts } from './dues.store.ts'
import { addWaiting } from './firing-steps.store.ts'

const MINUTE_MS = 60_000
/** How long a device may be offline when missed actions are skipped. */
const AWAY_MS = 10_000
const WITHIN_MS = 30 * MINUTE_MS

export interface Watch {
  now: Date
  watchingSince: Date
}

function expiryOf({ catchUp }: ScenarioRow, dueAt: Date): Date | null {
  if (catchUp === 'latest') return null
  return new Date(dueAt.getTime() + (catchUp === 'skip' ? AWAY_MS : WITHIN_MS))
}

/** A scenario, the times at which it was due, and when it is due next. */
interface Claimed {
  scenario: TargetedScenario
  place: DuePlace | null
  claims: Claim[]
  nextAt: Date | null
}

/** A key for one time of one scenario. */
const timeOf = (scenarioId: string, dueAt: Date | null): string => `${scenarioId} ${dueAt?.getTime()}`

/** The times that a person has skipped. They are kept, because the clock may be set back. */
async function readSkips(queries: Queries, all: readonly Claimed[]): Promise<ReadonlySet<string>> {
  const skips = await skipsOf(
    queries,
    all.map(({ scenario }) => scenario.id),
  )
  const times = all.flatMap(({ scenario: { id, triggers }, place }) =>
    [...skippedTimes(triggers, place, skips.get(id))].map((at) => timeOf(id, new Date(at))),
  )
  return new Set(times)
}

/** Writes the firings of scenarios and when they are due next. A firing that another instance has written is left out. */
async function writeClaims(queries: Queries, all: readonly Claimed[], now: Date): Promise<string[]> {
  await writeNextAts(
    queries,
    all.map(({ scenario: { id }, nextAt }) => ({ id, nextAt })),
  )
  const due = all.filter(({ claims, scenario }) => claims.length > 0 && scenario.deviceIds.length > 0)
  if (due.length === 0) return []
  const scenarioById = new Map(due.map(({ scenario }) => [scenario.id, scenario]))
  const skips = await readSkips(queries, due)
  const rows = due.flatMap(({ scenario: { id: scenarioId, actions }, claims }) =>
    claims.map(({ dueAt, reason, isRun }) => {
      const outcome: FiringOutcome | null = isRun && !skips.has(timeOf(scenarioId, dueAt)) ? null : 'skipped'
      return { id: randomUUID(), scenarioId, dueAt, at: now, reason, actions, outcome }
    }),
  )
  const written = await queries.insert(scenarioFirings).values(rows).onConflictDoNothing().returning({
    id: scenarioFirings.id,
    scenarioId: scenarioFirings.scenarioId,
    dueAt: scenarioFirings.dueAt,
    outcome: scenarioFirings.outcome,
  })
  const devices = written
    .filter(({ outcome }) => outcome === null)
    .flatMap(({ id: firingId, scenarioId, dueAt }) => {
      const scenario = scenarioById.get(scenarioId)
      if (scenario === undefined) return []
      // A firing that is caught up is already late. It keeps its normal expiry, with a minimum.
      const expiresAt = laterOf(expiryOf(scenario, dueAt ?? now), new Date(now.getTime() + AWAY_MS))
      return scenario.deviceIds.map((deviceId) => ({ firingId, deviceId, expiresAt }))
    })
  await addWaiting(queries, devices)
  await announceScenarios(
    queries,
    due.map(({ scenario }) => scenario),
    'status',
  )
  return devices.map(({ deviceId }) => deviceId)
}

const laterOf = (one: Date | null, other: Date): Date | null =>
  one === null ? null : one > other ? one : other

/** Claims the due times of locked scenarios, in the given transaction. Returns the devices that wait for their commands. */
export async function claimDue(
  queries: Queries,
  locked: readonly TargetedScenario[],
  watch: Watch,
): Promise<string[]> {
  const placeOf = await placesOf(queries, locked)
  const claimed = locked.flatMap((scenario): Claimed[] => {
    const { nextAt } = scenario
    if (nextAt === null || nextAt > watch.now) return []
    const place = placeOf(scenario)
    if (place === null) return [{ scenario, place, claims: [], nextAt: null }]
    return [{ scenario, place, ...claimDues({ ...scenario, nextAt }, place, watch) }]
  })
  return claimed.length === 0 ? [] : writeClaims(queries, claimed, watch.now)
}

/** A scenario that could not be claimed, and the error. */
export interface Unclaimed {
  scenarioId: string
  error: unknown
}

/** Claims all rows at once. If this fails, it claims each row separately, so that one unreadable row does not block others. */
export async function claimRows(
  queries: Queries,
  rows: readonly ScenarioRow[],
  watch: Watch,
): Promise<{ waiting: string[]; unclaimed: Unclaimed[] }> {
  const claim = async (ofThese: Queries, some: readonly ScenarioRow[]) =>
    claimDue(ofThese, await withTargets(ofThese, some), watch)
  if (rows.length === 0) return { waiting: [], unclaimed: [] }
  try {
    return { waiting: await queries.transaction((all) => claim(all, rows)), unclaimed: [] }
  } catch {
    const unclaimed: Unclaimed[] = []
    const waiting = await inSavepoints(
      queries,
      rows,
      (ofThis, row) => claim(ofThis, [row]),
      ({ id: scenarioId }, error) => unclaimed.push({ scenarioId, error }),
    )
    return { waiting: waiting.flat(), unclaimed }
  }
}
