// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES } from '@senca/contract'
import {
  type NetatmoInfo,
  type WeatherForecast,
  type WeatherNow,
  weatherNowSchema,
} from '@senca/contract/automation'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { messageStore } from '#core/messages.ts'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { forecastQuery, hookKeyQuery, sourcesQuery, weatherNowQuery } from '#features/weather/weather.ts'
import WeatherScreen from './weather-screen.tsx'

const NOW = '2026-11-24T14:00:00Z'
const HOME = { name: 'Home', lat: 46, lon: 14.5, timezone: 'Europe/Ljubljana', country: null }
const NETATMO: NetatmoInfo = { isAvailable: true, linkedAt: null, problem: null }
const MQTT = { host: 'senca.example', port: 1883 }
const NOTHING: WeatherNow = { source: null, measuredAt: null, isStale: true, values: {}, sources: {} }

const measured = (minutesAgo: number, isStale: boolean): WeatherNow => {
  const measuredAt = new Date(Date.parse(NOW) - minutesAgo * 60_000).toISOString()
  const provider = { source: 'Open-Meteo', measuredAt: NOW, isStale: false }
  return weatherNowSchema.parse({
    source: 'Open-Meteo',
    measuredAt: NOW,
    isStale: false,
    values: { wind_gust: 14.44, temperature: 21.46 },
    sources: { wind_gust: { source: 'station', measuredAt, isStale }, temperature: provider },
  })
}

const hours = (count: number): WeatherForecast =>
  Array.from({ length: count }, (_, hour) => ({
    at: new Date(Date.parse(NOW) + hour * 3_600_000).toISOString(),
    values: { temperature: hour / 10, wind_gust: hour === 5 ? 12 : 3, snow: 0 },
  }))

const show = (known: {
  now: WeatherNow
  forecast?: WeatherForecast
  place?: typeof HOME | null
  units?: 'metric' | 'imperial'
  netatmo?: NetatmoInfo
  path?: string
}) => {
  const { now, forecast = [], place = HOME, units = 'metric', netatmo = NETATMO, path = '/weather' } = known
  queryClient.setQueryData(weatherNowQuery.queryKey, now)
  queryClient.setQueryData(forecastQuery.queryKey, forecast)
  queryClient.setQueryData(hookKeyQuery.queryKey, { exists: false, createdAt: null })
  queryClient.setQueryData(sourcesQuery.queryKey, { mqtt: MQTT, netatmo })
  queryClient.setQueryData(homePlaceQuery.queryKey, place)
  queryClient.setQueryData(roomKeys.preferences, { ...DEFAULT_PREFERENCES, units })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <WeatherScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) })
  document.documentElement.lang = 'en'
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
})

describe('the weather page', () => {
  it('links to the settings of the place where the home has none, and shows no forecast', () => {
    show({ now: NOTHING, place: null })
    expect(screen.getByText('weather.noPlace')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'weather.place' }).getAttribute('href')).toBe('/homeplace')
    expect(screen.queryByText('weather.ahead')).toBeNull()
  })

  it('says once that nothing came yet where the place is known, and asks for none', () => {
    show({ now: NOTHING })
    expect(screen.getByText('weather.notYet')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'weather.place' })).toBeNull()
    expect(screen.queryByText('weather.now')).toBeNull()
    expect(screen.queryByText('weather.ahead')).toBeNull()
  })

  it('says that there is no forecast where only a station reports', () => {
    show({ now: measured(2, false) })
    expect(screen.getByText('weather.now')).toBeTruthy()
    expect(screen.getByText('weather.noForecast')).toBeTruthy()
  })

  it.each([
    ['metric', '52 km/h', '21.5°C'],
    ['imperial', '32 mph', '71°F'],
  ] as const)('shows only what is known, in %s units', (units, wind, warmth) => {
    show({ now: measured(2, false), units })
    expect(screen.getByText(wind)).toBeTruthy()
    expect(screen.getByText(warmth)).toBeTruthy()
    expect(screen.queryByText('weather.measure.rain')).toBeNull()
  })

  it('dims what is too old and says so, of each value by itself', () => {
    show({ now: measured(58, true) })
    expect(screen.getByText('52 km/h').closest('[data-stale]')?.getAttribute('data-stale')).toBe('true')
    expect(screen.getByText('weather.stale')).toBeTruthy()
    expect(screen.getByText('21.5°C').closest('[data-stale]')?.getAttribute('data-stale')).toBe('false')
    expect(screen.getByText('weather.from')).toBeTruthy()
  })

  it('draws what comes and has each hour of it in a table', () => {
    show({ now: measured(2, false), forecast: hours(48) })
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(1 + 48)
    // 19:00 UTC in the local time of the home.
    expect(screen.getAllByRole('row', { hidden: true })[6]?.textContent).toContain('20:00')
    expect(screen.getByText('weather.noneAhead')).toBeTruthy()
    expect(screen.queryByText('weather.measure.rain')).toBeNull()
  })

  it('offers Netatmo only where the server has it', () => {
    show({ now: NOTHING, netatmo: { ...NETATMO, isAvailable: false } })
    expect(screen.queryByText('weather.netatmo.head')).toBeNull()
    cleanup()
    show({ now: NOTHING })
    expect(screen.getByRole('button', { name: 'weather.netatmo.connect' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'weather.netatmo.disconnect' })).toBeNull()
  })

  it.each([
    [null, false],
    ['unreachable', false],
    ['no_station', false],
    ['sign_in_again', true],
  ] as const)('of a linked station says the problem %s, and how to end it', (problem, mayLink) => {
    show({ now: NOTHING, netatmo: { isAvailable: true, linkedAt: NOW, problem } })
    expect(screen.getByRole('button', { name: 'weather.netatmo.disconnect' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'weather.netatmo.connect' }) !== null).toBe(mayLink)
    const spoken = screen.queryByRole('status')?.textContent ?? null
    expect(spoken).toBe(problem === null ? null : `weather.netatmo.problem.${problem}`)
  })

  it.each([
    ['linked', 'success', 'weather.netatmo.linked'],
    ['refused', 'error', 'weather.netatmo.refused'],
    ['failed', 'error', 'weather.netatmo.failed'],
    ['anything', 'error', 'weather.netatmo.failed'],
  ])('shows the outcome of linking Netatmo: %s', (outcome, tone, text) => {
    show({ now: NOTHING, path: `/weather?netatmo=${outcome}` })
    expect(messageStore.getState().message).toMatchObject({ tone, text })
  })
})
