import * as z from 'zod/mini'
import { fetchWeather } from './fetch-weather.ts'
import { plausible, type WeatherProvider, type WeatherValues } from './weather-source.ts'

const ORIGIN = 'https://api.met.no'
/** One millimeter of melted snow is about one centimeter of new snow. */
const CM_OF_SNOW_PER_MM = 1

const stepSchema = z.object({
  time: z.iso.datetime(),
  data: z.object({
    instant: z.object({
      details: z.object({
        air_temperature: z.optional(z.number()),
        relative_humidity: z.optional(z.number()),
        air_pressure_at_sea_level: z.optional(z.number()),
        wind_speed: z.optional(z.number()),
        wind_speed_of_gust: z.optional(z.number()),
      }),
    }),
    next_1_hours: z.optional(
      z.object({
        summary: z.optional(z.object({ symbol_code: z.string() })),
        details: z.optional(z.object({ precipitation_amount: z.optional(z.number()) })),
      }),
    ),
  }),
})
const answerSchema = z.object({ properties: z.object({ timeseries: z.array(stepSchema) }) })
type Step = z.infer<typeof stepSchema>

/** Precipitation counts as snow if the weather symbol says so; sleet counts as rain. */
function valuesOf({ data: { instant, next_1_hours: next } }: Step): WeatherValues {
  const { details } = instant
  const fallen = next?.details?.precipitation_amount
  const isSnow = next?.summary?.symbol_code.includes('snow') === true
  return plausible({
    temperature: details.air_temperature,
    humidity: details.relative_humidity,
    pressure: details.air_pressure_at_sea_level,
    wind_speed: details.wind_speed,
    wind_gust: details.wind_speed_of_gust,
    rain: isSnow ? 0 : fallen,
    snow: fallen === undefined ? undefined : isSnow ? fallen * CM_OF_SNOW_PER_MM : 0,
  })
}

/** Locationforecast 2.0 of MET Norway, which requires users to identify themselves in the user agent. */
export function createMetNorway({
  origin,
  userAgent,
  now,
}: {
  origin: string | null
  userAgent: string
  now: () => Date
}): WeatherProvider {
  return {
    name: 'MET Norway',
    async fetch({ lat, lon, altitude }, known, signal) {
      const url = new URL('/weatherapi/locationforecast/2.0/complete', origin ?? ORIGIN)
      const place = {
        lat: lat.toFixed(4),
        lon: lon.toFixed(4),
        ...(altitude == null ? {} : { altitude: String(Math.round(altitude)) }),
      }
      url.search = new URLSearchParams(place).toString()
      const headers = { 'user-agent': userAgent }
      const { value, validators, expiresAt } = await fetchWeather(url, answerSchema, known, {
        headers,
        signal,
      })
      if (value === null) return { kind: 'not_modified', expiresAt }
      const steps = value.properties.timeseries
      const current = steps.findLast(({ time }) => new Date(time) <= now())
      return {
        kind: 'weather',
        // The values are for the current hour.
        now: current === undefined ? null : { measuredAt: now(), values: valuesOf(current) },
        hours: steps.map((step) => ({ at: new Date(step.time), values: valuesOf(step) })),
        validators,
        expiresAt,
      }
    },
  }
}
