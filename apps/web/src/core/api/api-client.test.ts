import { profileSchema } from '@senca/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Call, fakeClock, fakeServer, gateway, settle } from '../testing/fakes.ts'
import { createApiClient } from './api-client.ts'
import { createSend } from './api-request.ts'
import { ApiFailure, NetworkFailure, UnreadableAnswer } from './failures.ts'

const anything = z.object({})

type Reply = { status?: number; json?: unknown; text?: string }

function setUp(reply: (call: Call) => Reply | Promise<Reply> = () => ({})) {
  const clock = fakeClock()
  let issued = 0
  const server = fakeServer(async (call) => {
    const own = await reply(call)
    if (own.status !== undefined || own.text !== undefined || own.json !== undefined) return own
    if (call.url === '/auth/login' && call.body === '') {
      issued += 1
      return { json: { token: `token-${issued}`, expiresAt: clock.isoIn(900_000) } }
    }
    return {}
  })
  const onSignedOut = vi.fn()
  const api = createApiClient({ authServer: '/auth', fetch: server.fetch, clock, onSignedOut })
  const list = () =>
    api.request({
      method: 'GET',
      path: '/api/v1/device/list',
      access: 'apiToken',
      query: { index: 'token' },
      answer: anything,
    })
  const whoami = () =>
    api.request({ method: 'GET', path: '/account/whoami', access: 'readsSession', answer: anything })
  const logout = () =>
    api.request({ method: 'POST', path: '/logout', access: 'changesSession', answer: anything })
  return { api, clock, server, onSignedOut, list, whoami, logout }
}

describe('a session that was left without a connection', () => {
  it('is ended before anything else, once there is one [PK5]', async () => {
    const clock = fakeClock()
    const network = { isThere: false }
    const server = fakeServer(() => ({ json: {} }))
    const mark = { isSet: true }
    const api = createApiClient({
      authServer: '/auth',
      fetch: (input, init) =>
        network.isThere ? server.fetch(input, init) : Promise.reject(new TypeError('Failed to fetch')),
      clock,
      onSignedOut: () => {},
      leaving: { isWanted: () => mark.isSet, done: () => (mark.isSet = false) },
    })
    const login = () =>
      api.request({
        method: 'POST',
        path: '/login',
        access: 'changesSession',
        form: { login: 'a' },
        answer: anything,
      })
    await expect(login()).rejects.toBeInstanceOf(NetworkFailure)
    await expect(api.finishLeaving()).rejects.toBeInstanceOf(NetworkFailure)
    expect(mark.isSet).toBe(true)
    network.isThere = true
    await Promise.all([login(), api.finishLeaving()])
    expect(server.calls.map(({ url }) => url)).toEqual(['/auth/logout', '/auth/login'])
    expect(mark.isSet).toBe(false)
    await login()
    expect(server.count('/logout')).toBe(1)
  })
})

