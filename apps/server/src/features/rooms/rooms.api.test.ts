import {
  type DeviceType,
  LIMITS,
  type Preferences,
  preferencesSchema,
  type Room,
  roomSchema,
  roomsSchema,
} from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { askRoles, createPerson, giveRole } from '#testing/homes/role-home.ts'
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

let deviceCount = 0
/** Devices of a client that never connect. */
async function claimed(
  count: number,
  client: TestClient = owner,
  type: DeviceType = 'roller_shutter',
): Promise<string[]> {
  const made = await client.provision(type, count)
  for (const { claimCode } of made) {
    deviceCount += 1
    await client.claim(claimCode, `Shade ${deviceCount}`)
  }
  return made.map(({ id }) => id)
}

const ask = (call: string, json: object, client = owner): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/room/${call}`, { json })
const create = async (name: string, devices?: string[], client = owner): Promise<Room> =>
  roomSchema.parse(await client.ok(ask('create', { name, ...(devices && { devices }) }, client)))
const update = async (id: string, changes: object): Promise<Room> =>
  roomSchema.parse(await owner.ok(ask('update', { id, ...changes })))
const list = async (client = owner): Promise<Room[]> =>
  roomsSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/room/list')))
const names = async () => (await list()).map(({ name }) => name)
const setPreferences = (json: object, client = owner): Promise<Answer> =>
  client.call('POST', '/auth/account/preferences', { json })
const preferences = async (client = owner): Promise<Preferences> =>
  preferencesSchema.parse(await client.ok(client.call('GET', '/auth/account/preferences')))
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

describe('the façade of a house', () => {
  const at = (device: string) => ({ device, x: 0.125, y: 0, w: 0.3, h: 1 })
  const facadeOf = async (client = owner) => (await preferences(client)).facade
  const place = (facade: unknown, client = owner) => setPreferences({ facade }, client)
  const wrong = { status: 400, error: 'malformed_request', key: 'facade' }

  it('keeps the places of shades and doors in the order given; what is sent replaces all of it [SN30]', async () => {
    const [a = '', b = ''] = await claimed(2)
    const [door = ''] = await claimed(1, owner, 'home_door')
    const [pergola = ''] = await claimed(1, owner, 'pergola')
    const facade = [at(door), { ...at(b), x: 1 / 3, w: 0 }, at(a), at(pergola)]
    expect(await owner.ok(place(facade))).toMatchObject({ facade })
    await owner.ok(setPreferences({ density: 'compact' }))
    expect(await facadeOf()).toEqual(facade)
    await owner.ok(place([at(a)]))
    expect(await facadeOf()).toEqual([at(a)])
    await owner.ok(place([]))
    expect(await facadeOf()).toEqual([])
  })

  it('refuses what is no place, and keeps what was there [SN30]', async () => {
    const [a = ''] = await claimed(1)
    await owner.ok(place([at(a)]))
    const { h, ...withoutHeight } = at(a)
    const faults: [string, unknown][] = [
      ['a number below 0', [{ ...at(a), x: -0.01 }]],
      ['a number above 1', [{ ...at(a), w: 1.01 }]],
      // JSON has no NaN: a page that has computed one sends null.
      ['no number', [JSON.parse(JSON.stringify({ ...at(a), y: Number.NaN }))]],
      ['an endless number', [JSON.parse(JSON.stringify({ ...at(a), h: Number.POSITIVE_INFINITY }))]],
      ['a text', [{ ...at(a), x: '0.5' }]],
      ['a missing number', [withoutHeight]],
      ['an unknown field', [{ ...at(a), z: h }]],
      ['a device twice', [at(a), at(a)]],
      ['no list', { a: at(a) }],
      ['nothing', null],
    ]
    for (const [name, facade] of faults)
      expect([name, refusalOf(await place(facade))]).toMatchObject([name, wrong])
    const raw = await owner.call('POST', '/auth/account/preferences', {
      raw: {
        type: 'application/json',
        body: `{"facade":[{"device":"${a}","x":NaN,"y":0,"w":1,"h":1}]}`,
      },
    })
    expect(raw.status).toBe(400)
    expect(await facadeOf()).toEqual([at(a)])
  })

  it('has no lights, and no unknown or foreign devices [SN30]', async () => {
    const [a = ''] = await claimed(1)
    const [light = ''] = await claimed(1, owner, 'light')
    const [foreign = ''] = await claimed(1, await createSignedInClient(app))
    for (const device of [light, foreign, 'nothing', newEmail(), '', 'x'.repeat(200)])
      expect(
        refusalOf(await setPreferences({ facade: [at(a), at(device)], units: 'imperial' })),
      ).toMatchObject(wrong)
    expect(await preferences()).toMatchObject({ facade: [], units: 'metric' })
  })

  it('has at most five hundred devices, with all their digits [SN30]', async () => {
    const [a = ''] = await claimed(1)
    const made = await app.database.pool.query<{ id: string }>(
      `insert into devices (id, type, owner_id, name, name_key, settings, is_claimable, said_factory_reset, must_forget, created_at)
       select $1 || '-window-' || n, type, owner_id, 'w' || n, 'w' || n, '{}', false, false, false, now()
       from devices, generate_series(1, 500) n where devices.id = $1 returning id`,
      [a],
    )
    const ids = made.rows.map(({ id }) => id)
    const third = 0.333_333_333_333_333_3
    const facade = ids.map((device) => ({ device, x: third, y: third, w: third, h: third }))
    await owner.ok(place(facade))
    expect(await facadeOf()).toEqual(facade)
    expect(refusalOf(await place([...facade, at(a)]))).toMatchObject(wrong)
    expect(await facadeOf()).toHaveLength(500)
  })

  it('loses devices that are deleted or leave, and all of it with the account [SN1]', async () => {
    const [a = '', b = ''] = await claimed(2)
    await app.database.pool.query('update devices set said_factory_reset = true where id = $1', [b])
    await owner.ok(place([at(a), at(b)]))
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    await owner.delete(a, true)
    await socket.next('rooms.updated')
    expect(await facadeOf()).toEqual([at(b)])
    const rowsOf = async (id: string) =>
      (await app.database.pool.query('select 1 from facade_places where device_id = $1', [id])).rowCount
    expect(await rowsOf(a)).toBe(0)
    const { rows } = await app.database.pool.query('select owner_id from devices where id = $1', [b])
    await app.database.pool.query('delete from accounts where id = $1', [rows[0].owner_id])
    expect(await rowsOf(b)).toBe(0)
    socket.end()
  })

  it('is one for each account; a shared device has a place until its role ends [SN1]', async () => {
    const [anna, bor] = await Promise.all([createPerson(app), createPerson(app)])
    const [shared = '', kept = ''] = await claimed(2, anna)
    await anna.ok(place([at(shared), at(kept)], anna))
    expect(refusalOf(await place([at(shared)], bor))).toMatchObject(wrong)
    const role = await giveRole(anna, { permissions: ['view'], devices: [shared], users: [bor.email] })
    const mine = { ...at(shared), y: 0.5, h: 0.25 }
    await bor.ok(place([mine], bor))
    expect(refusalOf(await place([mine, at(kept)], bor))).toMatchObject(wrong)
    expect([await facadeOf(bor), await facadeOf(anna)]).toEqual([[mine], [at(shared), at(kept)]])
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    expect(await facadeOf(bor)).toEqual([])
    expect(await facadeOf(anna)).toHaveLength(2)
  })

  it('is refused to guests', async () => {
    const host = await createPerson(app)
    const link = await makeLink(app, host, await claimed(1, host))
    const headers = { authorization: `Bearer ${link.token}` }
    const answer = await fetch(`${app.url}/auth/account/preferences`, { headers })
    expect(answer.status).toBe(401)
  })

  it('is published to all pages of the account on every instance', async () => {
    const [a = ''] = await claimed(1)
    const pages = await Promise.all(
      [app, twin].map(async (instance) => openSignedInSocket(instance, await owner.websocketToken())),
    )
    await owner.ok(place([at(a)]))
    await Promise.all(pages.map((page) => page.next('rooms.updated')))
    for (const page of pages) page.end()
  })
})
