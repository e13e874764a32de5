import type { WeatherMeasurement, WeatherValues } from '@senca/contract/automation'

export type { WeatherValues }

export interface WeatherSample {
  measuredAt: Date
  values: WeatherValues
}
export interface ForecastHour {
  at: Date
  values: WeatherValues
}

/** What a provider gave with its last answer, by which it says that nothing has changed. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** `expiresAt` is null where the provider does not say when it has something new. */
export type ProviderAnswer =
  | { kind: 'not_modified'; expiresAt: Date | null }
  | {
      kind: 'weather'
      now: WeatherSample | null
      hours: ForecastHour[]
      validators: Validators
      expiresAt: Date | null
    }

/** A service that knows the weather of any place. */
export interface WeatherProvider {
  /** As people are told it. */
  readonly name: string
  /** Rejects with `WeatherSourceError` where there is no answer that can be read. */
  fetch(
    place: { lat: number; lon: number; altitude?: number | null },
    known: Validators | null,
    signal?: AbortSignal,
  ): Promise<ProviderAnswer>
}

/** A source gave no answer, or none that can be read. */
export class WeatherSourceError extends Error {
  /** How long it asked to be left alone. */
  readonly retryAfterMs: number | null
  /** What it was shown to let us in no longer counts. */
  readonly isUnauthorized: boolean

  constructor(message: string, options: { retryAfterMs?: number | null; isUnauthorized?: boolean } = {}) {
    super(message)
    this.name = 'WeatherSourceError'
    this.retryAfterMs = options.retryAfterMs ?? null
    this.isUnauthorized = options.isUnauthorized ?? false
  }
}

/** Beyond these nothing is ever measured. */
const BOUNDS: Record<WeatherMeasurement, readonly [low: number, high: number]> = {
  wind_speed: [0, 120],
  wind_gust: [0, 150],
  temperature: [-90, 65],
  humidity: [0, 100],
  rain: [0, 500],
  snow: [0, 100],
  pressure: [850, 1_100],
  co2: [100, 20_000],
}

/** Of some values those that can be: nonsense counts as no data. */
export function plausible(values: Readonly<Record<string, unknown>>): WeatherValues {
  return Object.fromEntries(
    Object.entries(BOUNDS).flatMap(([measurement, [low, high]]) => {
      const value = values[measurement]
      const isPlausible = typeof value === 'number' && value >= low && value <= high
      return isPlausible ? [[measurement, value]] : []
    }),
  )
}
