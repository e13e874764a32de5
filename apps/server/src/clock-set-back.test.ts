import { hookKeySchema, type Scenario, scenarioSchema, weatherNowSchema } from '@senca/contract/automation'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestClient } from '#testing/test-client.ts'

/**
 * The clock of the machine is two hours ahead and is then set right. What was stored by the wrong clock lies ahead, and must not
 * delay what waits for it.
 */

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const AHEAD_MS = 2 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
const CALM = { wind_gust: 2, temperature: 18 }
/** At 11:00 in summer in Ljubljana the sun is high in the south-east. */
const MORNING_MS = 9 * HOUR_MS
const SOUTH_EAST = 135

let home: SafetyHome
let isAhead = false
const setClock = async (isWrong: boolean) => {
  home.clock.set(isWrong ? AHEAD_MS : -AHEAD_MS)
  isAhead = isWrong
  home.owner.forgetApiToken()
  await home.pass(2_000)
}
beforeAll(async () => {
  home = await createSafetyHome()
})
afterAll(() => home.app.close())
beforeEach(async () => {
  await home.clear()
  const now = home.clock.now().getTime()
  const morning = now - (now % DAY_MS) + MORNING_MS
  await home.sleep(morning > now ? morning - now : morning + DAY_MS - now)
})
afterEach(async () => {
  if (isAhead) await setClock(false)
})

const weather = async () =>
  weatherNowSchema.parse(await home.owner.ok(home.owner.api('GET', '/auth/api/v1/weather/now', {})))
const isPast = (at: string | null) => at !== null && new Date(at) <= home.clock.now()

/** A scenario that closes a shade every day at a time that is `ms` from now. */
const daily = (resident: Resident, ms: number): Promise<Scenario> => {
  const at = new Date(home.clock.now().getTime() + ms)
  // In Ljubljana it is two hours later in summer.
  const trigger = { type: 'TimeOfDay', hour: at.getUTCHours() + 2, minute: at.getUTCMinutes() }
  return home.scenario([resident], {
    triggers: [trigger],
    actions: [{ type: 'MoveSelf', position: 1 }],
  })
}

/** The sensor seems to be silent at first, and the awning comes in. */
const measureAhead = async () => {
  await setClock(true)
  await home.pass(MINUTE_MS)
  await home.measure(CALM)
  expect(await weather()).toMatchObject({ isStale: false, values: CALM })
}

it('weather of the time ahead counts as no data, and a newer sample replaces it [WS13]', async () => {
  const awning = await home.shade('awning', 0.6)
  await home.measure(CALM)
  await home.protect([awning], WIND)
  await measureAhead()
  await setClock(false)
  expect(await weather()).toMatchObject({ source: null, measuredAt: null, isStale: true, values: {} })
  await home.measure({ wind_gust: 3 })
  const { values, measuredAt } = await weather()
  expect(values).toEqual({ wind_gust: 3 })
  expect(isPast(measuredAt)).toBe(true)
  expect(await home.move(awning, 60)).toMatchObject({ status: 'success' })
  await home.measure(STORM)
  await home.pass(MINUTE_MS)
  expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
})

it('a sensor that stops reporting after that is noticed within its usual time', async () => {
  const awning = await home.shade('awning', 0.6)
  await home.measure(CALM)
  await home.protect([awning], WIND)
  await measureAhead()
  await setClock(false)
  expect((await home.seen(awning)).safety).toBeNull()
  await home.pass(2 * MINUTE_MS)
  expect((await home.seen(awning)).safety).toMatchObject({ isSensorSilent: true })
})

it('a hold that began ahead ends when the wind has been calm for its usual time', async () => {
  const awning = await home.shade('awning', 0.6)
  await home.measure(CALM)
  await home.protect([awning], WIND)
  await setClock(true)
  await home.measure(STORM)
  await home.measureFor(2, CALM)
  await setClock(false)
  await home.measureFor(3, CALM)
  const { safety } = await home.seen(awning)
  expect(isPast(safety?.since ?? null)).toBe(true)
  await home.measureFor(14, CALM)
  expect((await home.seen(awning)).safety).toBeNull()
})