describe('spec §4, Api token', () => {
  it('Fetched lazily, refreshed when missing or past its expiry, and cleared when a call invalidates it (logout).', async () => {
    const { clock, server, list, logout } = setUp()
    const bearer = () => server.calls.at(-1)?.headers.get('authorization')
    expect(server.calls).toHaveLength(0)

    await list()
    expect(bearer()).toBe('Bearer token-1')
    await list()
    expect(bearer()).toBe('Bearer token-1')

    await clock.advance(900_001)
    await list()
    expect(bearer()).toBe('Bearer token-2')

    await logout()
    await list()
    expect(bearer()).toBe('Bearer token-3')
  })

  it('Session-changing calls wait until all in-flight session-reading calls finish.', async () => {
    const reading = gateway<Reply>()
    const { server, whoami, logout } = setUp((call) => (call.url.includes('whoami') ? reading.promise : {}))
    const first = whoami()
    const second = whoami()
    const leaving = logout()
    await settle()
    expect(server.count('/logout')).toBe(0)

    reading.open({ json: {} })
    await Promise.all([first, second, leaving])
    expect(server.count('/logout')).toBe(1)
  })

  it('At most one token refresh and one session-state change run at a time.', async () => {
    const running = { '/auth/login': 0, '/auth/logout': 0 }
    const most = { ...running }
    const { server, list, logout } = setUp(async ({ url }) => {
      if (url !== '/auth/login' && url !== '/auth/logout') return {}
      running[url] += 1
      most[url] = Math.max(most[url], running[url])
      await settle()
      running[url] -= 1
      return {}
    })
    await Promise.all([list(), list(), list()])
    expect(server.count('/auth/login')).toBe(1)
    await Promise.all([logout(), list(), logout(), list(), logout()])
    expect(server.count('/auth/logout')).toBe(3)
    expect(most).toEqual({ '/auth/login': 1, '/auth/logout': 1 })
  })

  it('does not use a token that was asked for before the session changed', async () => {
    const refresh = gateway<Reply>()
    const { api, server, list } = setUp(({ url }) =>
      url === '/auth/login' && server.count('/auth/login') === 1 ? refresh.promise : {},
    )
    const listing = list()
    await settle()
    api.forgetToken()
    refresh.open({ json: { token: 'of-the-old-session', expiresAt: '2026-06-21T11:00:00Z' } })
    await listing
    expect(server.calls.at(-1)?.headers.get('authorization')).toBe('Bearer token-1')
  })

  it('gets a new token once when the server calls the kept one invalid', async () => {
    const { server, list, onSignedOut } = setUp((call) =>
      call.headers.get('authorization') === 'Bearer token-1'
        ? { status: 401, json: { error: 'api_token_invalid', error_description: 'ended' } }
        : {},
    )
    await list()
    expect(server.count('/device/list')).toBe(2)
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})

describe('spec §8, Response handling', () => {
  it('Error bodies are parsed as JSON and raised with an error field.', async () => {
    const { whoami } = setUp(() => ({
      status: 401,
      json: { error: 'invalid_credentials', error_description: 'No', key: 'password' },
    }))
    await expect(whoami()).rejects.toMatchObject({
      error: 'invalid_credentials',
      key: 'password',
      status: 401,
      description: 'No',
    })
  })

  it('A non-JSON body yields "Request failed with: " plus the response text.', async () => {
    const { whoami } = setUp(() => ({ status: 502, text: '<h1>Bad gateway</h1>' }))
    const failure = await whoami().catch((raised: unknown) => raised)
    expect(failure).toBeInstanceOf(UnreadableAnswer)
    expect(failure).toHaveProperty('message', 'Request failed with: <h1>Bad gateway</h1>')
  })

  it.each(['missing_login', 'missing_data', 'data_missing', 'missing_password', 'login_required'])(
    'On the token refresh call, %s is turned into login_required',
    async (error) => {
      const { list, onSignedOut } = setUp(({ url }) =>
        url === '/auth/login' ? { status: 400, json: { error, error_description: 'no session' } } : {},
      )
      const failure = await list().catch((raised: unknown) => raised)
      expect(failure).toBeInstanceOf(ApiFailure)
      expect(failure).toHaveProperty('error', 'login_required')
      expect(onSignedOut).toHaveBeenCalledOnce()
    },
  )

  it('raises an answer that is not of the contract', async () => {
    const { api } = setUp(() => ({ json: { email: 7 } }))
    await expect(
      api.request({
        method: 'GET',
        path: '/account/whoami',
        access: 'readsSession',
        answer: profileSchema,
      }),
    ).rejects.toBeInstanceOf(UnreadableAnswer)
  })

  it('distinguishes no answer from a refusal', async () => {
    const api = createApiClient({
      authServer: '/auth',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      clock: fakeClock(),
      onSignedOut: () => {},
    })
    await expect(
      api.request({ method: 'GET', path: '/x', access: 'readsSession', answer: anything }),
    ).rejects.toBeInstanceOf(NetworkFailure)
  })

  it.each([
    ['login_required', true],
    ['api_token_missing', true],
    ['api_token_invalid', true],
    ['auth.rejected', true],
    ['invalid_credentials', false],
    ['insufficient_permission', false],
  ])('signs the page out on %s: %s', async (error, isSignedOut) => {
    const { whoami, onSignedOut } = setUp(() => ({ status: 401, json: { error, error_description: '' } }))
    await expect(whoami()).rejects.toBeInstanceOf(ApiFailure)
    expect(onSignedOut).toHaveBeenCalledTimes(isSignedOut ? 1 : 0)
  })
})

describe('the request on the wire', () => {
  it('repeats the key of an array value and sends forms, JSON and link tokens as the contract says', async () => {
    const { api, server } = setUp()
    await api.request({
      method: 'GET',
      path: '/api/v1/device/info',
      access: 'apiToken',
      query: { devicetoken: ['a', 'b'] },
      answer: anything,
    })
    expect(server.calls.at(-1)?.url).toBe('/auth/api/v1/device/info?devicetoken=a&devicetoken=b')
    await api.request({
      method: 'POST',
      path: '/login',
      access: 'changesSession',
      form: { login: 'a@b.si', password: 'ä&b' },
      answer: anything,
    })
    expect(server.calls.at(-1)?.body).toBe('login=a%40b.si&password=%C3%A4%26b')
    await api.request({
      method: 'POST',
      path: '/x',
      access: { deviceLinkToken: 'link-1' },
      json: { a: 1 },
      answer: anything,
    })
    const sent = server.calls.at(-1)
    expect(sent?.body).toBe('{"a":1}')
    expect(sent?.headers.get('x-device-link-token')).toBe('link-1')
    expect(sent?.headers.get('content-type')).toBe('application/json')
    expect(sent?.headers.get('authorization')).toBeNull()
  })
})

describe('the end of a call without an answer', () => {
  /** A server that never answers, until the call is aborted. */
  const silent: typeof fetch = (_address, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  const list = (signal?: AbortSignal) =>
    createSend({ authServer: '/auth', fetch: silent })(
      { method: 'GET', path: '/list', access: 'readsSession', answer: anything, signal },
      {},
    )

  afterEach(() => vi.useRealTimers())

  it('is after 30 s, as a failure of the network', async () => {
    vi.useFakeTimers()
    const call = expect(list(new AbortController().signal)).rejects.toThrow(NetworkFailure)
    await vi.advanceTimersByTimeAsync(30_000)
    await call
  })

  it('is at once when its caller gives up, which is no failure of the network', async () => {
    const caller = new AbortController()
    const call = list(caller.signal)
    caller.abort()
    await expect(call).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })

  it('needs no function of browsers newer than the oldest one', async () => {
    const { any } = AbortSignal
    Reflect.deleteProperty(AbortSignal, 'any')
    try {
      const caller = new AbortController()
      const call = list(caller.signal)
      caller.abort()
      await expect(call).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    } finally {
      AbortSignal.any = any
    }
  })
})
