import { BOSNIAN_FALLBACK, dateFormat } from './format-tag.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_DAYS = 7

type When = Date | number

/** The time of day, "08:24" in every language. In the reader's time zone unless one is given. */
export const clockTime = (moment: When, timeZone?: string): string =>
  dateFormat('en-GB', { ...CLOCK, timeZone }).format(moment)

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Any Monday; weekdays and times of a day are formatted with a moment of its week. */
export const MONDAY = Date.UTC(2024, 0, 1)

/** The name of a weekday, 1 (Monday) .. 7 (Sunday). */
export const weekdayName = (day: number, tag: string, width: 'long' | 'short'): string =>
  dateFormat(tag, { weekday: width, timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS)

/** The date parts of `options` in the order of the language `tag`, followed by the time. */
function withClock(moment: When, tag: string, options: Intl.DateTimeFormatOptions): string {
  const parts = dateFormat(tag, { ...options, ...CLOCK }).formatToParts(moment)
  const hour = parts.findIndex(({ type }) => type === 'hour')
  const before = parts.slice(0, hour).map(({ value }) => value)
  return [...before, clockTime(moment, options.timeZone)].join('')
}

/** A moment with its complete date: "22 Nov 2026, 08:24". */
export const fullMoment = (moment: When, tag: string, timeZone?: string): string =>
  withClock(moment, tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone })

/** A moment whose weekday is said elsewhere: "22 Nov, 08:24", with its year unless it is in that of `now`. */
export const dateMoment = (moment: Date, now: Date, tag: string): string =>
  moment.getFullYear() === now.getFullYear()
    ? withClock(moment, tag, { day: 'numeric', month: 'short' })
    : fullMoment(moment, tag)

/** A moment in the near future or past: "Sun 22 Nov, 08:24". In the reader's time zone unless one is given. */
export const weekdayMoment = (moment: When, tag: string, timeZone?: string): string =>
  withClock(moment, tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone })

/** The start and end of a time span: "Fri 19 Jun, 14:00" and "Sun 21 Jun, 23:59"; within one day the end is only "18:00". */
export const endsOfTime = (
  from: Date,
  until: Date,
  tag: string,
  timeZone?: string,
): { from: string; until: string } => ({
  from: weekdayMoment(from, tag, timeZone),
  until: isSameDay(from, until, timeZone) ? clockTime(until, timeZone) : weekdayMoment(until, tag, timeZone),
})

/** A time span: "Fri 19 Jun, 14:00 – Sun 21 Jun, 23:59"; within one day "Fri 19 Jun, 14:00–18:00". */
export function spanOfTime(from: Date, until: Date, tag: string, timeZone?: string): string {
  const ends = endsOfTime(from, until, tag, timeZone)
  return `${ends.from}${isSameDay(from, until, timeZone) ? '–' : ' – '}${ends.until}`
}

function isSameDay(one: Date, other: Date, timeZone?: string): boolean {
  const day = dateFormat('en', { dateStyle: 'short', timeZone })
  return day.format(one) === day.format(other)
}

/** The number of the day in the reader's time zone, counted from 1970. */
export const dayOf = (moment: Date): number =>
  Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS

/**
 * A past moment as short as possible: "14:03" today, "Fri 14:03" within a week, "20 Nov" this year and "20 Nov 2025" before that.
 */
export function shortMoment(then: Date, now: Date, tag: string): string {
  const days = dayOf(now) - dayOf(then)
  if (days === 0) return clockTime(then)
  if (days > 0 && days < WEEK_DAYS) return withClock(then, tag, { weekday: 'short' })
  const isThisYear = then.getFullYear() === now.getFullYear()
  const date = { day: 'numeric', month: 'short' } as const
  return dateFormat(tag, isThisYear ? date : { ...date, year: 'numeric' }).format(then)
}

const UNITS = [
  { unit: 'year', minutes: 525_600 },
  { unit: 'month', minutes: 43_200 },
  { unit: 'day', minutes: 1_440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const

/** "yesterday", "in 3 days"; a browser without Bosnian says it in the words of Serbian in Bosnia, which are mended. */
export function relativeTime(
  value: number,
  unit: Intl.RelativeTimeFormatUnit,
  tag: string,
  style: 'long' | 'short' = 'long',
): string {
  const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style }).format(value, unit)
  return tag === BOSNIAN_FALLBACK ? words.replace('juče', 'jučer').replace('mjes.', 'mj.') : words
}

/** How long ago a moment was: "3 hours ago"; with `style` short "3 hr ago". */
export function agoInWords(then: Date, now: Date, tag: string, style: 'long' | 'short' = 'long'): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / MINUTE_MS))
  const fitting = UNITS.find((each) => minutes >= each.minutes)
  if (fitting === undefined) return relativeTime(0, 'second', tag, style)
  return relativeTime(-Math.floor(minutes / fitting.minutes), fitting.unit, tag, style)
}

/** A past moment: "18:04", with its date unless it is of today. */
export const momentOfDay = (then: Date, now: Date, tag: string): string =>
  dayOf(then) === dayOf(now) ? clockTime(then) : weekdayMoment(then, tag)
