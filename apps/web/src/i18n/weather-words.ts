import {
  ALARM_SOURCES,
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

/** The limit that was exceeded: "37 km/h"; null for an alarm. */
export function limitOf(reason: SafetyReason, how: How): string | null {
  const measurement = measurementOf(reason)
  return measurement === null || reason.threshold === null
    ? null
    : valueText(measurement, reason.threshold, how)
}
