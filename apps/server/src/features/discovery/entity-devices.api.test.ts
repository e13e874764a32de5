import { deviceInfoSchema } from '@senca/contract'
import { deviceHardwareSchema } from '@senca/contract/discovery'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BLIND, configTopic, LOCK } from '#testing/entities/announcements.ts'
import { type BridgeHome, createBridgeHome } from '#testing/entities/run-case-in-space.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const SHADE = { ...BLIND, device_class: 'shade' }
const CONTACT = { state_topic: 'contact', device_class: 'door', name: 'Front contact' }
const LAMP = { command_topic: 'lamp/set', state_topic: 'lamp', name: 'Lamp' }

/** A home with these entities, whose bridge receives everything. */
async function homeWith(configs: Record<string, object>, states: Record<string, string> = {}) {
  const home = await createBridgeHome(app)
  await home.subscribe()
  for (const [place, config] of Object.entries(configs)) {
    const [component = '', name = ''] = place.split('/')
    await home.publish(configTopic(component, name), config, true)
  }
  for (const [topic, payload] of Object.entries(states)) await home.publish(topic, payload)
  const ids = (await home.list()).map(({ id }) => id)
  home.received.length = 0
  const sent = () =>
    home.received.flatMap(({ topic, payload }) => (topic.includes('/set') ? [`${topic} ${payload}`] : []))
  return { ...home, ids, sent }
}

async function add({ call, ids }: BridgeHome & { ids: string[] }, more: object) {
  const answer = await call('add', { ids, ...more })
  expect(answer).toMatchObject({ status: 200 })
  return deviceInfoSchema.parse(answer.body)
}
/** Starts a command whose result the test does not need. */
const start = (owner: TestClient, token: string, command: object) => {
  owner.move([{ token, ...command }]).catch(() => {})
}
/** Of many states, the newest is reported 50 ms later. */
const willBe = (home: BridgeHome, id: string, expected: object) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    expect((await home.owner.info(id))[id]).toMatchObject(expected)
  })
/** A roller shutter that is open and online. */
async function shadeHome(more: object = {}) {
  const home = await homeWith(
    { 'cover/blind': SHADE },
    { 'blind/availability': 'online', 'blind/position': '100' },
  )
  const device = await add(home, { devicetype: 'roller_shutter', name: 'Kitchen', ...more })
  return { ...home, device, shows: (expected: object) => willBe(home, device.id, expected) }
}

