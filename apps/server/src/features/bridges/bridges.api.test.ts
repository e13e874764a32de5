import { type DeviceInfo, deviceInfoMapSchema, LIMITS } from '@senca/contract'
import { BRIDGE_SCOPES, type Bridge, bridgesSchema, createdBridgeSchema } from '@senca/contract/bridges'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describedCalls } from '#testing/api-description.ts'
import {
  createNeighbors,
  createPerson,
  freezeSharing,
  type Person,
  timeIn,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'

const DAY_MS = 86_400_000
/** After this time every change counts on all instances. */
const WITHIN_MS = 1_000
const API = '/auth/api/v1'

let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

let count = 0
const newName = () => {
  count += 1
  return `App ${count}`
}
const WHOLE = { permissions: ['command'] }
const BOTH = ['devices:read', 'devices:command']

const ask = (call: string, json: object, client = anna): Promise<Answer> =>
  client.api('POST', `${API}/bridge/${call}`, { json })
const create = async (more: object = {}, client = anna) =>
  createdBridgeSchema.parse(
    await client.ok(
      ask('create', { name: newName(), kind: 'script', grants: { [shade.id]: WHOLE }, ...more }, client),
    ),
  )
const list = async (client = anna): Promise<Bridge[]> =>
  bridgesSchema.parse(await client.ok(client.api('GET', `${API}/bridge/list`)))

/** Calls with a bridge's token and nothing else. */
const by = async (secret: string, method: string, path: string, json?: unknown): Promise<Answer> => {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}
const listBy = (secret: string) => by(secret, 'GET', `${API}/device/list`)
const moveBy = (secret: string, ...commands: object[]) =>
  by(secret, 'POST', `${API}/device/move`, { commands, wait: false })
const infoBy = async (secret: string, id: string): Promise<DeviceInfo | undefined> =>
  deviceInfoMapSchema.parse((await by(secret, 'GET', `${API}/device/info?devicetoken=${id}`)).body)[id]

describe('a connected app', () => {
  it('reads devices for 90 days unless its maker says otherwise, and is listed without its secret [BR2]', async () => {
    const made = await create()
    expect(made.secret).toMatch(/^senca_[\w-]{43}[0-9a-z]{6}$/)
    expect(made).toMatchObject({
      kind: 'script',
      state: 'active',
      scopes: ['devices:read'],
      validAfter: null,
      validBefore: timeIn(app, LIMITS.BRIDGE_DEFAULT_DAYS * DAY_MS),
      grants: { [shade.id]: { permissions: ['view', 'command'] } },
      unlocks: {},
      connection: 'waiting',
      problem: null,
      lastUsedAt: null,
      secretEnd: made.secret.slice(-4),
    })
    const [listed] = await list()
    const { secret, ...shown } = made
    expect(listed).toEqual(shown)
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(await list(bor)).toEqual([])
  })

  it('is refused for devices of others and for bad terms [BR3]', async () => {
    const foreign = await moveIn(app, bor, 'awning')
    for (const [grants, error] of [
      [{ [foreign.id]: WHOLE }, 'device_not_exist'],
      [{ nothing0: WHOLE }, 'device_not_exist'],
    ] as const)
      expect(refusalOf(await ask('create', { name: newName(), kind: 'script', grants }))).toMatchObject({
        error,
      })
    for (const [key, more] of [
      ['name', { name: ' ' }],
      ['kind', { kind: 'matter' }],
      ['scopes', { scopes: ['devices:own'] }],
      ['grants', { grants: { [shade.id]: { permissions: [] } } }],
      ['grants', { grants: { [shade.id]: { permissions: ['maintain'] } } }],
      ['grants', { grants: { [shade.id]: { ...WHOLE, limits: { minPosition: 0.9, maxPosition: 0.1 } } } }],
      ['grants', { grants: { [shade.id]: { ...WHOLE, channels: { light1: true, light2: true } } } }],
      ['validBefore', { validBefore: timeIn(app, (LIMITS.BRIDGE_MAX_DAYS + 1) * DAY_MS) }],
      ['validBefore', { validBefore: timeIn(app, 0) }],
      ['validAfter', { validAfter: '0000-06-01T00:00:00Z' }],
      ['timeZone', { timeZone: 'Nowhere/At_all' }],
    ] as const) {
      const json = { name: newName(), kind: 'script', grants: { [shade.id]: WHOLE }, ...more }
      expect([key, refusalOf(await ask('create', json))]).toMatchObject([
        key,
        { status: 400, error: 'malformed_request', key },
      ])
    }
    expect(await list()).toEqual([])
    const unconfirmed = await createPerson(app, false)
    expect(
      refusalOf(await ask('create', { name: 'x', kind: 'script', grants: {} }, unconfirmed)),
    ).toMatchObject({ status: 403, error: 'account_confirmation_required' })
    await foreign.device.end()
  })

  it('has a name of its own in the account, and there are at most twenty [BR13]', async () => {
    const { name } = await create()
    const again = { name: name.toUpperCase(), kind: 'script', grants: {} }
    expect(refusalOf(await ask('create', again))).toMatchObject({
      status: 409,
      error: 'bridge_already_exists',
    })
    for (let nth = 1; nth < LIMITS.BRIDGES_PER_ACCOUNT; nth += 1) await create()
    expect(refusalOf(await ask('create', { ...again, name: newName() }))).toMatchObject({
      status: 409,
      error: 'bridges_limit_exceeded',
    })
  })

  it('changes as a whole: absent fields stay, and null clears', async () => {
    const { id } = await create({ windows: [{ days: [1], from: '08:00', until: '09:00' }], timeZone: 'UTC' })
    await anna.ok(ask('update', { id, name: 'Other', windows: null, grants: {}, scopes: BOTH }))
    const [changed] = await list()
    expect(changed).toMatchObject({ name: 'Other', grants: {}, scopes: BOTH, timeZone: 'UTC' })
    expect(changed).not.toHaveProperty('windows')
    expect(refusalOf(await ask('update', { id, name: 'x' }, bor))).toMatchObject({
      status: 404,
      error: 'resource_not_found',
    })
    for (const call of ['update', 'delete', 'secret'])
      expect(refusalOf(await ask(call, { id: 'nothing' }))).toMatchObject({ status: 404 })
  })

  it('commands what it was granted within its limits, never what it may only view, and the diary names it [BR1]', async () => {
    const blind = await moveIn(app, anna, 'venetian_blind')
    const { secret } = await create({
      name: 'Night script',
      scopes: BOTH,
      grants: {
        [shade.id]: { ...WHOLE, limits: { maxPosition: 0.5 } },
        [blind.id]: { permissions: ['view'] },
      },
    })
    expect(await infoBy(secret, shade.id)).toMatchObject({ permissions: ['view', 'command'] })
    const outcome = await moveBy(
      secret,
      { token: shade.id, command: 'move', position: 40 },
      { token: blind.id, command: 'move', position: 40 },
    )
    expect(outcome.body).toMatchObject([
      { status: 'success' },
      { status: 'error', error: 'insufficient_permission' },
    ])
    const far = await moveBy(secret, { token: shade.id, command: 'move', position: 80 })
    expect(far.body).toMatchObject([{ error: 'insufficient_permission' }])
    const { body } = await anna.api('GET', `${API}/activity/list?devicetoken=${shade.id}`)
    expect(JSON.stringify(body)).toContain('"origin":"bridge","by":"Night script"')
    await blind.device.end()
  })

  it('sees no other devices, and what it reads has no place of the home', async () => {
    const other = await moveIn(app, anna, 'awning')
    await anna.ok(
      anna.api('POST', `${API}/home/create`, { json: { name: 'Our house', lat: 46.05, lon: 14.5 } }),
    )
    const { secret } = await create()
    expect((await listBy(secret)).body).toEqual({ [shade.id]: shade.name })
    expect(await infoBy(secret, other.id)).toBeUndefined()
    const home = await by(secret, 'GET', `${API}/home/info`)
    expect(home.body).toMatchObject({ name: 'Our house' })
    expect(JSON.stringify(home.body)).not.toMatch(/lat|lon|46|14\.5/)
    await other.device.end()
  })

  it('unlocks no door by itself, and its maker proves who it is before it may command a guarded one [BR8]', async () => {
    const door = await moveIn(app, anna, 'home_door', { state: { motorLockState: 'locked' } })
    await anna.ok(
      anna.api('POST', `${API}/device/unlock-guard`, {
        json: { token: door.id, unlockBy: 'pin', pin: '4711', password: GOOD_PASSWORD },
      }),
    )
    const json = { name: newName(), kind: 'script', scopes: BOTH, grants: { [door.id]: WHOLE } }
    expect(refusalOf(await ask('create', json))).toMatchObject({ error: 'data_missing', key: 'password' })
    const { secret } = await create({ ...json, password: GOOD_PASSWORD })
    for (const lock of ['motor', 'magnet']) {
      const command = { token: door.id, command: 'unlock', lockType: lock }
      const answer = await by(secret, 'POST', `${API}/device/move`, {
        commands: [command],
        wait: false,
        pin: '4711',
      })
      expect(JSON.stringify(answer.body)).toContain('insufficient_permission')
    }
    await door.device.end()
  })

  it('ends at once when it is deleted, loses a device, or is given a new token [BR4]', async () => {
    const { id, secret } = await create()
    expect((await listBy(secret)).status).toBe(200)
    const { secret: next } = Object(await anna.ok(ask('secret', { id, keepOldFor: 60 })))
    expect((await listBy(secret)).status).toBe(200)
    expect((await listBy(next)).status).toBe(200)
    app.clock.advance(61_000)
    expect(refusalOf(await listBy(secret))).toMatchObject({ status: 401, error: 'api_token_invalid' })
    await anna.delete(shade.id, true)
    app.clock.advance(WITHIN_MS)
    expect((await listBy(next)).body).toEqual({})
    await anna.ok(ask('delete', { id }))
    expect(refusalOf(await listBy(next))).toMatchObject({ status: 401, error: 'api_token_invalid' })
  })

  it('does nothing while it is paused, and says why [BR5]', async () => {
    const later = await create({ validAfter: timeIn(app, DAY_MS) })
    expect(refusalOf(await listBy(later.secret))).toMatchObject({
      status: 403,
      error: 'insufficient_permission',
      key: 'startsAt',
    })
    const { secret } = await create()
    await freezeSharing(anna, true)
    app.clock.advance(WITHIN_MS)
    expect(refusalOf(await listBy(secret))).toMatchObject({ status: 403, key: 'frozen' })
    await freezeSharing(anna, false)
    app.clock.advance(WITHIN_MS)
    expect((await listBy(secret)).status).toBe(200)
  })

  it('reaches the calls of its scopes alone, in every route [BR52]', async () => {
    const { secret } = await create({ scopes: [...BRIDGE_SCOPES] })
    const reads = await create({ scopes: ['devices:read'] })
    for (const { name, method, path, access, scope } of await describedCalls(app.http)) {
      if (access === 'public') continue
      const status = (await by(secret, method.toUpperCase(), path)).status
      if (access === 'session' || access === 'session-or-link') expect([name, status]).toEqual([name, 401])
      else if (scope === null) expect([name, status]).toEqual([name, 403])
      else {
        expect([name, status]).not.toEqual([name, 403])
        expect([name, status]).not.toEqual([name, 401])
        const isReading = (await by(reads.secret, method.toUpperCase(), path)).status !== 403
        expect([name, isReading]).toEqual([name, scope === 'devices:read'])
      }
    }
  })

  it('is not known by a token with other digits, and strangers are limited by their address [BR50]', async () => {
    const { secret } = await create()
    const mistyped = `${secret.slice(0, 10)}${secret[10] === 'a' ? 'b' : 'a'}${secret.slice(11)}`
    for (const token of [mistyped, 'senca_', `senca_${'a'.repeat(49)}`, secret.toUpperCase()])
      expect(refusalOf(await listBy(token))).toMatchObject({ status: 401, error: 'api_token_invalid' })
  })
})
