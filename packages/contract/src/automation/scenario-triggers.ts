import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { WEATHER_CONDITIONS } from './safety.ts'

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

const dayOfWeekSchema = z
  .strictObject({
    type: z.literal('DayOfWeek'),
    monday: z.boolean(),
    tuesday: z.boolean(),
    wednesday: z.boolean(),
    thursday: z.boolean(),
    friday: z.boolean(),
    saturday: z.boolean(),
    sunday: z.boolean(),
  })
  .check(z.refine((days) => WEEKDAYS.some((day) => days[day])))

const timeOfDaySchema = z.strictObject({
  type: z.literal('TimeOfDay'),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  minute: z.int().check(z.minimum(0), z.maximum(59)),
})

/** A clock time of the home, `HH:MM`. */
const clockTimeSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** If the computed time is before `notBefore` or after `notAfter`, the scenario fires at that limit on the same day. */
const sunFields = {
  /** Minutes after sunrise or sunset; negative values are before it. */
  offset: z.optional(
    z.int().check(z.minimum(-LIMITS.SUN_OFFSET_MINUTES), z.maximum(LIMITS.SUN_OFFSET_MINUTES)),
  ),
  notBefore: z.optional(clockTimeSchema),
  notAfter: z.optional(clockTimeSchema),
}
const isWindow = ({
  notBefore,
  notAfter,
}: {
  notBefore?: string | undefined
  notAfter?: string | undefined
}) => notBefore === undefined || notAfter === undefined || notBefore <= notAfter

const sunriseSchema = z.strictObject({ type: z.literal('Sunrise'), ...sunFields }).check(z.refine(isWindow))
const sunsetSchema = z.strictObject({ type: z.literal('Sunset'), ...sunFields }).check(z.refine(isWindow))

/** Triggers that depend only on time. */
export const timeTriggerSchema = z.discriminatedUnion('type', [timeOfDaySchema, sunriseSchema, sunsetSchema])
export type TimeTrigger = z.infer<typeof timeTriggerSchema>
export type SunTrigger = Extract<TimeTrigger, { type: 'Sunrise' | 'Sunset' }>

export const WEATHER_MEASUREMENTS = [
  'wind_speed',
  'wind_gust',
  'temperature',
  'humidity',
  'rain',
  'snow',
  'pressure',
  'co2',
] as const
export type WeatherMeasurement = (typeof WEATHER_MEASUREMENTS)[number]

/** The lowest and highest value that can be measured, in the units of `MEASUREMENT_UNITS`. */
export const MEASURED_BOUNDS = {
  wind_speed: [0, 120],
  wind_gust: [0, 150],
  temperature: [-90, 65],
  humidity: [0, 100],
  rain: [0, 500],
  snow: [0, 100],
  pressure: [850, 1_100],
  co2: [100, 20_000],
} as const satisfies Record<WeatherMeasurement, readonly [low: number, high: number]>

/** Whether a value can be measured. */
export function isMeasurable(measurement: WeatherMeasurement, value: number): boolean {
  const [low, high] = MEASURED_BOUNDS[measurement]
  return value >= low && value <= high
}

/** Above every value that is ever measured, in any unit. */
const MEASURED_MAX = 100_000

export const weatherTriggerSchema = z
  .strictObject({
    type: z.literal('Weather'),
    ruleId: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.ID_MAX_LENGTH))),
    lat: z.optional(z.number().check(z.minimum(-90), z.maximum(90))),
    lon: z.optional(z.number().check(z.minimum(-180), z.maximum(180))),
    measurement: z.enum(WEATHER_MEASUREMENTS),
    condition: z.enum(WEATHER_CONDITIONS),
    value: z.number().check(z.minimum(-MEASURED_MAX), z.maximum(MEASURED_MAX)),
    /** Minutes. */
    holdFor: z.optional(z.int().check(z.minimum(0), z.maximum(LIMITS.HOLD_FOR_MINUTES))),
  })
  // `lat` and `lon` are given together; without them the place is that of the home.
  .check(z.refine(({ lat, lon }) => (lat === undefined) === (lon === undefined)))

export const ALARM_SOURCES = ['break_in', 'smoke', 'forced_door', 'hail', 'storm'] as const
export type AlarmSource = (typeof ALARM_SOURCES)[number]

const securitySchema = z.strictObject({
  type: z.literal('Security'),
  sources: z.optional(
    z.array(z.enum(ALARM_SOURCES)).check(
      z.minLength(1),
      z.refine((sources) => new Set(sources).size === sources.length),
    ),
  ),
})

/** What makes a scenario run. Names and fields are those of the spec. */
export const scenarioTriggerSchema = z.discriminatedUnion('type', [
  dayOfWeekSchema,
  timeOfDaySchema,
  sunriseSchema,
  sunsetSchema,
  weatherTriggerSchema,
  securitySchema,
])
export type ScenarioTrigger = z.infer<typeof scenarioTriggerSchema>

const isOf =
  <T extends ScenarioTrigger['type']>(...types: T[]) =>
  (trigger: ScenarioTrigger): trigger is Extract<ScenarioTrigger, { type: T }> =>
    types.some((type) => type === trigger.type)

export type WeatherTrigger = Extract<ScenarioTrigger, { type: 'Weather' }>
export type SecurityTrigger = Extract<ScenarioTrigger, { type: 'Security' }>

/** The alarms that a trigger reacts to if it names none. */
export const alarmsOf = ({ sources }: SecurityTrigger): readonly AlarmSource[] =>
  sources ?? ['break_in', 'forced_door']

export const isTimeTrigger = isOf('TimeOfDay', 'Sunrise', 'Sunset')
export const isDayOfWeek = isOf('DayOfWeek')
export const isWeatherTrigger = isOf('Weather')
export const isSecurityTrigger = isOf('Security')

/** What fires a scenario: the clock or the sun, the weather, an alarm, or only a person. */
export type TriggerKind = 'time' | 'weather' | 'security' | 'manual'

/** The kind of the triggers. Null if they cannot be combined: several kinds, too many, or weekdays without a time trigger. */
export function triggerKindOf(triggers: readonly ScenarioTrigger[]): TriggerKind | null {
  if (triggers.length === 0) return 'manual'
  const countOf = (is: (trigger: ScenarioTrigger) => boolean) => triggers.filter(is).length
  const times = countOf(isTimeTrigger)
  const days = countOf(isDayOfWeek)
  if (times > 0)
    return days <= 1 && times <= LIMITS.TIME_TRIGGERS && times + days === triggers.length ? 'time' : null
  const weather = triggers.filter(isWeatherTrigger)
  if (weather.length > 0) {
    const measurements = new Set(weather.map(({ measurement }) => measurement))
    const fits = weather.length === triggers.length && weather.length <= LIMITS.WEATHER_TRIGGERS
    return fits && measurements.size === weather.length ? 'weather' : null
  }
  return triggers.length === 1 && countOf(isSecurityTrigger) === 1 ? 'security' : null
}

/** Whether the weekdays of the triggers include a day (0 Monday .. 6 Sunday). Without weekdays, every day is included. */
export function isOnWeekday(triggers: readonly ScenarioTrigger[], weekday: number): boolean {
  const days = triggers.find(isDayOfWeek)
  const name = WEEKDAYS[weekday]
  return days === undefined || (name !== undefined && days[name])
}
