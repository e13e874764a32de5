import { dayAfter, dayEnd, ownTimeZone, wallClock, wallValue } from '#features/sharing-model/local-time.ts'

/** The choices for the validity of a link: some common spans, or a custom start and end. */
export const SPANS = ['today', 'weekend', 'week', 'custom'] as const
export type Span = (typeof SPANS)[number]

/** The values of the two date and time fields. */
export interface Times {
  from: string
  until: string
}

const FRIDAY = 5
const SATURDAY = 6
const SUNDAY = 0
/** The hour on Friday at which a weekend starts, when guests arrive. */
const FRIDAY_EVENING = 17

/** The current weekend or else the next one: from Friday 17:00 to the end of Sunday. */
function weekendOf(now: Date): [Date, Date] {
  const weekday = now.getUTCDay()
  if (weekday === SUNDAY) return [now, dayEnd(now, 0)]
  if (weekday === SATURDAY) return [now, dayEnd(now, 1)]
  const ahead = FRIDAY - weekday
  const friday = dayAfter(now, ahead, FRIDAY_EVENING, 0)
  return [friday < now ? now : friday, dayEnd(now, ahead + 2)]
}

/** The start and end of a common span, which begins at `moment`, in a time zone. */
export function timesOf(span: Exclude<Span, 'custom'>, moment: Date, timeZone = ownTimeZone()): Times {
  const now = wallClock(moment, timeZone)
  const between = (from: Date, until: Date): Times => ({ from: wallValue(from), until: wallValue(until) })
  switch (span) {
    case 'today':
      return between(now, dayEnd(now, 0))
    case 'weekend':
      return between(...weekendOf(now))
    case 'week':
      return between(now, dayAfter(now, 7, now.getUTCHours(), now.getUTCMinutes()))
  }
}
