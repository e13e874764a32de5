import { LIMITS } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { heardBy } from '#testing/device-calls.ts'
import {
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  LINK_HEADER,
  makeLink,
  UNKNOWN,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const HOUR_MS = 3_600_000

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

const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const move = (position: number) => ({ command: 'move', position })
const success = (id: string) => [{ status: 'success', device_ids: [id] }]
const failure = (id: string, error: string) => [
  { status: 'error', error, error_description: expect.any(String), device_ids: [id] },
]

describe('what a guest sees', () => {
  it('is the link without its owner, and its devices as far as they are lent', async () => {
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
    expect(await guest.info()).toEqual({ ...link, token })
    const { [shade.id]: seenShade, [light.id]: seenLight, ...others } = await guest.devices()
    expect(others).toEqual({})
    expect(seenShade).toMatchObject({
      id: shade.id,
      name: 'Kitchen',
      permissions: ['view', 'command'],
      can: ['open', 'close', 'stop', 'setPosition'],
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

  it('is all of a light where no channels are named, and of a door nothing of how it is guarded', async () => {
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
  it('moves, stops and switches what is lent, and the owner reads it with the name of the link', async () => {
    const { token } = await makeLink(app, owner, [shade.id, light.id, door.id], { name: 'Čistilka' })
    const guest = createGuest(app, token)
    expect(await guest.act([shade.id], move(40))).toEqual(success(shade.id))
    expect(shade.device.heard.at(-1)).toMatchObject({ command: 'move', position: 40 })
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
      const told = entries.filter(({ origin }) => origin === 'link').map(({ by, action }) => [by, action])
      expect(told).toEqual([
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
    const before = secret.device.heard.length
    for (const id of [secret.id, 'nothing-here', '', 'x'.repeat(5_000)]) {
      expect(await guest.act([id], move(1))).toEqual(failure(id, 'insufficient_permission'))
      expect(await guest.stop(id)).toEqual(failure(id, 'insufficient_permission'))
    }
    expect(await guest.act([shade.id, secret.id, shade.id], move(30))).toEqual([
      ...success(shade.id),
      ...failure(secret.id, 'insufficient_permission'),
    ])
    expect(secret.device.heard).toHaveLength(before)
  })

  it.each<[string, object, string]>([
    ['an unknown key', { command: 'move', position: 1, speed: 2 }, 'bad_command_key'],
    ['a device of its own', { command: 'move', position: 1, token: 'x' }, 'bad_command_key'],
    ['a prototype', JSON.parse('{"command":"move","position":1,"__proto__":{"a":1}}'), 'bad_command_key'],
    ['no command', {}, 'invalid_command'],
    ['a position of text', { command: 'move', position: '1' }, 'bad_command_type'],
    ['a position of 101', { command: 'move', position: 101 }, 'bad_command_value'],
    ['a part that is not there', { command: 'unlock', lockType: 'motor' }, 'device_unsupported_action'],
  ])('that is faulty is answered per device: %s', async (_name, action, error) => {
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
    const unlocks = () => door.device.heard.filter(({ command }) => command === 'unlock').length
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

  it('opens a door whose household needs its PIN: the link is the permission', async () => {
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
    await heardBy(guarded.device, 'unlock')
    await guarded.device.end()
  })
})

const CALLS = ['info', 'devices', 'action', 'stop'] as const
const verdicts = async (guest: ReturnType<typeof createGuest>, headers: Record<string, string> = {}) => {
  const json = {
    info: {},
    devices: {},
    action: { deviceIds: [shade.id], action: move(1) },
    stop: { deviceIds: [shade.id] },
  }
  return Promise.all(CALLS.map(async (call) => verdictOf(await guest.ask(call, json[call], headers))))
}
const all = (verdict: string) => CALLS.map(() => verdict)
const GOOD = all('200')

describe('a link is refused', () => {
  it('that is none, or where none is shown', async () => {
    expect(await verdicts(createGuest(app))).toEqual(all(UNKNOWN))
    expect(await verdicts(createGuest(app, 'A'.repeat(43)))).toEqual(all(UNKNOWN))
    expect(await verdicts(createGuest(app, ''))).toEqual(all(UNKNOWN))
  })

  it('by its body before its header, whatever else is shown', async () => {
    const good = await makeLink(app, owner, [shade.id])
    const ended = await makeLink(app, owner, [shade.id])
    await deleteLink(owner, ended.token)
    const bearer = { authorization: `Bearer ${await owner.apiToken()}`, cookie: owner.cookieHeader() }
    const header = (token: string) => ({ [LINK_HEADER]: token })
    expect(await verdicts(createGuest(app), header(good.token))).toEqual(GOOD)
    expect(await verdicts(createGuest(app, ''), header(good.token))).toEqual(GOOD)
    const bodiless = createTestClient(app).call('POST', '/auth/api/v1/device-link/info', {
      headers: header(good.token),
    })
    expect(verdictOf(await bodiless)).toBe('200')
    expect(await verdicts(createGuest(app), bearer)).toEqual(all(UNKNOWN))
    expect(await verdicts(createGuest(app, ended.token), { ...header(good.token), ...bearer })).toEqual(
      all(ENDED),
    )
    expect(await verdicts(createGuest(app, good.token), { ...header(ended.token), ...bearer })).toEqual(GOOD)
    // An additional identity does not extend what the link shares.
    const asBoth = await createGuest(app, good.token).ask(
      'action',
      { deviceIds: [secret.id], action: move(2) },
      bearer,
    )
    expect(asBoth.body).toEqual(failure(secret.id, 'insufficient_permission'))
  })

  it('with a token that is for something else', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const guest = createGuest(app, token)
    for (const other of [
      await owner.apiToken(),
      await owner.websocketToken(),
      await guest.goodWebsocketToken(),
    ]) {
      expect(await verdicts(createGuest(app, other))).toEqual(all(UNKNOWN))
      const byLink = await guest.client.call('GET', '/auth/api/v1/device/list', {
        headers: { [LINK_HEADER]: other },
      })
      expect(verdictOf(byLink)).toBe('401 api_token_missing')
    }
    const asBearer = await guest.client.call('GET', '/auth/api/v1/device/list', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(verdictOf(asBearer)).toBe('401 api_token_invalid')
  })

  it('before it starts, though it says from when, and once it has expired', async () => {
    const startsAt = inMs(HOUR_MS)
    const { token } = await makeLink(app, owner, [shade.id], { startsAt, expiresAt: inMs(2 * HOUR_MS) })
    const guest = createGuest(app, token)
    const early = '403 insufficient_permission startsAt'
    expect(await verdicts(guest)).toEqual(['200', early, early, early])
    expect(await guest.info()).toMatchObject({ state: 'upcoming', startsAt })
    app.clock.advance(HOUR_MS - 1)
    expect(await verdicts(guest)).toEqual(['200', early, early, early])
    app.clock.advance(1)
    expect(await verdicts(guest)).toEqual(GOOD)
    app.clock.advance(HOUR_MS - 1)
    expect(await verdicts(guest)).toEqual(GOOD)
    app.clock.advance(1)
    expect(await verdicts(guest)).toEqual(all(ENDED))
    expect(verdictOf(await guest.websocketToken())).toBe(ENDED)
    owner.forgetApiToken()
    await updateLink(owner, token, { expiresAt: inMs(HOUR_MS) })
    expect(await verdicts(guest)).toEqual(GOOD)
  })

  it('outside its windows, though it says when they are', async () => {
    const now = app.clock.now()
    const clockTime = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    const { token } = await makeLink(app, owner, [shade.id], {
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: clockTime(HOUR_MS), until: clockTime(2 * HOUR_MS) }],
      expiresAt: inMs(20 * 24 * HOUR_MS),
    })
    const guest = createGuest(app, token)
    const closed = '403 insufficient_permission windows'
    expect(await verdicts(guest)).toEqual(['200', closed, closed, closed])
    expect(verdictOf(await guest.websocketToken())).toBe(closed)
    app.clock.advance(HOUR_MS)
    expect(await verdicts(guest)).toEqual(GOOD)
    app.clock.advance(HOUR_MS)
    expect(await verdicts(guest)).toEqual(['200', closed, closed, closed])
    owner.forgetApiToken()
  })
})

describe('the PIN of a link', () => {
  const WRONG = '403 insufficient_permission pin'

  it('is asked for by every call, and by the websocket', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468' })
    expect(await verdicts(createGuest(app, token))).toEqual(all(WRONG))
    expect(await verdicts(createGuest(app, token, '8642'))).toEqual(all(WRONG))
    expect(await verdicts(createGuest(app, token, '2468'))).toEqual(GOOD)
    expect(verdictOf(await createGuest(app, token).websocketToken())).toBe(WRONG)
    expect(verdictOf(await createGuest(app, token, '2468').websocketToken())).toBe('200')
    const detailOf = async (pin?: string) => (await createGuest(app, token, pin).ask('info')).body
    expect(await detailOf()).toMatchObject({ error_detail: 'pin_required' })
    expect(await detailOf('no PIN at all')).toMatchObject({ error_detail: 'pin_wrong' })
  })

  it('is locked for an hour by ten wrong ones, also by many at once; after a right one they are counted again from none', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468', expiresAt: inMs(6 * HOUR_MS) })
    const right = createGuest(app, token, '2468')
    const guess = async (pin: string) => (await createGuest(app, token, pin).ask('info')).body
    for (let tries = 1; tries < LIMITS.DEVICE_LINK_PIN_TRIES; tries += 1) await guess('0000')
    expect(await verdicts(right)).toEqual(GOOD)
    const many = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(`10${String(index).padStart(2, '0')}`)),
    )
    const isWrong = (body: unknown) => JSON.stringify(body).includes('pin_wrong')
    expect(many.filter(isWrong)).toHaveLength(LIMITS.DEVICE_LINK_PIN_TRIES)
    expect(await verdicts(right)).toEqual(all(WRONG))
    expect(await guess('2468')).toMatchObject({ error_detail: 'pin_locked' })
    app.clock.advance(HOUR_MS - 1)
    expect(await verdicts(right)).toEqual(all(WRONG))
    app.clock.advance(1)
    expect(await verdicts(right)).toEqual(GOOD)
    owner.forgetApiToken()
  })

  it('that the owner sets again can be tried at once', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468' })
    for (let tries = 0; tries < LIMITS.DEVICE_LINK_PIN_TRIES; tries += 1)
      await createGuest(app, token, '1111').ask('info')
    expect(await verdicts(createGuest(app, token, '2468'))).toEqual(all(WRONG))
    await updateLink(owner, token, { pin: '1357' })
    expect(await verdicts(createGuest(app, token, '1357'))).toEqual(GOOD)
  })
})
