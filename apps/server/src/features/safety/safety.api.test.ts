import { commandResultsSchema, errorBodySchema } from '@senca/contract'
import { weatherNowSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Resident } from '#testing/virtual-home.ts'
import { createWeatherHome, type WeatherHome } from '#testing/weather-home.ts'

/** Hours of a home go by in some of them. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: WeatherHome
beforeAll(async () => {
  home = await createWeatherHome()
})
afterAll(() => home.app.close())

let residents: Resident[] = []
const shade = async (...args: Parameters<WeatherHome['shade']>): Promise<Resident> => {
  const resident = await home.shade(...args)
  residents.push(resident)
  return resident
}
beforeEach(async () => {
  for (const { id } of await scenarioList())
    await home.owner.ok(home.owner.api('POST', '/auth/api/v1/scenario/delete', { json: { id } }))
  await home.moveOut(residents)
  residents = []
  for (const source of ['break_in', 'smoke', 'forced_door', 'hail', 'storm']) await home.alarm(source, false)
  // An hour later what was measured before counts no longer.
  await home.sleep(31 * 60_000)
})
const scenarioList = async (): Promise<{ id: string }[]> =>
  Object(await home.owner.ok(home.owner.api('GET', '/auth/api/v1/scenario/list', {})))

const api = (path: string, json: object) => home.owner.api('POST', `/auth/api/v1/${path}`, { json })
const CALM = { wind_gust: 2 }
const STORM = { wind_gust: 14 }
const WIND = { protect: 'wind', windClass: 2 }

describe('an awning in a storm', () => {
  it('is brought in at the first gust, and every command out is refused with the reason', async () => {
    const awning = await shade('awning', 0.8)
    await home.measure(CALM)
    const { id, status } = await home.protect([awning], WIND)
    expect(status).toBe('idle')
    await home.pass(20_000)
    expect((await home.seen(awning)).safety).toBeNull()
    await home.measure(STORM)
    await home.pass(60_000)
    const { place, safety } = await home.seen(awning)
    expect(place).toBe(0)
    expect(safety).toEqual({
      scenarioId: id,
      reason: { measurement: 'wind_gust', value: 14, unit: 'm/s', threshold: 10.2778, condition: 'gt' },
      since: expect.any(String),
      until: null,
      isSensorSilent: false,
    })
    const out = await home.move(awning, 50)
    expect(out).toMatchObject({
      status: 'error',
      error: 'weather_scenario_matched',
      error_detail: expect.stringContaining('wind gust of 14 m/s'),
      safety: { scenarioId: id, isSensorSilent: false },
    })
    expect((await home.move(awning, 0)).status).toBe('success')
    const ventilation = await home.during(
      api('device/move', { commands: [{ token: awning.id, command: 'move_to_ventilation' }], wait: true }),
    )
    expect(commandResultsSchema.parse(ventilation.body)[0]).toMatchObject({
      error: 'weather_scenario_matched',
    })
    const calibration = await api('device/recalibrate', { token: awning.id })
    expect(errorBodySchema.parse(calibration.body).error).toBe('weather_scenario_matched')
    expect((await home.scenarioInfo(id)).status).toBe('active')
    expect((await home.history(id))[0]).toMatchObject({
      reason: { type: 'weather', measurement: 'wind_gust', value: 14, threshold: 10.2778, condition: 'gt' },
      outcome: 'done',
    })
  })

  it('stays in through gusts and lulls, and is free once it was calm for as long as it is set to', async () => {
    const awning = await shade('awning', 0.8)
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    const moves = home.heardBy(awning).length
    for (let gust = 0; gust < 4; gust += 1) {
      await home.measureFor(10, { wind_gust: 9 })
      // Below the threshold, but not by a fifth of it.
      await home.measureFor(10, CALM)
      expect((await home.move(awning, 50)).status).toBe('error')
      await home.measure(STORM)
    }
    expect(home.heardBy(awning).length).toBe(moves)
    await home.measure(CALM)
    const { safety } = await home.seen(awning)
    const until = new Date(String(safety?.until)).getTime()
    expect((until - home.clock.now().getTime()) / 60_000).toBeCloseTo(15, 0)
    await home.measureFor(16, CALM)
    expect((await home.seen(awning)).safety).toBeNull()
    expect((await home.scenarioInfo(id)).status).toBe('idle')
    expect((await home.move(awning, 50)).status).toBe('success')
  })

  it('can always be stopped; then it is brought in once more after half a minute', async () => {
    const awning = await shade('awning', 1)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(2_000)
    const stopped = await home.during(api('device/abort', { commands: [{ token: awning.id }] }))
    expect(commandResultsSchema.parse(stopped.body)[0]?.status).toBe('success')
    await home.pass(5_000)
    const { place } = await home.seen(awning)
    expect(place).toBeGreaterThan(0.3)
    // Out is the unsafe way from where it was stopped.
    expect((await home.move(awning, 100)).status).toBe('error')
    await home.pass(20_000)
    expect((await home.seen(awning)).place).toBeCloseTo(place ?? 0, 2)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('that is moved out at the wall is brought in again once', async () => {
    const awning = await shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    awning.device.wallSwitch('close')
    await home.pass(5_000)
    awning.device.wallSwitch('stop')
    await home.pass(5_000)
    expect((await home.seen(awning)).place).toBeGreaterThan(0.05)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
    awning.device.wallSwitch('close')
    await home.pass(5_000)
    awning.device.wallSwitch('stop')
    await home.pass(90_000)
    expect((await home.seen(awning)).place).toBeGreaterThan(0.05)
  })

  it('is brought in when it comes back', async () => {
    const awning = await shade('awning', 0.7)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    awning.device.fault({ kind: 'lost_link', ms: 120_000 })
    await home.measureFor(3, STORM)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('replaces a movement that is waited for, whose answer says why and how far it came', async () => {
    const awning = await shade('awning')
    await home.measure(CALM)
    await home.protect([awning], WIND)
    const commands = [{ token: awning.id, command: 'move', position: 100 }]
    const moving = api('device/move', { commands, wait: true })
    await home.pass(5_000)
    await home.hook({ type: 'weather', ...STORM })
    const answer = await home.during(moving)
    const [result] = commandResultsSchema.parse(answer.body)
    expect(result).toMatchObject({
      status: 'error',
      error: 'weather_scenario_matched',
      position: 0,
      safety: { reason: { measurement: 'wind_gust' } },
    })
  })

  it('is held after a crash before any command passes, and brought in once more', async () => {
    const awning = await shade('awning', 0.7)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.app.restart()
    home.owner.forgetApiToken()
    expect(await home.move(awning, 90)).toMatchObject({ error: 'weather_scenario_matched' })
    awning.device.fault({ kind: 'lost_link', ms: 2_000 })
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('stays where it is when it is in, whatever the alarm', async () => {
    const awning = await shade('awning')
    await home.measure(CALM)
    const { id } = await home.protect([awning], { protect: 'rain' })
    const before = home.heardBy(awning).length
    await home.measure({ rain: 4 })
    await home.pass(30_000)
    expect((await home.seen(awning)).safety).toMatchObject({ reason: { measurement: 'rain' } })
    expect(home.heardBy(awning).length).toBe(before)
    expect((await home.history(id))[0]?.outcome).toBe('done')
  })
})

describe('a safe place of its own', () => {
  it('is where a device goes, also when it is changed meanwhile', async () => {
    const awning = await shade('awning', 0.8)
    const settings = (safePlaces: object) =>
      home.owner.ok(home.during(api('device/settings', { token: awning.id, settings: { safePlaces } })))
    await settings({ wind: 0.3 })
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBeCloseTo(0.3, 2)
    await settings({ wind: 0.1 })
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBeCloseTo(0.1, 2)
    await settings({ wind: null })
    await home.pass(2_000)
    expect((await home.seen(awning)).safety).toBeNull()
    expect((await home.move(awning, 50)).status).toBe('success')
  })
})

describe('a device that leaves its home', () => {
  it('is held in the next one no longer', async () => {
    const awning = await shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    expect((await home.seen(awning)).safety).not.toBeNull()
    await home.during(home.owner.delete(awning.id))
    await home.pass(2_000)
    const { rows } = await home.app.database.pool.query(
      'select 1 from scenario_targets where device_id = $1',
      [awning.id],
    )
    expect(rows).toEqual([])
    residents = residents.filter(({ id }) => id !== awning.id)
    awning.device.stop()
  })

  it('and one that comes to a group of an active scenario is held at once', async () => {
    const inside = await shade('awning', 0.5)
    const late = await shade('awning', 0.6)
    await home.measure(CALM)
    const group = Object(await home.owner.ok(api('group/create', { name: 'Awnings', devices: [inside.id] })))
    await home.protect([], WIND, { groups: [group.id] })
    await home.measure(STORM)
    await home.pass(30_000)
    expect((await home.seen(late)).place).toBeCloseTo(0.6, 2)
    await home.owner.ok(api('group/update', { id: group.id, devices: [inside.id, late.id] }))
    await home.pass(60_000)
    expect(await home.seen(late)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
    await home.owner.ok(api('group/update', { id: group.id, devices: [inside.id] }))
    await home.pass(2_000)
    expect((await home.seen(late)).safety).toBeNull()
    await home.owner.ok(api('group/delete', { id: group.id }))
  })
})

describe('a sensor that falls silent', () => {
  it('brings an awning in once, says so, and lets go when data are back', async () => {
    const awning = await shade('awning', 0.6)
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

  it('that never said anything is silent too, but not for a shutter', async () => {
    const awning = await shade('awning', 0.6)
    const shutter = await shade('roller_shutter', 0.6)
    await home.protect([awning], WIND)
    await home.scenario([shutter], {
      triggers: [{ type: 'Weather', measurement: 'temperature', condition: 'lt', value: 3 }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await home.pass(60_000)
    expect((await home.seen(awning)).safety?.isSensorSilent).toBe(true)
    expect((await home.seen(shutter)).safety).toBeNull()
  })

  it('does not end a storm', async () => {
    const awning = await shade('awning', 0.6)
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
    const half = await shade('roller_shutter', 0.5)
    const shut = await shade('roller_shutter', 1)
    await home.measure({ temperature: 8 })
    await home.protect([half, shut], { protect: 'frost' })
    const heard = home.heardBy(shut).length
    await home.measure({ temperature: -2 })
    await home.pass(30_000)
    expect((await home.seen(shut)).place).toBe(1)
    expect(home.heardBy(shut).length).toBe(heard)
    expect((await home.move(half, 100)).status).toBe('error')
    expect((await home.move(half, 80)).status).toBe('success')
    expect((await home.move(shut, 0)).status).toBe('error')
    await home.measureFor(17, { temperature: 4.5 })
    expect((await home.move(half, 100)).status).toBe('success')
  })
})

describe('alarms', () => {
  it('of a break-in close shutters and leave awnings; they end with the alarm', async () => {
    const shutter = await shade('roller_shutter', 0.2)
    const awning = await shade('awning', 0.5)
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
    const shutter = await shade('roller_shutter', 0.5)
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
    // It is looked at again within a minute.
    await home.pass(61_000)
    expect((await home.seen(shutter)).safety).toBeNull()
  })

  it('of smoke turn a shutter round that a break-in is closing, and nobody closes it meanwhile', async () => {
    const shutter = await shade('roller_shutter', 0.1)
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

describe('after a hold', () => {
  it('a shade gets what is due by then, not what was', async () => {
    const awning = await shade('awning')
    await home.measure(CALM)
    const at = new Date(home.clock.now().getTime() + 30 * 60_000)
    const [hour, minute] = new Intl.DateTimeFormat('en-GB', {
      timeStyle: 'short',
      timeZone: 'Europe/Ljubljana',
    })
      .format(at)
      .split(':')
      .map(Number)
    const timed = await home.scenario([awning], {
      triggers: [{ type: 'TimeOfDay', hour, minute }],
      actions: [{ type: 'MoveSelf', position: 0.4 }],
    })
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.measureFor(35, STORM)
    expect((await home.seen(awning)).place).toBe(0)
    expect((await home.history(timed.id))[0]?.outcome).toBe('held')
    await home.measureFor(17, CALM)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBeCloseTo(0.4, 2)
  })

  it('a shade that nothing is due for stays', async () => {
    const awning = await shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.measureFor(18, CALM)
    await home.pass(60_000)
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
  })

  it('that is switched off, a shade is free at once', async () => {
    const awning = await shade('awning', 0.5)
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    await home.change(id, { enabled: false })
    expect((await home.seen(awning)).safety).toBeNull()
    expect((await home.move(awning, 50)).status).toBe('success')
    await home.change(id, { enabled: true })
    await home.pass(30_000)
    expect((await home.seen(awning)).place).toBe(0)
  })
})

describe('a person', () => {
  it('switches automatic weather movement off for a device, and it comes back by itself', async () => {
    const awning = await shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const off = await api('device/weather', { token: awning.id, automatic: false })
    expect(off.body).toMatchObject({ automatic: false, until: expect.stringMatching(/T2[23]:00:00.000Z$/) })
    await home.pass(1_000)
    const info = await home.info(awning)
    expect(info).toMatchObject({ safety: null, weatherAutomatic: false })
    expect((await home.move(awning, 60)).status).toBe('success')
    await home.measure(STORM)
    expect((await home.seen(awning)).place).toBeCloseTo(0.6, 2)
    const on = await api('device/weather', { tokens: [awning.id], automatic: true })
    expect(on.body).toEqual({ automatic: true, until: null })
    await home.pass(30_000)
    expect((await home.seen(awning)).place).toBe(0)
    const until = new Date(home.clock.now().getTime() + 10 * 60_000).toISOString()
    await home.owner.ok(api('device/weather', { token: awning.id, automatic: false, until }))
    await home.pass(1_000)
    expect((await home.move(awning, 60)).status).toBe('success')
    await home.measureFor(12, STORM)
    expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
  })

  it('who owns a device moves it once all the same, and the hold goes on', async () => {
    const awning = await shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const wish = { token: awning.id, command: 'move', position: 30 }
    expect((await api('device/override', wish)).status).toBe(400)
    const moved = await home.during(api('device/override', { ...wish, reason: 'Somebody is caught in it' }))
    expect(commandResultsSchema.parse(moved.body)[0]?.status).toBe('success')
    await home.pass(60_000)
    const { place, safety } = await home.seen(awning)
    expect(place).toBeCloseTo(0.3, 2)
    expect(safety).not.toBeNull()
    expect((await home.move(awning, 60)).status).toBe('error')
    const { body } = await home.owner.api('GET', '/auth/api/v1/activity/list', {})
    expect(JSON.stringify(body)).toContain('Somebody is caught in it')
    const unlock = { token: awning.id, command: 'unlock', lockType: 'motor', reason: 'x' }
    expect(errorBodySchema.parse((await api('device/override', unlock)).body).error).toBe('invalid_command')
  })
})

describe('the weather', () => {
  const now = async () =>
    weatherNowSchema.parse(await home.owner.ok(home.owner.api('GET', '/auth/api/v1/weather/now', {})))

  it('is what the station said, with its age; nonsense and what comes from the future count as nothing', async () => {
    await home.measure({ wind_gust: 1e9, temperature: -300, humidity: 55 })
    const { source, isStale, values, sources } = await now()
    expect({ source, isStale, humidity: values.humidity }).toEqual({
      source: 'station',
      isStale: false,
      humidity: 55,
    })
    expect(sources.humidity?.isStale).toBe(false)
    const ahead = new Date(home.clock.now().getTime() + 60_000).toISOString()
    await home.measure({ humidity: 66, measuredAt: ahead })
    expect((await now()).values.humidity).toBe(55)
    await home.pass(6 * 60_000)
    expect(await now()).toMatchObject({ isStale: true, values: { humidity: 55 } })
  })

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

  it('of one kind moves a device by one scenario only', async () => {
    const awning = await shade('awning')
    await home.measure(CALM)
    await home.protect([awning], WIND)
    const again = await api('scenario/create', {
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
