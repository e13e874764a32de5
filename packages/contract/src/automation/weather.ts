import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { ALARM_SOURCES, WEATHER_MEASUREMENTS } from './scenario-triggers.ts'

const valueFields = Object.fromEntries(
  WEATHER_MEASUREMENTS.map((measurement) => [measurement, z.optional(z.number())]),
) as Record<(typeof WEATHER_MEASUREMENTS)[number], z.ZodMiniOptional<z.ZodMiniNumber>>

/** Of any measurement that is known, in the units of `MEASUREMENT_UNITS`. */
export const weatherValuesSchema = z.object(valueFields)
export type WeatherValues = z.infer<typeof weatherValuesSchema>

/** Where a value comes from: the own station, a linked account, or a provider by its name. */
export const weatherOriginSchema = z.object({
  source: z.string(),
  measuredAt: z.string(),
  isStale: z.boolean(),
})

/** `weather/now`: `source` and `measuredAt` are those of the newest value; all null and empty while nothing is known. */
export const weatherNowSchema = z.object({
  source: z.nullable(z.string()),
  measuredAt: z.nullable(z.string()),
  isStale: z.boolean(),
  values: weatherValuesSchema,
  sources: z.partialRecord(z.enum(WEATHER_MEASUREMENTS), weatherOriginSchema),
})
export type WeatherNow = z.infer<typeof weatherNowSchema>

/** `weather/forecast`: 48 hours from the current one. */
export const weatherForecastSchema = z.array(z.object({ at: z.string(), values: weatherValuesSchema }))
export type WeatherForecast = z.infer<typeof weatherForecastSchema>

/** `GET hook/key`. */
export const hookKeyInfoSchema = z.object({ exists: z.boolean(), createdAt: z.nullable(z.string()) })
export type HookKeyInfo = z.infer<typeof hookKeyInfoSchema>
/** `POST hook/key`: shown once. */
export const hookKeySchema = z.object({ key: z.string(), url: z.string() })
export type HookKey = z.infer<typeof hookKeySchema>

/** Where an own station reports by MQTT, and the user name with which it signs in; its password is the key. */
export const STATION_TOPIC = 'senca/weather'
export const STATION_USER_NAME = 'station'

/** What an own station publishes: values, and when they were measured. */
export const stationMessageSchema = z.object({
  measuredAt: z.optional(z.iso.datetime({ offset: true })),
  ...valueFields,
})

/** A linked account of Netatmo: `linkedAt` is null where none is, `problem` where there is none. */
export const netatmoInfoSchema = z.object({
  /** Whether this server can link accounts. */
  isAvailable: z.boolean(),
  linkedAt: z.nullable(z.string()),
  problem: z.nullable(z.enum(['sign_in_again', 'unreachable', 'no_station'])),
})
export type NetatmoInfo = z.infer<typeof netatmoInfoSchema>
/** `weather/netatmo/link`: where a person lets Senca in. */
export const netatmoLinkSchema = z.object({ url: z.string() })

/** `weather/sources`: where stations of the home report to, and what is linked. */
export const weatherSourcesSchema = z.object({
  mqtt: z.optional(z.object({ host: z.string(), port: z.number() })),
  netatmo: netatmoInfoSchema,
})
export type WeatherSources = z.infer<typeof weatherSourcesSchema>

const alarmFields = { source: z.enum(ALARM_SOURCES), on: z.boolean() }

/** `security/alarm`. */
export const alarmRequestSchema = z.strictObject({
  ...alarmFields,
  reason: z.optional(z.string().check(z.maxLength(LIMITS.ALARM_REASON_MAX_LENGTH))),
})
export type AlarmRequest = z.infer<typeof alarmRequestSchema>

/** What `security/alarm` answers; `since` is null where it is off. */
export const alarmSchema = z.object({ ...alarmFields, since: z.nullable(z.string()) })
export type Alarm = z.infer<typeof alarmSchema>

/** `hook/{key}`: what an own station measures, or an alarm. Values beyond what is ever measured count as none. */
export const hookRequestSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('weather'),
    measuredAt: z.optional(z.iso.datetime({ offset: true })),
    ...Object.fromEntries(WEATHER_MEASUREMENTS.map((name) => [name, z.optional(z.number())])),
  }),
  z.strictObject({ type: z.literal('alarm'), ...alarmFields }),
])
