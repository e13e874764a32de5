import { zoneOffsetAt } from './time-zones.ts'

const HALF_DAY_MS = 43_200_000

/** Noon of a day (YYYY-MM-DD) in a time zone; no zone changes its clocks at that time. */
export function middayIn(timeZone: string, date: string): Date {
  const asUtc = Date.parse(date) + HALF_DAY_MS
  const guess = asUtc - zoneOffsetAt(timeZone, asUtc)
  return new Date(asUtc - zoneOffsetAt(timeZone, guess))
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SECOND_MS = 1_000

/** The first moment after `from` at which the zone has a different UTC offset than at `from`, to the second. */
export function clockChangeBetween(timeZone: string, from: number, until: number): number {
  const before = zoneOffsetAt(timeZone, from)
  let [low, high] = [from, until]
  while (high - low > SECOND_MS) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffsetAt(timeZone, middle) === before) low = middle
    else high = middle
  }
  return Math.floor(high / SECOND_MS) * SECOND_MS
}

/**
 * The moment at which the clocks of a zone show a time (minutes after midnight) on a day (YYYY-MM-DD). If the time occurs twice
 * that day, the first one; if the clocks skip it, the first moment after the gap.
 */
export function clockTimeIn(timeZone: string, date: string, minutes: number): Date {
  const asUtc = Date.parse(date) + minutes * MINUTE_MS
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((at) => zoneOffsetAt(timeZone, at))
  const guesses = offsets.map((offset) => asUtc - offset)
  const right = guesses.filter((at) => at + zoneOffsetAt(timeZone, at) === asUtc)
  if (right.length > 0) return new Date(Math.min(...right))
  return new Date(clockChangeBetween(timeZone, Math.min(...guesses), Math.max(...guesses)))
}
