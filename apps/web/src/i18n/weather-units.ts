import type { Preferences } from '@senca/contract'
import type { WeatherMeasurement } from '@senca/contract/automation'
import type { TFunction } from 'i18next'

export type Units = Preferences['units']

/** How a measurement is displayed: `factor` and `offset` convert from the unit of the server to that of the page. */
interface Scale {
  factor: number
  offset?: number
  /** A unit of `Intl.NumberFormat`, or one of our own texts. */
  unit: string | { text: 'hpa' | 'ppm' | 'inhg' }
  digits: number
}

const HUMIDITY = { factor: 1, unit: 'percent', digits: 0 } as const
const CO2 = { factor: 1, unit: { text: 'ppm' }, digits: 0 } as const
const KMH = { factor: 3.6, unit: 'kilometer-per-hour', digits: 0 } as const
const MPH = { factor: 1 / 0.447_04, unit: 'mile-per-hour', digits: 0 } as const
const CM_PER_INCH = 2.54

const SCALES: Readonly<Record<Units, Readonly<Record<WeatherMeasurement, Scale>>>> = {
  metric: {
    wind_speed: KMH,
    wind_gust: KMH,
    temperature: { factor: 1, unit: 'celsius', digits: 1 },
    humidity: HUMIDITY,
    rain: { factor: 1, unit: 'millimeter-per-hour', digits: 1 },
    snow: { factor: 1, unit: 'centimeter-per-hour', digits: 1 },
    pressure: { factor: 1, unit: { text: 'hpa' }, digits: 0 },
    co2: CO2,
  },
  imperial: {
    wind_speed: MPH,
    wind_gust: MPH,
    temperature: { factor: 1.8, offset: 32, unit: 'fahrenheit', digits: 0 },
    humidity: HUMIDITY,
    rain: { factor: 0.1 / CM_PER_INCH, unit: 'inch-per-hour', digits: 2 },
    snow: { factor: 1 / CM_PER_INCH, unit: 'inch-per-hour', digits: 1 },
    pressure: { factor: 0.029_53, unit: { text: 'inhg' }, digits: 2 },
    co2: CO2,
  },
}

/** Enough digits that the typed value is shown again unchanged. */
const KEPT_DIGITS = 4
/** Rounds a value; never returns −0, which would be shown with its sign. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0

/** Converts a value of the server to the unit of the page. */
export function shownValue(measurement: WeatherMeasurement, value: number, units: Units): number {
  const { factor, offset = 0, digits } = SCALES[units][measurement]
  return rounded(value * factor + offset, digits)
}

/** The maximum number of decimal places that people type. */
const WRITTEN_DIGITS = 3

/** A value of the server in the unit of the page, with as few digits as are needed to convert it back. */
export function writtenValue(measurement: WeatherMeasurement, value: number, units: Units): number {
  const { factor, offset = 0, digits } = SCALES[units][measurement]
  const sent = rounded(value, KEPT_DIGITS)
  for (let fewer = digits; fewer < WRITTEN_DIGITS; fewer += 1) {
    const shown = rounded(value * factor + offset, fewer)
    if (serverValue(measurement, shown, units) === sent) return shown
  }
  return rounded(value * factor + offset, WRITTEN_DIGITS)
}

/** Converts a typed value from the unit of the page to that of the server. */
export function serverValue(measurement: WeatherMeasurement, shown: number, units: Units): number {
  const { factor, offset = 0 } = SCALES[units][measurement]
  return rounded((shown - offset) / factor, KEPT_DIGITS)
}

/** A value with its unit in the language `tag`: "52 km/h" for 14.4 m/s. */
export function valueText(
  measurement: WeatherMeasurement,
  value: number,
  { units, tag, t }: { units: Units; tag: string; t: TFunction },
): string {
  const { unit, digits } = SCALES[units][measurement]
  const shown = shownValue(measurement, value, units)
  const options = { maximumFractionDigits: digits }
  // `Intl` writes spaces at which a figure can be parted from its unit, and some languages without the space before their %.
  return typeof unit !== 'string'
    ? t(`weather.unit.${unit.text}`, { value: new Intl.NumberFormat(tag, options).format(shown) })
    : new Intl.NumberFormat(tag, { ...options, style: 'unit', unit })
        .format(shown)
        .replace(/\s*%/, '\u202f%')
        .replaceAll(' ', '\u00a0')
}

/** The symbol of the unit: "km/h". */
export const unitText = (
  measurement: WeatherMeasurement,
  how: { units: Units; tag: string; t: TFunction },
): string =>
  valueText(measurement, 0, how)
    .replace(/[\d.,\u00a0\u202f ]+/, '')
    .trim()
