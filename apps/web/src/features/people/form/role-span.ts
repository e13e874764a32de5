import { LIMITS } from '@senca/contract'
import { ownTimeZone, readLocal, wallClock, wallValue } from '#features/sharing-model/local-time.ts'

/** The choices for the end of a role: some common ones, a date and time, or no end. */
export const ENDS = ['never', 'today', 'sunday', 'twoDays', 'week', 'custom'] as const
export type End = (typeof ENDS)[number]

const HOUR_MS = 3_600_000
const DAYS_OF_WEEK = 7

// All of these are wall clocks in UTC fields.
const dayEnd = (now: Date, days: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 23, 59))

/** The last minute of a day. Late in the evening one hour from now instead, because a role of a few minutes is useless. */
function endOfDay(now: Date, days: number): Date {
  const hourAhead = new Date(now.getTime() + HOUR_MS)
  const end = dayEnd(now, days)
  return end < hourAhead ? hourAhead : end
}

const DAY_MS = 24 * HOUR_MS

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

/** The latest possible end of a hand-over to an installer. */
export const handOverEnd = (now: Date, timeZone = ownTimeZone()): Date =>
  readLocal(wallValue(inDays(wallClock(now, timeZone), LIMITS.HAND_OVER_MAX_DAYS)), timeZone) ?? now

/** A common end in a time zone, as the value of a date and time field. */
export function endOf(end: Exclude<End, 'custom' | 'never'>, moment: Date, timeZone = ownTimeZone()): string {
  const now = wallClock(moment, timeZone)
  switch (end) {
    case 'today':
      return wallValue(endOfDay(now, 0))
    case 'sunday':
      return wallValue(endOfDay(now, (DAYS_OF_WEEK - now.getUTCDay()) % DAYS_OF_WEEK))
    case 'twoDays':
      return wallValue(inDays(now, 2))
    case 'week':
      return wallValue(inDays(now, DAYS_OF_WEEK))
  }
}
