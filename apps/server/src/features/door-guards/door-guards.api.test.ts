import {
  commandResultsSchema,
  type DeviceType,
  deviceInfoSchema,
  errorBodySchema,
  unlockChallengeSchema,
} from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { addPasskey, originOf } from '#testing/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import {
  type Answer,
  createSignedInClient,
  createTestClient,
  GOOD_PASSWORD,
  newEmail,
  type TestClient,
} from '#testing/test-client.ts'
import { moveIn } from '#testing/test-home.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const PIN = '2580'
const HOUR_MS = 3_600_000
const password = GOOD_PASSWORD

const post = (call: string, json: object, client = owner) =>
  client.api('POST', `/auth/api/v1/device/${call}`, { json })
const guard = (token: string, json: object, client = owner) =>
  post('unlock-guard', { token, password, ...json }, client)
const guarded = async (token: string, json: object, client = owner) =>
  deviceInfoSchema.parse(await client.ok(guard(token, json, client)))
const refusal = ({ status, body }: Answer) => {
  const { error, key } = errorBodySchema.parse(body)
  return [status, error, key]
}

const door = (client = owner, at: Pick<TestApp, 'mqtt'> = app) =>
  moveIn(at, client, 'home_door', { state: { motorLockConnected: true, motorLockLocked: true } })
type Door = Awaited<ReturnType<typeof door>>

const claimOne = async (type: DeviceType) => {
  const [made] = await owner.provision(type)
  if (made === undefined) throw new Error('nothing was provisioned')
  await owner.claim(made.claimCode, made.id.slice(0, 20))
  return made
}

const unlockOf = (id: string) => ({ token: id, command: 'unlock', lockType: 'motor' })
/** What unlocking comes to, with what is shown beside it: `success`, or why not. */
const unlock = async ({ id }: Pick<Door, 'id'>, shown: object = {}, client = owner) => {
  const answer = await client.ok(post('move', { commands: [unlockOf(id)], ...shown }, client))
  const [result] = commandResultsSchema.parse(answer)
  if (result?.status !== 'error') return result?.status
  return `${result.error} ${result.error_detail ?? ''}`.trim()
}
const refused = (detail: string) => `insufficient_permission ${detail}`
const unlocksOf = ({ device }: Door) => device.heard.filter(({ command }) => command === 'unlock').length

const challenge = async ({ id }: Pick<Door, 'id'>, client = owner) =>
  unlockChallengeSchema.parse(await client.ok(post('unlock-challenge', { token: id }, client)))

