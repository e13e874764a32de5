import { type DeviceType, kindOf } from '@senca/contract'
import type { ScenarioPreset, WeatherMeasurement } from '@senca/contract/automation'
import type { Units } from '#i18n/weather-units.ts'
import type { Draft } from './draft.ts'
import { holdOf, newRule, numberOf, type RuleDraft } from './weather-draft.ts'

export type Protection = ScenarioPreset['protect']

/**
 * The wind classes of awnings by EN 13561. Each class withstands wind up to a speed in km/h; for class 0 no resistance is
 * specified.
 */
export const WIND_CLASSES = [0, 1, 2, 3] as const
export type WindClass = (typeof WIND_CLASSES)[number]
const WIND_CLASS_KMH = { 0: 20, 1: 27, 2: 37, 3: 48 } as const satisfies Record<WindClass, number>

/** In the unit of the server (m/s). */
export const windLimitOf = (windClass: WindClass): number => WIND_CLASS_KMH[windClass] / 3.6

const OTHERS = {
  frost: ['temperature', 'lt', 3],
  rain: ['rain', 'gt', 0.2],
  snow: ['snow', 'gt', 0],
} as const satisfies Record<
  Exclude<Protection, 'wind'>,
  readonly [WeatherMeasurement, RuleDraft['condition'], number]
>

/** The weather limit of a protection. */
export function protectingRule(protects: Protection, units: Units, windClass: WindClass = 0): RuleDraft {
  if (protects === 'wind') return newRule('wind_gust', 'gt', windLimitOf(windClass), units)
  const [measurement, condition, value] = OTHERS[protects]
  return newRule(measurement, condition, value, units)
}

const isSameLimit = (one: RuleDraft, other: RuleDraft): boolean =>
  one.measurement === other.measurement &&
  one.condition === other.condition &&
  numberOf(one.value) === numberOf(other.value)

/** The wind class whose limit is in the form; null if the limit belongs to no class. */
export function windClassOf([rule]: readonly RuleDraft[], units: Units): WindClass | null {
  if (rule === undefined) return null
  return WIND_CLASSES.find((one) => isSameLimit(rule, protectingRule('wind', units, one))) ?? null
}

/** The preset that makes the server create the same scenario; null if the draft differs from its template. */
export function presetOf(draft: Draft, type: DeviceType, units: Units): ScenarioPreset | null {
  const { protects, waitsFor, rules, move } = draft
  const [rule] = rules
  if (protects === null || waitsFor !== 'weather' || rule === undefined || rules.length > 1) return null
  // Only shades have a safe position.
  if (kindOf(type).family !== 'shade' || move !== 'safe') return null
  const plain = protectingRule(protects, units)
  if (holdOf(rule) !== holdOf(plain)) return null
  if (protects !== 'wind') return isSameLimit(rule, plain) ? { protect: protects } : null
  const windClass = windClassOf(rules, units)
  return windClass === null ? null : { protect: 'wind', windClass }
}
