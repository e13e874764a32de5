import { LIMITS, type ServerMessage, SOCKET_REPLACED, SUBJECTS } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { websocketAddress } from '../page-config.ts'
import { fakeClock, fakeSockets, settle } from '../testing/fakes.ts'
import { createRealtimeClient } from './realtime-client.ts'
import { createWebsocketTokens } from './websocket-tokens.ts'

const KEY = LIMITS.CURRENT_USER_KEY
const HOUR = 3_600_000

function setUp(fetchToken?: (key: string) => Promise<string>) {
  const clock = fakeClock()
  const wire = fakeSockets()
  let issued = 0
  const fetched = vi.fn(fetchToken ?? (async (key: string) => `${key}-${++issued}`))
  const tokens = createWebsocketTokens({ fetchToken: fetched, clock })
  const warn = vi.fn()
  const onUnreadable = vi.fn()
  const onAccepted = vi.fn()
  const messages: ServerMessage[] = []
  const client = createRealtimeClient({
    address: 'wss://senca.test/websocket',
    openSocket: wire.openSocket,
    tokens,
    clock,
    random: () => 0.5,
    warn,
    onUnreadable,
    onServer: () => {},
    onMessages: (_key, batch) => messages.push(...batch),
    onAccepted,
  })
  const live = async (key: string = KEY) => {
    client.connect(key)
    await settle()
    wire.last().accept()
    wire.last().say({ subject: 'auth.accepted', data: { expiresAt: clock.isoIn(HOUR) } })
    await settle()
  }
  const login = (token: string) => ({
    subject: 'auth.login',
    data: { token, batch: true, heartbeat: true, tolerant: true },
  })
  return { clock, ...wire, fetched, tokens, warn, onUnreadable, onAccepted, messages, client, live, login }
}