describe('what unlocking a door takes', () => {
  it('is a tap until its owner asks for more, and is told to every instance', async () => {
    const { id } = await claimOne('home_door')
    expect((await owner.info(id))[id]?.unlockBy).toBe('tap')
    const twin = await app.twin()
    const token = await owner.websocketToken()
    const sockets = [await openSignedInSocket(app, token), await openSignedInSocket(twin, token)]
    expect(await guarded(id, { unlockBy: 'hold' })).toMatchObject({ id, unlockBy: 'hold' })
    for (const socket of sockets) {
      expect(await socket.next('device.updated')).toMatchObject({
        data: { deviceId: id, device: { unlockBy: 'hold' } },
      })
      socket.end()
    }
    await twin.close()
  })

  it('is nothing that shades and lights have', async () => {
    for (const type of ['awning', 'light'] as const) {
      const { id } = await claimOne(type)
      expect((await owner.info(id))[id]).not.toHaveProperty('unlockBy')
      expect(refusal(await guard(id, { unlockBy: 'hold' }))).toEqual([
        400,
        'device_unsupported_action',
        undefined,
      ])
      expect(refusal(await post('unlock-challenge', { token: id }))).toEqual([
        400,
        'device_unsupported_action',
        undefined,
      ])
    }
  })

  it.each<[string, object, unknown[]]>([
    ['no PIN with a PIN', { unlockBy: 'pin' }, [400, 'data_missing', 'pin']],
    ['a PIN with a tap', { unlockBy: 'tap', pin: PIN }, [400, 'malformed_request', 'pin']],
    ['a PIN with a passkey', { unlockBy: 'passkey', pin: PIN }, [400, 'malformed_request', 'pin']],
    ['a PIN that is too short', { unlockBy: 'pin', pin: '123' }, [400, 'malformed_request', undefined]],
    ['a PIN that is too long', { unlockBy: 'pin', pin: '123456789' }, [400, 'malformed_request', undefined]],
    ['a PIN of other digits', { unlockBy: 'pin', pin: '١٢٣٤' }, [400, 'malformed_request', undefined]],
    ['a PIN that is a number', { unlockBy: 'pin', pin: 1234 }, [400, 'malformed_request', undefined]],
    ['a gesture that is none', { unlockBy: 'shout' }, [400, 'malformed_request', undefined]],
    ['a passkey without one', { unlockBy: 'passkey' }, [404, 'resource_not_found', 'passkey']],
    ['a wrong password', { unlockBy: 'tap', password: 'wrong' }, [401, 'invalid_credentials', 'password']],
    ['no password', { unlockBy: 'tap', password: '' }, [401, 'invalid_credentials', 'password']],
  ])('cannot be %s', async (_name, json, expected) => {
    const { id } = await claimOne('home_door')
    await guarded(id, { unlockBy: 'hold' })
    expect(refusal(await guard(id, json))).toEqual(expected)
    expect((await owner.info(id))[id]?.unlockBy).toBe('hold')
  })

  it('is slowed for whoever guesses the password', async () => {
    const client = await createSignedInClient(app)
    const { id } = await door(client)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await guard(id, { unlockBy: 'tap', password: 'wrong' }, client)).status).toBe(401)
    expect(refusal(await guard(id, { unlockBy: 'hold' }, client))).toEqual([
      429,
      'too_many_requests',
      undefined,
    ])
    expect((await client.info(id))[id]?.unlockBy).toBe('tap')
  })

  it('is asked of an account without a password by a fresh sign-in', async () => {
    const client = await createSignedInClient(app)
    const { id } = await door(client)
    await app.database.pool.query(
      'update accounts set password_hash = null where id = (select owner_id from devices where id = $1)',
      [id],
    )
    expect(await guarded(id, { unlockBy: 'hold', password: '' }, client)).toMatchObject({ unlockBy: 'hold' })
    app.clock.advance(10 * 60_000 + 1)
    expect(refusal(await guard(id, { unlockBy: 'tap', password: '' }, client))).toEqual([
      403,
      'insufficient_permission',
      'password',
    ])
  })

  it('is nobody’s business but its owner’s', async () => {
    const { id } = await claimOne('home_door')
    const other = await createSignedInClient(app)
    expect(refusal(await guard(id, { unlockBy: 'hold' }, other))).toEqual([
      404,
      'device_not_exist',
      undefined,
    ])
    expect(refusal(await post('unlock-challenge', { token: id }, other))).toEqual([
      404,
      'device_not_exist',
      undefined,
    ])
  })

  it('leaves with the door', async () => {
    const home = await door()
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    await unlock(home, { pin: '9999' })
    const columns = async () => {
      const { rows } = await app.database.pool.query(
        'select unlock_by, unlock_pin_hash, unlock_pin_guesses from devices where id = $1',
        [home.id],
      )
      return rows
    }
    const nothing = [{ unlock_by: null, unlock_pin_hash: null, unlock_pin_guesses: 0 }]
    expect(await columns()).toMatchObject([{ unlock_by: 'pin', unlock_pin_guesses: 1 }])
    await owner.delete(home.id)
    expect(await columns()).toEqual(nothing)
    expect((await owner.claim(home.claimCode, home.name)).unlockBy).toBe('tap')
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    await app.database.pool.query('update devices set is_claimable = true where id = $1', [home.id])
    const next = await createSignedInClient(app)
    expect((await next.claim(home.claimCode, 'New')).unlockBy).toBe('tap')
    expect(await columns()).toEqual(nothing)
    await home.device.end()
  })

  it('stands in the activity of the home when it changes', async () => {
    const { id } = await claimOne('home_door')
    await guarded(id, { unlockBy: 'pin', pin: PIN })
    await vi.waitFor(async () => {
      app.clock.advance(200)
      const { rows } = await app.database.pool.query(
        "select details from activity where device_id = $1 and action = 'unlock_guard'",
        [id],
      )
      expect(rows).toEqual([{ details: {} }])
    })
  })
})

describe('a door that asks for a tap or a hold', () => {
  it.each(['tap', 'hold'])('is unlocked without more: %s', async (unlockBy) => {
    const home = await door()
    await guarded(home.id, { unlockBy })
    expect(await unlock(home)).toBe('success')
    expect(await unlock(home, { pin: '0000' })).toBe('success')
    await home.device.end()
  })
})

