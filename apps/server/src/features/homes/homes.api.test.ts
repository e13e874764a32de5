import { type Home, homeSchema, homeSunSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createSignedInClient, refusalOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

const LJUBLJANA = { name: 'Home', lat: 46.0569, lon: 14.5058 }

const ask = (call: string, json: object, client = owner): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/home/${call}`, { json })
const create = async (json: object): Promise<Home> => homeSchema.parse(await owner.ok(ask('create', json)))
const update = async (json: object): Promise<Home> => homeSchema.parse(await owner.ok(ask('update', json)))
const info = (client = owner) => client.api('GET', '/auth/api/v1/home/info')
const sun = (query = '', client = owner) => client.api('GET', `/auth/api/v1/home/sun${query}`)

describe('a home', () => {
  it('does not exist before it is created, and each account has only its own', async () => {
    expect(refusalOf(await info())).toMatchObject({ status: 404, error: 'resource_not_found' })
    expect(refusalOf(await ask('update', { name: 'X' }))).toMatchObject({ status: 404 })
    const made = await create(LJUBLJANA)
    expect(made).toEqual({ ...LJUBLJANA, timezone: 'Europe/Ljubljana', country: null })
    expect(await owner.ok(info())).toEqual(made)
    expect(refusalOf(await ask('create', LJUBLJANA))).toMatchObject({
      status: 409,
      error: 'home_already_exists',
    })
    expect((await info(await createSignedInClient(app))).status).toBe(404)
  })

  it.each([
    ['Negotin', 44.226, 22.531, 'RS', 'Europe/Belgrade'],
    ['Gjirokastër', 40.076, 20.139, 'AL', 'Europe/Tirane'],
    ['Tornio', 65.848, 24.147, 'FI', 'Europe/Helsinki'],
    ['Lampedusa', 35.502, 12.609, 'IT', 'Europe/Rome'],
    ['Pago Pago', -14.278, -170.702, 'AS', 'Pacific/Pago_Pago'],
    ['Chicago', 41.85, -87.65, 'US', 'America/Chicago'],
  ])('in %s has a time zone of its country [WS23]', async (name, lat, lon, country, timezone) => {
    expect(await create({ name, lat, lon, country })).toMatchObject({ country, timezone })
    await update({ timezone: 'Asia/Tokyo' })
    expect(await update({ timezone: null })).toMatchObject({ timezone })
  })

  it('of two who make it at once is made once', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => ask('create', { ...LJUBLJANA, name: `${n}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('has the zone that is given, else that of its place [WS23]', async () => {
    expect(await create({ ...LJUBLJANA, timezone: 'Asia/Tokyo', country: 'SI', altitude: 295 })).toEqual({
      ...LJUBLJANA,
      timezone: 'Asia/Tokyo',
      country: 'SI',
      altitude: 295,
    })
    const oslo = { lat: 59.91, lon: 10.75 }
    expect(await update(oslo)).toMatchObject({ ...oslo, timezone: 'Asia/Tokyo', name: 'Home' })
    expect(await update({ timezone: null })).toMatchObject({ timezone: 'Europe/Oslo' })
    expect(await update({ lat: -33.87, lon: 151.21, timezone: null })).toMatchObject({
      timezone: 'Australia/Sydney',
    })
    const cleared = await update({ country: null, altitude: null })
    expect(cleared.country).toBeNull()
    expect(cleared).not.toHaveProperty('altitude')
    expect(await update({})).toEqual(cleared)
  })

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(41)],
    ['lat', 90.1],
    ['lat', '46'],
    ['lon', -180.1],
    ['lon', null],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+02:00'],
    ['timezone', ''],
    ['country', 'S1'],
    ['country', 'SVN'],
    ['altitude', 9_001],
    ['altitude', 'high'],
  ])('is refused with %s %j', async (key, value) => {
    const refused = { status: 400, error: 'malformed_request', key }
    expect(refusalOf(await ask('create', { ...LJUBLJANA, [key]: value }))).toMatchObject(refused)
    await create(LJUBLJANA)
    expect(refusalOf(await ask('update', { [key]: value }))).toMatchObject(refused)
    expect(await owner.ok(info())).toMatchObject(LJUBLJANA)
  })

  it('has a zone at sea and at the poles too', async () => {
    for (const [lat, lon] of [
      [0, -150],
      [90, 0],
      [-90, 180],
      [-77.85, 166.67],
    ]) {
      const client = await createSignedInClient(app)
      const made = homeSchema.parse(await client.ok(ask('create', { name: 'Ship', lat, lon }, client)))
      expect(() => new Intl.DateTimeFormat('en', { timeZone: made.timezone })).not.toThrow()
      homeSunSchema.parse(await client.ok(sun('', client)))
    }
  })
})

describe('the sun of a home', () => {
  it('needs a home', async () => {
    expect(refusalOf(await sun())).toMatchObject({ status: 400, error: 'data_missing', key: 'home' })
  })

  it('is answered for a day, and where it stands now', async () => {
    await create(LJUBLJANA)
    const answer = homeSunSchema.parse(await owner.ok(sun('?date=2026-06-21')))
    // 05:11, 13:04 and 20:57 local time in Ljubljana.
    expect(answer.sunrise).toMatch(/^2026-06-21T03:1[01]:/)
    expect(answer.noon).toMatch(/^2026-06-21T11:0[34]:/)
    expect(answer.sunset).toMatch(/^2026-06-21T18:5[67]:/)
    const { dawn, sunrise, noon, sunset, dusk } = answer
    const times = [dawn, sunrise, noon, sunset, dusk]
    expect(times).toEqual(times.toSorted())
    expect(answer.azimuth).toBeGreaterThanOrEqual(0)
    expect(answer.azimuth).toBeLessThan(360)
    expect(Math.abs(answer.elevation)).toBeLessThanOrEqual(90)
  })

  it('is answered for today by the calendar of the home', async () => {
    const own = await createTestApp({ clock: createFakeClock(new Date('2026-03-10T23:30:00Z')) })
    const client = await createSignedInClient(own)
    await client.ok(ask('create', { name: 'Home', lat: -36.85, lon: 174.76 }, client))
    const today = await client.ok(sun('', client))
    expect(today).toEqual(await client.ok(sun('?date=2026-03-11', client)))
    expect(today).not.toEqual(await client.ok(sun('?date=2026-03-10', client)))
    await own.close()
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    'today',
    '',
    '1899-12-31',
    '2026-06-21T00:00:00Z',
  ])('refuses the day %j', async (date) => {
    await create(LJUBLJANA)
    expect(refusalOf(await sun(`?date=${date}`))).toMatchObject({ status: 400, error: 'malformed_request' })
  })
})
