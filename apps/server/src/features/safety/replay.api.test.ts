import { errorBodySchema } from '@senca/contract'
import { weatherReplaySchema } from '@senca/contract/automation'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'
import { createSignedInClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: WeatherHome
beforeAll(async () => {
  home = await createWeatherHome()
})
afterAll(() => home.app.close())

const HOUR_MS = 3_600_000
const ask = (json: object, client = home.owner) => client.api('POST', '/auth/api/v1/weather/replay', { json })
const gusts = (value: number) => ({ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value })

it('is replayed by what was measured hour by hour, also by the wind where no gust is known', async () => {
  const start = home.clock.now().getTime()
  await home.sleep(HOUR_MS - (start % HOUR_MS))
  for (const wind of [
    { wind_gust: 3 },
    { wind_gust: 14 },
    { wind_gust: 4 },
    { wind_speed: 12 },
    { wind_speed: 2 },
  ]) {
    await home.hook({ type: 'weather', ...wind })
    await home.sleep(HOUR_MS / 2)
    await home.hook({ type: 'weather', ...wind })
    await home.sleep(HOUR_MS / 2)
  }
  const answer = weatherReplaySchema.parse(await home.owner.ok(ask({ triggers: [gusts(10)] })))
  expect(answer).toMatchObject({ count: 2, times: [{ value: 12 }, { value: 14 }] })
  expect(answer.known).toBeCloseTo(5 / 720, 5)
  expect(weatherReplaySchema.parse(await home.owner.ok(ask({ triggers: [gusts(20)] }))).count).toBe(0)
  const day = weatherReplaySchema.parse(await home.owner.ok(ask({ triggers: [gusts(10)], days: 1 })))
  expect(Date.parse(day.until) - Date.parse(day.from)).toBe(24 * HOUR_MS)
  expect(day.count).toBe(2)
})

it('is of one’s own weather, and needs a place', async () => {
  const stranger = await createSignedInClient(home.app)
  const refused = errorBodySchema.parse((await ask({ triggers: [gusts(10)] }, stranger)).body)
  expect(refused).toMatchObject({ error: 'data_missing', key: 'home' })
  const elsewhere = { ...gusts(10), lat: 0, lon: 0 }
  const empty = await stranger.ok(ask({ triggers: [elsewhere] }, stranger))
  expect(weatherReplaySchema.parse(empty)).toMatchObject({ count: 0, known: 0 })
})

it.each([
  [{ triggers: [] }],
  [{ triggers: [{ type: 'Sunset' }] }],
  [{ triggers: [gusts(10)], days: 0 }],
  [{ triggers: [gusts(10)], days: 401 }],
  [{}],
])('refuses %j', async (json) => {
  expect(errorBodySchema.parse((await ask(json)).body).error).toBe('malformed_request')
})

it('is kept for 400 days', async () => {
  const { pool } = home.app.database
  const insert = (daysAgo: number) =>
    pool.query("insert into weather_hours values ('place 1.00,1.00', 'rain', $1, 0, 1)", [
      new Date(home.clock.now().getTime() - daysAgo * 24 * HOUR_MS),
    ])
  await insert(399)
  await insert(401)
  await pool.query("select graphile_worker.add_job('forget-old', '{}'::json)")
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select 1 from weather_hours where source = 'place 1.00,1.00'")
    expect(rows).toHaveLength(1)
  }, 240_000)
})
