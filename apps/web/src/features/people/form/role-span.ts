import { LIMITS } from '@senca/contract'
import { localValue } from '#features/sharing-model/local-time.ts'

/** Until when a role is good: a few usual ends, a moment of one's own, or without an end. */
export const ENDS = ['never', 'today', 'sunday', 'twoDays', 'week', 'custom'] as const
export type End = (typeof ENDS)[number]

const HOUR_MS = 3_600_000
const DAYS_OF_WEEK = 7

const dayEnd = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59)

/** The last minute of a day; late in the evening an hour ahead instead, for a role of a few minutes serves nobody. */
function endOfDay(now: Date, days: number): Date {
  const hourAhead = new Date(now.getTime() + HOUR_MS)
  const end = dayEnd(now, days)
  return end < hourAhead ? hourAhead : end
}

const inDays = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, now.getHours(), now.getMinutes())

/** The last moment at which a hand-over to an installer ends. */
export const handOverEnd = (now: Date): Date => inDays(now, LIMITS.HAND_OVER_MAX_DAYS)

/** When a usual end is, by the clock of this device, as a field for date and time has it. */
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