describe('a device of an entity', () => {
  it('[HW25] is made by one call, with the state, the hardware and what it can do', async () => {
    const { device, ids, list } = await shadeHome()
    expect(device).toMatchObject({
      name: 'Kitchen',
      devicetype: 'roller_shutter',
      connected: true,
      version: null,
      can: ['open', 'close', 'stop', 'setPosition', 'moveToVentilation', 'changeSettings'],
      confirmation: 'reported',
      limitations: [],
      state: { status: 'ready', position: 0, assumed: false },
    })
    expect(deviceHardwareSchema.parse(device.hardware)).toEqual({
      source: 'home-assistant',
      manufacturer: 'IKEA',
      model: 'FYRTUR',
      sw: null,
      entities: [{ id: ids[0], part: 'cover', available: true, announced: true }],
    })
    expect(await list()).toMatchObject([{ token: device.id, part: 'cover' }])
  })

  it('[HW34] is moved and reports, by the words of its protocol', async () => {
    const home = await shadeHome()
    const moving = home.owner.move([{ token: home.device.id, command: 'move', position: 30 }], false)
    await vi.waitFor(() => expect(home.sent()).toEqual(['blind/position/set 70']))
    await home.publish('blind/position', '90')
    expect(await moving).toMatchObject([{ status: 'success' }])
    await home.shows({ state: { status: 'closing', position: 0.1, target: { position: 0.3 } } })
    // A report within a second could be an echo.
    await app.clock.advanceAsync(2_000)
    await home.publish('blind/position', '70')
    await home.shows({ state: { status: 'ready', position: 0.3 } })
  })

  it('[HW40] is opened and closed by the words for it', async () => {
    const { device, owner, sent } = await shadeHome()
    start(owner, device.id, { command: 'move', position: 100 })
    await vi.waitFor(() => expect(sent()).toEqual(['blind/set CLOSE']))
  })

  it('[HW27] is turned around at the line of the driver', async () => {
    const home = await shadeHome({ settings: { motorInverted: true } })
    expect(home.device.state).toMatchObject({ position: 1 })
    start(home.owner, home.device.id, { command: 'move', position: 0 })
    await vi.waitFor(() => expect(home.sent()).toEqual(['blind/set CLOSE']))
    // A report within a second could be an echo.
    await app.clock.advance(2_000)
    await home.publish('blind/position', '0')
    await home.shows({ state: { position: 0 } })
    const settings = { token: home.device.id, settings: { motorInverted: false } }
    const answer = await home.owner.api('POST', '/auth/api/v1/device/settings', { json: settings })
    expect(answer).toMatchObject({ status: 200, body: { state: { position: 1 } } })
  })

  it('[HW25] of an awning needs its direction', async () => {
    const home = await homeWith({ 'cover/one': { ...SHADE, device_class: 'awning' } })
    const asked = { ids: home.ids, devicetype: 'awning', name: 'Awning' }
    expect(refusalOf(await home.call('add', asked))).toMatchObject({
      status: 400,
      error: 'data_missing',
      key: 'motorInverted',
    })
    expect(await home.call('add', { ...asked, settings: { motorInverted: true } })).toMatchObject({
      status: 200,
    })
  })

  it('[HW25] takes each entity once, and nobody else has it meanwhile', async () => {
    const home = await shadeHome()
    const again = { ids: home.ids, devicetype: 'roller_shutter', name: 'Again' }
    expect(refusalOf(await home.call('add', again))).toMatchObject({ status: 409, error: 'entity_in_use' })
    expect(refusalOf(await home.try({ id: home.ids[0], do: 'open' }))).toMatchObject({
      status: 409,
      error: 'entity_in_use',
    })
    expect(refusalOf(await home.call('forget', { ids: home.ids }))).toMatchObject({
      status: 409,
      error: 'entity_in_use',
    })
  })

  it('[HW35] is offline while its hardware is not available, or nobody receives its commands', async () => {
    const home = await shadeHome()
    await home.publish('blind/availability', 'offline')
    await home.shows({ connected: false })
    expect(await home.owner.move([{ token: home.device.id, command: 'move', position: 50 }])).toMatchObject([
      { status: 'error', error: 'device_offline' },
    ])
    await home.publish('blind/availability', 'online')
    await home.shows({ connected: true })
    await home.client.unsubscribeAsync('#')
    await home.shows({ connected: false })
    expect(home.sent()).toEqual([])
  })

  it('[HW23] stays when it is withdrawn, and works again when it is announced again', async () => {
    const home = await shadeHome()
    await home.publish(configTopic('cover', 'blind'), '', true)
    await home.shows({ connected: false, limitations: [{ code: 'not_announced' }] })
    await home.publish(configTopic('cover', 'blind'), SHADE, true)
    await home.publish('blind/availability', 'online')
    await home.shows({ connected: true, limitations: [] })
  })

  it('[HW28] is deleted at once, also offline, and its entity is listed again', async () => {
    const home = await shadeHome()
    await home.publish('blind/availability', 'offline')
    await home.shows({ connected: false })
    expect(await home.owner.delete(home.device.id)).toMatchObject([{ status: 'success' }])
    await vi.waitFor(async () => expect(await home.list()).toMatchObject([{ token: null, part: null }]))
    await add(home, { devicetype: 'roller_shutter', name: 'Kitchen' })
  })

  it('[HW28] is not what only hardware of our own protocol is', async () => {
    const { device, owner } = await shadeHome()
    const refused = async (call: string, json: object) =>
      refusalOf(
        await owner.api('POST', `/auth/api/v1/device/${call}`, { json: { token: device.id, ...json } }),
      )
    const unsupported = { status: 409, error: 'device_unsupported_action' }
    expect(await refused('replace', { claimCode: 'AAAA-AAAA-AAAA' })).toMatchObject(unsupported)
    expect(await refused('upgrade', {})).toMatchObject(unsupported)
    expect(
      refusalOf(
        await owner.api('POST', '/auth/api/v1/device/settings', {
          json: { token: device.id, settings: { switchInverted: true } },
        }),
      ),
    ).toMatchObject({ status: 400, error: 'device_unsupported_action', key: 'switchInverted' })
  })
})

