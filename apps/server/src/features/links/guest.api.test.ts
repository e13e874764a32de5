import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { receivedBy } from '#testing/device-calls.ts'
import {
  createConfirmedClient,
  createGuest,
  deleteLink,
  makeLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let light: Awaited<ReturnType<typeof moveIn>>
let door: Awaited<ReturnType<typeof moveIn>>
let secret: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter', { name: 'Kitchen' })
  light = await moveIn(app, owner, 'light', {
    state: {
      light1Brightness: 0,
      light2Brightness: 1,
      light2Dimmable: true,
      settings: { light1Name: 'Table', light2Name: 'Bed' },
    },
  })
  door = await moveIn(app, owner, 'home_door', {
    state: {
      motorLockConnected: true,
      motorLockLocked: true,
      doorLightConnected: true,
      doorLightBrightness: 0,
    },
  })
  secret = await moveIn(app, owner, 'awning', { name: 'Not lent' })
})
afterAll(async () => {
  for (const { device } of [shade, light, door, secret]) await device.end()
  await app.close()
})

const move = (position: number) => ({ command: 'move', position })
const success = (id: string) => [{ status: 'success', device_ids: [id] }]

const failure = (id: string, error: string) => [
  { status: 'error', error, error_description: expect.any(String), device_ids: [id] },
]

describe('what a guest sees', () => {
  it('is the link without its owner, and its devices as far as they are shared [LN11]', async () => {
    const {
      token,
      createdAt: _made,
      lastUsedAt: _used,
      ...link
    } = await makeLink(app, owner, [shade.id, light.id], {
      name: 'Anna’s',
      deviceSpecifiers: { [light.id]: { light1: false, light2: true } },
    })
    const guest = createGuest(app, token)
    expect(await guest.info()).toEqual({ ...link, token, home: null })
    const { [shade.id]: seenShade, [light.id]: seenLight, ...others } = await guest.devices()
    expect(others).toEqual({})
    expect(seenShade).toMatchObject({
      id: shade.id,
      name: 'Kitchen',
      permissions: ['view', 'command'],
      can: ['open', 'close', 'stop', 'setPosition', 'moveToVentilation'],
      settings: {},
      favourite: null,
      ventilation: null,
      state: { position: 0, status: 'ready' },
    })
    expect(seenLight).toMatchObject({
      can: ['setLight2', 'dimLight2'],
      settings: { light2Name: 'Bed' },
      deviceLinkSpecifier: { light1: false, light2: true },
      state: { light2Brightness: 1 },
    })
    expect(seenLight?.settings).not.toHaveProperty('light1Name')
    expect(seenLight?.state).not.toHaveProperty('light1Brightness')
    expect(seenShade).not.toHaveProperty('unlockBy')
    for (const device of [seenShade, seenLight]) expect(device?.settings).not.toHaveProperty('motorInverted')
  })

  it('includes all of a light where no channels are named, and nothing of how a door is guarded', async () => {
    const { token } = await makeLink(app, owner, [light.id, door.id], {
      actions: { [door.id]: ['light_apply'] },
    })
    const { [light.id]: seenLight, [door.id]: seenDoor } = await createGuest(app, token).devices()
    expect(seenLight).toMatchObject({
      can: ['setLight1', 'setLight2', 'dimLight2'],
      deviceLinkSpecifier: { light1: true, light2: true },
      state: { light1Brightness: 0, light2Brightness: 1 },
    })
    expect(seenDoor?.can).toEqual(['setDoorLight'])
    expect(seenDoor).not.toHaveProperty('unlockBy')
  })
})

