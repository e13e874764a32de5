import { LIMITS } from '@senca/contract'
import {
  type AlarmSource,
  alarmsOf,
  isMeasurable,
  isSecurityTrigger,
  isWeatherTrigger,
  type ScenarioTrigger,
  type WeatherMeasurement,
  type WeatherTrigger,
} from '@senca/contract/automation'
import { serverValue, shownValue, type Units, writtenValue } from '#i18n/weather-units.ts'

/** A weather trigger in the form: a measurement with its limit in the units of the page. */
export interface RuleDraft {
  measurement: WeatherMeasurement
  condition: 'lt' | 'gt'
  value: string
  /** Minutes, as typed. */
  holdFor: string
  /** Fields that the form does not show; they are sent back unchanged. */
  kept: Partial<Pick<WeatherTrigger, 'ruleId' | 'lat' | 'lon'>>
  /** The limit of the server and its text in the form. If the text was not edited, the exact value is sent back. */
  was: { measurement: WeatherMeasurement; text: string; value: number } | null
}

export const newRule = (
  measurement: WeatherMeasurement,
  condition: RuleDraft['condition'],
  value: number,
  units: Units,
): RuleDraft => ({
  measurement,
  condition,
  value: String(shownValue(measurement, value, units)),
  holdFor: String(LIMITS.HOLD_FOR_DEFAULT_MINUTES),
  kept: {},
  was: null,
})

/** The default limit of each measurement, in the units of the server. */
const USUAL = {
  wind_speed: ['gt', 30 / 3.6],
  wind_gust: ['gt', 37 / 3.6],
  temperature: ['lt', 3],
  humidity: ['gt', 70],
  rain: ['gt', 0.2],
  snow: ['gt', 0],
  pressure: ['lt', 990],
  co2: ['gt', 1_000],
} as const satisfies Record<WeatherMeasurement, readonly [RuleDraft['condition'], number]>

export function usualRule(measurement: WeatherMeasurement, units: Units): RuleDraft {
  const [condition, value] = USUAL[measurement]
  return newRule(measurement, condition, value, units)
}

/** Parses a number with a decimal comma or point; null if it is invalid. */
export function numberOf(text: string): number | null {
  const written = text.trim().replace('−', '-').replace(',', '.')
  const value = Number(written)
  return written !== '' && Number.isFinite(value) ? value : null
}

/** The typed minutes as a number; null if they are invalid or too many. */
export function holdOf({ holdFor }: RuleDraft): number | null {
  const minutes = numberOf(holdFor)
  const isRight = minutes !== null && Number.isInteger(minutes)
  return isRight && minutes >= 0 && minutes <= LIMITS.HOLD_FOR_MINUTES ? minutes : null
}

/** Whether the limit is a number that can be measured. A comma for thousands, as in 1,013 hPa, makes none. */
export const isLimitRight = (rule: RuleDraft, units: Units): boolean =>
  numberOf(rule.value) !== null && isMeasurable(rule.measurement, limitOf(rule, units))

export const isRuleRight = (rule: RuleDraft, units: Units): boolean =>
  isLimitRight(rule, units) && holdOf(rule) !== null

export const rulesOf = (triggers: readonly ScenarioTrigger[], units: Units): RuleDraft[] =>
  triggers.filter(isWeatherTrigger).map(({ measurement, condition, value, holdFor, ruleId, lat, lon }) => {
    const text = String(writtenValue(measurement, value, units))
    return {
      measurement,
      condition,
      value: text,
      holdFor: String(holdFor ?? LIMITS.HOLD_FOR_DEFAULT_MINUTES),
      kept: {
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(lat === undefined || lon === undefined ? {} : { lat, lon }),
      },
      was: { measurement, text, value },
    }
  })

function limitOf({ measurement, value, was }: RuleDraft, units: Units): number {
  if (was !== null && was.measurement === measurement && was.text === value) return was.value
  return serverValue(measurement, numberOf(value) ?? 0, units)
}

export const weatherTriggersOf = (rules: readonly RuleDraft[], units: Units): WeatherTrigger[] =>
  rules.map((rule) => ({
    type: 'Weather',
    ...rule.kept,
    measurement: rule.measurement,
    condition: rule.condition,
    value: limitOf(rule, units),
    holdFor: holdOf(rule) ?? LIMITS.HOLD_FOR_DEFAULT_MINUTES,
  }))

/** The alarms that trigger a scenario; null if no alarm does. */
export function alarmsIn(triggers: readonly ScenarioTrigger[]): readonly AlarmSource[] | null {
  const trigger = triggers.find(isSecurityTrigger)
  return trigger === undefined ? null : alarmsOf(trigger)
}
