import {
  ALARM_SOURCES,
  type Safety,
  type SafetyReason,
  WEATHER_MEASUREMENTS,
  type WeatherMeasurement,
} from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { type Units, valueText } from './weather-units.ts'

export interface How {
  units: Units
  tag: string
  t: TFunction
}

const measurementOf = ({ measurement }: SafetyReason): WeatherMeasurement | null =>
  WEATHER_MEASUREMENTS.find((known) => known === measurement) ?? null

/** An alarm with the text of its source: "a storm (Severe gusts from the west)". */
export const withText = (alarm: string, text: string | undefined): string =>
  text === undefined ? alarm : `${alarm} (${text})`

/** Why a device is held: "gusts of 52 km/h", or that a silent sensor sends no data. */
export function becauseText(reason: SafetyReason, isSilent: boolean, how: How): string {
  const { t } = how
  const measurement = measurementOf(reason)
  if (measurement !== null) {
    const what = t(`weather.measure.${measurement}`)
    if (isSilent || reason.value === null) return t('weather.silent', { what })
    return t(`weather.because.${measurement}`, { what, value: valueText(measurement, reason.value, how) })
  }
  if (reason.measurement === 'sun')
    return reason.value === null
      ? t('weather.because.sunGone')
      : t('weather.because.sun', { value: reason.value })
  const alarm = ALARM_SOURCES.find((known) => known === reason.measurement)
  return alarm === undefined ? reason.measurement : withText(t(`weather.because.${alarm}`), reason.text)
}

/** The measurements of which a sentence says what they must do to end a hold. */
const BELOW = ['wind_gust', 'wind_speed', 'rain', 'snow', 'temperature'] as const

/** What ends a hold: "until gusts stay below 30 km/h for 15 min"; null if that is not known. */
export function releaseText({ reason, release, isSensorSilent }: Safety, how: How): string | null {
  if (release == null || isSensorSilent) return null
  const { value: limit, minutes } = release
  const measurement = BELOW.find((known) => known === reason.measurement)
  if (measurement === undefined) return null
  const value = valueText(measurement, limit, how)
  if (reason.condition === 'lt')
    return measurement === 'temperature' ? how.t('weather.ends.warmer', { value, minutes }) : null
  if (limit === 0 && (measurement === 'rain' || measurement === 'snow'))
    return how.t(measurement === 'rain' ? 'weather.ends.noRain' : 'weather.ends.noSnow', { minutes })
  return how.t(`weather.ends.${measurement}`, { value, minutes })
}

/** The limit that was exceeded: "37 km/h"; null for an alarm. */
export function limitOf(reason: SafetyReason, how: How): string | null {
  const measurement = measurementOf(reason)
  return measurement === null || reason.threshold === null
    ? null
    : valueText(measurement, reason.threshold, how)
}
