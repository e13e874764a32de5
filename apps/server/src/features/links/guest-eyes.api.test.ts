import { type DeviceInfo, websocketTokenSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createConfirmedClient,
  createGuest,
  LINK_HEADER,
  makeLink,
  UNKNOWN,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let twin: { url: string }
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let light: Awaited<ReturnType<typeof moveIn>>
let door: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'venetian_blind', {
    name: 'Blind',
    state: {
      inclination: 0,
      settings: { motorInverted: true, switchType: 'push_button', inclinationType: 'lower_90' },
    },
  })
  light = await moveIn(app, owner, 'light', {
    name: 'Lamp',
    state: { light1Brightness: 0, light2Brightness: 1, light1Dimmable: true, light2Dimmable: true },
  })
  door = await moveIn(app, owner, 'home_door', {
    name: 'Door',
    state: { motorLockConnected: true, motorLockLocked: true, settings: { unlockDuration: 9 } },
  })
  for (const [call, json] of [
    ['favourite', { token: shade.id, position: 30 }],
    ['ventilation', { token: shade.id, position: 90 }],
  ] as const)
    await owner.ok(owner.api('POST', `/auth/api/v1/device/${call}`, { json }))
})
afterAll(async () => {
  for (const { device } of [shade, light, door]) await device.end()
  await app.close()
})

const KEYS_OF_A_LINK = [
  'actions',
  'deviceSpecifiers',
  'devices',
  'expiresAt',
  'hasPin',
  'limits',
  'maxUses',
  'multiUse',
  'name',
  'startsAt',
  'state',
  'timeZone',
  'token',
  'uses',
  'windows',
]
const KEYS_OF_A_DEVICE = [
  'can',
  'connected',
  'devicetype',
  'favourite',
  'id',
  'lastSeenAt',
  'name',
  'permissions',
  'safety',
  'settings',
  'state',
  'totalRestarts',
  'totalStateUpdates',
  'ventilation',
  'version',
]
const keysOf = (value: object) => Object.keys(value).toSorted()

describe('a guest is notified', () => {
  it('of the home by the name that its owner gave it, never of where it is [LN16]', async () => {
    const host = await createConfirmedClient(app)
    const own = await moveIn(app, host, 'roller_shutter')
    const { token } = await makeLink(app, host, [own.id])
    const guest = createGuest(app, token)
    expect(Object((await guest.ask('info')).body).home).toBeNull()
    const place = { name: 'House at the lake', lat: 46.3625, lon: 14.0938 }
    await host.ok(host.api('POST', '/auth/api/v1/home/create', { json: place }))
    const { body } = await guest.ask('info')
    expect(Object(body).home).toEqual({ name: 'House at the lake' })
    expect(JSON.stringify(body)).not.toMatch(/46\.36|14\.09|Ljubljana/)
    await own.device.end()
  })

  it('of exactly these fields of a link and of its devices, by every call', async () => {
    const { token } = await makeLink(app, owner, [shade.id, light.id, door.id], {
      deviceSpecifiers: { [light.id]: { light1: true, light2: false } },
    })
    const guest = createGuest(app, token)
    const answer = await guest.ask('info')
    const { home, ...link } = Object(answer.body)
    expect([keysOf(link), home]).toEqual([KEYS_OF_A_LINK, null])
    const byList = await guest.client.call('GET', '/auth/api/v1/device-link/list', {
      headers: { [LINK_HEADER]: token },
    })
    expect(byList.body).toEqual([answer.body])

    const devices: Record<string, DeviceInfo> = await guest.devices()
    const { [shade.id]: aShade, [light.id]: aLight, [door.id]: aDoor } = devices
    expect([aShade, aDoor].map((device) => keysOf(device ?? {}))).toEqual([
      KEYS_OF_A_DEVICE,
      KEYS_OF_A_DEVICE,
    ])
    expect(keysOf(aLight ?? {})).toEqual([...KEYS_OF_A_DEVICE, 'deviceLinkSpecifier'].toSorted())
    expect([aShade, aLight, aDoor].map((device) => device?.settings)).toEqual([
      { inclinationType: 'lower_90' },
      {},
      {},
    ])
    expect([aShade?.favourite, aShade?.ventilation]).toEqual([null, null])
    expect(keysOf(aLight?.state ?? {})).toEqual(
      [
        'assumed',
        'inclination',
        'light1Brightness',
        'light1Dimmable',
        'position',
        'reportedAt',
        'status',
      ].toSorted(),
    )

    const socket = await openSignedInSocket(app, await guest.goodWebsocketToken())
    const json = { token: shade.id, settings: { switchType: 'normal', motorInverted: false } }
    await owner.ok(owner.api('POST', '/auth/api/v1/device/settings', { json }))
    const notified = await socket.next('device.updated')
    expect(notified.subject === 'device.updated' && keysOf(notified.data.device)).toEqual(KEYS_OF_A_DEVICE)
    for (const secret of ['switchType', 'motorInverted', 'unlockDuration', 'unlockBy', 'light2'])
      expect(JSON.stringify(socket.received), secret).not.toContain(secret)
    socket.end()
  })

  it('receives nothing of a channel that is not shared, and commands to both reach the shared one alone', async () => {
    const { token } = await makeLink(app, owner, [light.id], {
      deviceSpecifiers: { [light.id]: { light1: false, light2: true } },
    })
    const guest = createGuest(app, token)
    const apply = (lightType: string) =>
      guest.act([light.id], { command: 'light_apply', lightType, brightness: 1 })
    const before = light.device.received.length
    const answers = await Promise.all([apply('light_1'), apply('light_2')])
    expect(answers).toMatchObject([[{ error: 'insufficient_permission' }], [{ status: 'success' }]])
    expect(light.device.received.slice(before)).toMatchObject([{ lightType: 'light_2' }])
    expect(JSON.stringify((await guest.devices())[light.id]?.state)).not.toContain('light1')
  })
})

