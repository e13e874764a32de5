import { createMetNorway } from './met-norway.ts'
import { createOpenMeteo } from './open-meteo.ts'
import { createOpenWeather } from './openweather.ts'
import type { WeatherProvider } from './weather-source.ts'

interface ProviderOptions {
  provider: 'open-meteo' | 'openweather' | 'met-norway' | 'none'
  /** An origin; null for the provider's own. */
  url: string | null
  key: string | null
  userAgent: string
}

/** The configured provider; null if there is none. */
export function createWeatherProvider(
  { provider, url: origin, key, userAgent }: ProviderOptions,
  now: () => Date,
): WeatherProvider | null {
  switch (provider) {
    case 'open-meteo':
      return createOpenMeteo({ origin, apiKey: key })
    case 'openweather':
      if (key === null) throw new Error('OpenWeather needs a key')
      return createOpenWeather({ origin, apiKey: key })
    case 'met-norway':
      return createMetNorway({ origin, userAgent, now })
    case 'none':
      return null
  }
}
