import { LIMITS } from '@senca/contract'
import type { CatchUp, FiringReason, ScenarioTrigger } from '@senca/contract/automation'
import { type Due, type DuePlace, duesAfter } from './due-times.ts'

const MINUTE_MS = 60_000
/** Of a scenario that was due more often while nobody watched, only the newest are told. */
const MISSED_TOLD = 100

/** A firing that was due, and whether its devices are moved. */
export interface Claim {
  dueAt: Date
  reason: FiringReason
  isRun: boolean
}

interface Watch {
  now: Date
  /** Since when due scenarios are looked for without a break. What was due before was missed. */
  watchingSince: Date
}

interface DueScenario {
  triggers: readonly ScenarioTrigger[]
  catchUp: CatchUp
  /** The first time that is not claimed yet. */
  nextAt: Date
}

function isCaughtUp(catchUp: CatchUp, due: Due, { now }: Watch, isNewest: boolean): boolean {
  switch (catchUp) {
    case 'skip':
      return false
    case 'within':
      return now.getTime() - due.at.getTime() <= LIMITS.CATCH_UP_MINUTES * MINUTE_MS
    case 'latest':
      return isNewest
  }
}

/** What is to be done about everything that was due until now, oldest first, and when the scenario is due next. */
export function claimDues(
  { triggers, catchUp, nextAt }: DueScenario,
  place: DuePlace,
  watch: Watch,
): { claims: Claim[]; nextAt: Date | null } {
  const { now, watchingSince } = watch
  const due: Due[] = []
  let next: Date | null = null
  for (const one of duesAfter(triggers, place, new Date(nextAt.getTime() - 1))) {
    if (one.at > now) {
      next = one.at
      break
    }
    due.push(one)
    if (due.length > MISSED_TOLD) due.shift()
  }
  const claims = due.map((one): Claim => {
    const { at: dueAt, reason } = one
    if (dueAt >= watchingSince) return { dueAt, reason, isRun: true }
    const isRun = isCaughtUp(catchUp, one, watch, one === due.at(-1))
    return { dueAt, reason: isRun ? { type: 'catch_up', of: reason.type } : reason, isRun }
  })
  return { claims, nextAt: next }
}