it('a daily scenario keeps its day, and what was carried out is not repeated [SC5]', async () => {
  const missed = await home.shade('roller_shutter')
  const made = await home.shade('roller_shutter')
  const done = await home.shade('roller_shutter')
  const left = await home.shade('roller_shutter')
  const passed = await daily(missed, HOUR_MS)
  const skipped = await daily(left, HOUR_MS)
  await home.owner.ok(home.post('scenario/skip', { id: skipped.id, at: skipped.nextAt, skip: true }))
  await setClock(true)
  const early = await daily(done, 2 * MINUTE_MS)
  // An hour ago by the wrong clock.
  const later = await daily(made, -HOUR_MS)
  await home.pass(5 * MINUTE_MS)
  expect((await home.history(early.id)).map(({ outcome }) => outcome)).toEqual(['done'])
  expect((await home.history(passed.id)).map(({ outcome }) => outcome)).toEqual(['skipped'])
  await setClock(false)
  const dueIn = async ({ id }: Scenario) =>
    new Date((await home.scenarioInfo(id)).nextAt ?? 0).getTime() - home.clock.now().getTime()
  for (const one of [passed, later]) expect(await dueIn(one)).toBeLessThan(HOUR_MS)
  const { lastRun } = await home.scenarioInfo(early.id)
  expect(isPast(lastRun?.at ?? null)).toBe(true)
  await home.pass(2 * HOUR_MS + 10 * MINUTE_MS)
  for (const shutter of [missed, made]) expect((await home.seen(shutter)).place).toBe(1)
  for (const { id } of [passed, later, early])
    expect((await home.history(id)).map(({ outcome }) => outcome)).toEqual(['done'])
  expect((await home.seen(left)).place).toBe(0)
})

it('a shade follows the sun again within its usual time', async () => {
  const screen = await home.shade('textile_screen')
  await setClock(true)
  const follow = { token: screen.id, azimuth: SOUTH_EAST, mode: 'glare' }
  await home.owner.ok(home.post('device/sun', follow))
  await home.pass(2 * MINUTE_MS)
  const { place: ahead } = await home.seen(screen)
  await setClock(false)
  await home.pass(2 * MINUTE_MS)
  const { place: right } = await home.seen(screen)
  expect(right).not.toBeCloseTo(ahead ?? -1, 1)
})

it('hardware that uses the time of the server carries out the first command after that', async () => {
  const shutter = await home.shade('roller_shutter')
  await setClock(true)
  expect(await home.move(shutter, 50)).toMatchObject({ status: 'success' })
  await setClock(false)
  expect(isPast((await home.info(shutter)).state.reportedAt)).toBe(true)
  expect(await home.move(shutter, 20)).toMatchObject({ status: 'success' })
})

it('a station may report as often as before', async () => {
  await setClock(true)
  for (let count = 0; count < 60; count += 1) await home.hook({ type: 'weather', ...CALM })
  await setClock(false)
  await home.hook({ type: 'weather', ...CALM })
  await home.pass(MINUTE_MS)
  expect((await home.hook({ type: 'weather', ...CALM })).statusCode).toBe(200)
})

it('a server that starts with the right clock again corrects the times too', async () => {
  const app = await createTestApp()
  try {
    app.clock.set(AHEAD_MS)
    const ahead = app.clock.now()
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(1_000)
      const { rows } = await app.database.pool.query('select from clock_marks where at > $1', [ahead])
      expect(rows).toHaveLength(1)
    })
    const owner = await createConfirmedClient(app)
    const place = { name: 'Home', lat: 46.0569, lon: 14.5058, timezone: 'UTC' }
    await owner.ok(owner.api('POST', '/auth/api/v1/home/create', { json: place }))
    const { key } = hookKeySchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/hook/key', {})))
    const [made] = await owner.provision('roller_shutter')
    await owner.claim(made?.claimCode ?? '', 'Shutter')
    const dueAt = new Date(app.clock.now().getTime() - HOUR_MS)
    const trigger = { type: 'TimeOfDay', hour: dueAt.getUTCHours(), minute: dueAt.getUTCMinutes() }
    const json = {
      name: 'Daily',
      enabled: true,
      targets: [made?.id],
      triggers: [trigger],
      actions: [{ type: 'MoveSelf', position: 1 }],
    }
    const { id } = scenarioSchema.parse(
      await owner.ok(owner.api('POST', '/auth/api/v1/scenario/create', { json })),
    )
    const report = () =>
      app.http.inject({ method: 'POST', url: `/auth/hook/${key}`, payload: { type: 'weather', ...STORM } })
    expect((await report()).statusCode).toBe(200)
    app.clock.set(-AHEAD_MS)
    await app.restart()
    const again = createTestClient(app)
    again.setCookie(owner.cookie())
    const info = scenarioSchema.parse(await again.ok(again.api('GET', `/auth/api/v1/scenario/info?id=${id}`)))
    expect(new Date(info.nextAt ?? 0).getTime() - app.clock.now().getTime()).toBeLessThan(AHEAD_MS)
    const now = weatherNowSchema.parse(await again.ok(again.api('GET', '/auth/api/v1/weather/now')))
    expect(now).toMatchObject({ source: null, isStale: true })
  } finally {
    await app.close()
  }
})
