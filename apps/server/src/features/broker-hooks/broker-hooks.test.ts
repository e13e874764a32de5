import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttpServer, type HttpServer } from '#platform/http/server.ts'
import { createLogger } from '#platform/logger.ts'
import type { BrokerGuard } from '#platform/mqtt/broker.ts'
import { createDoors } from '#platform/mqtt/outside/doors.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { brokerHookRoutes } from './broker-hooks.routes.ts'

const SECRET = 'a-secret-of-the-broker'
const DEVICE = 'abcdefgh'
const LOGIN = 'habcdefghijk2'
const HOME = 'home-of-ana'
const ENDS_AT = new Date('2026-07-01T12:00:00.500Z')

const disconnected = vi.fn()
const cut = vi.fn()
const device: BrokerGuard = {
  async mayConnect({ clientId, username, password }, connection) {
    if (password === 'database away') throw new Error('database away')
    const isToken = password === 'a token'
    if (clientId !== username || (password !== 'its secret' && !isToken)) return false
    connection.lasts?.(isToken ? ENDS_AT : null)
    return true
  },
  mayPublish: (clientId, topic) => topic === `senca/${clientId}/state`,
  maySubscribe: (clientId, filter) => filter === `senca/${clientId}/command`,
  connected() {},
  disconnected,
}
const station: BrokerGuard = {
  sharedUserName: 'station',
  mayConnect: async ({ username }) => username === 'station',
  mayPublish: () => true,
  maySubscribe: () => true,
  connected() {},
  disconnected() {},
}

let http: HttpServer
let stop: () => void
let url: string
beforeAll(async () => {
  const logger = createLogger('silent')
  http = await createHttpServer(
    { publicUrl: 'https://senca.example', host: '127.0.0.1', trustProxy: false },
    logger,
  )
  const made = createDoors({
    guards: new Set([device, station]),
    serverName: 'senca',
    isServer: (username, password) => username === 'senca' && password === 'of the server',
    cut,
    logger,
  })
  made.doors.useHomes({
    async signIn({ username, password }) {
      if (password === 'database away') throw new Error('database away')
      return username === LOGIN && password === 'of the home' ? HOME : null
    },
    homeOf: async (username) => (username === LOGIN ? HOME : null),
  })
  stop = made.stop
  http.register(brokerHookRoutes, { doors: made.doors, secret: SECRET, clock: createFakeClock() })
  url = await http.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' })
})
afterAll(async () => {
  stop()
  await http.close()
})
beforeEach(() => {
  disconnected.mockClear()
})

/** Sends a request like EMQX: under another address of the server than PUBLIC_URL. */
async function emqx(call: string, body: unknown, authorization = `Bearer ${SECRET}`) {
  const response = await fetch(`${url}/auth/broker/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return [response.status, await response.json()]
}

async function verne(hook: string, body: object, secret = SECRET) {
  const call = hook.startsWith('auth_on_register') ? 'authenticate' : 'authorize'
  const response = await fetch(`${url}/auth/broker/${call}?secret=${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'vernemq-hook': hook },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()]
}

const login = (password: string, username = DEVICE, clientid = DEVICE) => ({
  clientid,
  username,
  password,
  peerhost: '10.0.0.7',
  protocol: 'mqtt',
})

