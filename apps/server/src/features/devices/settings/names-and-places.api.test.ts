import { type DeviceType, deviceInfoSchema, errorBodySchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const ask = (call: string, json: object, client = owner) =>
  client.api('POST', `/auth/api/v1/device/${call}`, { json })
const infoAfter = async (call: string, json: object) =>
  deviceInfoSchema.parse(await owner.ok(ask(call, json)))
const refusalOf = async (call: string, json: object, client = owner) => {
  const { status, body } = await ask(call, json, client)
  const { error, key } = errorBodySchema.parse(body)
  return [status, error, key]
}

let count = 0
/** A device that is claimed and was never connected. */
const claimOne = async (type: DeviceType = 'roller_shutter', client = owner) => {
  const [made] = await client.provision(type)
  if (made === undefined) throw new Error('nothing was provisioned')
  count += 1
  const name = `Care ${count}`
  await client.claim(made.claimCode, name)
  return { ...made, name }
}

describe('renaming', () => {
  it('gives a device another name, composed and trimmed, also while it is away', async () => {
    const { id } = await claimOne()
    expect(await infoAfter('rename', { token: id, name: '  Ku\u0308che ' })).toMatchObject({
      id,
      name: 'K\u00fcche',
      connected: false,
    })
    const list = await owner.ok(owner.api('GET', '/auth/api/v1/device/list'))
    expect(list).toMatchObject({ [id]: 'Küche' })
  })

  it.each(['', '   ', 'x'.repeat(21), 'two\nlines', 7, null, ['x']])('refuses %j', async (name) => {
    const { id } = await claimOne()
    expect(await refusalOf('rename', { token: id, name })).toEqual([400, 'malformed_request', undefined])
  })

  it('refuses a name that another device of the account has, in any case', async () => {
    const [one, other] = [await claimOne(), await claimOne()]
    await infoAfter('rename', { token: one.id, name: 'Ökoraum' })
    expect(await refusalOf('rename', { token: other.id, name: 'O\u0308KORAUM' })).toEqual([
      409,
      'device_name_in_use',
      'name',
    ])
    expect(await infoAfter('rename', { token: one.id, name: 'ÖKORAUM' })).toMatchObject({ name: 'ÖKORAUM' })
  })

  it('is one with another that reads the same, and hides nothing', async () => {
    const [one, other] = [await claimOne(), await claimOne()]
    await infoAfter('rename', { token: one.id, name: 'Große Tür' })
    expect(await refusalOf('rename', { token: other.id, name: 'GROSSE TÜR' })).toEqual([
      409,
      'device_name_in_use',
      'name',
    ])
    expect(await refusalOf('rename', { token: other.id, name: 'Große\u200b Tür' })).toEqual([
      400,
      'malformed_request',
      undefined,
    ])
  })

  it('that an older version let in costs nobody the device', async () => {
    const { id } = await claimOne('light')
    await app.database.pool.query('update devices set settings = $2 where id = $1', [
      id,
      { light1Name: 'A\u200bB', light2Name: 'Hall' },
    ])
    expect((await owner.info(id))[id]?.settings).toEqual({ light2Name: 'Hall' })
  })

  it('lets another account use the same name', async () => {
    const { id, name } = await claimOne()
    const other = await createSignedInClient(app)
    const theirs = await claimOne('awning', other)
    expect((await ask('rename', { token: theirs.id, name }, other)).status).toBe(200)
    expect((await owner.info(id))[id]?.name).toBe(name)
  })

  it('gives one name to one of those who want it at once, whether by renaming or by claiming', async () => {
    const homes = await Promise.all(Array.from({ length: 6 }, () => claimOne()))
    const [free] = await owner.provision('awning')
    const answers = await Promise.all([
      ...homes.map(({ id }) => ask('rename', { token: id, name: 'Wanted' })),
      ask('claim', { claimCode: free?.claimCode, name: 'wanted' }),
    ])
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409])
    for (const answer of answers)
      if (answer.status !== 200) expect(errorOf(answer)).toBe('device_name_in_use')
    const names: unknown[] = Object.values(
      (await owner.ok(owner.api('GET', '/auth/api/v1/device/list'))) ?? {},
    )
    expect(names.filter((name) => String(name).toLowerCase() === 'wanted')).toHaveLength(1)
  })

  it('is published to the sockets of every instance, and survives a restart of the server', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const [made] = await client.provision('awning')
    const { id } = await client.claim(made?.claimCode ?? '', 'Before')
    const twin = await own.twin()
    const token = await client.websocketToken()
    const sockets = [await openSignedInSocket(own, token), await openSignedInSocket(twin, token)]
    await client.ok(ask('rename', { token: id, name: 'After' }, client))
    for (const socket of sockets) {
      expect(await socket.next('device.updated')).toMatchObject({
        data: { deviceId: id, device: { id, name: 'After' } },
      })
      socket.end()
    }
    await own.restart()
    const { rows } = await own.database.pool.query('select name from devices where id = $1', [id])
    expect(rows).toEqual([{ name: 'After' }])
    await own.close()
  })
})

