import { type DeviceInfo, deviceInfoSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, claimUnseen, receivedBy, refusal } from '#testing/device-calls.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { entriesOf, furnish, ofAnother } from '#testing/furnished-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

/** Each home is set up by a dozen calls. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const post = (client: TestClient, call: string, json: object) =>
  client.ok(client.api('POST', `/auth/api/v1/${call}`, { json }))
const replace = async (client: TestClient, token: string, claimCode: string): Promise<DeviceInfo> =>
  deviceInfoSchema.parse(await post(client, 'device/replace', { token, claimCode }))

const SETTINGS = { motorInverted: true, switchType: 'push_button', devicetype: 'awning' }
let homes = 0

/** A home in which one device is used by every feature. */
async function moveInFurnished() {
  homes += 1
  const owner = await createConfirmedClient(app)
  const old = await moveIn(app, owner, 'roller_shutter', {
    name: `Old one ${homes}`,
    state: { position: 0.4, settings: { motorInverted: true, switchType: 'push_button' } },
  })
  return { owner, old, ...(await furnish(app, owner, old.id, { settings: SETTINGS, ventilation: 85 })) }
}

describe('a controller that replaces another', () => {
  it('replaces the other in links, roles, groups, rooms and scenarios [DV15]', async () => {
    const { owner, old, belongings, room } = await moveInFurnished()
    const before = await belongings(old.id)
    // What the weather may move is known a moment after the call. Until then the device is protected.
    const weather = await vi.waitFor(async () => {
      const { weatherAutomatic, weatherAutomaticUntil } = (await owner.info(old.id))[old.id] ?? {}
      expect(weatherAutomatic).toBe(false)
      return { weatherAutomatic, weatherAutomaticUntil }
    })
    const history = await entriesOf(owner, old.id)
    expect(history.length).toBeGreaterThan(3)
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    const [fresh] = await owner.provision('roller_shutter')
    if (fresh === undefined) throw new Error('nothing was made')

    const answer = await replace(owner, old.id, fresh.claimCode)
    expect(answer.id).toBe(fresh.id)
    expect(answer.room).toBe(room.id)
    await vi.waitFor(async () =>
      expect(await owner.info(fresh.id, old.id)).toEqual({ [fresh.id]: { ...answer, ...weather } }),
    )
    const [replaced, ...notified] = await entriesOf(owner, fresh.id)
    expect(replaced).toMatchObject({ action: 'replaced', deviceId: fresh.id })
    expect(notified).toHaveLength(history.length)
    expect({ ...Object(await belongings(fresh.id)), history: notified }).toEqual(
      ofAnother(before, old.id, fresh.id),
    )

    await vi.waitFor(() => {
      const subjects = socket.received.map(({ subject, data }) => [subject, Object(data).deviceId])
      expect(subjects).toContainEqual(['device.deleted', old.id])
      expect(subjects).toContainEqual(['device.created', fresh.id])
    })
    // The old device receives `forget`, and the new one its settings.
    await receivedBy(old.device, 'forget')
    const device = await connectFakeDevice({
      mqtt: app.mqtt,
      ...fresh,
      type: 'roller_shutter',
      status: { factoryReset: true },
      state: { settings: { motorInverted: false, switchType: 'normal' } },
      onCommand(command, own) {
        own.succeed(command)
        own.report(command.command === 'settings' ? { settings: command.settings } : {})
      },
    })
    expect(await receivedBy(device, 'settings')).toMatchObject({
      settings: { motorInverted: true, switchType: 'push_button', devicetype: 'awning' },
    })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query(
        'select must_take_settings, must_forget from devices where id = any($1) order by id = $2',
        [[fresh.id, old.id], old.id],
      )
      expect(rows).toEqual([
        { must_take_settings: false, must_forget: false },
        { must_take_settings: false, must_forget: false },
      ])
    })
    expect((await owner.info(fresh.id))[fresh.id]?.settings).toMatchObject(SETTINGS)
    socket.end()
    await device.end()
    await old.device.end()
  })

  it('leaves the old one’s claim code working once that has forgotten', async () => {
    const { owner, old } = await moveInFurnished()
    const [fresh] = await owner.provision('roller_shutter')
    await replace(owner, old.id, fresh?.claimCode ?? '')
    await receivedBy(old.device, 'forget')
    await vi.waitFor(async () => owner.claim(old.claimCode, 'Again'))
    await old.device.end()
  })

  it('may be installed already, and receives its settings at once', async () => {
    const { owner, old } = await moveInFurnished()
    const [fresh] = await owner.provision('roller_shutter')
    if (fresh === undefined) throw new Error('nothing was made')
    const device = await connectFakeDevice({ mqtt: app.mqtt, ...fresh, type: 'roller_shutter' })
    await vi.waitFor(() => expect(device.time).not.toBeNull())
    await replace(owner, old.id, fresh.claimCode)
    expect(await receivedBy(device, 'settings')).toMatchObject({ settings: { motorInverted: true } })
    await device.end()
    await old.device.end()
  })
})