describe('a cover that reports no positions', () => {
  it('[HW40] moves as long as it says so, and shows its old place', async () => {
    const home = await homeWith(
      { 'cover/blind': { name: 'Blind', command_topic: 'blind/set', state_topic: 'blind/state' } },
      { 'blind/state': 'closed' },
    )
    const { id } = await add(home, { devicetype: 'roller_shutter', name: 'Kitchen' })
    expect(await home.owner.move([{ token: id, command: 'move', position: 50 }])).toMatchObject([
      { error: 'device_unsupported_action' },
    ])
    await home.publish('blind/state', 'opening')
    await willBe(home, id, { state: { status: 'opening', position: 1, assumed: false } })
    await app.clock.advanceAsync(20_000)
    await willBe(home, id, { state: { status: 'opening', position: 1 } })
    await home.publish('blind/state', 'open')
    await willBe(home, id, { state: { status: 'ready', position: 0, assumed: true } })
  })
})

describe('a door of several entities', () => {
  it('[HW26] has a lock with a latch, a contact and a light', async () => {
    const home = await homeWith(
      { 'lock/front': LOCK, 'binary_sensor/contact': CONTACT, 'switch/lamp': LAMP },
      { lock: 'LOCKED', contact: 'OFF', lamp: 'ON' },
    )
    const door = await add(home, { devicetype: 'home_door', name: 'Front door' })
    expect(door).toMatchObject({
      connected: true,
      can: ['unlockMotor', 'lockMotor', 'unlockMagnet', 'setDoorLight', 'changeSettings'],
      state: {
        motorLockState: 'locked',
        motorLockLocked: true,
        magnetLockState: 'unknown',
        magneticSensorOpen: false,
        doorLightBrightness: 1,
      },
    })
    start(home.owner, door.id, { command: 'unlock', lockType: 'motor' })
    await vi.waitFor(() => expect(home.sent()).toEqual(['lock/set UNLOCK']))
    await home.publish('lock', 'UNLOCKED')
    await willBe(home, door.id, { state: { motorLockState: 'unlocked' } })
    start(home.owner, door.id, { command: 'unlock', lockType: 'magnet' })
    await vi.waitFor(() => expect(home.sent()).toEqual(['lock/set UNLOCK', 'lock/set OPEN']))
    await home.publish('lock', 'OPEN')
    await willBe(home, door.id, { state: { magnetLockState: 'unlocked' } })
  })

  it('[HW33] says unknown for a word that nobody knows', async () => {
    const home = await homeWith({ 'lock/front': LOCK }, { lock: 'LOCKED' })
    const door = await add(home, { devicetype: 'home_door', name: 'Front door' })
    await home.publish('lock', 'HALF')
    await willBe(home, door.id, { state: { motorLockState: 'unknown', motorLockLocked: null } })
  })

  it('[HW26] needs more than a lamp, and each part once', async () => {
    const home = await homeWith({ 'switch/lamp': LAMP, 'lock/front': LOCK })
    const [lamp = '', lock = ''] = home.ids
    const door = { devicetype: 'home_door', name: 'Door' }
    expect(refusalOf(await home.call('add', { ids: [lamp], ...door }))).toMatchObject({
      status: 400,
      error: 'device_unsupported_action',
    })
    const twice = { ids: [lamp, lock], ...door, parts: { [lamp]: 'lock', [lock]: 'lock' } }
    expect(refusalOf(await home.call('add', twice))).toMatchObject({
      status: 400,
      error: 'malformed_request',
      key: 'parts',
    })
  })
})