describe('what a guest does', () => {
  it('moves, stops and switches what is shared, and the owner reads it with the name of the link', async () => {
    const { token } = await makeLink(app, owner, [shade.id, light.id, door.id], { name: 'Čistilka' })
    const guest = createGuest(app, token)
    expect(await guest.act([shade.id], move(40))).toEqual(success(shade.id))
    expect(shade.device.received.at(-1)).toMatchObject({ command: 'move', position: 40 })
    expect(await guest.stop(shade.id)).toEqual(success(shade.id))
    expect(
      await guest.act([light.id], { command: 'light_apply', lightType: 'light_2', brightness: 0 }),
    ).toEqual(success(light.id))
    expect(await guest.act([door.id], { command: 'unlock', lockType: 'motor' })).toEqual(success(door.id))
    const { token: nameless } = await makeLink(app, owner, [shade.id])
    await createGuest(app, nameless).act([shade.id], move(50))
    await vi.waitFor(async () => {
      const { entries } = activityListSchema.parse(
        await owner.ok(owner.api('GET', '/auth/api/v1/activity/list')),
      )
      const notified = entries.filter(({ origin }) => origin === 'link').map(({ by, action }) => [by, action])
      expect(notified).toEqual([
        [null, 'move'],
        ['Čistilka', 'light_apply'],
        ['Čistilka', 'stop'],
        ['Čistilka', 'move'],
        // Committed before the command was sent, while the other entries are written behind.
        ['Čistilka', 'unlock'],
      ])
    })
    await deleteLink(owner, token)
    const { entries } = activityListSchema.parse(
      await owner.ok(owner.api('GET', '/auth/api/v1/activity/list')),
    )
    expect(entries.filter(({ by }) => by === 'Čistilka')).toHaveLength(4)
  })

  it('reaches nothing outside the link, whether it is there or not', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const guest = createGuest(app, token)
    const before = secret.device.received.length
    for (const id of [secret.id, 'nothing-here', '', 'x'.repeat(5_000)]) {
      expect(await guest.act([id], move(1))).toEqual(failure(id, 'insufficient_permission'))
      expect(await guest.stop(id)).toEqual(failure(id, 'insufficient_permission'))
    }
    expect(await guest.act([shade.id, secret.id, shade.id], move(30))).toEqual([
      ...success(shade.id),
      ...failure(secret.id, 'insufficient_permission'),
    ])
    expect(secret.device.received).toHaveLength(before)
  })

  it.each<[string, object, string]>([
    ['an unknown key', { command: 'move', position: 1, speed: 2 }, 'bad_command_key'],
    ['a device of its own', { command: 'move', position: 1, token: 'x' }, 'bad_command_key'],
    ['a prototype', JSON.parse('{"command":"move","position":1,"__proto__":{"a":1}}'), 'bad_command_key'],
    ['no command', {}, 'invalid_command'],
    ['a position of text', { command: 'move', position: '1' }, 'bad_command_type'],
    ['a position of 101', { command: 'move', position: 101 }, 'bad_command_value'],
    ['a part that is not there', { command: 'unlock', lockType: 'motor' }, 'device_unsupported_action'],
  ])('with an invalid command is answered per device: %s', async (_name, action, error) => {
    const { token } = await makeLink(app, owner, [shade.id])
    expect(await createGuest(app, token).act([shade.id], action)).toEqual(failure(shade.id, error))
  })

  it('without a device, or without an action, is refused as a whole', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const guest = createGuest(app, token)
    expect(verdictOf(await guest.ask('action', { deviceIds: [], action: move(1) }))).toBe(
      '400 no_commands_found deviceIds',
    )
    expect(verdictOf(await guest.ask('stop', { deviceIds: [] }))).toBe('400 no_commands_found deviceIds')
    expect(verdictOf(await guest.ask('action', { deviceIds: [shade.id] }))).toBe(
      '400 malformed_request action',
    )
    expect(verdictOf(await guest.ask('action', { action: move(1) }))).toBe('400 malformed_request deviceIds')
  })

  it('keeps within actions, channels and limits', async () => {
    const { token } = await makeLink(app, owner, [shade.id, light.id, door.id], {
      actions: { [door.id]: ['light_apply'] },
      deviceSpecifiers: { [light.id]: { light1: true, light2: false } },
      limits: { [shade.id]: { minPosition: 0.29, maxPosition: 0.7 } },
    })
    const guest = createGuest(app, token)
    const unlocks = () => door.device.received.filter(({ command }) => command === 'unlock').length
    const before = unlocks()
    expect(await guest.act([door.id], { command: 'unlock', lockType: 'motor' })).toEqual(
      failure(door.id, 'insufficient_permission'),
    )
    expect(unlocks()).toBe(before)
    expect(
      await guest.act([light.id], { command: 'light_apply', lightType: 'light_2', brightness: 1 }),
    ).toEqual(failure(light.id, 'insufficient_permission'))
    for (const [position, isGood] of [
      [28, false],
      [29, true],
      [70, true],
      [71, false],
      [0, false],
      [100, false],
    ] as const) {
      expect(await guest.act([shade.id], move(position))).toEqual(
        isGood ? success(shade.id) : failure(shade.id, 'insufficient_permission'),
      )
    }
    expect(await guest.act([shade.id], { command: 'move_to_ventilation' })).toEqual(
      failure(shade.id, 'insufficient_permission'),
    )
    expect((await guest.devices())[shade.id]?.can).toEqual(['stop', 'setPosition'])
  })

  it('opens a door whose household needs its PIN: the link is the permission [LN6]', async () => {
    const guarded = await moveIn(app, owner, 'home_door', {
      state: { motorLockConnected: true, motorLockLocked: true },
    })
    const json = { token: guarded.id, unlockBy: 'pin', pin: '4321', password: GOOD_PASSWORD }
    await owner.ok(owner.api('POST', '/auth/api/v1/device/unlock-guard', { json }))
    const { token } = await makeLink(app, owner, [guarded.id], {
      multiUse: false,
      password: GOOD_PASSWORD,
    })
    expect(await createGuest(app, token).act([guarded.id], { command: 'unlock', lockType: 'motor' })).toEqual(
      success(guarded.id),
    )
    await receivedBy(guarded.device, 'unlock')
    await guarded.device.end()
  })
})
