import { commandResultsSchema, errorBodySchema } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'
import { createSignedInClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const MINUTE_MS = 60_000

let home: WeatherHome
let door: Resident
let shutter: Resident
beforeAll(async () => {
  home = await createWeatherHome()
})
afterAll(() => home.app.close())
beforeEach(async () => {
  door = await home.shade('home_door')
  shutter = await home.shade('roller_shutter')
  await home.owner.ok(api('device/doorway', { token: shutter.id, door: door.id }))
})

const api = (path: string, json: object, client = home.owner) =>
  client.api('POST', `/auth/api/v1/${path}`, { json })
const run = async (id: string) => {
  const answer = await home.during(api('scenario/run', { id }))
  await home.pass(MINUTE_MS)
  return commandResultsSchema.parse(Object(answer.body).results ?? answer.body)
}
const close = () => home.scenario([shutter], { triggers: [], actions: [{ type: 'MoveSelf', position: 1 }] })
const placeOf = async () => (await home.seen(shutter)).place

it('nothing automatic closes a shade in front of an open door, people may, and opening is free', async () => {
  const { id } = await close()
  door.device.door('open')
  await home.pass(2_000)
  expect(await run(id)).toMatchObject([
    { status: 'error', error: 'device_not_ready', error_detail: 'door_open', device_ids: [shutter.id] },
  ])
  expect(await placeOf()).toBe(0)
  const list = await home.owner.ok(
    home.owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${shutter.id}`),
  )
  expect(activityListSchema.parse(list).entries[0]).toMatchObject({
    action: 'move',
    origin: 'scenario',
    result: { status: 'error', error_detail: 'door_open' },
  })
  expect((await home.move(shutter, 100)).status).toBe('success')
  const open = await home.scenario([shutter], {
    triggers: [],
    actions: [{ type: 'MoveSelf', position: 0.2 }],
  })
  expect(await run(open.id)).toMatchObject([{ status: 'success' }])
  expect(await placeOf()).toBeCloseTo(0.2, 1)
  door.device.door('close')
  await home.pass(2_000)
  expect(await run(id)).toMatchObject([{ status: 'success' }])
  expect(await placeOf()).toBe(1)
})

it('a door whose state is unknown counts as open', async () => {
  const { id } = await close()
  door.device.fault({ kind: 'lost_link', ms: 10 * MINUTE_MS })
  await home.pass(MINUTE_MS)
  expect(await run(id)).toMatchObject([{ error: 'device_not_ready', error_detail: 'door_open' }])
  door.device.clearFaults()
  await home.pass(MINUTE_MS)
  expect(await run(id)).toMatchObject([{ status: 'success' }])
})

it('a break-in closes nothing either: somebody may be outside', async () => {
  await home.scenario([shutter], {
    triggers: [{ type: 'Security', sources: ['break_in'] }],
    actions: [{ type: 'MoveSelfSecurity' }],
  })
  door.device.door('open')
  await home.pass(2_000)
  await home.alarm('break_in', true)
  await home.pass(MINUTE_MS)
  expect(await placeOf()).toBe(0)
  await home.alarm('break_in', false)
})

it('a move that was withheld is made when the door is closed [DR5]', async () => {
  const now = home.clock.now()
  const at = new Date(now.getTime() + 5 * MINUTE_MS)
  const [hour, minute] = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Ljubljana',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .split(':')
    .map(Number)
  const { id } = await home.scenario([shutter], {
    triggers: [{ type: 'TimeOfDay', hour, minute }],
    actions: [{ type: 'MoveSelf', position: 1 }],
  })
  door.device.door('open')
  await home.pass(7 * MINUTE_MS)
  expect(await placeOf()).toBe(0)
  expect((await home.history(id))[0]).toMatchObject({ outcome: 'failed' })
  door.device.door('close')
  await home.pass(2 * MINUTE_MS)
  expect(await placeOf()).toBe(1)
  // The shade moves only once; what a person does afterwards stays.
  await home.move(shutter, 0)
  door.device.door('open')
  await home.pass(MINUTE_MS)
  door.device.door('close')
  await home.pass(2 * MINUTE_MS)
  expect(await placeOf()).toBe(0)
})

it('the door is one of the same home, set by an account that may maintain the shade, and removed when the door leaves', async () => {
  expect((await home.info(shutter)).doorId).toBe(door.id)
  const refusalOf = async (json: object, client = home.owner) =>
    errorBodySchema.parse((await api('device/doorway', json, client)).body).error
  expect(await refusalOf({ token: shutter.id, door: shutter.id })).toBe('device_unsupported_action')
  expect(await refusalOf({ token: door.id, door: door.id })).toBe('device_unsupported_action')
  expect(await refusalOf({ token: shutter.id, door: 'nothing' })).toBe('device_not_exist')
  expect(await refusalOf({ token: shutter.id })).toBe('malformed_request')
  const stranger = await createSignedInClient(home.app)
  expect(await refusalOf({ token: shutter.id, door: null }, stranger)).toBe('device_not_exist')
  await home.moveOut([door])
  expect((await home.info(shutter)).doorId).toBeNull()
  const { id } = await close()
  expect(await run(id)).toMatchObject([{ status: 'success' }])
})
