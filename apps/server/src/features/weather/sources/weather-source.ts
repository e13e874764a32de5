import { isMeasurable, WEATHER_MEASUREMENTS, type WeatherValues } from '@senca/contract/automation'

export type { WeatherValues }

export interface WeatherSample {
  measuredAt: Date
  values: WeatherValues
}
export interface ForecastHour {
  at: Date
  values: WeatherValues
}

/** The HTTP validators of a provider's last answer, with which it can report that nothing has changed. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** `expiresAt` is null if the provider does not say when new data is available. */
type ProviderAnswer =
  | { kind: 'not_modified'; expiresAt: Date | null }
  | {
      kind: 'weather'
      now: WeatherSample | null
      hours: ForecastHour[]
      validators: Validators
      expiresAt: Date | null
    }

/** A service that provides the weather of any place. */
export interface WeatherProvider {
  /** The name that is displayed to people. */
  readonly name: string
  /** Rejects with `WeatherSourceError` if there is no valid answer. */
  fetch(
    place: { lat: number; lon: number; altitude?: number | null },
    known: Validators | null,
    signal?: AbortSignal,
  ): Promise<ProviderAnswer>
}

/** A source gave no answer or an invalid one. */
export class WeatherSourceError extends Error {
  /** How many milliseconds to wait before the next request, if the source asked for it. */
  readonly retryAfterMs: number | null
  /** The credentials are no longer valid. */
  readonly isUnauthorized: boolean

  constructor(message: string, options: { retryAfterMs?: number | null; isUnauthorized?: boolean } = {}) {
    super(message)
    this.name = 'WeatherSourceError'
    this.retryAfterMs = options.retryAfterMs ?? null
    this.isUnauthorized = options.isUnauthorized ?? false
  }
}

/** Keeps only possible values; impossible ones count as missing. */
export function plausible(values: Readonly<Record<string, unknown>>): WeatherValues {
  return Object.fromEntries(
    WEATHER_MEASUREMENTS.flatMap((measurement) => {
      const value = values[measurement]
      return typeof value === 'number' && isMeasurable(measurement, value) ? [[measurement, value]] : []
    }),
  )
}
