import { describe, expect, it } from 'vitest'
import { readStations, stationAt } from './netatmo-station.ts'

const TIME = 1_555_677_739
const measuredAt = new Date(TIME * 1_000)
const station = (modules: unknown[], own: object = {}, more: object = {}) => ({
  _id: '70:ee:50:22:a3:00',
  type: 'NAMain',
  dashboard_data: { time_utc: TIME, Temperature: 23.7, Humidity: 41, Noise: 42, ...own },
  modules,
  ...more,
})
const read = (...devices: unknown[]) => readStations({ body: { devices }, status: 'ok' })
const valuesOf = (...devices: unknown[]) =>
  Object.assign({}, ...(read(...devices)?.[0]?.samples.map(({ values }) => values) ?? []))

describe('a station of Netatmo', () => {
  it.each([
    [
      'the wind in km/h',
      { type: 'NAModule2', WindStrength: 36, GustStrength: 54 },
      { wind_speed: 10, wind_gust: 15 },
    ],
    [
      'the outdoor module',
      { type: 'NAModule1', Temperature: 3.4, Humidity: 88 },
      { temperature: 3.4, humidity: 88 },
    ],
    ['the rain of five minutes', { type: 'NAModule3', Rain: 0.5, sum_rain_1: 1 }, { rain: 6 }],
    [
      'the rain of an hour where nothing shorter is known',
      { type: 'NAModule3', sum_rain_1: 1.2 },
      { rain: 1.2 },
    ],
    ['the CO₂ of a room', { type: 'NAModule4', CO2: 800, Temperature: 22 }, { co2: 800 }],
    ['nothing that cannot be', { type: 'NAModule2', WindStrength: -1, GustStrength: 1e9 }, {}],
    ['nothing of a kind that nobody knows', { type: 'NAPlug', Temperature: 3 }, {}],
  ])('gives %s', (_, { type, ...data }, expected) => {
    expect(valuesOf(station([{ type, dashboard_data: { time_utc: TIME, ...data } }]))).toEqual(expected)
  })

  it('gives its own CO₂ before that of a room, its pressure at sea level, and no temperature of rooms', () => {
    const room = { type: 'NAModule4', dashboard_data: { time_utc: TIME + 60, CO2: 800 } }
    const own = { CO2: 967, Pressure: 1_017.4, AbsolutePressure: 997.6 }
    expect(valuesOf(station([room], own))).toEqual({ co2: 967, pressure: 1_017.4 })
  })

  it('gives each value with the time of its module, and leaves out modules without data', () => {
    const rain = { type: 'NAModule3', dashboard_data: { time_utc: TIME - 600, Rain: 0 } }
    expect(read(station([rain, { type: 'NAModule2' }, 'x', null], { CO2: 500 }))?.[0]?.samples).toEqual([
      { measuredAt, values: { co2: 500 } },
      { measuredAt: new Date((TIME - 600) * 1_000), values: { rain: 0 } },
    ])
  })

  it('of two outdoor modules counts the one that measured last', () => {
    const outdoor = (time_utc: number, Temperature: number) => ({
      type: 'NAModule1',
      dashboard_data: { time_utc, Temperature },
    })
    expect(valuesOf(station([outdoor(TIME, 1), outdoor(TIME + 9, 2), outdoor(TIME - 9, 3)]))).toEqual({
      temperature: 2,
    })
  })

  it.each([[null], [{}], [{ body: {} }], [{ body: { devices: 'none' } }], ['text'], [[]]])(
    'is not read from %j',
    (body) => expect(readStations(body)).toBeNull(),
  )
})

it('of several stations the nearest counts, also across the date line', () => {
  const at = (lon: number, lat: number, CO2: number) =>
    station([], { CO2 }, { place: { location: [lon, lat] } })
  const stations = read(at(14.5, 46, 1_000), at(-179.9, -16, 2_000), station([], { CO2: 3_000 })) ?? []
  const co2At = (home: { lat: number; lon: number } | null) =>
    stationAt(stations, home)?.samples[0]?.values.co2
  expect(co2At({ lat: 48, lon: 16 })).toBe(1_000)
  expect(co2At({ lat: -17, lon: 179.5 })).toBe(2_000)
  expect(co2At(null)).toBe(1_000)
  expect(stationAt([], null)).toBeNull()
})
