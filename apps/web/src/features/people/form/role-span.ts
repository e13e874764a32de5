import { LIMITS } from '@senca/contract'
import { dayEnd, ownTimeZone, readLocal, wallClock, wallValue } from '#features/sharing-model/local-time.ts'

/** The choices for the end of a role: some common ones, a date and time, or no end. */
export const ENDS = ['never', 'today', 'sunday', 'twoDays', 'week', 'custom'] as const
export type End = (typeof ENDS)[number]

const DAYS_OF_WEEK = 7
const DAY_MS = 86_400_000

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

/** The latest possible end of a hand-over to an installer. */
export const handOverEnd = (now: Date, timeZone = ownTimeZone()): Date =>
  readLocal(wallValue(inDays(wallClock(now, timeZone), LIMITS.HAND_OVER_MAX_DAYS)), timeZone) ?? now

/** A common end in a time zone, as the value of a date and time field. */
export function endOf(end: Exclude<End, 'custom' | 'never'>, moment: Date, timeZone = ownTimeZone()): string {
  const now = wallClock(moment, timeZone)
  switch (end) {
    case 'today':
      return wallValue(dayEnd(now, 0))
    case 'sunday':
      return wallValue(dayEnd(now, (DAYS_OF_WEEK - now.getUTCDay()) % DAYS_OF_WEEK))
    case 'twoDays':
      return wallValue(inDays(now, 2))
    case 'week':
      return wallValue(inDays(now, DAYS_OF_WEEK))
  }
}
