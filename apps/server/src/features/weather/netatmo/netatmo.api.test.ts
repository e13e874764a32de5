import { netatmoLinkSchema, weatherNowSchema, weatherSourcesSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNetatmoDouble, NETATMO_CLIENT, type NetatmoDouble } from '#testing/doubles/netatmo-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, errorOf, type TestClient } from '#testing/test-client.ts'

const MINUTE_MS = 60_000
const clock = createFakeClock(new Date())
let netatmo: NetatmoDouble
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  netatmo = await createNetatmoDouble({ clock })
  app = await createTestApp({
    clock,
    environment: {
      NETATMO_CLIENT_ID: NETATMO_CLIENT.id,
      NETATMO_CLIENT_SECRET: NETATMO_CLIENT.secret,
      NETATMO_URL: netatmo.url,
    },
  })
})
afterAll(async () => {
  await app.close()
  await netatmo.close()
})
beforeEach(async () => {
  netatmo.breakWith(null)
  await app.database.pool.query('delete from netatmo_links')
  await app.database.pool.query('delete from weather_readings')
  owner = await createConfirmedClient(app)
  netatmo.asked.length = 0
  measure()
})

/** Makes the fake station measure, now or at the given time. */
function measure(values: object = { WindStrength: 36, GustStrength: 54 }, at = clock.now()) {
  const time_utc = Math.floor(at.getTime() / 1_000)
  netatmo.setStations([
    {
      _id: '70:ee:50:22:a3:00',
      type: 'NAMain',
      dashboard_data: { time_utc, CO2: 612, Pressure: 1_013 },
      modules: [{ type: 'NAModule2', dashboard_data: { time_utc, ...values } }],
    },
  ])
}

const begin = async (client = owner): Promise<string> =>
  netatmoLinkSchema.parse(await client.ok(client.api('POST', '/auth/api/v1/weather/netatmo/link', {}))).url

