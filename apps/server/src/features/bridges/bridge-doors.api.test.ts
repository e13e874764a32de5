import { securityEventsSchema } from '@senca/contract/account'
import { mayHavePin } from '@senca/contract/bridges'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { createAskingBridge, setUnlock } from '#testing/homes/approval-home.ts'
import { API, callBy, listBridges } from '#testing/homes/bridge-home.ts'
import { guardedDoors, unlockOf, unlocksOf } from '#testing/homes/guarded-doors.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { mailedOffer } from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'

const HOUR_MS = 3_600_000
const PIN = '2580'

let mailServer: TestMailServer
let app: TestApp
let anna: Person
let bor: Person
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  anna = await createPerson(app)
  bor = await createPerson(app)
})

const { door } = guardedDoors(() => ({ app, owner: anna }))
type Door = Awaited<ReturnType<typeof door>>

const move = (secret: string, commands: object[], more: object = {}, at: { url: string } = app) =>
  callBy(at, secret, 'POST', `${API}/device/move`, { commands, wait: false, ...more })
/** The outcome of an unlock by a token: `success`, or the error with its detail. */
const unlockBy = async (secret: string, { id }: Door, more: object = {}, at: { url: string } = app) => {
  const { body } = await move(secret, [unlockOf(id)], more, at)
  const [{ status, error, error_detail = '' }] = Object(body)
  return status === 'error' ? `${error} ${error_detail}`.trim() : status
}
const withPin = async (pin = PIN) => {
  const home = await door()
  const bridge = await createAskingBridge(anna, [home.id])
  await anna.ok(setUnlock(anna, bridge.id, home.id, { mode: 'pin', pin }))
  return { home, ...bridge }
}
const subjectsTo = (person: Person) =>
  mailServer.received
    .filter(({ envelope }) => envelope.to.includes(person.email))
    .map(({ mail }) => mail.subject ?? '')

