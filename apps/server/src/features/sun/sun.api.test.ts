import { type DeviceInfo, errorBodySchema } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { type Sun, sunSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { claimUnseen } from '#testing/device-calls.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createSignedInClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const DAY_MS = 86_400_000
const MORNING_MS = 9 * 3_600_000
const MINUTE_MS = 60_000
const SOUTH_EAST = 135

let home: WeatherHome
beforeAll(async () => {
  home = await createWeatherHome()
})
afterAll(() => home.app.close())

const moveSchema = z.object({ command: z.literal('move'), sentAt: z.string() })

let residents: Resident[] = []
beforeEach(async () => {
  await home.moveOut(residents)
  residents = []
})
/** Advances to the next morning. At 11:00 in summer in Ljubljana the sun is high in the south-east. */
const nextMorning = async () => {
  const now = home.clock.now().getTime()
  const today = now - (now % DAY_MS) + MORNING_MS
  await home.sleep(today > now ? today - now : today + DAY_MS - now)
}
const shade = async (...args: Parameters<WeatherHome['shade']>): Promise<Resident> => {
  const resident = await home.shade(...args)
  residents.push(resident)
  return resident
}

const ask = (json: object, client = home.owner) => client.api('POST', '/auth/api/v1/device/sun', { json })
const follow = async ({ id }: Resident, json: object): Promise<Sun> =>
  sunSchema.parse(await home.owner.ok(ask({ token: id, ...json })))
const refusalOf = async (json: object, client = home.owner) => {
  const { status, body } = await ask(json, client)
  return { status, ...errorBodySchema.parse(body) }
}
const infoOf = async (resident: Resident): Promise<DeviceInfo & { sun: Sun | null }> => {
  const info = await home.info(resident)
  return { ...info, sun: info.sun == null ? null : sunSchema.parse(info.sun) }
}
const movesOf = (resident: Resident) =>
  home.receivedBy(resident).flatMap((body) => {
    const move = moveSchema.safeParse(body)
    return move.success ? [move.data] : []
  })
const placeOf = async (resident: Resident) => (await home.seen(resident)).place ?? -1

describe('a shade that follows the sun', () => {
  beforeEach(nextMorning)

  it('goes at once where it keeps direct light out, and says what it wants', async () => {
    const screen = await shade('textile_screen')
    expect((await infoOf(screen)).sun).toBeNull()
    const sun = await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare' })
    expect(sun).toMatchObject({
      azimuth: SOUTH_EAST,
      mode: 'glare',
      windowTop: 2.2,
      windowBottom: 0,
      slatWidth: 80,
      slatSpacing: 72,
      pausedUntil: null,
    })
    const wanted = sun.wants?.position ?? 0
    expect(wanted).toBeGreaterThan(0.3)
    expect(wanted).toBeLessThan(1)
    await home.pass(60_000)
    expect(await placeOf(screen)).toBeCloseTo(wanted, 1)
    expect((await infoOf(screen)).sun).toMatchObject({ mode: 'glare' })
  })

  it('follows through the day with a move in ten minutes at most, and opens when the sun has left', async () => {
    const screen = await shade('textile_screen')
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare', depth: 1 })
    await home.pass(8 * 60 * MINUTE_MS)
    const times = movesOf(screen).map(({ sentAt }) => Date.parse(sentAt))
    expect(times.length).toBeGreaterThan(2)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * MINUTE_MS - 1_000)
    expect(await placeOf(screen)).toBe(0)
    expect((await infoOf(screen)).sun?.wants).toBeNull()
  })

  it('is left alone until the next sunrise by who moves it, and ending the pause moves nothing [WS21]', async () => {
    const screen = await shade('textile_screen')
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare' })
    await home.pass(60_000)
    await home.move(screen, 0)
    const { sun } = await infoOf(screen)
    const until = new Date(sun?.pausedUntil ?? 0)
    const hours = (until.getTime() - home.clock.now().getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(15)
    expect(hours).toBeLessThan(20)
    await home.pass(30 * MINUTE_MS)
    expect(await placeOf(screen)).toBe(0)
    const received = movesOf(screen).length
    expect((await follow(screen, { pausedUntil: null })).pausedUntil).toBeNull()
    await home.pass(2 * MINUTE_MS)
    expect(movesOf(screen)).toHaveLength(received)
    await home.pass(60 * MINUTE_MS)
    expect(await placeOf(screen)).toBeGreaterThan(0)
  })

  it('is followed where another one cannot be evaluated, and that one follows later', async () => {
    const refused = await shade('textile_screen')
    const screen = await shade('textile_screen')
    await home.sleep(12 * 60 * MINUTE_MS)
    for (const one of [refused, screen]) await follow(one, { azimuth: SOUTH_EAST, mode: 'glare' })
    await home.app.database.pool.query(
      `create function refuse_sun() returns trigger language plpgsql as $$
        begin
          if new.id = '${refused.id}' and new.sun is distinct from old.sun then raise exception 'refused'; end if;
          return new;
        end $$;
      create trigger refuse_sun before update on devices for each row execute function refuse_sun()`,
    )
    await nextMorning()
    await home.pass(2 * MINUTE_MS)
    expect(await placeOf(screen)).toBeGreaterThan(0)
    expect(await placeOf(refused)).toBe(0)
    await home.app.database.pool.query('drop trigger refuse_sun on devices; drop function refuse_sun')
    await home.pass(2 * MINUTE_MS)
    expect(await placeOf(refused)).toBeGreaterThan(0)
  })

  it('is paused by operation at the device too, and for a given time [WS21]', async () => {
    const screen = await shade('textile_screen', 0.5)
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare' })
    await home.pass(MINUTE_MS)
    const until = new Date(home.clock.now().getTime() + 90 * MINUTE_MS).toISOString()
    expect((await follow(screen, { pausedUntil: until })).pausedUntil).toBe(until)
    const received = movesOf(screen).length
    await home.pass(88 * MINUTE_MS)
    expect(movesOf(screen)).toHaveLength(received)
    await home.pass(4 * MINUTE_MS)
    expect((await infoOf(screen)).sun?.pausedUntil).toBeNull()
    screen.device.wallSwitch('close')
    await home.pass(MINUTE_MS)
    expect((await infoOf(screen)).sun?.pausedUntil).not.toBeNull()
  })

  it('is closed against heat while it is warm outside, with a degree between', async () => {
    const shutter = await shade('roller_shutter')
    await home.measure({ temperature: 27 })
    await follow(shutter, { azimuth: SOUTH_EAST, mode: 'heat', above: 25 })
    await home.pass(MINUTE_MS)
    expect(await placeOf(shutter)).toBe(1)
    await home.measureFor(12, { temperature: 24.5 })
    expect(await placeOf(shutter)).toBe(1)
    await home.measureFor(12, { temperature: 23.5 })
    expect(await placeOf(shutter)).toBe(0)
    const list = await home.owner.ok(
      home.owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${shutter.id}`),
    )
    const { entries } = activityListSchema.parse(list)
    expect(entries.filter(({ origin }) => origin === 'sun').map(({ details }) => details.cause)).toEqual([
      { measurement: 'temperature', value: 23.5, unit: '°C', threshold: 25, condition: 'lt' },
      { measurement: 'temperature', value: 27, unit: '°C', threshold: 25, condition: 'gt' },
    ])
  })

  it('stays where it is safe in a storm, and afterwards goes where the sun wants it', async () => {
    const screen = await shade('textile_screen')
    await home.measure({ wind_gust: 2 })
    const { id } = await home.protect([screen], { protect: 'wind', windClass: 1 })
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare', depth: 0.2 })
    await home.pass(MINUTE_MS)
    expect(await placeOf(screen)).toBeGreaterThan(0.5)
    await home.measure({ wind_gust: 14 })
    await home.pass(MINUTE_MS)
    expect(await placeOf(screen)).toBe(0)
    await home.measureFor(14, { wind_gust: 14 })
    expect(await placeOf(screen)).toBe(0)
    await home.measureFor(17, { wind_gust: 1 })
    expect((await home.scenarioInfo(id)).status).toBe('idle')
    expect(await placeOf(screen)).toBeGreaterThan(0.5)
  })

  it('is moved again where a move failed, says so until then, and opens when the sun has left [WS20]', async () => {
    const screen = await shade('textile_screen')
    screen.device.fault({ kind: 'no_answer', obeys: false, times: 1 })
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare', depth: 0.2 })
    await home.pass(10_000)
    expect(await placeOf(screen)).toBe(0)
    expect((await infoOf(screen)).sun?.hasFailed).toBe(true)
    await home.pass(2 * MINUTE_MS)
    expect(await placeOf(screen)).toBeGreaterThan(0.5)
    expect((await infoOf(screen)).sun).toMatchObject({ hasFailed: false, pausedUntil: null })
    await home.pass(8 * 60 * MINUTE_MS)
    expect(await placeOf(screen)).toBe(0)
  })

  it('is tried more rarely where it jams again and again, and follows when it is free', async () => {
    const screen = await shade('textile_screen')
    screen.device.fault({ kind: 'jam', at: 0.2 })
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare', depth: 0.2 })
    await home.pass(30 * MINUTE_MS)
    expect((await infoOf(screen)).sun?.hasFailed).toBe(true)
    const tries = movesOf(screen).length
    expect(tries).toBeGreaterThan(4)
    expect(tries).toBeLessThanOrEqual(8)
    screen.device.clearFaults()
    await home.pass(15 * MINUTE_MS)
    expect(await placeOf(screen)).toBeGreaterThan(0.5)
  })

  it('is not paused by a move that never arrived, and is by a scenario that a person runs [WS21]', async () => {
    const screen = await shade('textile_screen')
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare' })
    await home.pass(MINUTE_MS)
    screen.device.fault({ kind: 'no_answer', obeys: false, times: 1 })
    expect((await home.move(screen, 0)).status).toBe('error')
    expect((await infoOf(screen)).sun?.pausedUntil).toBeNull()
    const open = await home.scenario([screen], { triggers: [], actions: [{ type: 'MoveSelf', position: 0 }] })
    await home.owner.ok(
      home.during(home.owner.api('POST', '/auth/api/v1/scenario/run', { json: { id: open.id } })),
    )
    await home.pass(MINUTE_MS)
    expect((await infoOf(screen)).sun?.pausedUntil).not.toBeNull()
    await home.pass(60 * MINUTE_MS)
    expect(await placeOf(screen)).toBe(0)
  })

  it('follows no longer when it is switched off, and opens nothing', async () => {
    const screen = await shade('textile_screen')
    await follow(screen, { azimuth: SOUTH_EAST, mode: 'glare' })
    await home.pass(MINUTE_MS)
    const place = await placeOf(screen)
    expect((await follow(screen, { mode: 'off' })).wants).toBeNull()
    await home.pass(30 * MINUTE_MS)
    expect(await placeOf(screen)).toBe(place)
  })
})

describe('what is refused', () => {
  it.each([
    [{ mode: 'glare' }, 'azimuth'],
    [{ azimuth: 361, mode: 'glare' }, 'azimuth'],
    [{ azimuth: 'south', mode: 'glare' }, 'azimuth'],
    [{ azimuth: 10, mode: 'dark' }, 'mode'],
    [{ azimuth: 10, windowTop: 1, windowBottom: 1 }, 'windowTop'],
    [{ azimuth: 10, slatWidth: 0 }, 'slatWidth'],
    [{ azimuth: 10, depth: -1 }, 'depth'],
    [{ azimuth: 10, above: 100 }, 'above'],
    [{ azimuth: 10, pausedUntil: '2020-01-01T00:00:00Z' }, 'pausedUntil'],
    [{ azimuth: 10, pausedUntil: 'tomorrow' }, 'pausedUntil'],
    [{ azimuth: 10, shade: true }, undefined],
  ])('%j', async (json, key) => {
    const screen = await shade('textile_screen')
    const refused = await refusalOf({ token: screen.id, ...json })
    expect(refused).toMatchObject({ status: 400, error: 'malformed_request' })
    if (key !== undefined) expect(refused.key).toBe(key)
    expect((await infoOf(screen)).sun).toBeNull()
  })

  it('what does not shade, what is not one’s own, and a home without a place', async () => {
    const screen = await shade('insect_screen')
    const door = await shade('home_door')
    const values = { azimuth: 180, mode: 'glare' }
    for (const { id } of [screen, door])
      expect(await refusalOf({ token: id, ...values })).toMatchObject({ error: 'device_unsupported_action' })
    const own = await shade('awning')
    const stranger = await createSignedInClient(home.app)
    expect(await refusalOf({ token: own.id, ...values }, stranger)).toMatchObject({
      error: 'device_not_exist',
    })
    expect(await refusalOf({ token: 'nothing', ...values })).toMatchObject({ error: 'device_not_exist' })
  })
})

it('needs the place of the home', async () => {
  const app = await createTestApp()
  const client = await createSignedInClient(app)
  const { id } = await claimUnseen(client, 'awning')
  const { status, body } = await ask({ token: id, azimuth: 180, mode: 'glare' }, client)
  expect({ status, ...errorBodySchema.parse(body) }).toMatchObject({
    status: 400,
    error: 'data_missing',
    key: 'home',
  })
  expect((await ask({ token: id, azimuth: 180, mode: 'off' }, client)).status).toBe(200)
  await app.close()
})
