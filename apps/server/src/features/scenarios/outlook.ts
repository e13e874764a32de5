import { setImmediate } from 'node:timers/promises'
import { LIMITS } from '@senca/contract'
import type { ScenarioOutlook } from '@senca/contract/automation'
import { type Due, type DuePlace, duesAfter, skippedTimes } from './firing/due-times.ts'
import type { TargetedScenario } from './scenarios.store.ts'

const HOUR_MS = 3_600_000
/** After this many times of one scenario, the others get their turn. */
const TIMES_PER_TURN = 20

interface Coming {
  scenario: TargetedScenario
  dues: Generator<Due, void>
  due: Due
  skipped: ReadonlySet<number>
}

function comingOf({ dues, ...rest }: Omit<Coming, 'due'>, until: Date): Coming | null {
  const { value: due } = dues.next()
  return due === undefined || due.at > until ? null : { ...rest, dues, due }
}

interface OutlookOptions {
  /** What people have skipped, by scenario. */
  skips: ReadonlyMap<string, readonly Date[]>
  placeOf: (scenario: TargetedScenario) => DuePlace | null
  /** The e-mail addresses of accounts other than the viewer, by account. */
  makers: ReadonlyMap<string, string>
  now: Date
  hours: number
}

/** The times at which scenarios are due in the next hours, in order, as many as fit into one answer. */
export async function outlookOf(
  scenarios: readonly TargetedScenario[],
  { skips, placeOf, makers, now, hours }: OutlookOptions,
): Promise<ScenarioOutlook> {
  const until = new Date(now.getTime() + hours * HOUR_MS)
  const coming: Coming[] = []
  for (const scenario of scenarios) {
    const place = placeOf(scenario)
    const first =
      place === null
        ? null
        : comingOf(
            {
              scenario,
              dues: duesAfter(scenario.triggers, place, now),
              skipped: skippedTimes(scenario.triggers, place, skips.get(scenario.id)),
            },
            until,
          )
    if (first !== null) coming.push(first)
    await setImmediate()
  }
  const outlook: ScenarioOutlook = []
  while (coming.length > 0 && outlook.length < LIMITS.OUTLOOK_FIRINGS) {
    const index = coming.reduce(
      (soonest, { due }, at) => (due.at < (coming[soonest]?.due.at ?? due.at) ? at : soonest),
      0,
    )
    const [soonest] = coming.splice(index, 1)
    if (soonest === undefined) break
    const { scenario, due, skipped } = soonest
    const madeBy = makers.get(scenario.accountId)
    outlook.push({
      scenarioId: scenario.id,
      name: scenario.name,
      at: due.at.toISOString(),
      reason: due.reason,
      deviceIds: scenario.deviceIds,
      actions: scenario.actions,
      ...(skipped.has(due.at.getTime()) ? { isSkipped: true } : {}),
      ...(madeBy === undefined ? {} : { madeBy }),
    })
    const next = comingOf(soonest, until)
    if (next !== null) coming.splice(index, 0, next)
    if (outlook.length % TIMES_PER_TURN === 0) await setImmediate()
  }
  return outlook
}
