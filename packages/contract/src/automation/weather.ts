import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { ALARM_SOURCES, WEATHER_MEASUREMENTS } from './scenario-triggers.ts'

const valueFields = Object.fromEntries(
  WEATHER_MEASUREMENTS.map((measurement) => [measurement, z.optional(z.number())]),
) as Record<(typeof WEATHER_MEASUREMENTS)[number], z.ZodMiniOptional<z.ZodMiniNumber>>

/** The values of all measurements that are known, in the units of `MEASUREMENT_UNITS`. */
export const weatherValuesSchema = z.object(valueFields)
export type WeatherValues = z.infer<typeof weatherValuesSchema>

/** The source of a value: the home's own station, a linked account, or a weather provider by its name. */
export const weatherOriginSchema = z.object({
  source: z.string(),
  measuredAt: z.string(),
  isStale: z.boolean(),
})

/** `weather/now`: `source` and `measuredAt` belong to the newest value; null, and the values empty, if nothing is known. */
export const weatherNowSchema = z.object({
  source: z.nullable(z.string()),
  measuredAt: z.nullable(z.string()),
  isStale: z.boolean(),
  values: weatherValuesSchema,
  sources: z.partialRecord(z.enum(WEATHER_MEASUREMENTS), weatherOriginSchema),
})
export type WeatherNow = z.infer<typeof weatherNowSchema>

/** `weather/forecast`: 48 hours, starting with the current one. */
export const weatherForecastSchema = z.array(z.object({ at: z.string(), values: weatherValuesSchema }))
export type WeatherForecast = z.infer<typeof weatherForecastSchema>

/** `GET hook/key`. */
export const hookKeyInfoSchema = z.object({ exists: z.boolean(), createdAt: z.nullable(z.string()) })
export type HookKeyInfo = z.infer<typeof hookKeyInfoSchema>
/** `POST hook/key`: the key is shown only once. */
export const hookKeySchema = z.object({ key: z.string(), url: z.string() })
export type HookKey = z.infer<typeof hookKeySchema>

/** The MQTT topic to which a home's own station publishes, and its user name. Its password is the hook key. */
export const STATION_TOPIC = 'senca/weather'
export const STATION_USER_NAME = 'station'

/** The message that a station publishes: values and the time of measurement. */
export const stationMessageSchema = z.object({
  measuredAt: z.optional(z.iso.datetime({ offset: true })),
  ...valueFields,
})

/** A linked Netatmo account. `linkedAt` is null if none is linked; `problem` is null if there is no problem. */
export const netatmoInfoSchema = z.object({
  /** Whether this server can link accounts. */
  isAvailable: z.boolean(),
  linkedAt: z.nullable(z.string()),
  problem: z.nullable(z.enum(['sign_in_again', 'unreachable', 'no_station'])),
})
export type NetatmoInfo = z.infer<typeof netatmoInfoSchema>
/** `weather/netatmo/link`: the page on which the person grants access to the account. */
export const netatmoLinkSchema = z.object({ url: z.string() })

/** `weather/sources`: where the stations of the home publish, and which account is linked. */
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

/** The answer of `security/alarm`; `since` is null while the alarm is off. */
export const alarmSchema = z.object({ ...alarmFields, since: z.nullable(z.string()) })
export type Alarm = z.infer<typeof alarmSchema>

/**
 * `hook/{key}`: at least one measurement of the home's own station, or an alarm. A station cannot leave out what else it sends, so
 * unknown keys are ignored. Values outside the possible range count as missing.
 */
export const hookRequestSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('weather'),
      measuredAt: z.optional(z.iso.datetime({ offset: true })),
      ...Object.fromEntries(WEATHER_MEASUREMENTS.map((name) => [name, z.optional(z.number())])),
    })
    .check(z.refine((body) => WEATHER_MEASUREMENTS.some((name) => name in body))),
  z.object({ type: z.literal('alarm'), ...alarmFields }),
])
