import { weatherNowSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'

/** In some of these tests, hours pass in the home. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: SafetyHome
beforeAll(async () => {
  home = await createSafetyHome()
})
afterAll(() => home.app.close())
beforeEach(() => home.clear())

describe('a sensor that stops reporting', () => {
  it('brings an awning in once, says so, and lets go when data are back', async () => {
    const awning = await home.shade('awning', 0.6)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.pass(4 * 60_000)
    expect((await home.seen(awning)).safety).toBeNull()
    await home.pass(2 * 60_000)
    const { place, safety } = await home.seen(awning)
    expect(place).toBe(0)
    expect(safety).toMatchObject({ isSensorSilent: true, reason: { measurement: 'wind_gust', value: null } })
    expect((await home.move(awning, 50)).status).toBe('error')
    await home.measure(CALM)
    expect((await home.seen(awning)).safety).toBeNull()
    expect((await home.move(awning, 50)).status).toBe('success')
  })

  it('that never reported anything is silent too, but not for a shutter', async () => {
    const awning = await home.shade('awning', 0.6)
    const shutter = await home.shade('roller_shutter', 0.6)
    await home.protect([awning], WIND)
    await home.scenario([shutter], {
      triggers: [{ type: 'Weather', measurement: 'temperature', condition: 'lt', value: 3 }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await home.pass(60_000)
    expect((await home.seen(awning)).safety?.isSensorSilent).toBe(true)
    expect((await home.seen(shutter)).safety).toBeNull()
  })

  it('keeps no other scenario from being evaluated, however many wait for it', async () => {
    const windy = await home.shade('awning', 0.6)
    const dry: Resident[] = []
    for (let count = 0; count < 20; count += 1) {
      const awning = await home.shade('awning', 0.6)
      await home.scenario([awning], {
        triggers: [{ type: 'Weather', measurement: 'rain', condition: 'gt', value: 0.2 }],
        actions: [{ type: 'MoveSelfSecurity' }],
      })
      dry.push(awning)
    }
    await home.measure(CALM)
    await home.protect([windy], WIND)
    await home.pass(60_000)
    for (const awning of dry) expect((await home.seen(awning)).safety?.isSensorSilent).toBe(true)
    await home.measure(STORM)
    await home.pass(1_000)
    expect((await home.seen(windy)).safety).not.toBeNull()
  })

  it('does not end a storm [WS9]', async () => {
    const awning = await home.shade('awning', 0.6)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60 * 60_000)
    expect((await home.seen(awning)).safety?.isSensorSilent).toBe(true)
    await home.measure(CALM)
    expect((await home.seen(awning)).safety).not.toBeNull()
    await home.measureFor(16, CALM)
    expect((await home.seen(awning)).safety).toBeNull()
  })
})

describe('frost', () => {
  it('keeps a shutter off its ends, and one that stands at an end there', async () => {
    const half = await home.shade('roller_shutter', 0.5)
    const shut = await home.shade('roller_shutter', 1)
    await home.measure({ temperature: 8 })
    await home.protect([half, shut], { protect: 'frost' })
    const received = home.receivedBy(shut).length
    await home.measure({ temperature: -2 })
    await home.pass(30_000)
    expect((await home.seen(shut)).place).toBe(1)
    expect(home.receivedBy(shut).length).toBe(received)
    expect((await home.move(half, 100)).status).toBe('error')
    expect((await home.move(half, 80)).status).toBe('success')
    expect((await home.move(shut, 0)).status).toBe('error')
    await home.measureFor(17, { temperature: 4.5 })
    expect((await home.move(half, 100)).status).toBe('success')
  })
})

describe('alarms', () => {
  it('of a break-in close shutters and leave awnings; they end with the alarm', async () => {
    const shutter = await home.shade('roller_shutter', 0.2)
    const awning = await home.shade('awning', 0.5)
    const security = { triggers: [{ type: 'Security' }], actions: [{ type: 'MoveSelfSecurity' }] }
    await home.scenario([shutter], { name: 'Shutters', ...security })
    await home.scenario([awning], { name: 'Awnings', ...security })
    await home.alarm('break_in', true)
    await home.pass(60_000)
    expect((await home.seen(shutter)).place).toBe(1)
    expect(await home.seen(awning)).toEqual({ place: 0.5, safety: null })
    expect((await home.move(shutter, 0)).status).toBe('error')
    await home.alarm('break_in', false)
    expect((await home.move(shutter, 50)).status).toBe('success')
  })

  it('of smoke open what a break-in closed, and end after a day by themselves', async () => {
    const shutter = await home.shade('roller_shutter', 0.5)
    await home.scenario([shutter], {
      triggers: [{ type: 'Security', sources: ['break_in', 'smoke'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await home.alarm('break_in', true)
    await home.pass(60_000)
    expect((await home.seen(shutter)).place).toBe(1)
    const { statusCode } = await home.hook({ type: 'alarm', source: 'smoke', on: true })
    expect(statusCode).toBe(200)
    await home.pass(60_000)
    expect((await home.seen(shutter)).place).toBe(0)
    await home.app.database.pool.query("update alarms set since = since - interval '1 day'")
    // The scenario is evaluated again within a minute.
    await home.pass(61_000)
    expect((await home.seen(shutter)).safety).toBeNull()
  })

  it('of smoke turn a shutter round that a break-in is closing, and nobody closes it meanwhile', async () => {
    const shutter = await home.shade('roller_shutter', 0.1)
    const { id } = await home.scenario([shutter], {
      triggers: [{ type: 'Security', sources: ['break_in', 'smoke'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await home.alarm('break_in', true)
    await home.pass(5_000)
    const { place: onItsWay } = await home.seen(shutter)
    expect(onItsWay).toBeGreaterThan(0.1)
    expect(onItsWay).toBeLessThan(0.6)
    await home.alarm('smoke', true)
    await home.pass(1_000)
    expect(await home.move(shutter, 100)).toMatchObject({ error: 'weather_scenario_matched' })
    await home.pass(15_000)
    expect((await home.seen(shutter)).place).toBe(0)
    await home.pass(1_000)
    const [firing] = await home.history(id)
    expect(firing).toMatchObject({ outcome: 'done' })
  })
})

describe('the weather', () => {
  const now = async () =>
    weatherNowSchema.parse(await home.owner.ok(home.owner.api('GET', '/auth/api/v1/weather/now', {})))

  it('is what the station reported, with its age, and nonsense is dropped', async () => {
    await home.measure({ wind_gust: 1e9, temperature: -300, humidity: 55 })
    const { source, isStale, values, sources } = await now()
    expect({ source, isStale, humidity: values.humidity }).toEqual({
      source: 'station',
      isStale: false,
      humidity: 55,
    })
    expect(sources.humidity?.isStale).toBe(false)
    await home.pass(6 * 60_000)
    expect(await now()).toMatchObject({ isStale: true, values: { humidity: 55 } })
  })

  it.each([
    ['ahead', () => new Date(home.clock.now().getTime() + 6_000).toISOString()],
    // The database has no year 0.
    ['from before the time for which weather is kept', () => '0000-01-01T00:00:00Z'],
  ])(
    'of a time that lies %s is refused, and the answer to the station names its clock [WS13]',
    async (_, measuredAt) => {
      await home.measure({ humidity: 55 })
      const refused = await home.hook({ type: 'weather', humidity: 66, measuredAt: measuredAt() })
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ error: 'malformed_request', key: 'measuredAt' })
      expect(refused.body).toContain('Check the clock of the station')
      expect((await now()).values.humidity).toBe(55)
      const ahead = new Date(home.clock.now().getTime() + 4_000).toISOString()
      expect((await home.hook({ type: 'weather', humidity: 67, measuredAt: ahead })).statusCode).toBe(200)
    },
  )

  it('is not taken with a key that is not known, nor in another shape', async () => {
    const body = { type: 'weather', wind_gust: 3 }
    const unknown = await home.app.http.inject({ method: 'POST', url: '/auth/hook/nobody', payload: body })
    expect(unknown.statusCode).toBe(404)
    for (const odd of [
      {},
      { type: 'weather', wind_gust: '3' },
      { type: 'weather', gust: 3 },
      { type: 'alarm' },
    ])
      expect((await home.hook(odd)).statusCode, JSON.stringify(odd)).toBe(400)
  })

  it('is taken from a station that sends keys beside it', async () => {
    const sent = { type: 'weather', humidity: 41, model: 'WS-2900', wind_gust: undefined }
    expect((await home.hook(sent)).statusCode).toBe(200)
    expect((await now()).values.humidity).toBe(41)
    const bell = { type: 'alarm', source: 'smoke', on: false, battery: 80 }
    expect((await home.hook(bell)).statusCode).toBe(200)
  })

  it('of one kind moves a device by one scenario only', async () => {
    const awning = await home.shade('awning')
    await home.measure(CALM)
    await home.protect([awning], WIND)
    const again = await home.post('scenario/create', {
      name: 'Again',
      enabled: true,
      targets: [awning.id],
      preset: { protect: 'wind' },
    })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      error: 'similar_weather_scenario_already_exists',
      device_id: awning.id,
    })
  })
})
