/** A day from sunrise to sunset. */
export interface Daytime {
  sunrise: Date
  sunset: Date
}

const MINUTE_MS = 60_000
const STEP_MS = 15 * MINUTE_MS
const PAGE_MS = 60 * MINUTE_MS

const clamped = (at: number, { sunrise, sunset }: Daytime): Date =>
  new Date(Math.min(Math.max(at, sunrise.getTime()), sunset.getTime()))

/** The moment of a day at a share 0..1 of its way from sunrise to sunset, to the minute. */
export function momentAt(share: number, day: Daytime): Date {
  const [from, to] = [day.sunrise.getTime(), day.sunset.getTime()]
  return clamped(Math.round((from + share * (to - from)) / MINUTE_MS) * MINUTE_MS, day)
}

/** How much of the day is over, 0..1. */
export function shareOf(moment: Date, day: Daytime): number {
  const [from, to] = [day.sunrise.getTime(), day.sunset.getTime()]
  return (clamped(moment.getTime(), day).getTime() - from) / (to - from)
}

/** Where a key leads from a moment; null where it leads nowhere. */
export function steppedBy(key: string, moment: Date, day: Daytime): Date | null {
  if (key === 'Home') return day.sunrise
  if (key === 'End') return day.sunset
  const by = BY_KEY.get(key)
  return by === undefined ? null : clamped(moment.getTime() + by, day)
}

const BY_KEY: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -STEP_MS],
  ['ArrowDown', -STEP_MS],
  ['ArrowRight', STEP_MS],
  ['ArrowUp', STEP_MS],
  ['PageDown', -PAGE_MS],
  ['PageUp', PAGE_MS],
])

/** Between these heights of the sun a patch of light changes, in steps of this many degrees. */
const HIGHEST = 60
const STEP_DEGREES = 2

/**
 * How a ray of the sun falls on the wall of a card at an altitude in degrees: the higher it stands, the steeper and the
 * shorter. At 30° it is as the tokens of the day have it.
 */
export function rayAt(altitude: number): { slope: number; reach: number } {
  const degrees = Math.round(Math.min(Math.max(altitude, 0), HIGHEST) / STEP_DEGREES) * STEP_DEGREES
  return { slope: 0.08 + degrees * 0.0087, reach: 2.7 - degrees * 0.02 }
}
