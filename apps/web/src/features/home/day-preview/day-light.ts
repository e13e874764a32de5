import { stepOfKey } from '#ui/controls/step-keys.ts'

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

/** The moment at a share 0..1 of the time from sunrise to sunset, rounded to the minute. */
export function momentAt(share: number, day: Daytime): Date {
  const [from, to] = [day.sunrise.getTime(), day.sunset.getTime()]
  return clamped(Math.round((from + share * (to - from)) / MINUTE_MS) * MINUTE_MS, day)
}

/** The share 0..1 of the time from sunrise to sunset that has passed. */
export function shareOf(moment: Date, day: Daytime): number {
  const [from, to] = [day.sunrise.getTime(), day.sunset.getTime()]
  return (clamped(moment.getTime(), day).getTime() - from) / (to - from)
}

/** The moment that a key sets; null for a key that changes nothing. */
export function steppedBy(key: string, moment: Date, day: Daytime): Date | null {
  if (key === 'Home') return day.sunrise
  if (key === 'End') return day.sunset
  const by = stepOfKey(key, STEP_MS, PAGE_MS)
  return by === null ? null : clamped(moment.getTime() + by, day)
}

/** The patch of light only changes with the sun's altitude up to this one, in steps of `STEP_DEGREES`. */
const HIGHEST = 60
const STEP_DEGREES = 2

/**
 * The ray of the sun on the wall of a card at an altitude in degrees: the higher the sun, the steeper and shorter the ray. At 30°
 * the values are those of the tokens for the day.
 */
export function rayAt(altitude: number): { slope: number; reach: number } {
  const degrees = Math.round(Math.min(Math.max(altitude, 0), HIGHEST) / STEP_DEGREES) * STEP_DEGREES
  return { slope: 0.08 + degrees * 0.0087, reach: 2.7 - degrees * 0.02 }
}