describe('a replacement is refused', () => {
  it('by a controller that cannot do the same, and everything stays [DV16]', async () => {
    const { owner, old } = await moveInFurnished()
    for (const type of ['light', 'home_door', 'falcon'] as const) {
      const [fresh] = await owner.provision(type)
      expect(
        refusal(await askDevice(owner, 'replace', { token: old.id, claimCode: fresh?.claimCode })),
      ).toEqual([400, 'device_unsupported_action', 'claimCode'])
      await owner.claim(fresh?.claimCode ?? '', `Still free ${type}`)
    }
    expect(Object.keys(await owner.info(old.id))).toEqual([old.id])
    await old.device.end()
  })

  it('by codes that do not work: of others’ devices, of the own home, of itself, and made up', async () => {
    const { owner, old, neighbour } = await moveInFurnished()
    const stranger = await createConfirmedClient(app)
    const theirs = await claimUnseen(stranger, 'roller_shutter')
    for (const claimCode of [theirs.claimCode, neighbour.claimCode, old.claimCode, 'AAAA-BBBB-CCCC'])
      expect(refusal(await askDevice(owner, 'replace', { token: old.id, claimCode }))).toEqual([
        404,
        'device_not_exist',
        'claimCode',
      ])
    const [fresh] = await owner.provision('roller_shutter')
    const json = { token: old.id, claimCode: fresh?.claimCode }
    expect(errorOf(await askDevice(stranger, 'replace', json))).toBe('device_not_exist')
    await stranger.claim(fresh?.claimCode ?? '', 'Theirs now')
    await old.device.end()
  })

  it('to all but one of several at once', async () => {
    const { owner, old } = await moveInFurnished()
    const fresh = await Promise.all([1, 2, 3].map(async () => (await owner.provision('roller_shutter'))[0]))
    const answers = await Promise.all(
      fresh.map((one) => askDevice(owner, 'replace', { token: old.id, claimCode: one?.claimCode })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const list = await owner.ok(owner.api('GET', '/auth/api/v1/device/list?index=token'))
    expect(Object.values(Object(list)).filter((name) => name === old.name)).toHaveLength(1)
    await old.device.end()
  })
})

it('a replacement is done as a whole or not at all when the database is killed at any moment [DV15]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { owner, old, link } = await moveInFurnished()
    const [fresh] = await owner.provision('roller_shutter')
    if (fresh === undefined) throw new Error('nothing was made')
    const asked = askDevice(owner, 'replace', { token: old.id, claimCode: fresh.claimCode })
    // Each round interrupts the replacement at another moment.
    await new Promise((resolve) => setTimeout(resolve, 2 + round * 3))
    await app.database.pool
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null',
      )
      .catch(() => {})
    await asked.catch(() => {})
    const inside = await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query(
        `select
          (select device_id from device_link_devices d join device_links l on l.id = d.link_id
            where l.account_id = o.owner_id and limits is not null) as link,
          (select device_id from room_devices where account_id = o.owner_id) as room,
          (select device_id from scenario_targets join scenarios s on s.id = scenario_id
            where s.account_id = o.owner_id) as scenario,
          (select device_id from group_devices join groups g on g.id = group_id
            where g.account_id = o.owner_id) as "group",
          (select pinned_id from pins where account_id = o.owner_id) as pin,
          o.id as device, o.must_forget
        from devices o where o.name = $1`,
        [old.name],
      )
      return rows
    })
    expect(inside).toHaveLength(1)
    const { must_forget, ...places } = inside[0]
    expect([old.id, fresh.id]).toContain(places.device)
    expect(new Set(Object.values(places)).size).toBe(1)
    expect(must_forget).toBe(false)
    expect(link.token).not.toBe('')
    await old.device.end()
  }
}, 240_000)