describe('other hardware for a device', () => {
  it('[HW25] is assigned to it, and name, token and settings stay', async () => {
    const home = await shadeHome()
    await home.publish(configTopic('cover', 'other'), {
      ...SHADE,
      unique_id: 'blind-2',
      command_topic: 'other/set',
      set_position_topic: 'other/position/set',
      position_topic: 'other/position',
      availability_topic: 'other/availability',
    })
    await home.publish('other/availability', 'online')
    await home.publish('other/position', '50')
    const fresh = (await home.list()).find(({ token }) => token === null)?.id ?? ''
    const answer = await home.call('assign', { token: home.device.id, ids: [fresh] })
    expect(answer).toMatchObject({
      status: 200,
      body: { id: home.device.id, name: 'Kitchen', connected: true, state: { position: 0.5 } },
    })
    start(home.owner, home.device.id, { command: 'move', position: 100 })
    await vi.waitFor(() => expect(home.sent()).toEqual(['other/set CLOSE']))
  })

  it('[HW25] must be able to do what the old could', async () => {
    const home = await shadeHome()
    await home.publish(configTopic('cover', 'other'), { unique_id: 'simple', command_topic: 'other/set' })
    const fresh = (await home.list()).find(({ token }) => token === null)?.id ?? ''
    expect(refusalOf(await home.call('assign', { token: home.device.id, ids: [fresh] }))).toMatchObject({
      status: 409,
      error: 'device_unsupported_action',
    })
  })
})

