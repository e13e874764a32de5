import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { weatherNowSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

const PEOPLE = 3
const STEP_MS = 2 * 60_000
const HOUR_MS = 30 * STEP_MS
const LJUBLJANA = { lat: 46.0569, lon: 14.5058 }

let app: TestApp
let isDown = false
let aheadMs = 0
const asked: string[] = []
const provider = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://provider')
  asked.push(`${searchParams.get('latitude')} ${searchParams.get('longitude')}`)
  if (isDown) return response.writeHead(503).end()
  const time = Math.floor((app.clock.now().getTime() + aheadMs) / 1_000)
  const current = { time, interval: 900, temperature_2m: 20, wind_speed_10m: 3, wind_gusts_10m: 5 }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ current, hourly: { time: [] } }))
})
beforeEach(() => {
  isDown = false
  aheadMs = 0
  asked.splice(0)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const environment = { WEATHER_PROVIDER: 'open-meteo', WEATHER_URL: `http://127.0.0.1:${port}` }
  app = await createTestApp({ environment })
})
afterAll(async () => {
  await app.close()
  provider.closeAllConnections()
  provider.close()
})

const weatherOf = async (person: TestClient) =>
  weatherNowSchema.parse(await person.ok(person.api('GET', '/auth/api/v1/weather/now')))

it('a provider is asked once in ten minutes for all who live within a kilometre, and after failures ever more rarely', async () => {
  const people: TestClient[] = []
  for (let count = 0; count < PEOPLE; count += 1) {
    const person = await createSignedInClient(app)
    const home = { name: 'Home', lat: LJUBLJANA.lat + count / 10_000, lon: LJUBLJANA.lon }
    await person.ok(person.api('POST', '/auth/api/v1/home/create', { json: home }))
    people.push(person)
  }
  for (const person of people) for (let check = 0; check < 3; check += 1) await weatherOf(person)
  expect(await Promise.all(people.map(weatherOf))).toMatchObject(
    people.map(() => ({ values: { wind_gust: 5 } })),
  )
  expect(asked).toEqual(['46.06 14.51'])

  const passAndCheck = async (ms: number) => {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await app.clock.advanceAsync(STEP_MS)
      for (const person of people) person.forgetApiToken()
      await Promise.all(people.map(weatherOf))
    }
  }
  await passAndCheck(HOUR_MS)
  expect(asked.length).toBeGreaterThanOrEqual(5)
  expect(asked.length).toBeLessThanOrEqual(7)

  isDown = true
  const before = asked.length
  await passAndCheck(HOUR_MS)
  expect(asked.length - before).toBeGreaterThan(1)
  expect(asked.length - before).toBeLessThanOrEqual(8)
}, 240_000)

it('an account that moves its home again and again does not use up the quota of the provider for others [WS25]', async () => {
  const person = await createSignedInClient(app)
  const homeCall = (call: string, json: object) => person.api('POST', `/auth/api/v1/home/${call}`, { json })
  const check = async () => (await person.api('GET', '/auth/api/v1/weather/now')).status
  await person.ok(homeCall('create', { name: 'Home', lat: 10, lon: 10 }))
  const statuses: number[] = []
  for (let count = 0; count < 40; count += 1) {
    await person.ok(homeCall('update', { lat: 10 + count / 10 }))
    statuses.push(await check())
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(20).fill(429)])
  expect(asked).toHaveLength(20)
  // A place that is queried already is no new one.
  await person.ok(homeCall('update', { lat: 10 }))
  expect(await check()).toBe(200)
  const neighbor = await createSignedInClient(app)
  await neighbor.ok(
    neighbor.api('POST', '/auth/api/v1/home/create', { json: { name: 'Home', lat: -10, lon: 10 } }),
  )
  expect(await weatherOf(neighbor)).toMatchObject({ values: { wind_gust: 5 } })
  await app.clock.advanceAsync(10 * 60_000)
  person.forgetApiToken()
  await person.ok(homeCall('update', { lat: 20 }))
  expect(await check()).toBe(200)
})

it('what a provider measured ahead counts as no data, and its next answer counts [WS13]', async () => {
  const person = await createSignedInClient(app)
  const home = { name: 'Home', lat: 40, lon: 14 }
  await person.ok(person.api('POST', '/auth/api/v1/home/create', { json: home }))
  aheadMs = 3 * HOUR_MS
  expect(await weatherOf(person)).toMatchObject({ source: null, isStale: true, values: {} })
  aheadMs = 0
  await app.clock.advanceAsync(10 * 60_000)
  person.forgetApiToken()
  await vi.waitFor(async () =>
    expect(await weatherOf(person)).toMatchObject({ isStale: false, values: { wind_gust: 5 } }),
  )
})

it('a reading that lies ahead in the database is replaced', async () => {
  const person = await createSignedInClient(app)
  const home = { name: 'Home', lat: 41, lon: 14 }
  await person.ok(person.api('POST', '/auth/api/v1/home/create', { json: home }))
  // The background may query the new place first; its answer must be kept before the reading is moved.
  await vi.waitFor(async () =>
    expect(await weatherOf(person)).toMatchObject({ isStale: false, values: { wind_gust: 5 } }),
  )
  await app.database.pool.query(
    "update weather_readings set measured_at = measured_at + interval '3 hours', value = 99",
  )
  expect((await weatherOf(person)).values).toEqual({})
  await app.clock.advanceAsync(10 * 60_000)
  person.forgetApiToken()
  await vi.waitFor(async () =>
    expect(await weatherOf(person)).toMatchObject({ isStale: false, values: { wind_gust: 5 } }),
  )
})
