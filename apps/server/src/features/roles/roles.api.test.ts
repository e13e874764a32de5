import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askRoles,
  changeRole,
  createNeighbors,
  freezeSharing,
  giveRole,
  listReceived,
  listRoles,
  type Person,
  passTime,
  timeIn,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, refusalOf, type TestClient } from '#testing/test-client.ts'

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

const inMs = (ms: number) => timeIn(app, ms)
const HOUR_MS = 3_600_000

const pass = (ms: number) => passTime(app, [anna, bor], ms)

const devicesOf = async (client: TestClient) =>
  Object.keys(Object(await client.ok(client.api('GET', '/auth/api/v1/device/list?index=token'))))
const give = (permissions: string[], more: object = {}) =>
  giveRole(anna, { permissions, devices: [shade.id], users: [bor.email], ...more })

const resultOf = async (client: TestClient, id = shade.id) => {
  const [result] = await client.move([{ token: id, command: 'move', position: 30 }])
  return result?.status === 'error' ? result.error : result?.status
}

describe('a role', () => {
  it('is answered as it is listed, for its giver and for its receiver', async () => {
    const role = await give(['command', 'view'], { validBefore: inMs(HOUR_MS) })
    expect(role).toEqual({
      id: role.id,
      name: role.name,
      permissions: ['view', 'command'],
      devices: [shade.id],
      users: [{ email: bor.email, since: expect.any(String), lastUsedAt: null }],
      validAfter: null,
      validBefore: expect.any(String),
      state: 'active',
    })
    expect(await listRoles(anna)).toEqual([role])
    const { users: _, ...shared } = role
    expect(await listReceived(bor)).toEqual([{ ...shared, owner: anna.email }])
    expect(await listRoles(bor)).toEqual([])
  })

  it('shows its devices among one’s own, with their owner and the permitted actions [RL12]', async () => {
    const own = await moveIn(app, bor, 'awning')
    const until = inMs(HOUR_MS)
    await give(['command'], { validBefore: until })
    const byName = [shade, own].toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id)
    expect(await devicesOf(bor)).toEqual(byName)
    const infos = await bor.info(shade.id, own.id)
    expect(infos[shade.id]).toMatchObject({
      owner: anna.email,
      permissions: ['view', 'command'],
      until,
      room: null,
    })
    expect(infos[own.id]).toMatchObject({
      owner: null,
      permissions: ['view', 'command', 'maintain'],
      until: null,
      maintenance: null,
    })
    expect((await anna.info(shade.id))[shade.id]).toMatchObject({
      owner: null,
      until: null,
      maintenance: null,
    })
    await own.device.end()
  })

  it.each([
    ['view', 'insufficient_permission', 403],
    ['command', 'success', 403],
    ['maintain', 'insufficient_permission', 200],
  ] as const)('of %s lets its holder do that and no more', async (permission, commanded, renamed) => {
    await give([permission])
    expect(await resultOf(bor)).toBe(commanded)
    const rename = await bor.api('POST', '/auth/api/v1/device/rename', {
      json: { token: shade.id, name: `New ${permission}` },
    })
    expect(rename.status).toBe(renamed)
    expect((await bor.delete(shade.id, true))[0]).toMatchObject({ error: 'insufficient_permission' })
  })

  it('adds up with others of the same device, and its end revokes only what it granted', async () => {
    const view = await give(['view'], { validBefore: inMs(2 * HOUR_MS) })
    const command = await give(['command'], { validBefore: inMs(HOUR_MS) })
    expect((await bor.info(shade.id))[shade.id]).toMatchObject({
      permissions: ['view', 'command'],
      until: view.validBefore,
    })
    await anna.ok(askRoles(anna, 'delete', { id: command.id }))
    expect((await bor.info(shade.id))[shade.id]?.permissions).toEqual(['view'])
    expect(await resultOf(bor)).toBe('insufficient_permission')
    await anna.ok(askRoles(anna, 'delete', { id: view.id }))
    expect(await bor.info(shade.id)).toEqual({})
    expect(await resultOf(bor)).toBe('device_not_exist')
  })

  it('grants nothing before it begins, between its hours, after its end and while sharing is stopped', async () => {
    const role = await give(['command'], { validAfter: inMs(HOUR_MS), validBefore: inMs(5 * HOUR_MS) })
    const check = async () => [(await listReceived(bor))[0]?.state, await resultOf(bor)]
    expect(await check()).toEqual(['not_yet', 'device_not_exist'])
    await changeRole(anna, { id: role.id, validAfter: null })
    expect((await check())[0]).toBe('active')
    await freezeSharing(anna, true)
    expect(await check()).toEqual(['paused', 'device_not_exist'])
    expect(await bor.info(shade.id)).toEqual({})
    await freezeSharing(anna, false)
    const now = app.clock.now()
    const time = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    const days = [1, 2, 3, 4, 5, 6, 7]
    await changeRole(anna, {
      id: role.id,
      windows: [{ days, from: time(HOUR_MS), until: time(2 * HOUR_MS) }],
    })
    expect(await check()).toEqual(['between_hours', 'device_not_exist'])
    pass(HOUR_MS)
    expect((await check())[0]).toBe('active')
    await changeRole(anna, { id: role.id, windows: null })
    pass(4 * HOUR_MS)
    expect(await check()).toEqual(['expired', 'device_not_exist'])
  })

  it('can be left by its user, and changed by nobody but its giver', async () => {
    const role = await give(['command'])
    for (const call of ['update', 'delete'])
      expect(errorOf(await askRoles(bor, call, { id: role.id }))).toBe('resource_not_found')
    expect(errorOf(await askRoles(anna, 'leave', { id: role.id }))).toBe('resource_not_found')
    await bor.ok(askRoles(bor, 'leave', { id: role.id }))
    expect(await listReceived(bor)).toEqual([])
    expect((await listRoles(anna))[0]?.users).toEqual([])
    expect(await resultOf(bor)).toBe('device_not_exist')
    expect(errorOf(await askRoles(bor, 'leave', { id: role.id }))).toBe('resource_not_found')
    expect(errorOf(await askRoles(bor, 'leave', { id: 'nothing' }))).toBe('resource_not_found')
  })

  it('ends with its last device', async () => {
    const role = await give(['view'])
    await anna.delete(shade.id, true)
    expect(await listRoles(anna)).toEqual([])
    expect(await listReceived(bor)).toEqual([])
    expect(errorOf(await askRoles(anna, 'update', { id: role.id, name: 'Another' }))).toBe(
      'resource_not_found',
    )
  })
})