describe('hardware of a held device', () => {
  const alarm = async ({ owner }: BridgeHome, id: string) => {
    const post = (path: string, json: object) => owner.ok(owner.api('POST', `/auth/api/v1/${path}`, { json }))
    await post('scenario/create', {
      name: 'Smoke',
      enabled: true,
      targets: [id],
      triggers: [{ type: 'Security', sources: ['smoke'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await post('security/alarm', { source: 'smoke', on: true })
  }

  it('[HW42] is sent to its safe place once when it connects', async () => {
    const mute = {
      device_class: 'shutter',
      command_topic: 'mute/set',
      availability_topic: 'mute/availability',
    }
    const home = await homeWith({ 'cover/mute': mute }, { 'mute/availability': 'offline' })
    const { id } = await add(home, { devicetype: 'roller_shutter', name: 'Mute' })
    await alarm(home, id)
    await willBe(home, id, { safety: { reason: { measurement: 'smoke' } } })
    await home.publish('mute/availability', 'online')
    await vi.waitFor(() => expect(home.sent()).toEqual(['mute/set OPEN']))
    await app.clock.advanceAsync(5_000)
    expect(home.sent()).toEqual(['mute/set OPEN'])
  })

  it('[HW27] is not turned around by assigning it again', async () => {
    const home = await shadeHome()
    const { device, ids } = home
    await alarm(home, device.id)
    await home.shows({ safety: { reason: { measurement: 'smoke' } } })
    const turned = { token: device.id, ids, settings: { motorInverted: true } }
    expect(refusalOf(await home.call('assign', turned))).toMatchObject({ error: 'weather_scenario_matched' })
    expect(await home.call('assign', { token: device.id, ids })).toMatchObject({ status: 200 })
  })
})

describe('a lock of a guarded door', () => {
  it('[HW24] is neither unlocked nor added again without the password, also after the door was deleted', async () => {
    const home = await homeWith({ 'lock/front': LOCK }, { lock: 'LOCKED' })
    const door = await add(home, { devicetype: 'home_door', name: 'Front door' })
    const guard = { token: door.id, unlockBy: 'pin', pin: '2580', password: GOOD_PASSWORD }
    await home.owner.ok(home.owner.api('POST', '/auth/api/v1/device/unlock-guard', { json: guard }))
    await home.owner.delete(door.id)
    await vi.waitFor(async () => expect(await home.list()).toMatchObject([{ token: null }]))
    const [id = ''] = home.ids
    const missing = { status: 400, error: 'data_missing', key: 'password' }
    expect(refusalOf(await home.try({ id, do: 'unlock' }))).toMatchObject(missing)
    expect(refusalOf(await home.try({ id, do: 'unlatch' }))).toMatchObject(missing)
    const again = { ids: [id], devicetype: 'home_door', name: 'Door' }
    expect(refusalOf(await home.call('add', again))).toMatchObject(missing)
    expect(home.sent()).toEqual([])
    expect(await home.try({ id, do: 'lock' })).toMatchObject({ status: 200 })
    expect(await home.try({ id, do: 'unlock', password: GOOD_PASSWORD })).toMatchObject({ status: 200 })
    expect(await home.call('add', { ...again, password: GOOD_PASSWORD })).toMatchObject({ status: 200 })
  })
})

describe('the code of a lock', () => {
  it('[HW33] is sent with each command, and is given to nobody', async () => {
    const coded = { ...LOCK, code_format: '^\\d{4}$', command_template: '{{ value }} {{ code }}' }
    const home = await homeWith({ 'lock/front': coded }, { lock: 'LOCKED' })
    const settings = { lockCode: '4711' }
    const door = await add(home, { devicetype: 'home_door', name: 'Front door', settings })
    expect(JSON.stringify(door)).not.toContain('4711')
    start(home.owner, door.id, { command: 'unlock', lockType: 'motor' })
    await vi.waitFor(() => expect(home.sent()).toEqual(['lock/set UNLOCK 4711']))
    const changed = { token: door.id, settings: { lockCode: '0815' } }
    const answer = await home.owner.api('POST', '/auth/api/v1/device/settings', { json: changed })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('0815')
    start(home.owner, door.id, { command: 'unlock', lockType: 'motor' })
    await vi.waitFor(() => expect(home.sent().at(-1)).toBe('lock/set UNLOCK 0815'))
  })

  it('[HW33] stays when hardware is assigned, in any order, until another one comes with it', async () => {
    const coded = { ...LOCK, code_format: '^\\d{4}$', command_template: '{{ value }} {{ code }}' }
    const home = await homeWith(
      { 'binary_sensor/contact': CONTACT, 'lock/front': coded },
      { lock: 'LOCKED', contact: 'OFF' },
    )
    const settings = { lockCode: '4711' }
    const door = await add(home, { devicetype: 'home_door', name: 'Front door', settings })
    expect((await home.call('assign', { token: door.id, ids: home.ids })).status).toBe(200)
    start(home.owner, door.id, { command: 'unlock', lockType: 'motor' })
    await vi.waitFor(() => expect(home.sent()).toEqual(['lock/set UNLOCK 4711']))
    const coming = { token: door.id, ids: home.ids, settings: { lockCode: '0815' } }
    expect((await home.call('assign', coming)).status).toBe(200)
    start(home.owner, door.id, { command: 'unlock', lockType: 'motor' })
    await vi.waitFor(() => expect(home.sent().at(-1)).toBe('lock/set UNLOCK 0815'))
  })
})

describe('a word that the broker kept', () => {
  it('[HW39] is made live by the hardware alone, not by another part, a command or a restart', async () => {
    const home = await homeWith({})
    await home.publish('lock', 'LOCKED', true)
    await home.publish(configTopic('lock', 'front'), LOCK)
    await home.publish(configTopic('switch', 'lamp'), LAMP)
    const ids = (await home.list()).map(({ id }) => id)
    const door = await add({ ...home, ids }, { devicetype: 'home_door', name: 'Front door' })
    const kept = { motorLockState: 'locked', reportedAt: null }
    expect(door.state).toMatchObject(kept)
    await home.publish('lamp', 'ON')
    await willBe(home, door.id, { state: { doorLightBrightness: 1, ...kept } })
    start(home.owner, door.id, { command: 'lock', lockType: 'motor' })
    await vi.waitFor(() => expect(home.sent()).toEqual(['lock/set LOCK']))
    await app.clock.advanceAsync(2_000)
    await willBe(home, door.id, { state: kept })
    await home.client.endAsync()
    await app.restart()
    await willBe(home, door.id, { state: kept })
  })
})

describe('a restart of the server', () => {
  it('[HW23] leaves a device with what is known of it, and its hardware makes it work again', async () => {
    const home = await shadeHome()
    await home.client.endAsync()
    await app.restart()
    expect((await home.owner.info(home.device.id))[home.device.id]).toMatchObject({
      connected: false,
      name: 'Kitchen',
      can: home.device.can,
      hardware: { model: 'FYRTUR', entities: [{ available: false, announced: true }] },
      state: { position: 0 },
    })
  })
})

describe('what announced the hardware of a device', () => {
  it('[HW23] stays known when it changes just before the server stops', async () => {
    const home = await homeWith({})
    await home.publish(configTopic('cover', 'blind'), SHADE)
    await home.publish('blind/availability', 'online')
    await home.publish('blind/position', '100')
    const ids = (await home.list()).map(({ id }) => id)
    const device = await add({ ...home, ids }, { devicetype: 'roller_shutter', name: 'Kitchen' })
    await app.clock.advanceAsync(3_000)
    await home.publish('blind/availability', 'offline')
    await willBe(home, device.id, { connected: false })
    await home.client.endAsync()
    await app.restart()
    await willBe(home, device.id, { hardware: { entities: [{ announced: true }] } })
  })

  it('[HW24] is not forgotten with something else that it announced', async () => {
    const home = await homeWith({})
    const components = {
      blind: { platform: 'cover', ...SHADE, device: undefined },
      lamp: { platform: 'switch', unique_id: 'lamp', ...LAMP },
    }
    const config = { device: { identifiers: ['one'] }, origin: { name: 'Bridge' }, components }
    await home.publish('homeassistant/device/one/config', config, true)
    await home.publish('blind/availability', 'online')
    await home.publish('blind/position', '100')
    const [blind, lamp] = (await home.list()).toSorted((one) => (one.kind === 'cover' ? -1 : 1))
    const ids = blind === undefined ? [] : [blind.id]
    const device = await add({ ...home, ids }, { devicetype: 'roller_shutter', name: 'Kitchen' })
    expect(refusalOf(await home.call('forget', { ids: [lamp?.id] }))).toMatchObject({
      status: 409,
      error: 'entity_in_use',
    })
    await willBe(home, device.id, { connected: true })
  })
})

describe('open pages of the owner', () => {
  it('[HW23] are sent changes of the hardware of a device', async () => {
    const home = await shadeHome()
    const socket = await openSignedInSocket(app, await home.owner.websocketToken())
    await home.publish(configTopic('cover', 'blind'), '', true)
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(1_000)
      expect(
        socket.received.filter(({ subject }) => subject === 'device.updated').at(-1)?.data,
      ).toMatchObject({
        deviceId: home.device.id,
        device: { hardware: { entities: [{ announced: false }] }, limitations: [{ code: 'not_announced' }] },
      })
    })
  })
})

describe('a bridge that repeats the target', () => {
  it('[HW39] acknowledges with it, and its cover is assumed to arrive after its travel time', async () => {
    const home = await shadeHome({ settings: { travelTime: 20 } })
    const moved = home.owner.move([{ token: home.device.id, command: 'move', position: 50 }], true)
    await vi.waitFor(() => expect(home.sent()).toEqual(['blind/position/set 50']))
    await home.publish('blind/position', '50')
    await home.shows({ state: { status: 'closing', position: 0, target: { position: 0.5 } } })
    await app.clock.advanceAsync(10_000)
    await home.shows({ state: { status: 'ready', position: 0.5, assumed: true } })
    // A later report could still confirm it.
    await app.clock.advanceAsync(20_000)
    expect(await moved).toMatchObject([{ status: 'unconfirmed' }])
  })
})

describe('the direction of an awning that a scenario protects', () => {
  it('[HW44] is set by its owner, and not by who maintains it', async () => {
    const home = await homeWith({ 'cover/one': { ...SHADE, device_class: 'awning' } })
    const awning = await add(home, {
      devicetype: 'awning',
      name: 'Awning',
      settings: { motorInverted: true },
    })
    const installer = await createPerson(app)
    await giveRole(home.owner, {
      permissions: ['view', 'maintain'],
      devices: [awning.id],
      users: [installer.email],
    })
    const turn = async (client: TestClient, motorInverted: boolean) =>
      client.api('POST', '/auth/api/v1/device/settings', {
        json: { token: awning.id, settings: { motorInverted } },
      })
    expect(await turn(installer, false)).toMatchObject({ status: 200 })
    const place = { name: 'Home', lat: 46.0569, lon: 14.5058 }
    await home.owner.ok(home.owner.api('POST', '/auth/api/v1/home/create', { json: place }))
    const scenario = {
      name: 'Wind',
      enabled: true,
      targets: [awning.id],
      triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10, holdFor: 1 }],
      actions: [{ type: 'MoveSelfSecurity' }],
    }
    await home.owner.ok(home.owner.api('POST', '/auth/api/v1/scenario/create', { json: scenario }))
    expect(refusalOf(await turn(installer, true))).toMatchObject({
      status: 403,
      error: 'insufficient_permission',
    })
  })
})