describe('a guest with a part of a door', () => {
  it.each([
    ['magic_foil_apply', ['magicFoilConnected', 'magicFoilOpacity']],
    ['light_apply', ['doorLightConnected', 'doorLightBrightness', 'handleLightConnected']],
    ['unlock', ['motorLockConnected', 'motorLockLocked', 'motorLockState', 'magneticSensorOpen']],
  ])(
    'by %s receives this part alone, when the guest requests it and when the door reports',
    async (action, fields) => {
      const whole = await moveIn(app, owner, 'home_door', {
        name: action.slice(0, 10),
        state: {
          motorLockConnected: true,
          motorLockLocked: true,
          magneticSensorConnected: true,
          magneticSensorOpen: false,
          magicFoilConnected: true,
          magicFoilOpacity: 1,
          doorLightConnected: true,
          doorLightBrightness: 0,
          handleLightConnected: true,
          handleLightBrightness: 0,
        },
      })
      const { token } = await makeLink(app, owner, [whole.id], { actions: { [whole.id]: [action] } })
      const guest = createGuest(app, token)
      const { state = {} } = (await guest.devices())[whole.id] ?? {}
      const parts = (shown: object) =>
        Object.keys(shown).filter((field) => /Lock|Sensor|Foil|doorLight|handleLight/.test(field))
      expect(parts(state)).toEqual(expect.arrayContaining(fields))
      const others = /^(?!unlock)/.test(action) ? /Lock|Sensor/ : /Foil|Light/
      expect(parts(state).filter((field) => others.test(field))).toEqual([])
      const socket = await openSignedInSocket(app, await guest.goodWebsocketToken())
      whole.device.report({ motorLockLocked: false, magicFoilOpacity: 0, doorLightBrightness: 1 })
      const notified = await socket.next('device.state_update')
      expect(notified.subject === 'device.state_update' && parts(notified.data.state).toSorted()).toEqual(
        parts(state).toSorted(),
      )
      socket.end()
      await whole.device.end()
    },
  )
})

