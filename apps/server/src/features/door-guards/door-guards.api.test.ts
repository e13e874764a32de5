import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, claimUnseen, refusal } from '#testing/device-calls.ts'
import { guardedDoors } from '#testing/homes/guarded-doors.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const PIN = '2580'
const { door, guard, guarded, unlock } = guardedDoors(() => ({ app, owner }))

describe('what unlocking a door requires', () => {
  it('is a tap until its owner requires more, and is published to every instance [DR1]', async () => {
    const { id } = await claimUnseen(owner, 'home_door')
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

  it('is refused for shades and lights', async () => {
    for (const type of ['awning', 'light'] as const) {
      const { id } = await claimUnseen(owner, type)
      expect((await owner.info(id))[id]).not.toHaveProperty('unlockBy')
      expect(refusal(await guard(id, { unlockBy: 'hold' }))).toEqual([
        400,
        'device_unsupported_action',
        undefined,
      ])
      expect(refusal(await askDevice(owner, 'unlock-challenge', { token: id }))).toEqual([
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
    ['no proof', { unlockBy: 'tap', password: undefined }, [400, 'data_missing', 'password']],
    ['no password', { unlockBy: 'tap', password: '' }, [401, 'invalid_credentials', 'password']],
  ])('cannot be %s', async (_name, json, expected) => {
    const { id } = await claimUnseen(owner, 'home_door')
    await guarded(id, { unlockBy: 'hold' })
    expect(refusal(await guard(id, json))).toEqual(expected)
    expect((await owner.info(id))[id]?.unlockBy).toBe('hold')
  })

  it('is slowed for a person who guesses the password', async () => {
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

  it('is asked of an account without a password by a fresh sign-in [DR1]', async () => {
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

  it('is shown to nobody but its owner', async () => {
    const { id } = await claimUnseen(owner, 'home_door')
    const other = await createSignedInClient(app)
    expect(refusal(await guard(id, { unlockBy: 'hold' }, other))).toEqual([
      404,
      'device_not_exist',
      undefined,
    ])
    expect(refusal(await askDevice(other, 'unlock-challenge', { token: id }))).toEqual([
      404,
      'device_not_exist',
      undefined,
    ])
  })

  it('leaves with the door [DR1]', async () => {
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

  it('is in the activity of the home when it changes', async () => {
    const { id } = await claimUnseen(owner, 'home_door')
    await guarded(id, { unlockBy: 'pin', pin: PIN })
    await vi.waitFor(async () => {
      app.clock.advance(200)
      const { rows } = await app.database.pool.query(
        "select details from activity_log where device_id = $1 and action = 'unlock_guard'",
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
