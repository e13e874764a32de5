import { deviceInfoSchema } from '@senca/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BLIND, configTopic, LOCK } from '#testing/entities/announcements.ts'
import { createBridgeHome } from '#testing/entities/run-case-in-space.ts'
import { askLinks, createGuest, linkRequest, makeLink, verdictOf } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD } from '#testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const lamp = (name: string) => ({
  name,
  command_topic: `${name}/set`,
  brightness_command_topic: `${name}/brightness/set`,
  state_topic: name,
})

/** A home with a shade, a light of two lamps and a door with a PIN, all of other makers. */
async function foreignHome() {
  const home = await createBridgeHome(app)
  await home.subscribe()
  const announced = { cover: BLIND, lock: LOCK, one: lamp('one'), two: lamp('two') }
  for (const [name, config] of Object.entries(announced)) {
    const component = name === 'cover' || name === 'lock' ? name : 'light'
    await home.publish(configTopic(component, name), config, true)
  }
  const states = {
    'blind/availability': 'online',
    'blind/position': '100',
    lock: 'LOCKED',
    one: 'OFF',
    two: 'OFF',
  }
  for (const [topic, payload] of Object.entries(states)) await home.publish(topic, payload)
  const listed = await home.list()
  const add = async (
    devicetype: string,
    name: string,
    kinds: readonly string[],
    parts?: readonly string[],
  ) => {
    const ids = listed.flatMap(({ id, kind }) => (kinds.includes(kind) ? [id] : []))
    const given = parts && { parts: Object.fromEntries(ids.map((id, nth) => [id, parts[nth]])) }
    return deviceInfoSchema.parse((await home.call('add', { ids, devicetype, name, ...given })).body).id
  }
  const shade = await add('roller_shutter', 'Shade', ['cover'])
  const light = await add('light', 'Light', ['light'], ['light1', 'light2'])
  const door = await add('home_door', 'Door', ['lock'])
  const guard = { token: door, unlockBy: 'pin', pin: '2580', password: GOOD_PASSWORD }
  await home.owner.ok(home.owner.api('POST', '/auth/api/v1/device/unlock-guard', { json: guard }))
  await app.clock.advanceAsync(1_000)
  home.received.length = 0
  const sent = () =>
    home.received.flatMap(({ topic, payload }) => (topic.includes('/set') ? [`${topic} ${payload}`] : []))
  return { ...home, shade, light, door, sent }
}

it('[HW44] guests move, switch and unlock hardware of other makers within the terms of their link, and see none of it', async () => {
  const { owner, shade, light, door, sent, publish } = await foreignHome()
  const terms = {
    limits: { [shade]: { minPosition: 0.2, maxPosition: 0.6 } },
    deviceSpecifiers: { [light]: { light1: true, light2: false } },
    pin: '4711',
  }
  const devicesOfLink = [shade, light, door]
  const unproved = await askLinks(owner, 'create', linkRequest(app, devicesOfLink, terms))
  expect(verdictOf(unproved)).toBe('400 data_missing password')
  const link = await makeLink(app, owner, devicesOfLink, { ...terms, password: GOOD_PASSWORD })
  expect(verdictOf(await createGuest(app, link.token).ask('devices'))).toMatch(/^40[013] /)
  const guest = createGuest(app, link.token, '4711')
  const devices = await guest.devices()
  for (const id of [shade, light, door]) {
    expect(devices[id]).toMatchObject({ connected: true })
    for (const field of ['hardware', 'confirmation', 'limitations'])
      expect(devices[id]?.[field as 'hardware']).toBeUndefined()
  }
  expect(JSON.stringify(devices)).not.toMatch(/IKEA|FYRTUR|blind\/|lock\/set/)

  const act = (id: string, action: object) => guest.act([id], action)
  expect(await act(shade, { command: 'move', position: 90 })).toMatchObject([
    { error: 'insufficient_permission' },
  ])
  expect(await act(light, { command: 'light_apply', lightType: 'light_2', brightness: 1 })).toMatchObject([
    { error: 'insufficient_permission' },
  ])
  expect(sent()).toEqual([])

  const moved = act(shade, { command: 'move', position: 50 })
  await vi.waitFor(() => expect(sent()).toEqual(['blind/position/set 50']))
  // What is reported within a second is an echo.
  await app.clock.advanceAsync(2_000)
  await publish('blind/position', '50')
  expect(await moved).toMatchObject([{ status: 'success' }])
  const lit = act(light, { command: 'light_apply', lightType: 'light_1', brightness: 1 })
  await vi.waitFor(() => expect(sent()).toContain('one/brightness/set 255'))
  await publish('one', 'ON')
  expect(await lit).toMatchObject([{ status: 'success' }])
  const unlocked = act(door, { command: 'unlock', lockType: 'motor' })
  await vi.waitFor(() => expect(sent()).toContain('lock/set UNLOCK'))
  await publish('lock', 'UNLOCKED')
  expect(await unlocked).toMatchObject([{ status: 'success' }])
})
