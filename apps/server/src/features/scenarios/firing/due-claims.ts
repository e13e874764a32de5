import { LIMITS } from '@senca/contract'
import type { CatchUp, FiringReason, ScenarioTrigger } from '@senca/contract/automation'
import { type Due, type DuePlace, duesAfter } from './due-times.ts'

const MINUTE_MS = 60_000
/** If a scenario was due more often while no instance ran, only this many of the newest times are recorded. */
const MISSED_LISTED = 100

/** A time at which a scenario was due, and whether its devices are moved. */
export interface Claim {
  dueAt: Date
  reason: FiringReason
  isRun: boolean
}

interface Watch {
  now: Date
  /** Since when scenarios have been checked without interruption. Earlier due times were missed. */
  watchingSince: Date
}

interface DueScenario {
  triggers: readonly ScenarioTrigger[]
  catchUp: CatchUp
  /** The first due time that has not been claimed yet. */
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

/** Decides about all due times until now, oldest first, and returns when the scenario is due next. */
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
    if (due.length > MISSED_LISTED) due.shift()
  }
  const claims = due.map((one): Claim => {
    const { at: dueAt, reason } = one
    if (dueAt >= watchingSince) return { dueAt, reason, isRun: true }
    const isRun = isCaughtUp(catchUp, one, watch, one === due.at(-1))
    return { dueAt, reason: isRun ? { type: 'catch_up', of: reason.type } : reason, isRun }
  })
  return { claims, nextAt: next }
}
