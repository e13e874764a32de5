import { momentRunSchema, momentSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let home: SafetyHome
beforeAll(async () => {
  home = await createSafetyHome()
})
afterAll(() => home.app.close())
beforeEach(() => home.clear())

let count = 0
const run = async (...steps: object[]) => {
  count += 1
  const made = await home.owner.ok(home.post('moment/create', { name: `Moment ${count}`, steps }))
  const { body } = await home.during(home.post('moment/run', { id: momentSchema.parse(made).id }))
  await home.pass(60_000)
  return momentRunSchema.parse(body)
}

it('a shade that is held is not moved out, and the result says what holds it [SC31]', async () => {
  const blind = await home.shade('venetian_blind')
  const free = await home.shade('roller_shutter')
  await home.measure(CALM)
  const { id: scenarioId } = await home.protect([blind], WIND)
  await home.measure(STORM)
  const [entry] = await run({ act: 'close_shades' })
  expect(entry?.results).toContainEqual({ status: 'success', device_ids: [free.id] })
  expect(entry?.results).toContainEqual(
    expect.objectContaining({
      status: 'error',
      error: 'weather_scenario_matched',
      safety: expect.objectContaining({ scenarioId }),
      device_ids: [blind.id],
    }),
  )
  expect((await home.seen(blind)).place).toBe(0)
  expect((await home.seen(free)).place).toBe(1)
})

it('an awning that is held inside is where closing wants it', async () => {
  const awning = await home.shade('awning', 0.6)
  await home.measure(CALM)
  await home.protect([awning], WIND)
  await home.measure(STORM)
  await home.pass(60_000)
  expect((await home.seen(awning)).place).toBe(0)
  await run({ act: 'close_shades' })
  expect((await home.seen(awning)).place).toBe(0)
})

it('the person may close a shade before an open door, and the door is said to be open [SC29]', async () => {
  const door = await home.shade('home_door')
  const shutter = await home.shade('roller_shutter')
  await home.owner.ok(home.post('device/doorway', { token: shutter.id, door: door.id }))
  door.device.door('open')
  await home.pass(2_000)
  const [closing, checking] = await run({ act: 'close_shades' }, { act: 'check_doors' })
  expect(closing?.results).toEqual([{ status: 'success', device_ids: [shutter.id] }])
  expect(checking?.doors).toMatchObject([{ deviceId: door.id, open: true }])
  expect((await home.seen(shutter)).place).toBe(1)
  door.device.door('close')
})

it('the doors of virtual hardware end locked, and nothing was unlocked [SC29]', async () => {
  const door = await home.shade('home_door')
  await home.pass(60_000)
  home.log.splice(0)
  const [entry] = await run({ act: 'check_doors' }, { act: 'open_shades' }, { act: 'lights_off' })
  expect(entry?.doors).toMatchObject([{ deviceId: door.id, open: false }])
  const [again] = await run({ act: 'check_doors' })
  expect(again?.doors).toMatchObject([{ deviceId: door.id, locked: true, open: false }])
  expect(home.receivedBy(door).filter((body) => Object(body).command === 'unlock')).toEqual([])
})
