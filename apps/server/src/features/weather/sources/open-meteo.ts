import * as z from 'zod/mini'
import { fetchWeather } from './fetch-weather.ts'
import { plausible, type WeatherProvider, type WeatherValues } from './weather-source.ts'

const PUBLIC_ORIGIN = 'https://api.open-meteo.com'
const COMMERCIAL_ORIGIN = 'https://customer-api.open-meteo.com'
const VARIABLES = [
  'temperature_2m',
  'relative_humidity_2m',
  'rain',
  'showers',
  'snowfall',
  'pressure_msl',
  'wind_speed_10m',
  'wind_gusts_10m',
] as const
type Variable = (typeof VARIABLES)[number]
const HOUR_S = 3_600
const FORECAST_DAYS = '3'

const numberSchema = z.optional(z.nullable(z.number()))
const unitsSchema = z.optional(z.record(z.string(), z.string()))
/** Seconds since 1970, or ISO 8601 without a zone, which means GMT. */
const timeSchema = z.union([z.number(), z.string()])

const ofEach = <Schema>(schema: Schema) =>
  Object.fromEntries(VARIABLES.map((name) => [name, schema])) as Record<Variable, Schema>

const answerSchema = z.object({
  current: z.optional(
    z.object({
      time: timeSchema,
      /** The number of seconds that a sum covers. */
      interval: z.optional(z.number()),
      ...ofEach(numberSchema),
    }),
  ),
  current_units: unitsSchema,
  hourly: z.optional(
    z.object({
      time: z.array(timeSchema),
      ...ofEach(z.optional(z.array(z.nullable(z.number())))),
    }),
  ),
  hourly_units: unitsSchema,
})

const dateOf = (time: number | string): Date =>
  typeof time === 'number'
    ? new Date(time * 1_000)
    : new Date(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)

/** Factors for the conversion to m/s, °C and mm; a self-hosted server may use other units. */
const FACTORS: Record<string, number> = { 'km/h': 1 / 3.6, mph: 0.447_04, kn: 0.514_444, inch: 25.4 }

type ValueByName = (name: Variable) => number | null | undefined

/** The values of one moment; sums cover `sumSeconds`. */
function valuesOf(
  valueByName: ValueByName,
  units: Readonly<Record<string, string>>,
  sumSeconds: number,
): WeatherValues {
  const read = (name: Variable): number | undefined => {
    const value = valueByName(name)
    if (value === null || value === undefined) return undefined
    const unit = units[name] ?? ''
    if (unit === '°F') return ((value - 32) * 5) / 9
    // Snow is given in centimeters or inches.
    if (name === 'snowfall' && unit === 'inch') return value * 2.54
    return value * (FACTORS[unit] ?? 1)
  }
  const perHour = (sum: number | undefined) => (sum === undefined ? undefined : (sum * HOUR_S) / sumSeconds)
  const rain = read('rain')
  const showers = read('showers')
  return plausible({
    temperature: read('temperature_2m'),
    humidity: read('relative_humidity_2m'),
    rain: perHour(rain === undefined && showers === undefined ? undefined : (rain ?? 0) + (showers ?? 0)),
    snow: perHour(read('snowfall')),
    pressure: read('pressure_msl'),
    wind_speed: read('wind_speed_10m'),
    wind_gust: read('wind_gusts_10m'),
  })
}

/** Open-Meteo, on its own server or another one; the key is that of its commercial plan. */
export function createOpenMeteo({
  origin,
  apiKey,
}: {
  origin: string | null
  apiKey: string | null
}): WeatherProvider {
  const base = origin ?? (apiKey === null ? PUBLIC_ORIGIN : COMMERCIAL_ORIGIN)
  return {
    name: 'Open-Meteo',
    async fetch({ lat, lon }, known, signal) {
      const url = new URL('/v1/forecast', base)
      url.search = new URLSearchParams({
        latitude: String(lat),
        longitude: String(lon),
        current: VARIABLES.join(),
        hourly: VARIABLES.join(),
        wind_speed_unit: 'ms',
        timeformat: 'unixtime',
        timezone: 'GMT',
        forecast_days: FORECAST_DAYS,
        ...(apiKey === null ? {} : { apikey: apiKey }),
      }).toString()
      const { value, validators, expiresAt } = await fetchWeather(url, answerSchema, known, { signal })
      if (value === null) return { kind: 'not_modified', expiresAt }
      const { current, current_units: units = {}, hourly, hourly_units: hourUnits = {} } = value
      const now =
        current === undefined
          ? null
          : {
              measuredAt: dateOf(current.time),
              values: valuesOf((name) => current[name], units, current.interval ?? HOUR_S),
            }
      const hours = (hourly?.time ?? []).map((time, index) => ({
        at: dateOf(time),
        values: valuesOf((name) => hourly?.[name]?.[index], hourUnits, HOUR_S),
      }))
      return { kind: 'weather', now, hours, validators, expiresAt }
    },
  }
}
