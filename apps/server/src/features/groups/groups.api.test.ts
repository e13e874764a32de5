import { type DeviceType, LIMITS, preferencesSchema } from '@senca/contract'
import { type Group, groupSchema, groupsSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { createPerson, freezeSharing, giveRole } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import {
  type Answer,
  createSignedInClient,
  errorOf,
  refusalOf,
  type TestClient,
} from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

let deviceCount = 0
/** Devices that never connect. */
async function claimed(
  count: number,
  type: 'roller_shutter' | 'awning' | 'light' = 'roller_shutter',
  client: TestClient = owner,
): Promise<string[]> {
  const made = await client.provision(type, count)
  for (const { claimCode } of made) {
    deviceCount += 1
    await client.claim(claimCode, `Shade ${deviceCount}`)
  }
  return made.map(({ id }) => id)
}

const ask = (call: string, json: object, client = owner): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/group/${call}`, { json })
const create = async (name: string, devices: string[], client = owner): Promise<Group> =>
  groupSchema.parse(await client.ok(ask('create', { name, devices }, client)))
const update = async (id: string, changes: object): Promise<Group> =>
  groupSchema.parse(await owner.ok(ask('update', { id, ...changes })))
const list = async (client = owner): Promise<Group[]> =>
  groupsSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/group/list')))
const pin = (pinned: string[], client = owner) =>
  client.call('POST', '/auth/account/preferences', { json: { pinned } })
const pinned = async () =>
  preferencesSchema.parse(await owner.ok(owner.call('GET', '/auth/account/preferences'))).pinned
const countOf = (subject: string, { received }: TestSocket) =>
  received.filter((message) => message.subject === subject).length

describe('groups', () => {
  it('are listed in the order in which they were made, with their members in theirs', async () => {
    const [a = '', b = '', c = ''] = await claimed(3)
    const first = await create('West', [b, a])
    const second = await create('All', [c, a, b])
    expect(first).toEqual({
      id: first.id,
      name: 'West',
      devicetype: 'roller_shutter',
      activeDeviceTokens: [b, a],
      position: '',
      inclination: '',
      state: { known: 0, total: 2, open: 0, closed: 0, moving: 0, offline: 2, min: null, max: null },
    })
    expect(await list()).toEqual([first, second])
  })

  it('contain the positions of their members: mean, ends, how many are open', async () => {
    const one = await moveIn(app, owner, 'venetian_blind', { state: { position: 0, inclination: 0.5 } })
    const two = await moveIn(app, owner, 'venetian_blind', { state: { position: 0.985, inclination: 0 } })
    const three = await moveIn(app, owner, 'venetian_blind', { state: { position: 0.3, inclination: 1 } })
    await three.device.end()
    await vi.waitFor(async () => {
      const group = await create(`Blinds ${Math.random()}`.slice(0, 20), [one.id, two.id, three.id])
      expect(group).toMatchObject({
        position: '0.43',
        inclination: '0.5',
        state: { known: 3, total: 3, open: 1, closed: 1, moving: 0, offline: 1, min: 0, max: 0.985 },
      })
    })
    await one.device.end()
    await two.device.end()
  })

  it('take a new name and new members, and keep what is not named', async () => {
    const [a = '', b = ''] = await claimed(2)
    const { id } = await create('West', [a])
    expect(await update(id, { name: 'WEST' })).toMatchObject({ name: 'WEST', activeDeviceTokens: [a] })
    expect(await update(id, { devices: [b] })).toMatchObject({ name: 'WEST', activeDeviceTokens: [b] })
    expect(await update(id, {})).toMatchObject({ name: 'WEST', activeDeviceTokens: [b] })
  })

  it('have names of their own, without case, and devices of one type', async () => {
    const [a = '', b = ''] = await claimed(2)
    const [awning = ''] = await claimed(1, 'awning')
    const { id } = await create('West', [a])
    await create('East', [b])
    const taken = { status: 409, error: 'device_name_in_use', key: 'name' }
    expect(refusalOf(await ask('create', { name: 'wEST', devices: [b] }))).toMatchObject(taken)
    expect(refusalOf(await ask('update', { id, name: 'east' }))).toMatchObject(taken)
    const mixed = { status: 400, error: 'malformed_request', key: 'devices' }
    expect(refusalOf(await ask('create', { name: 'Mixed', devices: [a, awning] }))).toMatchObject(mixed)
    expect(refusalOf(await ask('update', { id, devices: [a, awning] }))).toMatchObject(mixed)
    for (const devices of [[], [a, a], 'all', Array.from({ length: 101 }, (_, n) => `d${n}`)])
      expect(refusalOf(await ask('create', { name: 'Bad', devices }))).toMatchObject(mixed)
    for (const name of ['', ' ', 'x'.repeat(21), 7])
      expect(refusalOf(await ask('create', { name, devices: [a] }))).toMatchObject({ ...mixed, key: 'name' })
    expect(errorOf(await ask('create', { name: 'X', devices: [a], extra: 1 }))).toBe('malformed_request')
    expect((await list()).map(({ name }) => name)).toEqual(['West', 'East'])
  })

  it('are at most so many, also of several that are made at the same time', async () => {
    const [a = ''] = await claimed(1)
    for (let n = 1; n < LIMITS.GROUPS_PER_ACCOUNT; n += 1) await create(`Group ${n}`, [a])
    const answers = await Promise.all(
      [1, 2, 3].map((n) => ask('create', { name: `At once ${n}`, devices: [a] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(refusalOf(await ask('create', { name: 'One more', devices: [a] }))).toMatchObject({
      status: 409,
      error: 'groups_limit_exceeded',
    })
  })

  it('are nothing to another account, nor are its devices to them', async () => {
    const [a = ''] = await claimed(1)
    const { id } = await create('West', [a])
    const other = await createSignedInClient(app)
    const [theirs = ''] = await claimed(1, 'roller_shutter', other)
    expect(await list(other)).toEqual([])
    for (const [call, body] of Object.entries({
      update: { id, name: 'Mine' },
      delete: { id },
      move: { id, command: 'move', position: 0 },
      abort: { id },
    }))
      expect(refusalOf(await ask(call, body, other))).toMatchObject({
        status: 404,
        error: 'resource_not_found',
      })
    expect(errorOf(await pin([id], other))).toBe('malformed_request')
    const notThere = { error: 'device_not_exist', device_id: theirs }
    expect(refusalOf(await ask('create', { name: 'X', devices: [theirs] }))).toMatchObject(notThere)
    expect(refusalOf(await ask('update', { id, devices: [a, theirs] }))).toMatchObject(notThere)
    expect(await list()).toMatchObject([{ name: 'West', activeDeviceTokens: [a] }])
  })

  it('lose what is deleted, and go with their last member, out of the pinned row too', async () => {
    const [a = '', b = ''] = await claimed(2)
    const { id } = await create('West', [a, b])
    await owner.ok(pin([id, a]))
    expect(await pinned()).toEqual([id, a])
    await owner.delete(a, true)
    expect(await list()).toMatchObject([{ id, activeDeviceTokens: [b] }])
    await owner.delete(b, true)
    expect(await list()).toEqual([])
    expect(await pinned()).toEqual([])
  })

  it('are deleted, and unpinned with it, and their devices stay', async () => {
    const [a = ''] = await claimed(1)
    const { id } = await create('West', [a])
    await owner.ok(pin([id]))
    expect(await owner.ok(ask('delete', { id }))).toEqual({})
    expect(await list()).toEqual([])
    expect(await pinned()).toEqual([])
    expect(Object.keys(await owner.info(a))).toEqual([a])
    expect(errorOf(await ask('delete', { id }))).toBe('resource_not_found')
  })

  it('of two people who give the same name at once, one is refused', async () => {
    const [a = ''] = await claimed(1)
    const answers = await Promise.all([1, 2, 3].map(() => ask('create', { name: 'Twice', devices: [a] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('stay whole while members leave and come at once', async () => {
    const ids = await claimed(6)
    const { id } = await create('West', ids.slice(0, 3))
    await Promise.all([
      ...ids.slice(0, 3).map((deviceId) => owner.delete(deviceId, true)),
      ask('update', { id, devices: ids.slice(3) }),
      ask('update', { id, name: 'Later' }),
    ])
    const groups = await list()
    // The group was deleted with its last member, or has the new members. It is never empty and never contains a deleted device.
    expect(groups.map(({ activeDeviceTokens }) => activeDeviceTokens)).toEqual(
      groups.length === 0 ? [] : [ids.slice(3)],
    )
  })

  it('are of the type of their members: of what became another kind the fewer are left out [SC1]', async () => {
    const homes = [1, 2, 3].map(() => moveIn(app, owner, 'roller_shutter', { state: { position: 0 } }))
    const [a, b, c] = await Promise.all(homes)
    if (a === undefined || b === undefined || c === undefined) throw new Error('no devices')
    const become = (token: string, devicetype: DeviceType) =>
      owner.ok(
        owner.api('POST', '/auth/api/v1/device/settings', { json: { token, settings: { devicetype } } }),
      )
    await create('South', [a.id, b.id, c.id])
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    await become(a.id, 'awning')
    await socket.next('groups.updated')
    await vi.waitFor(async () =>
      expect(await list()).toMatchObject([
        { devicetype: 'roller_shutter', activeDeviceTokens: [b.id, c.id] },
      ]),
    )
    await become(b.id, 'awning')
    await vi.waitFor(async () =>
      expect(await list()).toMatchObject([{ devicetype: 'awning', activeDeviceTokens: [a.id, b.id] }]),
    )
    socket.end()
    for (const { device } of [a, b, c]) await device.end()
  })

  it('publish each change but the places of their members to every page of the account, and to no other', async () => {
    const [a = '', b = ''] = await claimed(2)
    const mine = await openSignedInSocket(app, await owner.websocketToken())
    const other = await createSignedInClient(app)
    const theirs = await openSignedInSocket(app, await other.websocketToken())
    const notified = async (times: number) =>
      vi.waitFor(() => expect(countOf('groups.updated', mine)).toBe(times))
    const { id } = await create('West', [a, b])
    await notified(1)
    await update(id, { name: 'East' })
    await notified(2)
    await owner.delete(a, true)
    await notified(3)
    await owner.ok(ask('delete', { id }))
    await notified(4)
    expect(countOf('groups.updated', theirs)).toBe(0)
    mine.end()
    theirs.end()
  })

  it('notify people with shared members when these become invisible, and when they become visible again [RL3]', async () => {
    const lender = await createPerson(app)
    const holder = await createPerson(app)
    const [shared = '', other = ''] = await claimed(2, 'roller_shutter', lender)
    const [own = ''] = await claimed(1, 'roller_shutter', holder)
    await giveRole(lender, { permissions: ['view'], devices: [shared, other], users: [holder.email] })
    const { id } = await create('West', [own, shared], holder)
    const socket = await openSignedInSocket(app, await holder.websocketToken())
    const notified = async (times: number) =>
      vi.waitFor(() => expect(countOf('groups.updated', socket)).toBe(times))
    await freezeSharing(lender, true)
    await notified(1)
    expect(await list(holder)).toMatchObject([{ id, activeDeviceTokens: [own] }])
    await freezeSharing(lender, false)
    await notified(2)
    expect(await list(holder)).toMatchObject([{ id, activeDeviceTokens: [own, shared] }])
    socket.end()
  })
})

describe('a move of a group', () => {
  /** Shades that reach their target immediately. */
  const onCommand = (command: ReceivedCommand, device: FakeDevice) => {
    device.succeed(command)
    device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
  }
  const parts = async () => {
    const one = await moveIn(app, owner, 'roller_shutter', { state: { position: 0 }, onCommand })
    const two = await moveIn(app, owner, 'roller_shutter', { state: { position: 1 }, onCommand })
    const [away = ''] = await claimed(1)
    const group = await create('West', [one.id, two.id, away])
    return { one, two, away, group }
  }

  it('goes to each member alone, and answers for each [SC3]', async () => {
    const { one, two, away, group } = await parts()
    const results = await owner.ok(ask('move', { id: group.id, command: 'move', position: 40 }))
    expect(results).toMatchObject([
      { status: 'success', device_ids: [one.id, two.id] },
      { status: 'error', error: 'device_offline', device_ids: [away] },
    ])
    for (const { device } of [one, two])
      expect(device.received.at(-1)).toMatchObject({ command: 'move', position: 40 })
    expect(await owner.ok(ask('abort', { id: group.id }))).toMatchObject([
      { status: 'success', device_ids: [one.id, two.id] },
      { error: 'device_offline', device_ids: [away] },
    ])
    expect(one.device.received.at(-1)).toMatchObject({ command: 'abort' })
    await one.device.end()
    await two.device.end()
  })

  it('waits, if asked to, until each has come to rest', async () => {
    const { one, two, group, away } = await parts()
    const results = await owner.ok(ask('move', { id: group.id, command: 'move', position: 40, wait: true }))
    expect(results).toMatchObject([
      { status: 'success', device_ids: [one.id, two.id], position: 0.4 },
      { status: 'error', device_ids: [away] },
    ])
    await one.device.end()
    await two.device.end()
  })

  it('is refused for each member where the command is none, and never unlocks [DR8] [SC3]', async () => {
    const { one, two, away, group } = await parts()
    const all = [one.id, two.id, away]
    const before = one.device.received.length
    for (const [command, error] of [
      [{ command: 'move' }, 'invalid_command'],
      [{ command: 'fly' }, 'invalid_command'],
      [{}, 'invalid_command'],
      [{ command: 'unlock', lockType: 'motor' }, 'invalid_command'],
      [{ command: 'move', position: 101 }, 'bad_command_value'],
      [{ command: 'move', position: '1' }, 'bad_command_type'],
      [{ command: 'move', position: 1, speed: 1 }, 'bad_command_key'],
    ] as const)
      expect(await owner.ok(ask('move', { id: group.id, ...command }))).toMatchObject([
        { status: 'error', error, device_ids: all },
      ])
    expect(one.device.received).toHaveLength(before)
    await one.device.end()
    await two.device.end()
  })
})
