import { LIMITS } from '@senca/contract'
import { localValue } from '#features/sharing-model/local-time.ts'

/** The choices for the end of a role: some common ones, a date and time, or no end. */
export const ENDS = ['never', 'today', 'sunday', 'twoDays', 'week', 'custom'] as const
export type End = (typeof ENDS)[number]

const HOUR_MS = 3_600_000
const DAYS_OF_WEEK = 7

const dayEnd = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59)

/** The last minute of a day. Late in the evening one hour from now instead, because a role of a few minutes is useless. */
function endOfDay(now: Date, days: number): Date {
  const hourAhead = new Date(now.getTime() + HOUR_MS)
  const end = dayEnd(now, days)
  return end < hourAhead ? hourAhead : end
}

const inDays = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, now.getHours(), now.getMinutes())

/** The latest possible end of a hand-over to an installer. */
export const handOverEnd = (now: Date): Date => inDays(now, LIMITS.HAND_OVER_MAX_DAYS)

/** The moment of a common end in the time zone of this device, as the value of a date and time field. */
export function endOf(end: Exclude<End, 'custom' | 'never'>, now: Date): string {
  switch (end) {
    case 'today':
      return localValue(endOfDay(now, 0))
    case 'sunday':
      return localValue(endOfDay(now, (DAYS_OF_WEEK - now.getDay()) % DAYS_OF_WEEK))
    case 'twoDays':
      return localValue(inDays(now, 2))
    case 'week':
      return localValue(inDays(now, DAYS_OF_WEEK))
  }
}
