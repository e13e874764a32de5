import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fetchWeather } from './fetch-weather.ts'
import { createMetNorway } from './met-norway.ts'
import { createOpenMeteo } from './open-meteo.ts'
import { createOpenWeather } from './openweather.ts'
import { plausible, WeatherSourceError } from './weather-source.ts'

let server: Server
let origin: string
let asked: IncomingMessage[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const say = (body: unknown, headers: Record<string, string> = {}) => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
const queryOf = (index = 0) => new URL(asked[index]?.url ?? '', origin).searchParams
const PLACE = { lat: 46.06, lon: 14.51 }
const NOON = new Date('2026-07-01T12:00:00Z')
const errorOf = async (asking: Promise<unknown>): Promise<WeatherSourceError> => {
  const error = await asking.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof WeatherSourceError)) throw new Error(`no error of a source: ${error}`)
  return error
}

describe('Open-Meteo', () => {
  const current = {
    time: NOON.getTime() / 1_000,
    interval: 900,
    temperature_2m: 21.4,
    relative_humidity_2m: 48,
    rain: 0.5,
    showers: 0.25,
    snowfall: 0.1,
    pressure_msl: 1014.2,
    wind_speed_10m: 4.2,
    wind_gusts_10m: 9.8,
  }
  const hourly = {
    time: [NOON.getTime() / 1_000, NOON.getTime() / 1_000 + 3_600],
    temperature_2m: [21, 22],
    rain: [0.4, null],
    showers: [0.1, null],
    wind_gusts_10m: [9, 12],
  }

  it('is queried for a place, and its sums of a quarter of an hour are converted to hours', async () => {
    say({ current, hourly })
    const found = await createOpenMeteo({ origin, apiKey: null }).fetch(PLACE, null)
    expect(new URL(asked[0]?.url ?? '', origin).pathname).toBe('/v1/forecast')
    expect(queryOf().get('latitude')).toBe('46.06')
    expect(queryOf().has('apikey')).toBe(false)
    expect(found).toMatchObject({
      kind: 'weather',
      now: {
        measuredAt: NOON,
        values: {
          temperature: 21.4,
          humidity: 48,
          rain: 3,
          snow: 0.4,
          pressure: 1014.2,
          wind_speed: 4.2,
          wind_gust: 9.8,
        },
      },
      hours: [
        { at: NOON, values: { temperature: 21, rain: 0.5, wind_gust: 9 } },
        { at: new Date('2026-07-01T13:00:00Z'), values: { temperature: 22, wind_gust: 12 } },
      ],
    })
    expect(JSON.stringify(found)).not.toContain('null,"wind')
  })

  it('of another server may use other units and times', async () => {
    say({
      current: { ...current, time: '2026-07-01T12:00', wind_gusts_10m: 36, temperature_2m: 68 },
      current_units: { wind_gusts_10m: 'km/h', temperature_2m: '°F' },
    })
    const found = await createOpenMeteo({ origin, apiKey: 'paid' }).fetch(PLACE, null)
    if (found.kind !== 'weather') throw new Error('no weather')
    expect(found.now?.measuredAt).toEqual(NOON)
    expect(found.now?.values.wind_gust).toBeCloseTo(10, 6)
    expect(found.now?.values.temperature).toBeCloseTo(20, 6)
    expect(queryOf().get('apikey')).toBe('paid')
  })

  it('answers nothing where the source answers nonsense', async () => {
    say({ current: { ...current, temperature_2m: -300, wind_gusts_10m: 1e9, relative_humidity_2m: null } })
    const found = await createOpenMeteo({ origin, apiKey: null }).fetch(PLACE, null)
    if (found.kind !== 'weather') throw new Error('no weather')
    expect(Object.keys(found.now?.values ?? {}).sort()).toEqual(['pressure', 'rain', 'snow', 'wind_speed'])
  })
})

describe('OpenWeather', () => {
  it('reads no precipitation as none, and melted snow as new snow', async () => {
    const dt = NOON.getTime() / 1_000
    say({
      current: { dt, temp: -2, humidity: 90, pressure: 1002, wind_speed: 3, snow: { '1h': 1.5 } },
      hourly: [{ dt, temp: -2, rain: { '1h': 0.2 } }],
    })
    const found = await createOpenWeather({ origin, apiKey: 'k' }).fetch(PLACE, null)
    expect(queryOf().get('appid')).toBe('k')
    expect(found).toMatchObject({
      now: { measuredAt: NOON, values: { temperature: -2, rain: 0, snow: 1.5, wind_speed: 3 } },
      hours: [{ at: NOON, values: { rain: 0.2, snow: 0 } }],
    })
  })
})

