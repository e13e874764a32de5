import { deviceLinksSchema } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '#testing/device-calls.ts'
import { guardedDoors, unlockOf } from '#testing/homes/guarded-doors.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  type LinkJson,
  linkRequest,
  makeLink,
  updateLink,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const PIN = '2580'
const PROOF = { password: GOOD_PASSWORD }
const HOUR_MS = 3_600_000

const GUARDS = {
  tap: { unlockBy: 'tap' },
  hold: { unlockBy: 'hold' },
  pin: { unlockBy: 'pin', pin: PIN },
} as const

let app: TestApp
let owner: TestClient
const homes: Awaited<ReturnType<typeof moveIn>>[] = []
const { door, guarded } = guardedDoors(() => ({ app, owner }))
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
})
afterAll(async () => {
  for (const { device } of homes) await device.end()
  await app.close()
})

const doorWith = async (guard: object, client = owner): Promise<string> => {
  const home = await door(client)
  homes.push(home)
  await guarded(home.id, guard, client)
  return home.id
}
/** Sets the guard directly; the ceremony of a passkey has its own test. */
const byPasskey = async (): Promise<string> => {
  const id = await doorWith(GUARDS.hold)
  await app.database.pool.query("update devices set unlock_by = 'passkey' where id = $1", [id])
  return id
}
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString()
const list = async (client = owner) =>
  deviceLinksSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device-link/list')))
const create = (id: string, terms: LinkJson = {}, client = owner) =>
  askLinks(client, 'create', linkRequest(app, [id], terms))

const MISSING = [400, 'data_missing', 'password']
const WRONG = [401, 'invalid_credentials', 'password']

describe('sharing a door', () => {
  it.each(['tap', 'hold'] as const)('that requires a %s requires no password', async (guard) => {
    const id = await doorWith(GUARDS[guard])
    expect((await create(id)).status).toBe(200)
  })

  it.each<[string, () => Promise<string>]>([
    ['a PIN', () => doorWith(GUARDS.pin)],
    ['a passkey', byPasskey],
  ])('that requires %s requires the password of the account, and its lights do not', async (_name, make) => {
    const id = await make()
    const before = await list()
    const missing = await create(id)
    expect([refusal(missing), missing.body]).toMatchObject([MISSING, { device_id: id }])
    expect(refusal(await create(id, { pin: '9753' }))).toEqual(MISSING)
    expect(refusal(await create(id, { password: 'wrong' }))).toEqual(WRONG)
    expect(refusal(await create(id, { password: '' }))).toEqual(WRONG)
    expect(await list()).toEqual(before)
    expect((await create(id, { actions: { [id]: ['light_apply'] } })).status).toBe(200)
    const { token } = await makeLink(app, owner, [id], PROOF)
    expect(await createGuest(app, token).act([id], unlockAlone(id))).toMatchObject([{ status: 'success' }])
  })

  it('says what is wrong with the link before it asks for a password', async () => {
    const id = await doorWith(GUARDS.pin)
    expect(refusal(await create(id, { expiresAt: inHours(-1) }))).toEqual([
      400,
      'malformed_request',
      'expiresAt',
    ])
  })

  it('is slowed for a person who guesses the password, also where it guards the door itself', async () => {
    const client = await createConfirmedClient(app)
    const id = await doorWith(GUARDS.pin, client)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await create(id, { password: 'wrong' }, client)).status).toBe(401)
    expect(refusal(await create(id, PROOF, client))).toEqual([429, 'too_many_requests', undefined])
    const json = { token: id, unlockBy: 'tap', ...PROOF }
    expect(refusal(await client.api('POST', '/auth/api/v1/device/unlock-guard', { json }))).toEqual([
      429,
      'too_many_requests',
      undefined,
    ])
    expect(await list(client)).toEqual([])
  })

  it('is asked of an account without a password by a fresh sign-in', async () => {
    const client = await createConfirmedClient(app)
    const id = await doorWith(GUARDS.pin, client)
    await app.database.pool.query(
      'update accounts set password_hash = null where id = (select owner_id from devices where id = $1)',
      [id],
    )
    expect(refusal(await create(id, {}, client))).toEqual(MISSING)
    expect((await create(id, { password: '' }, client)).status).toBe(200)
    app.clock.advance(10 * 60_000 + 1)
    for (const each of [client, owner]) each.forgetApiToken()
    expect(refusal(await create(id, { password: '' }, client))).toEqual([
      403,
      'insufficient_permission',
      'password',
    ])
  })
})

