import type { ReportedHealth } from '@senca/contract'
import type { HealthDay, HealthSign } from '@senca/contract/health'

export const DAY_MS = 86_400_000
/** The days that are considered: the week until today and the three weeks before it. */
const DAYS_SHOWN = 28
const WEEK = 7
const WEEKS_BEFORE = DAYS_SHOWN / WEEK - 1

const RESTARTS_MIN = 3
const DROPS_MIN = 5
const ANSWERS_MIN = 10
const SLOW_MS = 1_000
/** Twice as many as before is unlikely to be chance. */
const GROWTH = 2
/** A signal weaker than this loses messages. */
export const WEAK_DBM = -80

/** The UTC day in ISO 8601. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const dayBefore = (now: Date, days: number): string => dayOf(new Date(now.getTime() - days * DAY_MS))

/** The first of the considered days. */
export const firstDay = (now: Date): string => dayBefore(now, DAYS_SHOWN - 1)

/** The first day of the week until today. */
export const firstOfWeek = (now: Date): string => dayBefore(now, WEEK - 1)

interface Week {
  restarts: number
  drops: number
  answers: number
  answerMs: number
}

function sum(days: readonly HealthDay[]): Week {
  const total = { restarts: 0, drops: 0, answers: 0, answerMs: 0 }
  for (const { restarts, drops, answers, answerMs } of days) {
    total.restarts += restarts
    total.drops += drops
    total.answers += answers
    total.answerMs += answers * (answerMs ?? 0)
  }
  return total
}

const hasGrown = (count: number, before: number, least: number): boolean =>
  count >= least && count >= (GROWTH * before) / WEEKS_BEFORE

function isSlower(week: Week, before: Week): boolean {
  if (week.answers < ANSWERS_MIN || before.answers < ANSWERS_MIN) return false
  const mean = week.answerMs / week.answers
  return mean >= SLOW_MS && mean >= (GROWTH * before.answerMs) / before.answers
}

/** Signs of a fault: counters that grew in the last seven days compared with the 21 days before, or a weak signal. */
export function signsOf(
  { days, said }: { days: readonly HealthDay[]; said: ReportedHealth | null },
  now: Date,
): HealthSign[] {
  const start = firstOfWeek(now)
  const week = sum(days.filter(({ day }) => day >= start))
  const before = sum(days.filter(({ day }) => day < start && day >= firstDay(now)))
  const signs: Record<HealthSign, boolean> = {
    restarts: hasGrown(week.restarts, before.restarts, RESTARTS_MIN),
    drops: hasGrown(week.drops, before.drops, DROPS_MIN),
    slow: isSlower(week, before),
    signal: said?.rssi !== undefined && said.rssi <= WEAK_DBM,
  }
  return (['restarts', 'drops', 'slow', 'signal'] as const).filter((sign) => signs[sign])
}
