import { LIMITS } from '@senca/contract'
import {
  WEATHER_MEASUREMENTS,
  type WeatherForecast,
  type WeatherMeasurement,
  type WeatherNow,
} from '@senca/contract/automation'

/** A value of one source. */
export interface Reading {
  source: string
  measurement: WeatherMeasurement
  /** In the unit of the measurement. */
  value: number
  measuredAt: Date
}

const MINUTE_MS = 60_000
/** What was measured further ahead has no reliable time: the clock of its source is wrong, or that of this machine was. */
const AHEAD_MS = 5_000
/** How long measurements are kept by the hour. */
export const KEPT_MS = LIMITS.WEATHER_KEPT_DAYS * 86_400_000
const STATION_FRESH_MS = 5 * MINUTE_MS
/** Netatmo stations measure every ten minutes and report slightly later, so one measurement may be missing. */
const NETATMO_FRESH_MS = 22 * MINUTE_MS
const PROVIDER_FRESH_MS = 30 * MINUTE_MS
const STATION = 'station '
const NETATMO = 'netatmo '
const PLACE = 'place '

export const stationOf = (accountId: string): string => STATION + accountId
export const netatmoOf = (accountId: string): string => NETATMO + accountId

/** The key of a place; places within about a kilometer share it, so that one request to a provider serves all of them. */
export function placeKeyOf({ lat, lon }: { lat: number; lon: number }): string {
  const rounded = (degrees: number) => (Math.round(degrees * 100) / 100 + 0).toFixed(2)
  return `${PLACE}${rounded(lat)},${rounded(lon)}`
}

export const isPlace = (source: string): boolean => source.startsWith(PLACE)

export const isNetatmo = (source: string): boolean => source.startsWith(NETATMO)

const freshMsOf = (source: string): number => {
  if (source.startsWith(STATION)) return STATION_FRESH_MS
  return isNetatmo(source) ? NETATMO_FRESH_MS : PROVIDER_FRESH_MS
}

/** Whether a time of measurement lies ahead. Such a measurement counts as no data. */
export const isAhead = (measuredAt: Date, now: Date): boolean =>
  measuredAt.getTime() - now.getTime() > AHEAD_MS

/** The latest time of measurement that does not lie ahead. */
export const latestTime = (now: Date): Date => new Date(now.getTime() + AHEAD_MS)

/** Until when a value is valid. */
export const freshUntil = ({ source, measuredAt }: Pick<Reading, 'source' | 'measuredAt'>): Date =>
  new Date(measuredAt.getTime() + freshMsOf(source))

export const isFresh = (reading: Pick<Reading, 'source' | 'measuredAt'>, now: Date): boolean =>
  freshUntil(reading) > now

/**
 * The first fresh reading of several sources in order of precedence; the newest one if none is fresh. Readings that lie ahead are
 * left out.
 */
export function readingOf(
  readings: readonly Reading[],
  measurement: WeatherMeasurement,
  order: readonly string[],
  now: Date,
): Reading | null {
  const own = order.flatMap((source) =>
    readings.filter(
      (reading) =>
        reading.source === source && reading.measurement === measurement && !isAhead(reading.measuredAt, now),
    ),
  )
  const fresh = own.find((reading) => isFresh(reading, now))
  if (fresh !== undefined) return fresh
  const [newest] = own.toSorted((one, other) => other.measuredAt.getTime() - one.measuredAt.getTime())
  return newest ?? null
}

/** The weather as it is displayed: each value with its source. `nameOf` returns the name of a source for people. */
export function weatherNowOf(
  readings: readonly Reading[],
  order: readonly string[],
  now: Date,
  nameOf: (source: string) => string,
): WeatherNow {
  const chosen = WEATHER_MEASUREMENTS.flatMap(
    (measurement) => readingOf(readings, measurement, order, now) ?? [],
  )
  const newest = chosen.reduce<Reading | null>(
    (best, reading) => (best === null || reading.measuredAt > best.measuredAt ? reading : best),
    null,
  )
  const originOf = (reading: Reading) => ({
    source: nameOf(reading.source),
    measuredAt: reading.measuredAt.toISOString(),
    isStale: !isFresh(reading, now),
  })
  return {
    source: newest === null ? null : nameOf(newest.source),
    measuredAt: newest?.measuredAt.toISOString() ?? null,
    isStale: newest === null || !isFresh(newest, now),
    values: Object.fromEntries(chosen.map(({ measurement, value }) => [measurement, value])),
    sources: Object.fromEntries(chosen.map((reading) => [reading.measurement, originOf(reading)])),
  }
}

const HOUR_MS = 3_600_000
const FORECAST_HOURS = 48

/** The part of a forecast that starts with the current hour and lasts 48 hours. */
export function forecastFrom(forecast: WeatherForecast, now: Date): WeatherForecast {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return forecast.filter(({ at }) => new Date(at).getTime() >= hour).slice(0, FORECAST_HOURS)
}
