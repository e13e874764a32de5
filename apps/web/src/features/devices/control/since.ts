const MINUTE_MS = 60_000

const UNITS = [
  { unit: 'year', minutes: 525_600 },
  { unit: 'month', minutes: 43_200 },
  { unit: 'day', minutes: 1_440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const

/** How long ago something was, in words of the language `tag`: "3 hours ago". */
export function agoInWords(then: Date, now: Date, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / MINUTE_MS))
  const fitting = UNITS.find((each) => minutes >= each.minutes)
  if (fitting === undefined) return format.format(0, 'second')
  return format.format(-Math.floor(minutes / fitting.minutes), fitting.unit)
}

/** A moment as short as it is clear: the time, with the date when that was not today. */
export function momentInWords(then: Date, now: Date, tag: string): string {
  const isToday = then.toDateString() === now.toDateString()
  const style = isToday
    ? { timeStyle: 'short' as const }
    : { dateStyle: 'medium' as const, timeStyle: 'short' as const }
  return new Intl.DateTimeFormat(tag, style).format(then)
}