describe('unlocking by a connected app [BR8]', () => {
  it('is off until the owner turns it on for a door, with the password, and says so in the trail and by e-mail', async () => {
    const home = await door()
    const { id, secret, name } = await createAskingBridge(anna, [home.id])
    expect(await unlockBy(secret, home, { pin: PIN })).toBe('insufficient_permission')
    expect(refusalOf(await setUnlock(anna, id, home.id, { mode: 'ask', password: undefined }))).toMatchObject(
      {
        status: 400,
        error: 'data_missing',
        key: 'password',
      },
    )
    expect(refusalOf(await setUnlock(anna, id, home.id, { mode: 'ask', password: 'wrong' }))).toMatchObject({
      error: 'invalid_credentials',
    })
    expect((await listBridges(anna))[0]?.unlocks).toEqual({})
    const answer = await anna.ok(setUnlock(anna, id, home.id, { mode: 'ask' }))
    expect(answer).toMatchObject({ id, unlocks: { [home.id]: 'ask' } })
    expect((await listBridges(anna))[0]?.unlocks).toEqual({ [home.id]: 'ask' })
    await anna.ok(setUnlock(anna, id, home.id, { mode: 'off' }))
    await anna.ok(setUnlock(anna, id, home.id, { mode: 'off' }))
    expect((await listBridges(anna))[0]?.unlocks).toEqual({})
    const { events } = securityEventsSchema.parse(await anna.ok(anna.call('GET', '/auth/account/events')))
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'bridge_unlock_off', detail: `${name} · ${home.name}` },
      { kind: 'bridge_unlock_on' },
    ])
    await vi.waitFor(() =>
      expect(subjectsTo(anna).filter((subject) => /unlock/.test(subject))).toHaveLength(2),
    )
    await home.device.end()
  })

  it('is set by the owner alone, for a door that the app may command, with a PIN exactly for the mode pin', async () => {
    const home = await door()
    const shade = await moveIn(app, anna, 'awning')
    const foreign = await moveIn(app, bor, 'home_door')
    const { id } = await createAskingBridge(anna, [home.id, shade.id])
    const viewing = await createAskingBridge(anna, [], { grants: { [home.id]: { permissions: ['view'] } } })
    const other = await createAskingBridge(anna, [])
    for (const [bridge, token, more, error] of [
      [id, home.id, { mode: 'pin' }, 'data_missing'],
      [id, home.id, { mode: 'ask', pin: PIN }, 'malformed_request'],
      [id, home.id, { mode: 'off', pin: PIN }, 'malformed_request'],
      [id, home.id, { mode: 'pin', pin: '123' }, 'malformed_request'],
      [id, home.id, { mode: 'pin', pin: 2580 }, 'malformed_request'],
      [id, home.id, { mode: 'open' }, 'malformed_request'],
      [id, home.id, { mode: null }, 'malformed_request'],
      [id, shade.id, { mode: 'ask' }, 'device_unsupported_action'],
      [id, foreign.id, { mode: 'ask' }, 'device_not_exist'],
      [id, 'nothing0', { mode: 'ask' }, 'device_not_exist'],
      [other.id, home.id, { mode: 'ask' }, 'device_not_exist'],
      [viewing.id, home.id, { mode: 'ask' }, 'insufficient_permission'],
      ['nothing', home.id, { mode: 'ask' }, 'resource_not_found'],
      [crypto.randomUUID(), home.id, { mode: 'ask' }, 'resource_not_found'],
    ] as const)
      expect([more, refusalOf(await setUnlock(anna, bridge, token, more))]).toMatchObject([more, { error }])
    expect(refusalOf(await setUnlock(bor, id, home.id, { mode: 'ask' }))).toMatchObject({
      error: 'resource_not_found',
    })
    expect((await listBridges(anna)).map(({ unlocks }) => unlocks)).toEqual([{}, {}, {}])
    expect([mayHavePin('script'), mayHavePin('agent')]).toEqual([true, false])
    for (const { device } of [home, shade, foreign]) await device.end()
  })

  it('takes the PIN of this app and door beside the commands, and nothing leaves without it [BR53]', async () => {
    const { home, secret } = await withPin()
    const other = await createAskingBridge(anna, [home.id])
    await anna.ok(setUnlock(anna, other.id, home.id, { mode: 'pin', pin: '11223344' }))
    expect(await unlockBy(secret, home)).toBe('insufficient_permission pin')
    for (const pin of ['0000', '11223344'])
      expect(await unlockBy(secret, home, { pin })).toBe('insufficient_permission pin')
    expect(unlocksOf(home)).toBe(0)
    expect(await unlockBy(secret, home, { pin: PIN })).toBe('success')
    expect(unlocksOf(home)).toBe(1)
    const { rows } = await app.database.pool.query('select pin_hash from bridge_unlocks')
    for (const { pin_hash } of rows) expect(pin_hash).toMatch(/^\$argon2id\$/)
    await home.device.end()
  })

  it('says that a person has to be asked in the mode ask, also with a right PIN of the household [BR53]', async () => {
    const home = await door()
    const { id, secret } = await createAskingBridge(anna, [home.id])
    await anna.ok(setUnlock(anna, id, home.id, { mode: 'ask' }))
    for (const more of [{}, { pin: PIN }])
      expect(await unlockBy(secret, home, more)).toBe('insufficient_permission approval_required')
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
  })

  it('is locked for an hour by ten wrong PINs over all tokens and instances, with an e-mail [BR8]', async () => {
    const { home, id, secret } = await withPin()
    const twin = await app.twin()
    const { secret: second } = Object(
      await anna.ok(anna.api('POST', '/auth/api/v1/bridge/secret', { json: { id, keepOldFor: 3_600 } })),
    )
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        unlockBy(index % 2 === 0 ? secret : second, home, { pin: '0000' }, index % 3 === 0 ? twin : app),
      ),
    )
    expect(guesses.filter((outcome) => outcome === 'insufficient_permission pin')).toHaveLength(10)
    expect(guesses.filter((outcome) => outcome === 'insufficient_permission pin_locked')).toHaveLength(10)
    const { headers } = await move(second, [unlockOf(home.id)], { pin: PIN })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_590)
    expect(await unlockBy(second, home, { pin: PIN }, twin)).toBe('insufficient_permission pin_locked')
    expect(unlocksOf(home)).toBe(0)
    await vi.waitFor(() =>
      expect(subjectsTo(anna).filter((subject) => /wrong PIN/.test(subject))).toHaveLength(1),
    )
    const own = await createAskingBridge(anna, [home.id])
    await anna.ok(setUnlock(anna, own.id, home.id, { mode: 'pin', pin: PIN }))
    expect(await unlockBy(own.secret, home, { pin: PIN })).toBe('success')
    app.clock.advance(HOUR_MS)
    anna.forgetApiToken()
    expect(await unlockBy(second, home, { pin: PIN })).toBe('success')
    await twin.close()
    await home.device.end()
  })

  it('counts no right PIN against the app, and a new PIN begins again', async () => {
    const { home, id, secret } = await withPin()
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 9; guess += 1) await unlockBy(secret, home, { pin: '0000' })
      expect(await unlockBy(secret, home, { pin: PIN })).toBe('success')
    }
    for (let guess = 0; guess < 10; guess += 1) await unlockBy(secret, home, { pin: '0000' })
    expect(await unlockBy(secret, home, { pin: PIN })).toBe('insufficient_permission pin_locked')
    await anna.ok(setUnlock(anna, id, home.id, { mode: 'pin', pin: '99887766' }))
    expect(await unlockBy(secret, home, { pin: PIN })).toBe('insufficient_permission pin')
    expect(await unlockBy(secret, home, { pin: '99887766' })).toBe('success')
    await home.device.end()
  })

  it('opens one door with a call, and nothing opens all [BR10]', async () => {
    const { home, id, secret } = await withPin()
    const back = await door()
    const update = {
      id,
      grants: { [home.id]: { permissions: ['command'] }, [back.id]: { permissions: ['command'] } },
    }
    await anna.ok(
      anna.api('POST', '/auth/api/v1/bridge/update', { json: { ...update, password: GOOD_PASSWORD } }),
    )
    await anna.ok(setUnlock(anna, id, back.id, { mode: 'pin', pin: PIN }))
    const both = await move(secret, [unlockOf(home.id), unlockOf(back.id)], { pin: PIN })
    expect(both.body).toMatchObject([{ error: 'insufficient_permission', device_ids: [home.id, back.id] }])
    const group = Object(
      await anna.ok(
        anna.api('POST', '/auth/api/v1/group/create', {
          json: { name: 'Doors', devices: [home.id, back.id] },
        }),
      ),
    )
    const moved = await callBy(app, secret, 'POST', `${API}/group/move`, {
      id: group.id,
      command: 'unlock',
      lockType: 'motor',
    })
    expect(JSON.stringify(moved.body)).not.toContain('success')
    expect([unlocksOf(home), unlocksOf(back)]).toEqual([0, 0])
    for (const { device } of [home, back]) await device.end()
  })

  it('ends with command, with the door in the app, and when the door is deleted or handed over [BR4]', async () => {
    const { home, id, secret } = await withPin()
    const change = async (grants: object) =>
      anna.ok(
        anna.api('POST', '/auth/api/v1/bridge/update', { json: { id, grants, password: GOOD_PASSWORD } }),
      )
    const command = { [home.id]: { permissions: ['command'] } }
    for (const without of [{ [home.id]: { permissions: ['view'] } }, {}]) {
      await change(without)
      await change(command)
      expect((await listBridges(anna))[0]?.unlocks).toEqual({})
      expect(await unlockBy(secret, home, { pin: PIN })).toBe('insufficient_permission')
      await anna.ok(setUnlock(anna, id, home.id, { mode: 'pin', pin: PIN }))
    }
    const token = await mailedOffer(mailServer, { client: anna, email: anna.email }, bor, home.id)
    await bor.ok(askDevice(bor, 'transfer/accept', { token }))
    expect((await listBridges(anna))[0]?.unlocks).toEqual({})
    expect(await unlockBy(secret, home, { pin: PIN })).toBe('device_not_exist')
    expect(
      (await app.database.pool.query('select from bridge_unlocks where bridge_id = $1', [id])).rowCount,
    ).toBe(0)
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
  })
})
