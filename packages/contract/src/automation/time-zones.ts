const formatByZone = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 500

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatByZone.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formatByZone.size >= MAX_FORMATS) formatByZone.clear()
  formatByZone.set(timeZone, format)
  return format
}

/** Whether there is a time zone of this name; a distance from UTC like `+05:45` is none, since older browsers do not know it. */
export function isTimeZone(timeZone: string): boolean {
  if (!/^[a-z]/i.test(timeZone)) return false
  try {
    formatOf(timeZone)
    return true
  } catch {
    return false
  }
}

/** What the clock on the wall shows, as if it were UTC. */
function wallClockOf(timeZone: string, at: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

/** How far the clocks of a zone are ahead of UTC, milliseconds. */
export const zoneOffsetAt = (timeZone: string, at: number): number =>
  wallClockOf(timeZone, at) - Math.floor(at / 1_000) * 1_000

/** The day that a zone has at a moment, YYYY-MM-DD. */
export const dateIn = (timeZone: string, at: Date): string =>
  new Date(wallClockOf(timeZone, at.getTime())).toISOString().slice(0, 10)
