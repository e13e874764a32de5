import { LIMITS, type Profile } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { createRealtimeClient } from '#core/realtime/realtime-client.ts'
import { createWebsocketTokens } from '#core/realtime/websocket-tokens.ts'
import { fakeClock, fakeSockets, settle } from '#core/testing/fakes.ts'
import { NOBODY } from './account-state.ts'
import { ACCOUNT_STORAGE_KEY, readAccount } from './account-storage.ts'
import type { AccountsApi } from './accounts.api.ts'
import { createSession } from './session.ts'

const ANA: Profile = { email: 'ana@senca.test', confirmed: true, password_set: true, locale: 'sl' }
const ANA_STATE = {
  isLoggedIn: true,
  isConfirmed: true,
  isPasswordSet: true,
  email: ANA.email,
  locale: ANA.locale,
}

function memory(entries: Record<string, string> = {}) {
  const values = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value) === values,
    removeItem: (key: string) => {
      values.delete(key)
    },
    values,
  }
}

function setUp({
  stored,
  storage = memory(stored === undefined ? {} : { [ACCOUNT_STORAGE_KEY]: JSON.stringify(stored) }),
  onAccountLeft = vi.fn(),
  ...calls
}: Partial<AccountsApi> & {
  stored?: unknown
  storage?: ReturnType<typeof memory>
  onAccountLeft?: () => void
} = {}) {
  const accounts: AccountsApi = {
    login: async () => ANA,
    loginWithToken: async () => ANA,
    nonce: async () => ({ nonce: 'n' }),
    startPasskeyLogin: async () => ({ state: 's', options: { challenge: 'c' } }),
    loginWithPasskey: async () => ANA,
    secondFactorOptions: async () => ({ means: ['totp'], passkey: null }),
    finishLogin: async () => ANA,
    changePassword: async () => ({}),
    register: async () => ({}),
    whoami: async () => ANA,
    saveLocale: vi.fn(async () => ({})),
    logout: async () => ({}),
    logoutAll: async () => ({}),
    ...calls,
  }
  const api = { forgetToken: vi.fn() }
  const onProfile = vi.fn()
  const leaveLater = vi.fn()
  const session = createSession({
    accounts,
    api,
    storage,
    onAccountLeft,
    onProfile,
    leaveLater,
    now: () => 5_000,
  })
  return { session, storage, api, onAccountLeft, onProfile, leaveLater, accounts }
}

const refused = (error: string) => new ApiFailure(401, { error, error_description: '' })

it('removed from a device without a connection, the account is left there at once and its session later [PK5]', () => {
  const { session, storage, onAccountLeft, leaveLater } = setUp({ stored: ANA_STATE })
  session.removeHere()
  expect(session.store.getState().isLoggedIn).toBe(false)
  expect(storage.values.has(ACCOUNT_STORAGE_KEY)).toBe(false)
  expect(onAccountLeft).toHaveBeenCalledOnce()
  expect(leaveLater).toHaveBeenCalledOnce()
})

