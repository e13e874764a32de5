import { type DeviceInfo, deviceInfoMapSchema, LIMITS } from '@senca/contract'
import { accessListSchema } from '@senca/contract/links'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUnlock } from '#testing/homes/approval-home.ts'
import { API, askBridges, callBy, createBridge, listBridges, newAppName } from '#testing/homes/bridge-home.ts'
import {
  createNeighbors,
  createPerson,
  freezeSharing,
  giveRole,
  type Person,
  passTime,
  timeIn,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'
import { createBridgeToken } from './bridge-tokens.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** After this time every change counts on all instances. */
const WITHIN_MS = 1_000

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

const WHOLE = { permissions: ['command'] }
const BOTH = ['devices:read', 'devices:command']

const ask = (call: string, json: object, client = anna) => askBridges(client, call, json)
const create = (more: object = {}, client = anna) => createBridge(client, [shade.id], more)
const list = (client = anna) => listBridges(client)
const by = (secret: string, method: string, path: string, json?: unknown) =>
  callBy(app, secret, method, path, json)
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
      expect(refusalOf(await ask('create', { name: newAppName(), kind: 'script', grants }))).toMatchObject({
        error,
      })
    for (const [key, more] of [
      ['name', { name: ' ' }],
      ['kind', { kind: 'homekit' }],
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
      const json = { name: newAppName(), kind: 'script', grants: { [shade.id]: WHOLE }, ...more }
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
    expect(refusalOf(await ask('create', { ...again, name: newAppName() }))).toMatchObject({
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

  it('commands what it was granted within its limits, never what it may only view, and the activity names it [BR1]', async () => {
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
    const json = { name: newAppName(), kind: 'script', scopes: BOTH, grants: { [door.id]: WHOLE } }
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

  it('is listed with the shades that it may move and the doors that it may unlock, and its devices name it to their owner alone [BR6]', async () => {
    const blind = await moveIn(app, anna, 'venetian_blind')
    const door = await moveIn(app, anna, 'home_door')
    await giveRole(anna, { permissions: ['view'], devices: [shade.id], users: [bor.email] })
    const grants = {
      [shade.id]: WHOLE,
      [blind.id]: { permissions: ['view'] },
      [door.id]: WHOLE,
    }
    const { id, name, secret, validBefore } = await create({ grants })
    const listAccess = async () =>
      accessListSchema
        .parse(await anna.ok(anna.api('GET', `${API}/access/list`)))
        .filter(({ kind }) => kind === 'bridge')
    expect(await listAccess()).toMatchObject([
      { id, name, devices: [shade.id], now: true, revocable: true, state: 'active', expiresAt: validBefore },
    ])
    expect((await listAccess())[0]).not.toHaveProperty('unlock')
    for (const [mode, more] of [
      ['ask', {}],
      ['pin', { pin: '471100' }],
    ] as const) {
      await anna.ok(setUnlock(anna, id, door.id, { mode, ...more }))
      expect((await listAccess()).map(({ devices, unlock }) => [devices, unlock])).toEqual([
        [[shade.id], undefined],
        [[door.id], mode],
      ])
    }
    await anna.ok(setUnlock(anna, id, door.id, { mode: 'off' }))
    await freezeSharing(anna, true)
    expect(await listAccess()).toMatchObject([{ id, now: false, windows: [], state: 'paused' }])
    await freezeSharing(anna, false)
    const socket = await openSignedInSocket(app, await anna.websocketToken())
    const bridgesOf = async (client: Person, device: string) => (await client.info(device))[device]?.bridges
    for (const device of [shade, blind, door]) expect(await bridgesOf(anna, device.id)).toEqual([id])
    expect((await bor.info(shade.id))[shade.id]).not.toHaveProperty('bridges')
    expect(await infoBy(secret, shade.id)).not.toHaveProperty('bridges')
    await anna.ok(ask('delete', { id }))
    expect(await bridgesOf(anna, shade.id)).toEqual([])
    expect(await socket.next('device.updated')).toMatchObject({ data: { device: { bridges: [] } } })
    socket.end()
    await blind.device.end()
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

  it('says by its state and its connection whether it may act and whether it did [BR12]', async () => {
    const MINUTE_MS = 60_000
    const { id, secret } = await createBridge(anna, [shade.id], {
      validAfter: timeIn(app, MINUTE_MS),
      validBefore: timeIn(app, 20 * MINUTE_MS),
    })
    const shown = async () => {
      const bridge = (await listBridges(anna)).find((one) => one.id === id)
      return [bridge?.state, bridge?.connection, bridge?.problem]
    }
    expect(await shown()).toEqual(['not_yet', 'waiting', null])
    passTime(app, [anna], MINUTE_MS)
    expect(await shown()).toEqual(['active', 'waiting', null])
    expect((await callBy(app, secret, 'GET', `${API}/device/list`)).status).toBe(200)
    await vi.waitFor(async () => expect(await shown()).toEqual(['active', 'online', null]))
    await freezeSharing(anna, true)
    expect(await shown()).toEqual(['paused', 'online', null])
    await freezeSharing(anna, false)
    passTime(app, [anna], 5 * MINUTE_MS)
    expect(await shown()).toEqual(['active', 'offline', null])
    passTime(app, [anna], 20 * MINUTE_MS)
    expect(await shown()).toEqual(['expired', 'offline', null])
  })

  it('is not known by a token with other digits [BR50]', async () => {
    const { secret } = await create()
    const mistyped = `${secret.slice(0, 10)}${secret[10] === 'a' ? 'b' : 'a'}${secret.slice(11)}`
    for (const token of [mistyped, 'senca_', `senca_${'a'.repeat(49)}`, secret.toUpperCase()])
      expect(refusalOf(await listBy(token))).toMatchObject({ status: 401, error: 'api_token_invalid' })
  })

  it('passes with its token after 120 failures of its address in an hour, and another failure answers 429 [BR50]', async () => {
    const { secret } = await create()
    app.clock.advance(HOUR_MS)
    anna.forgetApiToken()
    for (let nth = 0; nth < 120; nth += 1)
      expect(refusalOf(await listBy(createBridgeToken()))).toMatchObject({ status: 401 })
    expect(refusalOf(await listBy(createBridgeToken()))).toMatchObject({
      status: 429,
      error: 'too_many_requests',
    })
    expect(refusalOf(await listBy('senca_'))).toMatchObject({ status: 401 })
    expect((await listBy(secret)).status).toBe(200)
    app.clock.advance(HOUR_MS)
    expect(refusalOf(await listBy(createBridgeToken()))).toMatchObject({ status: 401 })
  })
})