describe('spec §4, Websocket', () => {
  it('Subjects: auth.login (sent by the client with a token), auth.accepted, auth.expired, auth.rejected, scenario.deleted, scenario.status_updated, scenario.updated, scenario.created, groups.updated, device.state_update, device.deleted, device.updated, device.created.', async () => {
    const ours = [
      'moments.updated',
      'sharing.updated',
      'rooms.updated',
      'roles.updated',
      'bridges.updated',
      'bridges.identify',
      'discovery.updated',
      'approvals.updated',
      'notifications.updated',
    ]
    expect(SUBJECTS.filter((subject) => !ours.includes(subject))).toHaveLength(13)
    const { live, last, messages, warn } = setUp()
    await live()
    last().say([
      { subject: 'groups.updated', data: {} },
      ...['created', 'updated', 'status_updated', 'deleted'].map((change) => ({
        subject: `scenario.${change}`,
        data: { scenarioId: 's' },
      })),
      { subject: 'device.deleted', data: { deviceId: 'd' } },
    ])
    expect(messages.map(({ subject }) => subject)).toEqual([
      'groups.updated',
      'scenario.created',
      'scenario.updated',
      'scenario.status_updated',
      'scenario.deleted',
      'device.deleted',
    ])
    expect(warn).not.toHaveBeenCalled()
    last().say({ subject: 'device.exploded', data: {} })
    expect(warn).toHaveBeenCalledOnce()
  })

  it('The socket opens to a secure host from the page config, with a fallback default host, and sends auth.login with the token once open.', async () => {
    const https = { protocol: 'https:', host: 'app.example' }
    expect(websocketAddress({ websocketHost: 'live.example:444' }, https)).toBe(
      'wss://live.example:444/websocket',
    )
    expect(websocketAddress({ websocketHost: null }, https)).toBe('wss://app.example/websocket')
    expect(websocketAddress({ websocketHost: null }, { protocol: 'http:', host: 'localhost:8080' })).toBe(
      'ws://localhost:8080/websocket',
    )

    const { client, last, login } = setUp()
    client.connect(KEY)
    await settle()
    expect(last().address).toBe('wss://senca.test/websocket')
    expect(last().sent).toEqual([])
    last().accept()
    expect(last().sent).toEqual([login('currentUser-1')])
  })

  it('On auth.accepted the client stores expiresAt and schedules an auth-expired action.', async () => {
    const { live, clock, tokens, last, login, client } = setUp()
    await live()
    expect(client.status(KEY)).toEqual({ state: 'live' })
    expect(tokens.has(KEY)).toBe(true)
    await clock.advance(HOUR)
    expect(tokens.has(KEY)).toBe(false)
    last().say({ subject: 'auth.expired', data: {} })
    await settle()
    expect(last().sent).toEqual([login('currentUser-1'), login('currentUser-2')])
  })

  it('opens a new socket when the server stays silent at the expiry', async () => {
    const { live, clock, sockets } = setUp()
    await live()
    await clock.advance(HOUR + 5_000)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.closed).toBe(true)
  })

  it('On auth.rejected it marks the auth rejected and requests a fresh websocket token.', async () => {
    let release = (_token: string) => {}
    const { client, last, tokens, fetched, sockets, login } = setUp((key) =>
      fetched.mock.calls.length === 1
        ? Promise.resolve(`${key}-stale`)
        : new Promise((resolve) => {
            release = resolve
          }),
    )
    client.connect(KEY)
    await settle()
    last().accept()
    last().say({ subject: 'auth.rejected', data: {} })
    await settle()
    expect(tokens.isRejected(KEY)).toBe(true)
    expect(fetched).toHaveBeenCalledTimes(2)
    release('fresh')
    await settle()
    expect(tokens.isRejected(KEY)).toBe(false)
    expect(sockets).toHaveLength(2)
    last().accept()
    expect(last().sent).toEqual([login('fresh')])
  })

  it('does not storm a server that rejects every token', async () => {
    const { client, last, sockets, clock } = setUp()
    client.connect(KEY)
    await settle()
    for (let round = 0; round < 6; round += 1) {
      last().accept()
      last().say({ subject: 'auth.rejected', data: {} })
      await clock.advance(100)
    }
    expect(sockets.length).toBeLessThanOrEqual(3)
  })

  it('It uses the device-link token if the auth key is not the default one.', async () => {
    const { live, fetched, last, login } = setUp()
    await live('link-token')
    expect(fetched).toHaveBeenCalledExactlyOnceWith('link-token')
    expect(last().sent).toEqual([login('link-token-1')])
  })

  it('A cached token is reused while its expiry is in the future, otherwise a new one is fetched.', async () => {
    const { live, clock, tokens } = setUp()
    await live()
    expect(await tokens.get(KEY)).toBe('currentUser-1')
    expect(await tokens.get('other')).toBe('other-2')
    tokens.accept('other', clock.isoIn(-1))
    expect(await tokens.get('other')).toBe('other-3')
  })

  it.each(['auth.expired', 'auth.rejected'])(
    'An expired or rejected event removes the token. (%s)',
    async (subject) => {
      const { live, tokens, last } = setUp()
      await live()
      last().say({ subject, data: {} })
      expect(tokens.has(KEY)).toBe(false)
    },
  )

  it('On a connection error the socket is dropped and reconnected with the stored websocket auth, or a warning is given if none is stored.', async () => {
    const { live, last, sockets, clock, fetched, login, warn, client, tokens } = setUp()
    await live()
    const lostAt = clock.now()
    last().fail()
    expect(last().closed).toBe(true)
    expect(client.status(KEY)).toEqual({ state: 'lost', since: lostAt })
    await clock.advance(1_000)
    expect(sockets).toHaveLength(2)
    last().accept()
    expect(last().sent).toEqual([login('currentUser-1')])
    expect(fetched).toHaveBeenCalledOnce()
    expect(warn).not.toHaveBeenCalled()

    tokens.expire(KEY)
    last().fail()
    expect(warn).toHaveBeenCalledOnce()
    await clock.advance(2_000)
    last().accept()
    expect(last().sent).toEqual([login('currentUser-2')])
  })

  it('closes all sockets for good and forgets their tokens', async () => {
    const { live, sockets, client, clock, tokens } = setUp()
    await live()
    await live('link-token')
    client.closeAll()
    expect(sockets.map(({ closed }) => closed)).toEqual([true, true])
    expect(tokens.has(KEY)).toBe(false)
    await clock.advance(2 * HOUR)
    expect(sockets).toHaveLength(2)
    expect(client.status(KEY)).toBeNull()
  })
})