describe('MET Norway', () => {
  const step = (time: string, amount: number, symbol: string) => ({
    time,
    data: {
      instant: { details: { air_temperature: 1, wind_speed: 5, wind_speed_of_gust: 11 } },
      next_1_hours: { summary: { symbol_code: symbol }, details: { precipitation_amount: amount } },
    },
  })
  const timeseries = [
    step('2026-07-01T11:00:00Z', 1, 'rain'),
    step('2026-07-01T12:00:00Z', 2, 'lightsnow'),
    step('2026-07-01T13:00:00Z', 3, 'sleet'),
  ]
  const now = () => new Date('2026-07-01T12:40:00Z')

  it('receives the name of the client, and its forecast for this hour is the weather now', async () => {
    say(
      { properties: { timeseries } },
      { expires: 'Wed, 01 Jul 2026 13:05:00 GMT', 'last-modified': 'Wed, 01 Jul 2026 12:35:00 GMT' },
    )
    const provider = createMetNorway({ origin, userAgent: 'Senca (test)', now })
    const found = await provider.fetch({ lat: 46.056_912, lon: 14.5, altitude: 299.6 }, null)
    expect(asked[0]?.headers['user-agent']).toBe('Senca (test)')
    expect(queryOf().get('lat')).toBe('46.0569')
    expect(queryOf().get('altitude')).toBe('300')
    expect(found).toMatchObject({
      kind: 'weather',
      now: { measuredAt: now(), values: { wind_gust: 11, rain: 0, snow: 2 } },
      expiresAt: new Date('2026-07-01T13:05:00Z'),
      validators: { lastModified: 'Wed, 01 Jul 2026 12:35:00 GMT' },
    })
    if (found.kind === 'weather') expect(found.hours[2]?.values).toMatchObject({ rain: 3, snow: 0 })
  })

  it('says that nothing has changed where it is shown what is known', async () => {
    answer = (_request, response) => response.writeHead(304).end()
    const known = { etag: null, lastModified: 'Wed, 01 Jul 2026 12:35:00 GMT' }
    const found = await createMetNorway({ origin, userAgent: 'x', now }).fetch(PLACE, known)
    expect(asked[0]?.headers['if-modified-since']).toBe(known.lastModified)
    expect(found).toEqual({ kind: 'not_modified', expiresAt: null })
  })
})

describe('a source that gives no weather', () => {
  const fetchIt = (options = {}) =>
    fetchWeather(new URL('/?appid=secret', origin), z.object({ a: z.number() }), null, options)

  it('is left alone for as long as it asks', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end()
    expect((await errorOf(fetchIt())).retryAfterMs).toBe(120_000)
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '9999999999' }).end()
    expect((await errorOf(fetchIt())).retryAfterMs).toBeNull()
    answer = (_request, response) => response.writeHead(401).end()
    expect((await errorOf(fetchIt())).isUnauthorized).toBe(true)
  })

  it.each([
    ['no JSON', '<html>'],
    ['another shape', { a: 'one' }],
    ['far too much', `{"a": 1, "b": "${'x'.repeat(3_000_000)}"}`],
  ])('sends %s', async (_name, body) => {
    say(body)
    const { message } = await errorOf(fetchIt())
    expect(message).not.toContain('secret')
  })

  it('does not answer in time, sends elsewhere, or is not there', async () => {
    answer = () => {}
    await errorOf(fetchIt({ timeoutMs: 100 }))
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    await errorOf(fetchIt())
    expect(asked).toHaveLength(2)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await errorOf(fetchIt())
  })
})

describe('what is measured', () => {
  it('counts within what can be, to the edges', () => {
    expect(plausible({ wind_gust: 0, humidity: 100, co2: 420, temperature: -90 })).toEqual({
      wind_gust: 0,
      humidity: 100,
      co2: 420,
      temperature: -90,
    })
    const nonsense = { wind_gust: -1, humidity: 101, rain: Number.NaN, snow: '3', pressure: 0, other: 1 }
    expect(plausible(nonsense)).toEqual({})
  })
})