describe.each(['favourite', 'ventilation'] as const)('a saved %s', (which) => {
  it('is kept along the axes that are named, instead of the one before, also while away [DV9]', async () => {
    const { id } = await claimOne('venetian_blind')
    expect((await infoAfter(which, { token: id, position: 80, inclination: 12.5 }))[which]).toEqual({
      position: 0.8,
      inclination: 0.125,
    })
    expect((await infoAfter(which, { token: id, position: 0 }))[which]).toEqual({ position: 0 })
    expect((await owner.info(id))[id]?.[which]).toEqual({ position: 0 })
  })

  it.each<[string, DeviceType, object, unknown[]]>([
    ['no axis', 'awning', {}, [400, 'data_missing', 'position']],
    ['a tilt of an awning', 'awning', { inclination: 5 }, [400, 'device_unsupported_action', 'inclination']],
    [
      'a tilt of an awning beside its position',
      'awning',
      { position: 5, inclination: 5 },
      [400, 'device_unsupported_action', 'inclination'],
    ],
    ['a position of a pergola', 'pergola', { position: 5 }, [400, 'device_unsupported_action', 'position']],
    ['a position of a door', 'home_door', { position: 5 }, [400, 'device_unsupported_action', 'position']],
    ['more than all', 'awning', { position: 100.5 }, [400, 'malformed_request', undefined]],
    ['less than nothing', 'awning', { position: -1 }, [400, 'malformed_request', undefined]],
    ['a text', 'awning', { position: '50' }, [400, 'malformed_request', undefined]],
    ['an unknown key', 'awning', { position: 5, speed: 1 }, [400, 'malformed_request', undefined]],
  ])('refuses %s', async (_name, type, place, expected) => {
    const { id } = await claimOne(type)
    expect(await refusalOf(which, { token: id, ...place })).toEqual(expected)
    expect((await owner.info(id))[id]?.[which]).toBeNull()
  })

  it('loses the axes that its kind loses, and shows them again when it has them again [DV8]', async () => {
    const home = await moveIn(app, owner, 'venetian_blind', { state: { inclination: 0 } })
    await infoAfter(which, { token: home.id, position: 80, inclination: 50 })
    const as = (devicetype: DeviceType) => infoAfter('settings', { token: home.id, settings: { devicetype } })
    expect((await as('roller_shutter'))[which]).toEqual({ position: 0.8 })
    expect((await as('pergola'))[which]).toEqual({ inclination: 0.5 })
    await infoAfter(which, { token: home.id, inclination: 25 })
    expect((await as('awning'))[which]).toBeNull()
    await home.device.end()
  })

  it('leaves with the device', async () => {
    const { id, claimCode } = await claimOne()
    await infoAfter(which, { token: id, position: 80 })
    await owner.delete(id, true)
    expect(await refusalOf(which, { token: id, position: 80 })).toEqual([404, 'device_not_exist', undefined])
    await app.database.pool.query('update devices set is_claimable = true where id = $1', [id])
    const other = await createSignedInClient(app)
    expect((await other.claim(claimCode, 'New'))[which]).toBeNull()
  })
})

describe('a move to ventilation', () => {
  const commandsTo = (home: Awaited<ReturnType<typeof moveIn>>) =>
    home.device.received.filter(({ command }) => command === 'move_to_ventilation')

  it('carries the saved place, which it then waits for, and nothing where none is saved', async () => {
    const home = await moveIn(app, owner, 'venetian_blind', {
      state: { inclination: 0 },
      onCommand: (command, device) => {
        device.succeed(command)
        if (command.command !== 'move_to_ventilation') device.report()
        else device.report({ position: Number(command.position ?? 90) / 100, inclination: 0.5 })
      },
    })
    const ventilate = () => owner.move([{ token: home.id, command: 'move_to_ventilation' }], true)
    expect(await ventilate()).toMatchObject([{ status: 'success', position: 0.9 }])
    await infoAfter('ventilation', { token: home.id, position: 29, inclination: 50 })
    expect(await ventilate()).toMatchObject([{ status: 'success', position: 0.29, inclination: 0.5 }])
    await infoAfter('ventilation', { token: home.id, position: 29, inclination: 0 })
    expect(await ventilate()).toMatchObject([{ error: 'device_update_failed', inclination: 0.5 }])
    await infoAfter('settings', { token: home.id, settings: { devicetype: 'textile_screen' } })
    expect(await ventilate()).toMatchObject([{ status: 'success', position: 0.29 }])
    const places = commandsTo(home).map(({ position, inclination }) => [position, inclination])
    expect(places).toEqual([
      [undefined, undefined],
      [29, 50],
      [29, 0],
      [29, undefined],
    ])
    await home.device.end()
  })
})

describe('looking after a device', () => {
  it.each([
    ['rename', { name: 'Stolen' }],
    ['favourite', { position: 5 }],
    ['ventilation', { position: 5 }],
    ['settings', { settings: { motorInverted: true } }],
    ['restart', {}],
    ['recalibrate', {}],
  ])('by another account is refused as if there were no device: %s', async (call, json) => {
    const { id, name } = await claimOne()
    const other = await createSignedInClient(app)
    expect(await refusalOf(call, { token: id, ...json }, other)).toEqual([404, 'device_not_exist', undefined])
    for (const token of ['nowhere-at-all', '', '../x', 'x'.repeat(5_000)])
      expect(await refusalOf(call, { token, ...json })).toEqual([404, 'device_not_exist', undefined])
    expect((await owner.info(id))[id]?.name).toBe(name)
  })

  it('stands in the activity of the home', async () => {
    const { id, name } = await claimOne()
    await infoAfter('rename', { token: id, name: 'Noted' })
    await infoAfter('favourite', { token: id, position: 25 })
    await owner.delete(id, true)
    const entries = await vi.waitFor(async () => {
      app.clock.advance(200)
      const { rows } = await app.database.pool.query(
        'select action, details, device_name from activity_log where device_id = $1 order by id',
        [id],
      )
      expect(rows).toHaveLength(4)
      return rows
    })
    expect(entries).toMatchObject([
      { action: 'claimed', details: { name }, device_name: name },
      { action: 'rename', details: { name: 'Noted' } },
      { action: 'favourite', details: { position: 0.25 } },
      { action: 'deleted', device_name: 'Noted' },
    ])
  })
})