const unlockAlone = (id: string) => {
  const { token: _device, ...command } = unlockOf(id)
  return command
}

describe('changing a link that shares a door with a PIN', () => {
  const WINDOWS = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', until: '12:00' }]
  let id: string
  let second: string
  let shade: string
  beforeAll(async () => {
    id = await doorWith(GUARDS.pin)
    second = await doorWith(GUARDS.pin)
    const home = await moveIn(app, owner, 'awning')
    homes.push(home)
    shade = home.id
  })

  // Wrong passwords are counted for one hour.
  beforeEach(() => {
    app.clock.advance(HOUR_MS)
    owner.forgetApiToken()
  })

  const given = (): LinkJson => ({
    ...PROOF,
    maxUses: 5,
    windows: WINDOWS,
    pin: '9753',
    expiresAt: inHours(48),
  })

  it.each<[string, () => LinkJson]>([
    ['another name', () => ({ name: 'Eva' })],
    ['one more shade', () => ({ devices: [id, shade] })],
    ['an earlier end', () => ({ expiresAt: inHours(24) })],
    ['fewer uses', () => ({ maxUses: 2 })],
    ['shorter hours', () => ({ windows: [{ ...WINDOWS[0], until: '09:00' }] })],
    ['its lights alone', () => ({ actions: { [id]: ['light_apply'] }, pin: null })],
    ['other devices', () => ({ devices: [shade], pin: null, maxUses: null })],
  ])('to %s requires no password', async (_name, change) => {
    const { token } = await makeLink(app, owner, [id], given())
    await updateLink(owner, token, change())
  })

  it.each<[string, () => LinkJson]>([
    ['another door with a PIN', () => ({ devices: [id, second] })],
    ['a later end', () => ({ expiresAt: inHours(96) })],
    ['more uses', () => ({ maxUses: 6 })],
    ['any number of uses', () => ({ maxUses: null })],
    ['any hour', () => ({ windows: null })],
    ['other clocks', () => ({ timeZone: 'Pacific/Auckland' })],
    ['another PIN', () => ({ pin: '1111' })],
    ['no PIN', () => ({ pin: null })],
    ['no PIN behind another name', () => ({ name: 'Eva', pin: null })],
  ])('to %s requires the password, and changes nothing without it', async (_name, change) => {
    const { token } = await makeLink(app, owner, [id], given())
    const find = async () => (await list()).find((link) => link.token === token)
    const before = await find()
    const ask = (proof: LinkJson) => askLinks(owner, 'update', { token, ...change(), ...proof })
    expect(refusal(await ask({}))).toEqual(MISSING)
    expect(refusal(await ask({ password: 'wrong' }))).toEqual(WRONG)
    expect(await find()).toEqual(before)
    expect((await createGuest(app, token, '9753').ask('info')).status).toBe(200)
    expect((await ask(PROOF)).status).toBe(200)
  })

  it('requires it also for a link that shared only its lights, and for one that has ended', async () => {
    const lights = await makeLink(app, owner, [id], { actions: { [id]: ['light_apply'] } })
    const whole = (proof: LinkJson) =>
      askLinks(owner, 'update', { token: lights.token, actions: null, ...proof })
    expect(refusal(await whole({}))).toEqual(MISSING)
    expect((await whole(PROOF)).status).toBe(200)
    const short = await makeLink(app, owner, [id], { ...PROOF, expiresAt: inHours(0.001) })
    app.clock.advance(10_000)
    const revive = (proof: LinkJson) =>
      askLinks(owner, 'update', { token: short.token, expiresAt: inHours(1), ...proof })
    expect(refusal(await revive({}))).toEqual(MISSING)
    expect((await revive(PROOF)).status).toBe(200)
  })

  it('that was made before the door had a PIN is kept, and may be renamed', async () => {
    const late = await doorWith(GUARDS.hold)
    const { token } = await makeLink(app, owner, [late])
    await guarded(late, GUARDS.pin)
    expect((await updateLink(owner, token, { name: 'Eva' })).state).toBe('active')
    expect(await createGuest(app, token).act([late], unlockAlone(late))).toMatchObject([
      { status: 'success' },
    ])
    expect(refusal(await askLinks(owner, 'update', { token, expiresAt: inHours(9) }))).toEqual(MISSING)
  })
})