describe('[HW12] EMQX asks about logins to the spaces of accounts', () => {
  const allowed = { result: 'allow', is_superuser: false, client_attrs: { home: HOME } }
  it.each([
    ['under the user name', login('of the home', LOGIN, LOGIN), allowed],
    ['under a client id that begins with it', login('of the home', LOGIN, `${LOGIN}-zigbee2mqtt`), allowed],
    ['under another client id', login('of the home', LOGIN, 'zigbee2mqtt'), { result: 'deny' }],
    ['under the client id of a device', login('of the home', LOGIN, DEVICE), { result: 'deny' }],
    ['with a wrong password', login('wrong', LOGIN, LOGIN), { result: 'deny' }],
    ['that cannot be checked now', login('database away', LOGIN, LOGIN), { result: 'ignore' }],
  ])('%s', async (_name, body, answer) => {
    expect(await emqx('authenticate', body)).toEqual([200, answer])
  })

  it.each([
    ['its home', `home/${HOME}/zigbee2mqtt/x`, undefined, 'allow'],
    ['everything in its home', `home/${HOME}/#`, undefined, 'allow'],
    ['another home', 'home/of-bor/zigbee2mqtt/x', undefined, 'deny'],
    ['a home that begins like its own', `home/${HOME}2/x`, undefined, 'deny'],
    ['all homes', 'home/#', undefined, 'deny'],
    ['a device', `senca/${DEVICE}/command`, undefined, 'deny'],
    ['a topic of the broker', '$SYS/#', undefined, 'deny'],
    ['any topic, where the broker adds its prefix', 'zigbee2mqtt/x', `home/${HOME}/`, 'allow'],
    ['any topic, where the broker adds another prefix', 'zigbee2mqtt/x', 'home/of-bor/', 'deny'],
    [
      'any topic, where the broker has not filled in the prefix',
      'x',
      'home/$' + '{client_attrs.home}/',
      'deny',
    ],
    ['a shared subscription', '$share/group/x', `home/${HOME}/`, 'deny'],
  ])('and what they may do: %s', async (_name, topic, mountpoint, result) => {
    for (const action of ['publish', 'subscribe']) {
      const body = { clientid: LOGIN, username: LOGIN, action, topic, mountpoint }
      expect(await emqx('authorize', body)).toEqual([200, { result }])
    }
  })

  it('VerneMQ too', async () => {
    const client = { client_id: LOGIN, username: LOGIN }
    expect(await verne('auth_on_register', { ...client, password: 'of the home' })).toEqual([
      200,
      { result: 'ok' },
    ])
    const topic = `home/${HOME}/x`
    expect(await verne('auth_on_publish', { ...client, topic })).toEqual([200, { result: 'ok' }])
  })
})

describe('EMQX asks who may come in', () => {
  it.each([
    ['a device by its secret', login('its secret'), { result: 'allow', is_superuser: false }],
    [
      'a device by a token, until it ends',
      login('a token'),
      { result: 'allow', is_superuser: false, expire_at: 1_782_907_200 },
    ],
    ['a wrong secret', login('wrong'), { result: 'deny' }],
    ['no secret', { clientid: DEVICE, username: DEVICE, password: null }, { result: 'deny' }],
    ['a device under another client id', login('its secret', DEVICE, 'stranger'), { result: 'deny' }],
    ['what cannot be checked now', login('database away'), { result: 'ignore' }],
    [
      'the server itself, under any client id',
      login('of the server', 'senca', 'senca-server-1'),
      { result: 'allow', is_superuser: true },
    ],
    ['another that calls itself the server', login('guessed', 'senca'), { result: 'deny' }],
    [
      'a station, of which nobody knows what it publishes',
      login('key', 'station', 'station'),
      { result: 'deny' },
    ],
    ['a body without its fields', {}, { result: 'deny' }],
    ['what is no JSON', '{"clientid":', { result: 'deny' }],
  ])('%s', async (_name, body, answer) => {
    expect(await emqx('authenticate', body)).toEqual([200, answer])
  })

  it.each([
    ['its state', DEVICE, 'publish', `senca/${DEVICE}/state`, 'allow'],
    ['its commands', DEVICE, 'subscribe', `senca/${DEVICE}/command`, 'allow'],
    ['the state of another', DEVICE, 'publish', 'senca/stranger/state', 'deny'],
    ['everything', DEVICE, 'subscribe', '#', 'deny'],
    ['a topic of the broker', DEVICE, 'subscribe', '$SYS/#', 'deny'],
    ['the bus of the server', DEVICE, 'subscribe', 'senca-bus/device.x', 'deny'],
  ])('and what it may do there: %s', async (_name, username, action, topic, result) => {
    const body = { clientid: DEVICE, username, action, topic, peerhost: '10.0.0.7' }
    expect(await emqx('authorize', body)).toEqual([200, { result }])
  })

  it('and lets nobody publish as another under its client id, and the server everything', async () => {
    const topic = `senca/${DEVICE}/state`
    const asStation = { clientid: DEVICE, username: 'station', action: 'publish', topic }
    expect(await emqx('authorize', asStation)).toEqual([200, { result: 'deny' }])
    const asServer = {
      clientid: 'senca-server-1',
      username: 'senca',
      action: 'subscribe',
      topic: 'senca-bus/x',
    }
    expect(await emqx('authorize', asServer)).toEqual([200, { result: 'allow' }])
    expect(await emqx('authorize', { ...asServer, action: 'dance' })).toEqual([200, { result: 'deny' }])
  })

  it('and reports ended connections, but not replaced ones', async () => {
    const end = {
      event: 'client.disconnected',
      clientid: DEVICE,
      username: DEVICE,
      disconnected_at: 1_700_000_000_000,
    }
    for (const reason of ['takenover', 'discarded'])
      expect(await emqx('disconnected', { ...end, reason })).toEqual([200, {}])
    expect(disconnected).not.toHaveBeenCalled()
    expect(await emqx('disconnected', { ...end, reason: 'keepalive_timeout' })).toEqual([200, {}])
    expect(disconnected.mock.calls).toEqual([[DEVICE, new Date(1_700_000_000_000)]])
    expect(await emqx('disconnected', { reason: 'normal' })).toEqual([200, {}])
    expect(disconnected).toHaveBeenCalledTimes(1)
  })
})

