import * as z from 'zod/mini'

/** Units of what is measured: m/s, °C, %, mm/h, cm of new snow an hour, hPa at sea level, ppm. */
export const MEASUREMENT_UNITS = {
  wind_speed: 'm/s',
  wind_gust: 'm/s',
  temperature: '°C',
  humidity: '%',
  rain: 'mm/h',
  snow: 'cm/h',
  pressure: 'hPa',
  co2: 'ppm',
} as const

export const WEATHER_CONDITIONS = ['lt', 'gt'] as const

const textOrNull = z.nullable(z.string())
const numberOrNull = z.nullable(z.number())

/**
 * Why a device is held: a measurement beyond its threshold, or an alarm, which has no value, threshold and condition.
 * `value` is null while the sensor is silent.
 */
export const safetyReasonSchema = z.object({
  measurement: z.string(),
  value: numberOrNull,
  unit: textOrNull,
  threshold: numberOrNull,
  condition: z.nullable(z.enum(WEATHER_CONDITIONS)),
  /** What whoever raised an alarm says of it; absent where that is nothing. */
  text: z.optional(z.string()),
})
export type SafetyReason = z.infer<typeof safetyReasonSchema>

/** What holds a device: times are ISO 8601 UTC, `until` is null while nobody knows; guests are not told which scenario. */
export const safetySchema = z.object({
  scenarioId: z.optional(z.string()),
  reason: safetyReasonSchema,
  since: z.string(),
  until: textOrNull,
  isSensorSilent: z.boolean(),
})
export type Safety = z.infer<typeof safetySchema>

/** What guests are told: not by which scenario, nor what the household says of an alarm. */
export function lentSafety({ scenarioId: _ofTheHousehold, reason, ...told }: Safety): Safety {
  const { text: _toTheHousehold, ...lentReason } = reason
  return { ...told, reason: lentReason }
}

/** Why a device is held and until when, in English, for developers. */
export function describeSafety({ reason, until, isSensorSilent }: Safety): string {
  const { measurement, value, unit, threshold, condition, text } = reason
  const name = measurement.replaceAll('_', ' ')
  const limit = threshold === null ? '' : `, limit ${threshold} ${unit ?? ''}`.trimEnd()
  const why = isSensorSilent
    ? `no fresh data of ${name}`
    : value === null
      ? `alarm: ${name}${text === undefined ? '' : ` (${text})`}`
      : `${name} of ${value} ${unit ?? ''} is ${condition === 'lt' ? 'below' : 'above'} the limit${limit}`
  return until === null ? `Held: ${why}.` : `Held: ${why}, until about ${until}.`
}
