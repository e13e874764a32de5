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

/**
 * Whether a time zone with this name exists. UTC offsets such as `+05:45` are refused, because older browsers do not know them.
 */
export function isTimeZone(timeZone: string): boolean {
  if (!/^[a-z]/i.test(timeZone)) return false
  try {
    formatOf(timeZone)
    return true
  } catch {
    return false
  }
}

/** The local time of a zone, encoded as if it were UTC; milliseconds since 1970. */
function wallClockOf(timeZone: string, at: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}

/** The UTC offset of a zone in milliseconds; positive if its clocks are ahead of UTC. */
export const zoneOffsetAt = (timeZone: string, at: number): number =>
  wallClockOf(timeZone, at) - Math.floor(at / 1_000) * 1_000

/** The local date of a zone at a moment, YYYY-MM-DD. */
export const dateIn = (timeZone: string, at: Date): string =>
  new Date(wallClockOf(timeZone, at.getTime())).toISOString().slice(0, 10)
