import * as z from 'zod/mini'
import { fetchWeather } from './fetch-weather.ts'
import { plausible, type WeatherProvider, type WeatherValues } from './weather-source.ts'

const ORIGIN = 'https://api.openweathermap.org'
/** One millimeter of melted snow is about one centimeter of new snow. */
const CM_OF_SNOW_PER_MM = 1

const hourSumSchema = z.optional(z.object({ '1h': z.optional(z.number()) }))
const momentSchema = z.object({
  /** Seconds since 1970. */
  dt: z.number(),
  temp: z.optional(z.number()),
  humidity: z.optional(z.number()),
  /** At sea level. */
  pressure: z.optional(z.number()),
  wind_speed: z.optional(z.number()),
  wind_gust: z.optional(z.number()),
  rain: hourSumSchema,
  snow: hourSumSchema,
})
const answerSchema = z.object({ current: momentSchema, hourly: z.optional(z.array(momentSchema)) })

/** The service leaves out precipitation that did not occur. */
const valuesOf = (moment: z.infer<typeof momentSchema>): WeatherValues =>
  plausible({
    temperature: moment.temp,
    humidity: moment.humidity,
    pressure: moment.pressure,
    wind_speed: moment.wind_speed,
    wind_gust: moment.wind_gust,
    rain: moment.rain?.['1h'] ?? 0,
    snow: (moment.snow?.['1h'] ?? 0) * CM_OF_SNOW_PER_MM,
  })

/** OpenWeather, One Call 3.0. */
export function createOpenWeather({
  origin,
  apiKey,
}: {
  origin: string | null
  apiKey: string
}): WeatherProvider {
  return {
    name: 'OpenWeather',
    async fetch({ lat, lon }, known, signal) {
      const url = new URL('/data/3.0/onecall', origin ?? ORIGIN)
      url.search = new URLSearchParams({
        lat: String(lat),
        lon: String(lon),
        units: 'metric',
        exclude: 'minutely,daily,alerts',
        appid: apiKey,
      }).toString()
      const { value, validators, expiresAt } = await fetchWeather(url, answerSchema, known, { signal })
      if (value === null) return { kind: 'not_modified', expiresAt }
      const { current, hourly = [] } = value
      const dateOf = ({ dt }: { dt: number }) => new Date(dt * 1_000)
      return {
        kind: 'weather',
        now: { measuredAt: dateOf(current), values: valuesOf(current) },
        hours: hourly.map((hour) => ({ at: dateOf(hour), values: valuesOf(hour) })),
        validators,
        expiresAt,
      }
    },
  }
}