describe('groups and scenarios of an account in a role', () => {
  it('lose their devices with the right [RL3]', async () => {
    const other = await moveIn(app, bor, 'roller_shutter')
    const role = await give(['command'])
    const make = (call: string, json: object) => bor.ok(bor.api('POST', `/auth/api/v1/${call}`, { json }))
    await make('group/create', { name: 'Both', devices: [shade.id, other.id] })
    await make('room/create', { name: 'Room', devices: [shade.id] })
    await make('scenario/create', {
      name: 'Down',
      enabled: true,
      targets: [shade.id],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    const listed = (noun: string) => bor.ok(bor.api('GET', `/auth/api/v1/${noun}/list`))
    expect(await listed('group')).toMatchObject([{ activeDeviceTokens: [shade.id, other.id] }])
    await changeRole(anna, { id: role.id, permissions: ['view'] })
    expect(await listed('scenario')).toMatchObject([{ targets: [], status: 'paused' }])
    expect(await listed('group')).toMatchObject([{ activeDeviceTokens: [shade.id, other.id] }])
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    expect(await listed('group')).toMatchObject([{ activeDeviceTokens: [other.id] }])
    expect(await listed('room')).toMatchObject([{ devices: [] }])
    await give(['view'])
    expect(await listed('group')).toMatchObject([{ activeDeviceTokens: [other.id] }])
    await other.device.end()
  })

  it('run with the rights of their maker [SC19]', async () => {
    await give(['command'])
    const made = await bor.ok(
      bor.api('POST', '/auth/api/v1/scenario/create', {
        json: {
          name: 'Down',
          enabled: true,
          targets: [shade.id],
          triggers: [],
          actions: [{ type: 'MoveSelf', position: 0.5 }],
        },
      }),
    )
    const run = () => bor.api('POST', '/auth/api/v1/scenario/run', { json: { id: Object(made).id } })
    expect((await run()).body).toMatchObject([{ status: 'success', device_ids: [shade.id] }])
    await freezeSharing(anna, true)
    expect((await run()).body).toMatchObject([{ status: 'error', error: 'device_not_exist' }])
    await freezeSharing(anna, false)
    await vi.waitFor(async () => expect((await run()).body).toMatchObject([{ status: 'success' }]))
  })
})

describe('of a door, maintenance', () => {
  it('renames and reads, and leaves its locks alone [DV23]', async () => {
    const door = await moveIn(app, anna, 'home_door', {
      state: { motorLockConnected: true, motorLockLocked: true },
    })
    await give(['maintain'], { devices: [door.id] })
    const ask = (call: string, json: object) =>
      bor.api('POST', `/auth/api/v1/device/${call}`, { json: { token: door.id, ...json } })
    expect((await ask('rename', { name: 'Front' })).status).toBe(200)
    for (const [call, json] of [
      ['settings', { settings: { unlockDuration: 30 } }],
      ['restart', {}],
      ['recalibrate', {}],
      ['weather', { automatic: false }],
      ['unlock-guard', { unlockBy: 'tap', password: 'x' }],
    ] as const)
      expect([call, refusalOf(await ask(call, json))]).toMatchObject([
        call,
        { status: 403, error: 'insufficient_permission' },
      ])
    const [unlocked] = await bor.move([{ token: door.id, command: 'unlock', lockType: 'motor' }])
    expect(unlocked).toMatchObject({ error: 'insufficient_permission' })
    expect(door.device.received.filter(({ command }) => command !== 'settings')).toEqual([])
    await door.device.end()
  })
})
