import * as z from 'zod/mini'

/** The units of the measurements; snow is cm of new snow per hour, pressure is at sea level. */
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
 * Why a device is held: a measurement beyond its threshold, or an alarm, which has no value, threshold or condition. `value` is
 * null while the sensor does not report.
 */
export const safetyReasonSchema = z.object({
  measurement: z.string(),
  value: numberOrNull,
  unit: textOrNull,
  threshold: numberOrNull,
  condition: z.nullable(z.enum(WEATHER_CONDITIONS)),
  /** The text given with an alarm; absent if there is none. */
  text: z.optional(z.string()),
})
export type SafetyReason = z.infer<typeof safetyReasonSchema>

/**
 * What ends a hold: the measurement must stay on the calm side of `value`, in the unit of its trigger, for so many minutes without a
 * break.
 */
export const safetyReleaseSchema = z.object({ value: z.number(), minutes: z.number() })
export type SafetyRelease = z.infer<typeof safetyReleaseSchema>

/**
 * Why and until when a device is held. Times are ISO 8601 UTC; `until` is null while it is not known. `release` is null for an
 * alarm and while the sensor is silent. Guests do not receive the scenario.
 */
export const safetySchema = z.object({
  scenarioId: z.optional(z.string()),
  reason: safetyReasonSchema,
  since: z.string(),
  until: textOrNull,
  isSensorSilent: z.boolean(),
  release: z.optional(z.nullable(safetyReleaseSchema)),
})
export type Safety = z.infer<typeof safetySchema>

/** The safety state as guests receive it: without the scenario and without the text of an alarm. */
export function sharedSafety({ scenarioId: _ofTheHousehold, reason, ...notified }: Safety): Safety {
  const { text: _toTheHousehold, ...sharedReason } = reason
  return { ...notified, reason: sharedReason }
}

/** Describes in English, for developers, why and until when a device is held. */
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