describe('a door that asks for a PIN', () => {
  const guardedDoor = async () => {
    const home = await door()
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    return home
  }

  it('is unlocked by the right one only; otherwise nothing leaves, and nothing says that it did', async () => {
    const home = await guardedDoor()
    expect(await unlock(home)).toBe(refused('pin_required'))
    expect(await unlock(home, { pin: '0852' })).toBe(refused('pin_wrong'))
    expect(unlocksOf(home)).toBe(0)
    expect(await unlock(home, { pin: PIN })).toBe('success')
    expect(unlocksOf(home)).toBe(1)
    const { rows } = await vi.waitFor(async () => {
      app.clock.advance(200)
      const found = await app.database.pool.query(
        `select coalesce(e.details ->> 'error_detail', e.action) as ending
         from activity u join activity e on e.about = u.key
         where u.device_id = $1 and u.action = 'unlock' and e.action in ('error', 'acknowledged')`,
        [home.id],
      )
      expect(found.rows).toHaveLength(3)
      return found
    })
    expect(rows.map(({ ending }) => ending).toSorted()).toEqual(['acknowledged', 'pin_required', 'pin_wrong'])
    await home.device.end()
  })

  it('asks for nothing else: its foil and its lock go without', async () => {
    const home = await moveIn(app, owner, 'home_door', {
      state: { motorLockConnected: true, magicFoilConnected: true, magicFoilOpacity: 0 },
    })
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    expect(await owner.move([{ token: home.id, command: 'magic_foil_apply', opacity: 1 }])).toMatchObject([
      { status: 'success' },
    ])
    expect(await owner.move([{ token: home.id, command: 'lock', lockType: 'motor' }])).toMatchObject([
      { status: 'success' },
    ])
    await home.device.end()
  })

  it('does not count what could not leave anyway', async () => {
    const home = await guardedDoor()
    home.device.report({ status: 'restarting' })
    await vi.waitFor(async () => expect(await unlock(home, { pin: '0000' })).toBe('device_busy'))
    await home.device.end()
    await vi.waitFor(async () => expect(await unlock(home, { pin: '0000' })).toBe('device_offline'))
    const { rows } = await app.database.pool.query('select unlock_pin_guesses from devices where id = $1', [
      home.id,
    ])
    expect(rows).toEqual([{ unlock_pin_guesses: 0 }])
  })

  it('is locked for an hour by ten wrong ones in a row, also for the right one and after a restart', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const home = await door(client, own)
    await guarded(home.id, { unlockBy: 'pin', pin: PIN }, client)
    for (let guess = 0; guess < 9; guess += 1)
      expect(await unlock(home, { pin: '0000' }, client)).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: PIN }, client)).toBe('success')
    for (let guess = 0; guess < 10; guess += 1)
      expect(await unlock(home, { pin: '0000' }, client)).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: PIN }, client)).toBe(refused('pin_locked'))
    expect(await unlock(home, {}, client)).toBe(refused('pin_required'))
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
    await own.restart()
    own.clock.advance(HOUR_MS - 1)
    client.forgetApiToken()
    const again = await connectFakeDevice({
      mqtt: own.mqtt,
      ...home,
      type: 'home_door',
      state: { motorLockConnected: true },
    })
    await vi.waitFor(async () => expect(await unlock(home, { pin: PIN }, client)).toBe(refused('pin_locked')))
    own.clock.advance(1)
    expect(await unlock(home, { pin: '0000' }, client)).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: PIN }, client)).toBe('success')
    await again.end()
    await own.close()
  })

  it('never yields more than ten guesses to twenty at once, on two instances', async () => {
    const twin = await app.twin()
    const home = await guardedDoor()
    const headers = {
      authorization: `Bearer ${await owner.apiToken()}`,
      'content-type': 'application/json',
    }
    const guess = async (url: string, index: number) => {
      const pin = String(1_000 + index)
      const answer = await fetch(`${url}/auth/api/v1/device/move`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ commands: [unlockOf(home.id)], pin }),
      })
      const [result] = commandResultsSchema.parse(await answer.json())
      return result?.status === 'error' ? result.error_detail : result?.status
    }
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, index) => guess(index % 2 === 0 ? app.url : twin.url, index)),
    )
    expect(said.toSorted()).toEqual([...Array(10).fill('pin_locked'), ...Array(10).fill('pin_wrong')])
    expect(await unlock(home, { pin: PIN })).toBe(refused('pin_locked'))
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
    await twin.close()
  })

  it('begins anew with a new PIN, which its owner sets by password', async () => {
    const home = await guardedDoor()
    for (let guess = 0; guess < 11; guess += 1) await unlock(home, { pin: '0000' })
    expect(await unlock(home, { pin: PIN })).toBe(refused('pin_locked'))
    await guarded(home.id, { unlockBy: 'pin', pin: '13579246' })
    expect(await unlock(home, { pin: PIN })).toBe(refused('pin_wrong'))
    expect(await unlock(home, { pin: '13579246' })).toBe('success')
    await home.device.end()
  })

  it('is told apart in a batch from those that ask for nothing', async () => {
    const [plain, pinned, other] = [await door(), await guardedDoor(), await door()]
    await guarded(other.id, { unlockBy: 'pin', pin: '9876' })
    const commands = [plain, pinned, other].map(({ id }) => unlockOf(id))
    const answer = await owner.ok(post('move', { commands, pin: PIN }))
    expect(answer).toEqual([
      { status: 'success', device_ids: [plain.id, pinned.id] },
      {
        status: 'error',
        error: 'insufficient_permission',
        error_description: expect.any(String),
        error_detail: 'pin_wrong',
        device_ids: [other.id],
      },
    ])
    for (const { device } of [plain, pinned, other]) await device.end()
  })

  it.each(['12', 'abcd', 1234, '', null, ['1234']])('refuses the request with %j for a PIN', async (pin) => {
    const { status } = await post('move', { commands: [unlockOf('abcdefgh')], pin })
    expect(status).toBe(400)
  })
})

