import type { WeatherForecast, WeatherMeasurement } from '@senca/contract/automation'

export type Values = readonly (number | undefined)[]

export const valuesOf = (forecast: WeatherForecast, measurement: WeatherMeasurement): Values =>
  forecast.map(({ values }) => values[measurement])

/** The least and the most of what is known; null where nothing is. */
export function rangeOf(values: Values): { min: number; max: number } | null {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
}

/** The largest value and when it first comes; null where none is known. */
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

/** A path through the middle of each hour, an hour wide; `height` is at the top for `max`. It has a gap where a value is not known. */
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

/** How high the bar of each hour is, of `height` for `max`; null for no bar. */
export const barHeights = (values: Values, max: number, height: number): (number | null)[] =>
  values.map((value) =>
    value === undefined || value <= 0 || max <= 0 ? null : short((value / max) * height),
  )

const CLOCK_STEP_HOURS = 12
/** What a label is wide, in hours: one that begins later would leave the page. */
const LABEL_HOURS = 5

/** The hours that are named below: midnight and noon of the home, as shares of the whole. */
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
