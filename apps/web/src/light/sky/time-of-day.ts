import { getPosition, getTimes } from 'suncalc'
import { clamp } from '../paint/geometry.ts'
import type { Place } from './reference-places.ts'

/** The four times of day; each has its own tokens, selected by `data-time`. */
export const TIMES_OF_DAY = ['dawn', 'day', 'dusk', 'night'] as const
export type TimeOfDay = (typeof TIMES_OF_DAY)[number]

/** The sun's altitude in degrees below which it is night: the end of civil twilight. */
export const NIGHT_BELOW = -6
/** The sun's altitude in degrees from which the light is that of day. */
export const DAY_FROM = 7

/** The time of day at an altitude of the sun in degrees, rising or setting. */
export function timeOfDayAt(altitude: number, isClimbing: boolean): TimeOfDay {
  if (altitude >= DAY_FROM) return 'day'
  if (altitude < NIGHT_BELOW) return 'night'
  return isClimbing ? 'dawn' : 'dusk'
}

/** The sun of one day at one place. Sunrise and sunset are null on a day without them. */
export type SunPath = {
  readonly time: TimeOfDay
  /** Degrees above the horizon. */
  readonly altitude: number
  readonly isClimbing: boolean
  readonly sunrise: Date | null
  readonly sunset: Date | null
  /** The share of the time from sunrise to sunset that has passed, 0..1; null while the sun is down. */
  readonly progress: number | null
}

/** The altitude in degrees at which the sun rises and sets: its upper edge is at the horizon, where the air bends its light. */
const HORIZON = -0.833

/** Whether it is between sunset and sunrise at `place`. */
export const isSunDown = (now: Date, { latitude, longitude }: Place): boolean =>
  getPosition(now, latitude, longitude).altitude < HORIZON

/** The sun over `place` at the moment `now`. */
export function sunPath(now: Date, place: Place): SunPath {
  const { altitude } = getPosition(now, place.latitude, place.longitude)
  const { sunrise, sunset, solarNoon } = getTimes(now, place.latitude, place.longitude)
  const sinceNoon = ((now.getTime() - solarNoon.getTime()) / 3_600_000 + 36) % 24
  const isClimbing = sinceNoon < 12
  const span = sunrise && sunset ? sunset.getTime() - sunrise.getTime() : 0
  const passed = sunrise ? now.getTime() - sunrise.getTime() : 0
  const isUp = span > 0 && passed >= 0 && passed <= span
  return {
    time: timeOfDayAt(altitude, isClimbing),
    altitude,
    isClimbing,
    sunrise,
    sunset,
    progress: isUp ? clamp(passed / span) : null,
  }
}