/** Follows the redirect and returns the outcome that the weather page must show. */
async function follow(path: string, client = owner): Promise<string> {
  const answer = await fetch(`${app.url}${path}`, {
    redirect: 'manual',
    headers: { cookie: client.cookieHeader(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}
const link = async (client = owner) => follow(netatmo.authorize(await begin(client)), client)
const infoOf = async (client = owner) =>
  weatherSourcesSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/weather/sources', {}))).netatmo
const weather = async () =>
  weatherNowSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/weather/now', {})))
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= MINUTE_MS) {
    clock.advance(Math.min(left, MINUTE_MS))
    // Gives work in the background time to proceed.
    await app.database.pool.query('select 1')
  }
  owner.forgetApiToken()
}
/** Advances time until a condition is true, for at most the given number of minutes. */
async function passUntil(isSo: () => unknown, minutes = 30) {
  for (let seconds = 0; seconds < minutes * 60; seconds += 20) {
    if (await isSo()) return
    await pass(20_000)
    // Answers of the other server need real time.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it never came')
}
const countOf = (kind: string) => netatmo.asked.filter((asked) => asked === kind).length
const STATIONS = '/api/getstationsdata'
const REFRESH = '/oauth2/token refresh_token'
const hasAsked = (count: number) => () => countOf(STATIONS) >= count
const tokens = async () =>
  (await app.database.pool.query('select access_token, refresh_token, ask_at from netatmo_links')).rows[0]
const endTokensIn = (minutes: number) =>
  app.database.pool.query('update netatmo_links set token_ends_at = $1', [
    new Date(clock.now().getTime() + minutes * MINUTE_MS),
  ])

describe('linking a station of Netatmo', () => {
  it('shows its values as those of Netatmo, each with its time', async () => {
    expect(await infoOf()).toEqual({ isAvailable: true, linkedAt: null, problem: null })
    expect(await link()).toBe('/weather?netatmo=linked')
    await passUntil(async () => (await weather()).source !== null)
    const { source, values, isStale } = await weather()
    expect({ source, values, isStale }).toEqual({
      source: 'netatmo',
      values: { wind_speed: 10, wind_gust: 15, pressure: 1_013, co2: 612 },
      isStale: false,
    })
    expect(await infoOf()).toMatchObject({ linkedAt: expect.any(String), problem: null })
  })

  it('keeps no token as it is', async () => {
    await link()
    const [made] = netatmo.grants().slice(-1)
    const { rows } = await app.database.pool.query('select * from netatmo_links')
    expect(JSON.stringify(rows)).not.toContain(made?.accessToken)
    expect(JSON.stringify(rows)).not.toContain(made?.refreshToken)
  })

  it('says when the person refused, and links nothing', async () => {
    expect(await follow(netatmo.authorize(await begin(), true))).toBe('/weather?netatmo=refused')
    expect((await infoOf()).linkedAt).toBeNull()
  })

  it('accepts a state once, from the browser that requested it, for ten minutes', async () => {
    const path = netatmo.authorize(await begin())
    const foreign = await createSignedInClient(app)
    await begin(foreign)
    const failed = '/weather?netatmo=failed'
    expect(await follow(path, foreign)).toBe(failed)
    expect(await follow(path, createTestClient(app))).toBe(failed)
    expect(await follow(path.replace(/state=[^&]*/, 'state=made-up'))).toBe(failed)
    expect(countOf('/oauth2/token authorization_code')).toBe(0)
    expect(await follow(path)).toBe('/weather?netatmo=linked')
    expect(await follow(path)).toBe(failed)
    const late = netatmo.authorize(await begin())
    await pass(10 * MINUTE_MS)
    expect(await follow(late)).toBe(failed)
    expect(await infoOf(foreign)).toMatchObject({ linkedAt: null })
  })

  it('fails where the code is wrong or Netatmo is out of order, and changes nothing', async () => {
    const path = netatmo.authorize(await begin())
    expect(await follow(path.replace(/code=[^&]*/, 'code=made-up'))).toBe('/weather?netatmo=failed')
    netatmo.breakWith(() => ({ status: 200, body: '<html>' }))
    expect(await link()).toBe('/weather?netatmo=failed')
    expect((await infoOf()).linkedAt).toBeNull()
  })

  it('is off where the server has no client id', async () => {
    const without = await createTestApp()
    const client = await createSignedInClient(without)
    const answer = await client.api('POST', '/auth/api/v1/weather/netatmo/link', {})
    expect(errorOf(answer)).toBe('resource_not_found')
    const sources = await client.ok(client.api('GET', '/auth/api/v1/weather/sources', {}))
    expect(weatherSourcesSchema.parse(sources).netatmo.isAvailable).toBe(false)
    await without.close()
  })
})

describe('a linked station', () => {
  it('counts after the own station and before nothing', async () => {
    await link()
    await passUntil(async () => (await weather()).source !== null)
    const made = await owner.ok(owner.api('POST', '/auth/api/v1/hook/key', {}))
    const path = new URL(String(Object(made).url)).pathname
    await owner.ok(owner.call('POST', path, { json: { type: 'weather', wind_gust: 3 } }))
    expect((await weather()).values).toMatchObject({ wind_gust: 3, wind_speed: 10 })
    await pass(6 * MINUTE_MS)
    expect((await weather()).values).toMatchObject({ wind_gust: 15 })
  })

  it('is asked once in five to ten minutes, and is fresh although it measures every ten', async () => {
    await link()
    await passUntil(hasAsked(1))
    const since = clock.now().getTime()
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute % 10 === 0) measure()
      const before = countOf(STATIONS)
      await passUntil(() => clock.now().getTime() >= since + minute * MINUTE_MS, 2)
      await vi.waitFor(async () =>
        expect((await tokens()).ask_at.getTime()).toBeGreaterThan(clock.now().getTime() - 20_000),
      )
      expect(countOf(STATIONS) - before).toBeLessThanOrEqual(1)
      await vi.waitFor(async () => expect((await weather()).isStale).toBe(false))
    }
    expect(countOf(STATIONS)).toBeGreaterThanOrEqual(6)
    expect(countOf(STATIONS)).toBeLessThanOrEqual(13)
  })

  it('counts as silent 22 minutes after it measured last', async () => {
    await link()
    await passUntil(async () => (await weather()).source !== null)
    const measuredAt = new Date((await weather()).measuredAt ?? 0).getTime()
    await pass(measuredAt + 22 * MINUTE_MS - 1_000 - clock.now().getTime())
    expect((await weather()).isStale).toBe(false)
    await pass(2_000)
    expect((await weather()).isStale).toBe(true)
  })

  it('drops measurements with a time in the future', async () => {
    measure(undefined, new Date(clock.now().getTime() + 3_600_000))
    await link()
    await passUntil(hasAsked(1))
    expect((await weather()).source).toBeNull()
  })

  it('renews its tokens before they end, once, and keeps the new ones', async () => {
    await link()
    await passUntil(hasAsked(1))
    const before = await tokens()
    await endTokensIn(12)
    await passUntil(() => countOf(REFRESH) > 0)
    expect(netatmo.asked.at(-1)).toMatch(/getstationsdata|refresh_token/)
    await vi.waitFor(async () => expect((await tokens()).refresh_token).not.toBe(before.refresh_token))
    const asked = countOf(STATIONS)
    await passUntil(hasAsked(asked + 2))
    expect(countOf(REFRESH)).toBe(1)
    expect((await infoOf()).problem).toBeNull()
  })

  it('is renewed by one of two instances', async () => {
    const twin = await app.twin()
    await link()
    await passUntil(hasAsked(1))
    await endTokensIn(12)
    await passUntil(() => countOf(REFRESH) > 0)
    await passUntil(hasAsked(countOf(STATIONS) + 1))
    expect(countOf(REFRESH)).toBe(1)
    expect((await infoOf()).problem).toBeNull()
    await twin.close()
  })

  it('renews a token that ended early, and asks again', async () => {
    await link()
    await app.database.pool.query("update netatmo_links set token_ends_at = now() + interval '1 year'")
    await pass(3 * 60 * MINUTE_MS)
    await passUntil(async () => (await infoOf()).problem === null && countOf(REFRESH) === 1)
  })

  it('asks for a new log-in when Netatmo no longer lets it in, and asks it nothing more until then', async () => {
    await link()
    await passUntil(hasAsked(1))
    netatmo.revokeAll()
    await passUntil(async () => (await infoOf()).problem === 'sign_in_again')
    const asked = netatmo.asked.length
    await pass(60 * MINUTE_MS)
    expect(netatmo.asked.length).toBe(asked)
    expect(await tokens()).toEqual({ access_token: null, refresh_token: null, ask_at: null })
    await link()
    await passUntil(async () => (await infoOf()).problem === null)
    await passUntil(hasAsked(countOf(STATIONS) + 1))
  })

  it.each([
    [
      'its quota is used up',
      { status: 403, body: '{"error":{"code":26,"message":"User usage reached"}}' },
      60,
    ],
    ['it asks to wait', { status: 429, body: '', headers: { 'retry-after': '1800' } }, 29],
    ['it is out of order', { status: 500, body: 'Oops' }, 5],
    ['it answers nonsense', { status: 200, body: '{"body":{"devices":7}}' }, 5],
    ['it answers without end', { status: 200, body: 'x'.repeat(2_000_000) }, 5],
  ])('is left alone for a while when %s, and read on then', async (_, instead, minutes) => {
    await link()
    await passUntil(hasAsked(1))
    netatmo.breakWith((path) => (path === STATIONS ? instead : null))
    await passUntil(async () => (await infoOf()).problem === 'unreachable')
    const waits = (await tokens()).ask_at.getTime() - clock.now().getTime()
    expect(waits).toBeGreaterThan((minutes - 1) * MINUTE_MS)
    netatmo.breakWith(null)
    await pass(waits - MINUTE_MS)
    await passUntil(async () => (await infoOf()).problem === null)
  })

  it('says so where the account has no station', async () => {
    netatmo.setStations([])
    await link()
    await passUntil(async () => (await infoOf()).problem === 'no_station')
  })
})

describe('the end of a link', () => {
  it('deletes tokens and values, and makes the tokens worthless at Netatmo', async () => {
    await link()
    await passUntil(async () => (await weather()).source !== null)
    const [made] = netatmo.grants().slice(-1)
    await owner.ok(owner.api('POST', '/auth/api/v1/weather/netatmo/unlink', {}))
    expect(await infoOf()).toEqual({ isAvailable: true, linkedAt: null, problem: null })
    expect((await weather()).source).toBeNull()
    await vi.waitFor(() => expect(netatmo.grants()).not.toContainEqual(made))
    await owner.ok(owner.api('POST', '/auth/api/v1/weather/netatmo/unlink', {}))
  })

  it('while it is asked keeps nothing of the answer', async () => {
    await link()
    let unlinked: Promise<unknown> | null = null
    netatmo.breakWith((path) => {
      if (path === STATIONS)
        unlinked ??= owner.ok(owner.api('POST', '/auth/api/v1/weather/netatmo/unlink', {}))
      return null
    })
    await passUntil(() => unlinked !== null)
    await unlinked
    expect((await weather()).source).toBeNull()
    await vi.waitFor(() => expect(countOf(REFRESH)).toBe(1))
    expect((await app.database.pool.query('select * from weather_readings')).rows).toEqual([])
  })
})