describe('a link is shown', () => {
  it('in the body or the header, never in an address', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const query = `?deviceLinkToken=${token}&token=${token}`
    const client = createTestClient(app)
    for (const call of ['info', 'devices', 'action', 'stop']) {
      const json = {
        ...(call === 'action' ? { action: { command: 'move', position: 1 } } : {}),
        ...(call === 'action' || call === 'stop' ? { deviceIds: [shade.id] } : {}),
      }
      const answer = await client.call('POST', `/auth/api/v1/device-link/${call}${query}`, { json })
      expect([call, verdictOf(answer)]).toEqual([call, UNKNOWN])
    }
    expect(verdictOf(await client.call('GET', `/auth/account/websocket/token${query}`))).toBe(
      '401 login_required',
    )
    expect(verdictOf(await client.call('GET', `/auth/api/v1/device-link/list${query}`))).toBe(
      '401 api_token_missing',
    )
  })

  it.each<[string, (token: string) => unknown, string]>([
    ['too long', () => 'x'.repeat(5_000), UNKNOWN],
    ['with a space', (token) => ` ${token}`, UNKNOWN],
    ['in small letters', (token) => token.toLowerCase(), UNKNOWN],
    ['twice', (token) => `${token}, ${token}`, UNKNOWN],
    ['cut short', (token) => token.slice(0, -1), UNKNOWN],
    ['as a number', () => 7, '400 malformed_request deviceLinkToken'],
    ['as nothing', () => null, '400 malformed_request deviceLinkToken'],
    ['as a list', (token) => [token], '400 malformed_request deviceLinkToken'],
    ['as an object', (token) => ({ token }), '400 malformed_request deviceLinkToken'],
  ])('%s: the token is not accepted', async (_name, shownAs, verdict) => {
    const { token } = await makeLink(app, owner, [shade.id])
    const json = { deviceLinkToken: shownAs(token) }
    const answer = await createTestClient(app).call('POST', '/auth/api/v1/device-link/info', { json })
    expect(verdictOf(answer)).toBe(verdict)
  })

  it('as the only identity: a bearer or a cookie does not repair a bad one', async () => {
    const headers = { [LINK_HEADER]: 'none' }
    expect(verdictOf(await owner.api('GET', '/auth/api/v1/device-link/list', { headers }))).toBe(UNKNOWN)
    expect(verdictOf(await owner.api('GET', '/auth/account/websocket/token', { headers }))).toBe(UNKNOWN)
    const { token } = await makeLink(app, owner, [light.id])
    const asBoth = await owner.api('GET', '/auth/account/websocket/token', {
      headers: { [LINK_HEADER]: token },
    })
    const socket = await openSignedInSocket(app, websocketTokenSchema.parse(asBoth.body).token)
    shade.device.report({ position: 0.31 })
    light.device.report()
    await socket.next('device.state_update')
    expect(JSON.stringify(socket.received)).not.toContain(shade.id)
    socket.end()
  })

  it('with its PIN by the body or the header; ten wrong ones lock it, wherever and however they were shown [LN5]', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468' })
    const byHeader = (at: { url: string }, pin: string, path: string) =>
      createTestClient(at).call('GET', path, { headers: { [LINK_HEADER]: token, 'X-Device-Link-Pin': pin } })
    const paths = ['/auth/api/v1/device-link/list', '/auth/account/websocket/token']
    for (const path of paths) expect(verdictOf(await byHeader(app, '2468', path))).toBe('200')
    const details: unknown[] = []
    const keep = (body: unknown) => details.push(Object(body).error_detail)
    for (const pin of ['', '2468 ', '24680', 'x'.repeat(500), '２４６８'])
      keep((await createGuest(twin, token, pin).ask('info')).body)
    for (const pin of ['0000', '24', '2468, 2468'])
      for (const path of paths) keep((await byHeader(twin, pin, path)).body)
    expect(details).toEqual([...Array.from({ length: 10 }, () => 'pin_wrong'), 'pin_locked'])
    for (const at of [app, twin]) {
      const { body } = await createGuest(at, token, '2468').ask('devices')
      expect(body).toMatchObject({ error_detail: 'pin_locked' })
      expect(JSON.stringify(body)).not.toContain('2468')
    }
  })
})

describe('guessing tokens', () => {
  it('is slowed by address, and good links are not', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    let verdict = ''
    for (let tries = 0; tries < 320 && !verdict.startsWith('429'); tries += 1)
      verdict = verdictOf(await createGuest(app, `guess-${tries}`).ask('info'))
    expect(verdict).toBe('429 too_many_requests')
    expect(verdictOf(await createGuest(app, token).ask('info'))).toBe('200')
    app.clock.advance(HOUR_MS)
    expect(verdictOf(await createGuest(app, 'another').ask('info'))).toBe(UNKNOWN)
  })
})