describe('reconnecting', () => {
  it('goes on for ever with a growing delay of at most 20 s, and says since when the connection is lost', async () => {
    const { live, last, sockets, clock, client } = setUp()
    await live()
    const lostAt = clock.now()
    last().fail()
    for (let minute = 0; minute < 60; minute += 1) {
      const before = sockets.length
      await clock.advance(20_000)
      expect(sockets.length).toBeGreaterThan(before)
      last().fail()
    }
    expect(client.status(KEY)).toEqual({ state: 'lost', since: lostAt })
  })

  it('tries at once when the network or the tab comes back', async () => {
    const { live, last, sockets, client, onAccepted, clock } = setUp()
    await live()
    client.dropAll()
    client.wake()
    await settle()
    expect(sockets).toHaveLength(2)
    last().accept()
    last().say({ subject: 'auth.accepted', data: { expiresAt: clock.isoIn(HOUR) } })
    expect(client.status(KEY)).toEqual({ state: 'live' })
    expect(onAccepted).toHaveBeenCalledTimes(2)
    client.wake()
    await settle()
    expect(sockets).toHaveLength(2)
  })

  it('closes a socket that is not accepted within 10 s and ignores its later messages', async () => {
    const { client, sockets, clock, messages } = setUp()
    client.connect(KEY)
    await settle()
    sockets[0]?.accept()
    await clock.advance(11_000)
    expect(sockets[0]?.closed).toBe(true)
    sockets[0]?.say({ subject: 'groups.updated', data: {} })
    expect(messages).toEqual([])
  })

  it('counts as lost when the call for a token is not answered within 10 s [PK14]', async () => {
    const { client, clock, sockets } = setUp(() => new Promise(() => {}))
    client.connect(KEY)
    await clock.advance(9_000)
    expect(client.status(KEY)).toEqual({ state: 'connecting' })
    await clock.advance(1_000)
    expect(client.status(KEY)).toMatchObject({ state: 'lost' })
    expect(sockets).toHaveLength(0)
  })

  it('keeps trying when no token can be had', async () => {
    const { client, clock, fetched, warn } = setUp(() => Promise.reject(new Error('offline')))
    client.connect(KEY)
    await clock.advance(60_000)
    expect(fetched.mock.calls.length).toBeGreaterThan(3)
    expect(warn).toHaveBeenCalled()
    expect(client.status(KEY)?.state).toBe('lost')
  })
})

describe('a socket that is dead without a close event', () => {
  const dead = async () => {
    const set = setUp()
    await set.live()
    set.last().isAnswering = false
    return set
  }

  it('is detected 25 s after its last message, and another is opened at once [SN17]', async () => {
    const { last, sockets, clock, client } = await dead()
    await clock.advance(19_999)
    expect(last().heartbeats).toBe(0)
    await clock.advance(1)
    expect(last().heartbeats).toBe(1)
    expect(client.status(KEY)).toEqual({ state: 'live' })
    await clock.advance(5_000)
    expect(client.status(KEY)).toEqual({ state: 'lost', since: clock.now() })
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.closed).toBe(true)
  })

  it('is not suspected while it answers, or while messages come anyway', async () => {
    const { live, last, sockets, clock, client } = setUp()
    await live()
    await clock.advance(60_000)
    expect(last().heartbeats).toBe(3)
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000)
      last().say({ subject: 'groups.updated', data: {} })
    }
    expect(last().heartbeats).toBe(3)
    expect(sockets).toHaveLength(1)
    expect(client.status(KEY)).toEqual({ state: 'live' })
  })

  it('is pinged at once when a person returns to the page, and only once however often they return', async () => {
    const { last, sockets, clock, client } = await dead()
    await clock.advance(3_000)
    client.wake()
    client.wake()
    expect(last().heartbeats).toBe(1)
    await clock.advance(5_000)
    expect(client.status(KEY)?.state).toBe('lost')
    expect(sockets).toHaveLength(2)
  })

  it('is replaced without waiting after a sleep of the machine', async () => {
    const { sockets, clock, client } = await dead()
    clock.sleep(3_600_000 - 60_000)
    client.wake()
    expect(client.status(KEY)?.state).toBe('lost')
    await settle()
    expect(sockets).toHaveLength(2)
  })

  it('sends no ping once all sockets are closed', async () => {
    const { live, last, clock, client } = setUp()
    await live()
    client.closeAll()
    await clock.advance(60_000)
    expect(last().heartbeats).toBe(0)
  })
})

describe('a socket that newer ones have replaced', () => {
  it('does not reconnect at once, because that would close the socket of another page; it does on request', async () => {
    const { clock, live, last, sockets, client } = setUp()
    await live()
    last().fail(SOCKET_REPLACED)
    expect(client.status(KEY)).toEqual({ state: 'lost', since: clock.now() })
    await clock.advance(599_000)
    expect(sockets).toHaveLength(1)
    client.wake()
    await settle()
    expect(sockets).toHaveLength(2)
    last().accept()
    last().fail('going away')
    await clock.advance(60_000)
    expect(sockets.length).toBeGreaterThan(2)
  })

  it('reconnects after ten minutes on a page that stays open', async () => {
    const { clock, live, last, sockets } = setUp()
    await live()
    last().fail(SOCKET_REPLACED)
    await clock.advance(600_000)
    expect(sockets).toHaveLength(2)
  })
})
