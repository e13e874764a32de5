import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeLink } from '#testing/homes/link-home.ts'
import { askRoles, createPerson, giveRole } from '#testing/homes/role-home.ts'
import { askPreferences, claimDevices, preferencesOf } from '#testing/homes/room-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, newEmail, refusalOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

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

describe('the façade of a house', () => {
  const at = (device: string) => ({ device, x: 0.125, y: 0, w: 0.3, h: 1 })
  const facadeOf = async (client = owner) => (await preferencesOf(client)).facade
  const place = (facade: unknown, client = owner) => askPreferences(client, { facade })
  const wrong = { status: 400, error: 'malformed_request', key: 'facade' }

  it('keeps the places of shades and doors in the order given; what is sent replaces all of it [SN30]', async () => {
    const [a = '', b = ''] = await claimDevices(owner, 2)
    const [door = ''] = await claimDevices(owner, 1, 'home_door')
    const [pergola = ''] = await claimDevices(owner, 1, 'pergola')
    const facade = [at(door), { ...at(b), x: 1 / 3, w: 0 }, at(a), at(pergola)]
    expect(await owner.ok(place(facade))).toMatchObject({ facade })
    await owner.ok(askPreferences(owner, { density: 'compact' }))
    expect(await facadeOf()).toEqual(facade)
    await owner.ok(place([at(a)]))
    expect(await facadeOf()).toEqual([at(a)])
    await owner.ok(place([]))
    expect(await facadeOf()).toEqual([])
  })

  it('refuses what is no place, and keeps what was there [SN30]', async () => {
    const [a = ''] = await claimDevices(owner, 1)
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
    const [a = ''] = await claimDevices(owner, 1)
    const [light = ''] = await claimDevices(owner, 1, 'light')
    const [foreign = ''] = await claimDevices(await createSignedInClient(app), 1)
    for (const device of [light, foreign, 'nothing', newEmail(), '', 'x'.repeat(200)])
      expect(
        refusalOf(await askPreferences(owner, { facade: [at(a), at(device)], units: 'imperial' })),
      ).toMatchObject(wrong)
    expect(await preferencesOf(owner)).toMatchObject({ facade: [], units: 'metric' })
  })

  it('has at most five hundred devices, with all their digits [SN30]', async () => {
    const [a = ''] = await claimDevices(owner, 1)
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
    const [a = '', b = ''] = await claimDevices(owner, 2)
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
    const [shared = '', kept = ''] = await claimDevices(anna, 2)
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
    const link = await makeLink(app, host, await claimDevices(host, 1))
    const headers = { authorization: `Bearer ${link.token}` }
    const answer = await fetch(`${app.url}/auth/account/preferences`, { headers })
    expect(answer.status).toBe(401)
  })

  it('is published to all pages of the account on every instance', async () => {
    const [a = ''] = await claimDevices(owner, 1)
    const pages = await Promise.all(
      [app, twin].map(async (instance) => openSignedInSocket(instance, await owner.websocketToken())),
    )
    await owner.ok(place([at(a)]))
    await Promise.all(pages.map((page) => page.next('rooms.updated')))
    for (const page of pages) page.end()
  })
})