describe('spec §4, Account, and §3, Stored session', () => {
  it('Not logged in becomes logged in after a successful e-mail login or registration; the slice is persisted.', async () => {
    for (const enter of ['login', 'register'] as const) {
      const { session, storage, onProfile } = setUp()
      expect(session.store.getState()).toEqual(NOBODY)
      await session[enter](ANA.email, 'a good password', 'en')
      expect(session.store.getState()).toEqual(ANA_STATE)
      expect(readAccount(storage)).toEqual(ANA_STATE)
      expect(onProfile).toHaveBeenCalledExactlyOnceWith(ANA)
    }
  })

  it('so does a federated login, one by a passkey, and one that was finished by a second step', async () => {
    const federated = setUp()
    await federated.session.loginWithToken('an.id.token', 'sl')
    expect(readAccount(federated.storage)).toEqual(ANA_STATE)
    const byPasskey = setUp()
    await byPasskey.session.loginWithPasskey('state', {})
    expect(readAccount(byPasskey.storage)).toEqual(ANA_STATE)
    const finished = setUp()
    await finished.session.finishLogin('state', { code: '123456' })
    expect(readAccount(finished.storage)).toEqual(ANA_STATE)
  })

  it('Adding a password sets password-set to true, a confirmation sets confirmed; both are stored.', async () => {
    const stored = { ...ANA_STATE, isConfirmed: false, isPasswordSet: false }
    const whoami = () => Promise.reject(new Error('offline'))
    const { session, storage } = setUp({ stored, whoami })
    await session.passwordAdded()
    expect(readAccount(storage)).toEqual({ ...stored, isPasswordSet: true })
    await session.confirmed()
    expect(readAccount(storage)).toEqual(ANA_STATE)
  })

  it("what a foreign account's link did is not taken for this one's", async () => {
    const stored = { ...ANA_STATE, isConfirmed: false }
    const { session } = setUp({ stored, whoami: async () => ({ ...ANA, confirmed: false }) })
    await session.confirmed()
    expect(session.store.getState().isConfirmed).toBe(false)
  })

  it('a link that is opened without a session signs nobody in', async () => {
    const { session, storage } = setUp()
    await session.confirmed()
    await session.passwordAdded()
    expect(session.store.getState()).toEqual(NOBODY)
    expect(storage.values.size).toBe(0)
  })

  it('Account deletion also resets the confirmed and password-set flags, and leaves at once.', async () => {
    const whoami = () => Promise.reject(refused('login_required'))
    const { session, storage, onAccountLeft } = setUp({ stored: ANA_STATE, whoami })
    const deleted = session.deleted()
    expect(session.store.getState()).toEqual(NOBODY)
    expect(storage.values.size).toBe(0)
    expect(onAccountLeft).toHaveBeenCalledOnce()
    expect(session.wasLeftByChoice()).toBe(true)
    await deleted
    expect(session.store.getState()).toEqual(NOBODY)
  })

  it("the deletion of another account leaves this browser's signed in", async () => {
    const { session } = setUp({ stored: ANA_STATE })
    await session.deleted()
    expect(session.store.getState()).toEqual(ANA_STATE)
  })

  it('a refused change of the password raises and changes nothing', async () => {
    const changePassword = () => Promise.reject(refused('invalid_credentials'))
    const { session, onAccountLeft } = setUp({ stored: ANA_STATE, changePassword })
    await expect(session.changePassword('wrong', 'new')).rejects.toBeInstanceOf(ApiFailure)
    expect(session.store.getState()).toEqual(ANA_STATE)
    expect(onAccountLeft).not.toHaveBeenCalled()
  })

  it('a registration counts although the profile cannot be read', async () => {
    const { session } = setUp({ whoami: () => Promise.reject(new Error('offline')) })
    await session.register('new@senca.test', 'a good password', 'de')
    expect(session.store.getState()).toEqual({
      isLoggedIn: true,
      isConfirmed: false,
      isPasswordSet: true,
      email: 'new@senca.test',
      locale: 'de',
    })
    expect(session.confirmationMailedAt()).toBe(5_000)
  })

  it('a page that is loaded again knows when the confirmation was mailed, as long as the account is there', async () => {
    const { session, storage } = setUp()
    expect(session.confirmationMailedAt()).toBe(null)
    await session.register(ANA.email, 'a good password', 'de')
    const reloaded = () => setUp({ storage }).session
    expect(reloaded().confirmationMailedAt()).toBe(5_000)
    storage.setItem('senca.confirmationMail', '"noon"')
    expect(reloaded().confirmationMailedAt()).toBe(null)
    session.confirmationMailed()
    expect(reloaded().confirmationMailedAt()).toBe(5_000)
    await session.logout(false)
    expect(reloaded().confirmationMailedAt()).toBe(null)
    expect(storage.values.size).toBe(0)
  })

  it('a refused login changes nothing', async () => {
    const { session, storage } = setUp({ login: () => Promise.reject(refused('invalid_credentials')) })
    await expect(session.login('a', 'b')).rejects.toBeInstanceOf(ApiFailure)
    expect(session.store.getState()).toEqual(NOBODY)
    expect(storage.values.size).toBe(0)
  })

  it.each([
    [false, { isLoggedIn: false, isConfirmed: true, isPasswordSet: true, email: null, locale: null }],
    [true, NOBODY],
  ])(
    'Logout clears the profile and the logged-in flag, log-out-everywhere (%s) the other flags too; the slice is removed.',
    async (everywhere, state) => {
      const { session, storage, onAccountLeft } = setUp({ stored: ANA_STATE })
      await session.logout(everywhere)
      expect(session.store.getState()).toEqual(state)
      expect(storage.values.size).toBe(0)
      expect(onAccountLeft).toHaveBeenCalledOnce()
      expect(onAccountLeft).toHaveBeenCalledOnce()
    },
  )

  it('a failed logout leaves everything as it was', async () => {
    const { session, onAccountLeft } = setUp({
      stored: ANA_STATE,
      logout: () => Promise.reject(new Error('offline')),
    })
    await expect(session.logout(false)).rejects.toThrow('offline')
    expect(session.store.getState()).toEqual(ANA_STATE)
    expect(onAccountLeft).not.toHaveBeenCalled()
  })
})

