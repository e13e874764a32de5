import { LIMITS, type Room, roomSchema, roomsSchema } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { askPreferences, claimDevices, preferencesOf } from '#testing/homes/room-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import {
  type Answer,
  createSignedInClient,
  errorOf,
  newEmail,
  refusalOf,
  type TestClient,
} from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
let twin: { url: string }
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

const claimed = (count: number, client: TestClient = owner) => claimDevices(client, count)
const ask = (call: string, json: object, client = owner): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/room/${call}`, { json })
const create = async (name: string, devices?: string[], client = owner): Promise<Room> =>
  roomSchema.parse(await client.ok(ask('create', { name, ...(devices && { devices }) }, client)))
const update = async (id: string, changes: object): Promise<Room> =>
  roomSchema.parse(await owner.ok(ask('update', { id, ...changes })))
const list = async (client = owner): Promise<Room[]> =>
  roomsSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/room/list')))
const names = async () => (await list()).map(({ name }) => name)
const setPreferences = (json: object, client = owner) => askPreferences(client, json)
const preferences = (client = owner) => preferencesOf(client)
const countOf = (subject: string, { received }: TestSocket) =>
  received.filter((message) => message.subject === subject).length

describe('rooms', () => {
  it('stand in the order they were made in, with their devices in the order given', async () => {
    const [a = '', b = '', c = ''] = await claimed(3)
    const kitchen = await create('  Kitchen ', [c, a])
    expect(kitchen).toEqual({ id: expect.any(String), name: 'Kitchen', devices: [c, a] })
    const empty = await create('Attic')
    expect(await list()).toEqual([kitchen, empty])
    expect(await update(empty.id, { devices: [b] })).toEqual({ ...empty, devices: [b] })
  })

  it('hold a device of an account once: putting it into one takes it out of the other', async () => {
    const [a = '', b = ''] = await claimed(2)
    const kitchen = await create('Kitchen', [a, b])
    const study = await create('Study', [b])
    expect(await list()).toEqual([{ ...kitchen, devices: [a] }, study])
    await update(kitchen.id, { devices: [b, a] })
    expect(await list()).toEqual([
      { ...kitchen, devices: [b, a] },
      { ...study, devices: [] },
    ])
  })

  it('are published with each device, to its account and not to guests [SN1]', async () => {
    await app.database.pool.query('update accounts set is_confirmed = true')
    const [a = '', b = ''] = await claimed(2)
    const { id } = await create('Kitchen', [a])
    const infos = await owner.info(a, b)
    expect([infos[a]?.room, infos[b]?.room]).toEqual([id, null])
    const rename = { json: { token: a, name: 'Renamed' } }
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    expect(await owner.ok(owner.api('POST', '/auth/api/v1/device/rename', rename))).toMatchObject({
      room: id,
    })
    expect((await socket.next('device.updated')).data).toMatchObject({ device: { room: id } })
    socket.end()
    const { token } = await makeLink(app, owner, [a])
    const { [a]: shared } = await createGuest(app, token).devices()
    expect(shared).toBeDefined()
    expect(shared).not.toHaveProperty('room')
  })

  it('move in front of another, or to the end', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    await update(c.id, { before: a.id })
    expect(await names()).toEqual(['C', 'A', 'B'])
    await update(c.id, { before: b.id, name: 'D' })
    expect(await names()).toEqual(['A', 'D', 'B'])
    await update(a.id, { before: null })
    expect(await names()).toEqual(['D', 'B', 'A'])
    await update(b.id, { before: b.id })
    expect(await names()).toEqual(['D', 'B', 'A'])
    await owner.ok(ask('delete', { id: b.id }))
    await create('E')
    expect(await names()).toEqual(['D', 'A', 'E'])
  })

  it('have names that differ without case within an account, of one to twenty characters', async () => {
    const straße = await create('Straße')
    expect(refusalOf(await ask('create', { name: 'STRASSE' }))).toMatchObject({
      status: 409,
      error: 'device_name_in_use',
      key: 'name',
    })
    const other = await create('Other')
    expect(refusalOf(await ask('update', { id: other.id, name: 'strasse' }))).toMatchObject({
      error: 'device_name_in_use',
      key: 'name',
    })
    expect((await update(straße.id, { name: 'STRASSE' })).name).toBe('STRASSE')
    for (const name of ['', '   ', 'x'.repeat(21), '\u200b'])
      expect(refusalOf(await ask('create', { name }))).toMatchObject({
        status: 400,
        error: 'malformed_request',
        key: 'name',
      })
    await create('Straße', [], await createSignedInClient(app))
  })

  it('refuse unknown rooms and devices, and change nothing', async () => {
    const [a = ''] = await claimed(1)
    const other = await createSignedInClient(app)
    const [foreign = ''] = await claimed(1, other)
    const foreignRoom = await create('Theirs', [foreign], other)
    const kitchen = await create('Kitchen', [a])
    for (const devices of [[a, foreign], ['nothing'], ['']]) {
      expect(refusalOf(await ask('create', { name: 'New', devices }))).toMatchObject({
        status: 404,
        error: 'device_not_exist',
        device_id: devices.at(-1),
      })
      expect(errorOf(await ask('update', { id: kitchen.id, name: 'New', before: null, devices }))).toBe(
        'device_not_exist',
      )
    }
    for (const id of [foreignRoom.id, crypto.randomUUID(), 'none', '']) {
      for (const answer of [
        await ask('update', { id, name: 'New' }),
        await ask('update', { id: kitchen.id, name: 'New', before: id }),
        await ask('delete', { id }),
      ])
        expect(refusalOf(answer)).toMatchObject({ status: 404, error: 'resource_not_found' })
    }
    for (const [key, json] of [
      ['devices', { name: 'New', devices: [a, a] }],
      ['devices', { name: 'New', devices: a }],
      ['name', { devices: [a] }],
    ] as const)
      expect(refusalOf(await ask('create', json))).toMatchObject({
        status: 400,
        error: 'malformed_request',
        key,
      })
    expect(await list()).toEqual([kitchen])
    expect(await list(other)).toEqual([foreignRoom])
  })

  it('are a hundred at most', async () => {
    for (let index = 0; index < LIMITS.ROOMS_PER_ACCOUNT; index += 1) await create(`Room ${index}`)
    expect(refusalOf(await ask('create', { name: 'One more' }))).toMatchObject({
      status: 409,
      error: 'rooms_limit_exceeded',
    })
    expect(await list()).toHaveLength(LIMITS.ROOMS_PER_ACCOUNT)
  })

  it('keep to one room a device, one name a room and one order under concurrent changes', async () => {
    const ids = await claimed(4)
    const made = [await create('A'), await create('B'), await create('C')]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const id = made[index % 3]?.id
        if (index % 4 === 0) return ask('create', { name: 'Same', devices: [ids[0]] })
        if (index % 4 === 1) return ask('update', { id, devices: ids })
        if (index % 4 === 2) return ask('update', { id, before: made[(index + 1) % 3]?.id })
        return ask('update', { id, name: 'Wanted' })
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const rooms = await list()
    expect(rooms).toHaveLength(4)
    expect(rooms.flatMap(({ devices }) => devices).toSorted()).toEqual(ids.toSorted())
    expect(rooms.filter(({ name }) => name === 'Wanted')).toHaveLength(1)
  })

  it('lose a device that is deleted or changes hands, and do not get it back with it [SN1]', async () => {
    const [a = '', b = ''] = await claimed(2)
    await app.database.pool.query('update devices set said_factory_reset = true where id = $1', [b])
    const kitchen = await create('Kitchen', [a, b])
    await owner.ok(setPreferences({ pinned: [b, a] }))
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    await owner.delete(a, true)
    await socket.next('rooms.updated')
    expect(await list()).toEqual([{ ...kitchen, devices: [b] }])
    expect((await preferences()).pinned).toEqual([b])
    const rows = await app.database.pool.query(
      'select device_id from room_devices where device_id = $1 union select pinned_id from pins where pinned_id = $1',
      [a],
    )
    expect(rows.rows).toEqual([])
    socket.end()

    const heir = await createSignedInClient(app)
    const [fresh] = await owner.provision('awning')
    await owner.claim(fresh?.claimCode ?? '', 'Awning')
    await update(kitchen.id, { devices: [fresh?.id] })
    await app.database.pool.query('update devices set is_claimable = true where id = $1', [fresh?.id])
    await heir.claim(fresh?.claimCode ?? '', 'Mine now')
    expect(await list()).toEqual([{ ...kitchen, devices: [] }])
    expect((await heir.info(fresh?.id ?? ''))[fresh?.id ?? '']?.room).toBeNull()
  })

  it('go with the account', async () => {
    const client = await createSignedInClient(app)
    const [a = ''] = await claimed(1, client)
    await create('Kitchen', [a], client)
    await client.ok(setPreferences({ pinned: [a], density: 'compact' }, client))
    const count = async () => {
      const { rows } = await app.database.pool.query(
        `select (select count(*) from rooms) + (select count(*) from room_devices) + (select count(*) from pins)
           + (select count(*) from preferences) as all`,
      )
      return Number(rows[0].all)
    }
    const before = await count()
    const { rows } = await app.database.pool.query('select owner_id from devices where id = $1', [a])
    await app.database.pool.query('delete from accounts where id = $1', [rows[0].owner_id])
    expect(before - (await count())).toBe(4)
  })

  it('are published to all pages of the account, the sender’s too, on any instance, and to nobody else', async () => {
    const other = await createSignedInClient(app)
    const mine = await Promise.all(
      [app, twin].map(async (at) => openSignedInSocket(at, await owner.websocketToken())),
    )
    const theirs = await openSignedInSocket(app, await other.websocketToken())
    const { id } = await create('Kitchen')
    const changes = [
      () => update(id, { name: 'Dining' }),
      () => owner.ok(setPreferences({ units: 'imperial' })),
      () => owner.ok(ask('delete', { id })),
    ]
    let notified = 1
    await vi.waitFor(() => expect(mine.map((page) => countOf('rooms.updated', page))).toEqual([1, 1]))
    for (const change of changes) {
      await change()
      notified += 1
      await vi.waitFor(() =>
        expect(mine.map((page) => countOf('rooms.updated', page))).toEqual([notified, notified]),
      )
    }
    await ask('delete', { id })
    await create('Theirs', [], other)
    await theirs.next('rooms.updated')
    expect([theirs, ...mine].map((page) => countOf('rooms.updated', page))).toEqual([1, notified, notified])
    for (const page of [...mine, theirs]) page.end()
  })
})

describe('preferences', () => {
  it('are comfortable and metric until they are chosen; what is not named stays', async () => {
    expect(await preferences()).toEqual({ pinned: [], facade: [], density: 'comfortable', units: 'metric' })
    const [a = '', b = ''] = await claimed(2)
    await owner.ok(setPreferences({ density: 'compact' }))
    await owner.ok(setPreferences({ pinned: [b, a] }))
    const all = { pinned: [b, a], facade: [], density: 'compact', units: 'imperial' }
    expect(await owner.ok(setPreferences({ units: 'imperial' }))).toEqual(all)
    expect(await owner.ok(setPreferences({}))).toEqual(all)
    expect(await owner.ok(setPreferences({ pinned: [] }))).toEqual({ ...all, pinned: [] })
    expect(await preferences(await createSignedInClient(app))).toMatchObject({ units: 'metric' })
  })

  it('pin twelve at most, each once, and only what the account sees [SN3]', async () => {
    const ids = await claimed(LIMITS.PINNED + 1)
    const [foreign = ''] = await claimed(1, await createSignedInClient(app))
    const [a = ''] = ids
    await owner.ok(setPreferences({ pinned: ids.slice(1) }))
    for (const pinned of [ids, [a, a], [foreign], [a, 'nothing'], [newEmail()], 'x', [1]])
      expect(refusalOf(await setPreferences({ pinned, units: 'imperial' }))).toMatchObject({
        status: 400,
        error: 'malformed_request',
        key: 'pinned',
      })
    expect(refusalOf(await setPreferences({ density: 'tiny' }))).toMatchObject({ key: 'density' })
    expect(await preferences()).toMatchObject({
      pinned: ids.slice(1),
      density: 'comfortable',
      units: 'metric',
    })
  })
})