describe('a door that asks for a passkey', () => {
  const guardedDoor = async () => {
    const client = await createSignedInClient(app)
    const { authenticator } = await addPasskey(app, client)
    const home = await door(client)
    await guarded(home.id, { unlockBy: 'passkey' }, client)
    const show = async (at: Pick<Door, 'id'> = home) => {
      const { state, passkey } = await challenge(at, client)
      const credential = authenticator.get({ challenge: passkey.challenge, origin: originOf(app) })
      return { proof: { state, credential } }
    }
    return { client, authenticator, home, show }
  }
  const required = refused('passkey_required')

  it('is unlocked by the right one only; otherwise nothing leaves', async () => {
    const { client, home, show } = await guardedDoor()
    expect(await unlock(home, {}, client)).toBe(required)
    expect(await unlock(home, { pin: PIN }, client)).toBe(required)
    expect(unlocksOf(home)).toBe(0)
    expect(await unlock(home, await show(), client)).toBe('success')
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
  })

  it('takes each answer once, also of two who show it at once', async () => {
    const { client, home, show } = await guardedDoor()
    const shown = await show()
    const all = await Promise.all([unlock(home, shown, client), unlock(home, shown, client)])
    expect(all.toSorted()).toEqual([required, 'success'])
    expect(await unlock(home, shown, client)).toBe(required)
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
  })

  it('takes no answer after five minutes', async () => {
    const { client, home, show } = await guardedDoor()
    const shown = await show()
    app.clock.advance(5 * 60_000)
    expect(await unlock(home, shown, client)).toBe(required)
    await home.device.end()
  })

  it('takes no answer that was given for another door, challenge, page or by a copied key', async () => {
    const { client, authenticator, home, show } = await guardedDoor()
    const other = await door(client)
    expect(await unlock(home, await show(other), client)).toBe(required)
    const [one, two] = [await challenge(home, client), await challenge(home, client)]
    const sign = (scene: { challenge: string; origin?: string; counter?: number }) =>
      authenticator.get({ origin: originOf(app), ...scene })
    for (const proof of [
      { state: one.state, credential: sign({ challenge: two.passkey.challenge }) },
      { state: one.state, credential: sign({ challenge: one.passkey.challenge }) },
      {
        state: two.state,
        credential: sign({ challenge: two.passkey.challenge, origin: 'https://evil.example' }),
      },
      { state: 'made-up', credential: sign({ challenge: one.passkey.challenge }) },
    ])
      expect(await unlock(home, { proof }, client)).toBe(required)
    expect(await unlock(home, await show(), client)).toBe('success')
    const copied = await challenge(home, client)
    const credential = sign({ challenge: copied.passkey.challenge, counter: 1 })
    expect(await unlock(home, { proof: { state: copied.state, credential } }, client)).toBe(required)
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
    await other.device.end()
  })

  it('takes no answer in another session of the same account', async () => {
    const client = createTestClient(app)
    const email = newEmail()
    await client.register(email)
    const elsewhere = createTestClient(app)
    await elsewhere.logIn(email)
    const { authenticator } = await addPasskey(app, client)
    const home = await door(client)
    await guarded(home.id, { unlockBy: 'passkey' }, client)
    const { state, passkey } = await challenge(home, elsewhere)
    const credential = authenticator.get({ challenge: passkey.challenge, origin: originOf(app) })
    const proof = { state, credential }
    expect(await unlock(home, { proof }, client)).toBe(required)
    expect(await unlock(home, { proof }, elsewhere)).toBe('success')
    await home.device.end()
  })

  it('has no challenge for an account without a passkey', async () => {
    const client = await createSignedInClient(app)
    const home = await door(client)
    expect(refusal(await post('unlock-challenge', { token: home.id }, client))).toEqual([
      404,
      'resource_not_found',
      'passkey',
    ])
    await home.device.end()
  })

  it('keeps few challenges open, and none that are over', async () => {
    const { client, home, show } = await guardedDoor()
    const first = await show()
    for (let count = 0; count < 10; count += 1) {
      app.clock.advance(1)
      await challenge(home, client)
    }
    const { rows } = await app.database.pool.query(
      'select count(*)::int as open from unlock_challenges where device_id = $1',
      [home.id],
    )
    expect(rows).toEqual([{ open: 10 }])
    expect(await unlock(home, first, client)).toBe(required)
    await home.device.end()
  })
})