it('On logout success all sockets are closed.', async () => {
  const clock = fakeClock()
  const wire = fakeSockets()
  const realtime = createRealtimeClient({
    address: 'wss://senca.test/websocket',
    openSocket: wire.openSocket,
    tokens: createWebsocketTokens({ fetchToken: async (key) => key, clock }),
    clock,
    random: () => 0,
    warn: () => {},
    onUnreadable: () => {},
    onServer: () => {},
    onMessages: () => {},
    onAccepted: () => {},
  })
  const { session } = setUp({ stored: ANA_STATE, onAccountLeft: realtime.closeAll })
  realtime.connect(LIMITS.CURRENT_USER_KEY)
  realtime.connect('a-link-token')
  await settle()
  await session.logout(false)
  expect(wire.sockets.map(({ closed }) => closed)).toEqual([true, true])
})

describe('what is stored', () => {
  it.each([
    ['the slice', ANA_STATE, ANA_STATE],
    ['a slice of another shape', { isLoggedIn: 'yes' }, NOBODY],
    ['a slice that is logged out', { ...ANA_STATE, isLoggedIn: false }, NOBODY],
    ['null', null, NOBODY],
  ])('%s is read', (_name, stored, expected) => {
    expect(setUp({ stored }).session.store.getState()).toEqual(expected)
  })

  it('text that is not JSON counts as signed out', () => {
    expect(readAccount(memory({ [ACCOUNT_STORAGE_KEY]: '{' }))).toEqual(NOBODY)
  })
})

describe('the end of a session', () => {
  it('comes once, from the server', () => {
    const { session, onAccountLeft, api, storage } = setUp({ stored: ANA_STATE })
    session.end()
    session.end()
    expect(session.store.getState().isLoggedIn).toBe(false)
    expect(storage.values.size).toBe(0)
    expect(onAccountLeft).toHaveBeenCalledOnce()
    expect(api.forgetToken).toHaveBeenCalledOnce()
  })

  it('comes from another tab, as does a login', () => {
    const { session, onAccountLeft } = setUp({ stored: ANA_STATE })
    session.follow({ key: 'something.else', newValue: null })
    expect(session.store.getState().isLoggedIn).toBe(true)
    session.follow({ key: ACCOUNT_STORAGE_KEY, newValue: null })
    expect(session.store.getState().isLoggedIn).toBe(false)
    expect(onAccountLeft).toHaveBeenCalledOnce()
    session.follow({ key: ACCOUNT_STORAGE_KEY, newValue: JSON.stringify(ANA_STATE) })
    expect(session.store.getState()).toEqual(ANA_STATE)
    expect(onAccountLeft).toHaveBeenCalledOnce()
  })

  it('what was known of one account is forgotten when another tab signs in as somebody else', () => {
    const { session, onAccountLeft } = setUp({ stored: ANA_STATE })
    session.follow({
      key: ACCOUNT_STORAGE_KEY,
      newValue: JSON.stringify({ ...ANA_STATE, email: 'bor@senca.test' }),
    })
    expect(session.store.getState().email).toBe('bor@senca.test')
    expect(onAccountLeft).toHaveBeenCalledOnce()
  })

  it('the sockets of one account are closed before those of another are opened', () => {
    const happened: string[] = []
    const { session } = setUp({ stored: ANA_STATE, onAccountLeft: () => happened.push('closed') })
    session.store.subscribe(({ isLoggedIn, email }) => {
      if (isLoggedIn) happened.push(`opened for ${email}`)
    })
    const newValue = JSON.stringify({ ...ANA_STATE, email: 'bor@senca.test' })
    session.follow({ key: ACCOUNT_STORAGE_KEY, newValue })
    expect(happened).toEqual(['closed', 'opened for bor@senca.test'])
  })
})

describe('the profile', () => {
  it('is loaded only for somebody who is logged in, and an unreachable server changes nothing', async () => {
    const whoami = vi.fn(async () => ({ ...ANA, confirmed: false }))
    const signedIn = setUp({ stored: ANA_STATE, whoami })
    await signedIn.session.loadProfile()
    expect(signedIn.session.store.getState().isConfirmed).toBe(false)
    expect(readAccount(signedIn.storage).isConfirmed).toBe(false)
    await setUp({ whoami }).session.loadProfile()
    expect(whoami).toHaveBeenCalledOnce()
    const offline = setUp({ stored: ANA_STATE, whoami: () => Promise.reject(new Error('offline')) })
    await offline.session.loadProfile()
    expect(offline.session.store.getState()).toEqual(ANA_STATE)
  })

  it('takes a new language only of somebody who is logged in', async () => {
    const signedIn = setUp({ stored: ANA_STATE })
    await signedIn.session.saveLocale('hr')
    expect(signedIn.accounts.saveLocale).toHaveBeenCalledExactlyOnceWith('hr')
    expect(readAccount(signedIn.storage).locale).toBe('hr')
    const nobody = setUp()
    await nobody.session.saveLocale('hr')
    expect(nobody.accounts.saveLocale).not.toHaveBeenCalled()
  })
})