describe('VerneMQ asks at the same paths', () => {
  const client = { peer_addr: '10.0.0.7', peer_port: 1, mountpoint: '', client_id: DEVICE, username: DEVICE }
  const no = { result: { error: 'not_allowed' } }

  it.each(['auth_on_register', 'auth_on_register_m5'])('who may come in: %s', async (hook) => {
    expect(await verne(hook, { ...client, password: 'its secret', clean_session: true })).toEqual([
      200,
      { result: 'ok' },
    ])
    expect(await verne(hook, { ...client, password: 'wrong' })).toEqual([200, no])
    expect(await verne(hook, {})).toEqual([200, no])
  })

  it('what it may publish', async () => {
    const publish = { ...client, qos: 1, payload: 'e30=', retain: true }
    expect(await verne('auth_on_publish', { ...publish, topic: `senca/${DEVICE}/state` })).toEqual([
      200,
      { result: 'ok' },
    ])
    expect(await verne('auth_on_publish_m5', { ...publish, topic: 'senca/stranger/state' })).toEqual([
      200,
      no,
    ])
    expect(await verne('on_publish', { ...publish, topic: `senca/${DEVICE}/state` })).toEqual([200, no])
  })

  it('what it may subscribe to, filter by filter', async () => {
    const topics = [
      { topic: `senca/${DEVICE}/command`, qos: 1 },
      { topic: '#', qos: 1 },
    ]
    expect(await verne('auth_on_subscribe', { ...client, topics })).toEqual([
      200,
      { result: 'ok', topics: [topics[0], { topic: '#', qos: 128 }] },
    ])
  })
})

describe('nobody else is answered', () => {
  it.each([
    ['no secret', ''],
    ['a wrong one', 'Bearer another-secret-of-a-broker'],
    ['the beginning of it', `Bearer ${SECRET.slice(0, -1)}`],
  ])('%s', async (_name, authorization) => {
    for (const call of ['authenticate', 'authorize', 'disconnected'])
      expect(await emqx(call, login('its secret'), authorization)).toEqual([
        403,
        expect.objectContaining({ error: 'insufficient_permission' }),
      ])
    expect(await verne('auth_on_register', {}, 'wrong')).toEqual([403, expect.anything()])
  })
})
