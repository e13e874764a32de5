import type { WeatherForecast, WeatherMeasurement } from '@senca/contract/automation'

export type Values = readonly (number | undefined)[]

export const valuesOf = (forecast: WeatherForecast, measurement: WeatherMeasurement): Values =>
  forecast.map(({ values }) => values[measurement])

/** The minimum and maximum of the known values; null if no value is known. */
export function rangeOf(values: Values): { min: number; max: number } | null {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
}

/** The largest value and its first hour; null if no value is known. */
export function peakOf(
  forecast: WeatherForecast,
  measurement: WeatherMeasurement,
): { at: string; value: number } | null {
  let peak: { at: string; value: number } | null = null
  for (const { at, values } of forecast) {
    const value = values[measurement]
    if (value !== undefined && (peak === null || value > peak.value)) peak = { at, value }
  }
  return peak
}

const short = (value: number): number => Math.round(value * 100) / 100

/**
 * An SVG path through the middle of each hour, with a width of one per hour. `max` is at the top of `height`. Unknown values
 * leave a gap.
 */
export function linePath(values: Values, { min, max }: { min: number; max: number }, height: number): string {
  const span = max - min
  let isDrawn = false
  const steps: string[] = []
  for (const [hour, value] of values.entries()) {
    if (value !== undefined) {
      const share = span === 0 ? 0.5 : (value - min) / span
      steps.push(`${isDrawn ? 'L' : 'M'}${hour + 0.5} ${short(height * (1 - share))}`)
    }
    isDrawn = value !== undefined
  }
  return steps.join('')
}

/** The height of the bar of each hour, with `height` for `max`; null for no bar. */
export const barHeights = (values: Values, max: number, height: number): (number | null)[] =>
  values.map((value) =>
    value === undefined || value <= 0 || max <= 0 ? null : short((value / max) * height),
  )

const CLOCK_STEP_HOURS = 12
/** The width of a label in hours. A label that starts later would leave the page. */
const LABEL_HOURS = 5

/** The labeled hours on the axis: midnight and noon at the home, as shares of the whole range. */
export function marksOf(
  forecast: WeatherForecast,
  timezone: string | undefined,
): { at: Date; share: number; isMidnight: boolean }[] {
  const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: timezone })
  return forecast.flatMap(({ at }, index) => {
    const moment = new Date(at)
    const hour = Number(hourOf.format(moment))
    if (hour % CLOCK_STEP_HOURS !== 0 || index + LABEL_HOURS > forecast.length) return []
    return [{ at: moment, share: index / forecast.length, isMidnight: hour === 0 }]
  })
}
