import type { HealthDay } from '@senca/contract/health'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const WEEKS = 4

/** The counts of seven days. `answerMs` is the mean response time; null if there were no responses. */
export interface HealthWeek {
  /** The first day in UTC. */
  from: Date
  until: Date
  restarts: number
  drops: number
  answerMs: number | null
}

/** The last four weeks, starting with the one that ends today. */
export function weeksOf(days: readonly HealthDay[], now: Date): HealthWeek[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return Array.from({ length: WEEKS }, (_, index) => {
    const until = today - index * WEEK_DAYS * DAY_MS
    const from = until - (WEEK_DAYS - 1) * DAY_MS
    const within = days.filter(({ day }) => Date.parse(day) >= from && Date.parse(day) <= until)
    const sum = (of: (day: HealthDay) => number) => within.reduce((total, day) => total + of(day), 0)
    const answers = sum((day) => day.answers)
    return {
      from: new Date(from),
      until: new Date(until),
      restarts: sum((day) => day.restarts),
      drops: sum((day) => day.drops),
      answerMs: answers === 0 ? null : sum((day) => day.answers * (day.answerMs ?? 0)) / answers,
    }
  })
}
