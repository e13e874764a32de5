import { type DeviceType, LIMITS } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AT_SEVEN, HALF, scenarioHome } from '#testing/homes/scenario-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, refusalOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

const { ask, claimed, create, get, group, list, outlook, settle, update, intent } = scenarioHome(() => owner)

const RAIN = { type: 'Weather', measurement: 'rain', condition: 'gt', value: 1 }
const ALL_DAYS = {
  type: 'DayOfWeek',
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
}

describe('a scenario', () => {
  it('is answered as it was made, with when it is due', async () => {
    await settle()
    const [a = '', b = ''] = await claimed(2)
    const made = await create([b, a], { triggers: [AT_SEVEN, ALL_DAYS], catchUp: 'latest' })
    expect(made).toEqual({
      id: made.id,
      name: 'Morning',
      enabled: true,
      targets: [b, a],
      groups: [],
      devicesManagerId: made.devicesManagerId,
      madeBy: null,
      triggers: [AT_SEVEN, ALL_DAYS],
      actions: [HALF],
      catchUp: 'latest',
      status: 'idle',
      nextAt: made.nextAt,
      lastRun: null,
    })
    const next = new Date(made.nextAt ?? 0)
    expect(next.getTime()).toBeGreaterThan(app.clock.now().getTime())
    expect(next.getUTCHours()).toBeLessThan(7)
    expect(await list()).toEqual([made])
    expect(await owner.ok(get('info', `?id=${made.id}`))).toEqual(made)
  })

  it('keeps what an update does not name, and is due at nothing while it is off', async () => {
    await settle()
    const [a = '', b = ''] = await claimed(2)
    const made = await create([a])
    expect(await update(made.id, {})).toEqual(made)
    expect(await update(made.id, { name: 'Noon', targets: [a, b] })).toEqual({
      ...made,
      name: 'Noon',
      targets: [a, b],
    })
    expect(await update(made.id, { enabled: false })).toMatchObject({ enabled: false, nextAt: null })
    expect(await update(made.id, { triggers: [] })).toMatchObject({ triggers: [], nextAt: null })
    expect(await owner.ok(ask('delete', { id: made.id }))).toEqual({})
    expect(await list()).toEqual([])
    expect(errorOf(await ask('delete', { id: made.id }))).toBe('resource_not_found')
  })

  it('of a time needs a home, one run by hand does not', async () => {
    const [a = ''] = await claimed(1)
    const noHome = { status: 400, error: 'data_missing', key: 'home' }
    for (const trigger of [AT_SEVEN, { type: 'Sunset' }])
      expect(refusalOf(await ask('create', intent([a], { triggers: [trigger] })))).toMatchObject(noHome)
    const { id } = await create([a], { triggers: [] })
    expect(refusalOf(await ask('update', { id, triggers: [AT_SEVEN] }))).toMatchObject(noHome)
    expect(await list()).toMatchObject([{ triggers: [], nextAt: null, status: 'idle' }])
  })

  it.each([
    ['no shape', [7]],
    ['no type', [{}]],
    ['an unknown type', [{ type: 'Noon' }]],
    ['an hour of 24', [{ ...AT_SEVEN, hour: 24 }]],
    ['half a minute', [{ ...AT_SEVEN, minute: 0.5 }]],
    ['an unknown field', [{ ...AT_SEVEN, second: 1 }]],
    [
      'no weekday',
      [
        AT_SEVEN,
        {
          ...ALL_DAYS,
          ...Object.fromEntries(
            Object.keys(ALL_DAYS)
              .slice(1)
              .map((day) => [day, false]),
          ),
        },
      ],
    ],
    ['a weekday that is missing', [AT_SEVEN, { type: 'DayOfWeek', monday: true }]],
    ['weekdays alone', [ALL_DAYS]],
    ['weekdays twice', [AT_SEVEN, ALL_DAYS, ALL_DAYS]],
    ['an offset of four hours', [{ type: 'Sunrise', offset: 240 }]],
    ['a time that is none', [{ type: 'Sunrise', notBefore: '7:00' }]],
    ['an end before the begin', [{ type: 'Sunset', notBefore: '20:00', notAfter: '19:00' }]],
    ['time and weather', [AT_SEVEN, RAIN]],
    ['half a place', [{ type: 'Weather', measurement: 'rain', condition: 'gt', value: 1, lat: 46 }]],
    ['the same weather twice', [RAIN, RAIN]],
    ['a pressure of 1.013 hPa', [{ ...RAIN, measurement: 'pressure', value: 1.013 }]],
    ['wind of 200 m/s', [{ ...RAIN, measurement: 'wind_gust', value: 200 }]],
    ['a wait of three hours', [{ ...RAIN, holdFor: 180 }]],
    ['an alarm that is none', [{ type: 'Security', sources: ['burglars'] }]],
    ['two kinds of alarm', [{ type: 'Security' }, { type: 'Security', sources: ['smoke'] }]],
    ['too many times', Array.from({ length: 21 }, (_, minute) => ({ ...AT_SEVEN, minute }))],
  ])('is refused for triggers with %s [SC15]', async (_, triggers) => {
    await settle()
    const [a = ''] = await claimed(1)
    const refused = { status: 400, error: 'malformed_trigger', key: 'triggers' }
    expect(refusalOf(await ask('create', intent([a], { triggers })))).toMatchObject(refused)
    const { id } = await create([a])
    expect(refusalOf(await ask('update', { id, triggers }))).toMatchObject(refused)
    expect(await list()).toMatchObject([{ triggers: [AT_SEVEN] }])
  })

  it.each<[string, DeviceType, unknown[]]>([
    ['nothing', 'awning', []],
    ['no shape', 'awning', ['open']],
    ['nowhere to go', 'awning', [{ type: 'MoveSelf' }]],
    ['a place beyond the end', 'awning', [{ type: 'MoveSelf', position: 1.01 }]],
    ['slats of what has none', 'awning', [{ ...HALF, inclination: 0.5 }]],
    ['a position of a pergola', 'pergola', [HALF]],
    ['two movements', 'awning', [HALF, { type: 'MoveToVentilation' }]],
    ['light of a shade', 'awning', [{ type: 'SetLight', brightness: 1 }]],
    ['a movement of a light', 'light', [HALF]],
    ['a foil of a light', 'light', [{ type: 'SetFoil', opacity: 1 }]],
    ['lamps of a door for a light', 'light', [{ type: 'SetLight', brightness: 1, lights: ['door'] }]],
    [
      'light twice',
      'light',
      [
        { type: 'SetLight', brightness: 1 },
        { type: 'SetLight', brightness: 0 },
      ],
    ],
    ['an unlocking', 'home_door', [{ type: 'Unlock' }]],
  ])('is refused for actions with %s [SC15]', async (_, type, actions) => {
    const [a = ''] = await claimed(1, type)
    expect(refusalOf(await ask('create', intent([a], { triggers: [], actions })))).toMatchObject({
      status: 400,
      error: 'malformed_action',
      key: 'actions',
    })
    expect(await list()).toEqual([])
  })

  it('has at least one device or group, all of one type', async () => {
    const [a = ''] = await claimed(1)
    const [falcon = ''] = await claimed(1, 'falcon')
    const refused = { status: 400, error: 'malformed_scenario', key: 'targets' }
    const scene = { triggers: [] }
    expect(refusalOf(await ask('create', intent([], scene)))).toMatchObject(refused)
    expect(refusalOf(await ask('create', intent([a, falcon], scene)))).toMatchObject(refused)
    const { id } = await create([a], scene)
    expect(refusalOf(await ask('update', { id, targets: [] }))).toMatchObject(refused)
    expect(refusalOf(await ask('update', { id, targets: [falcon, a] }))).toMatchObject(refused)
    const falcons = await group('Falcons', [falcon])
    expect(refusalOf(await ask('update', { id, groups: [falcons] }))).toMatchObject(refused)
    expect(await update(id, { targets: [], groups: [falcons] })).toMatchObject({
      targets: [],
      groups: [falcons],
    })
  })

  it('has a unique name, regardless of case', async () => {
    const [a = ''] = await claimed(1)
    const { id } = await create([a], { triggers: [] })
    await create([a], { triggers: [], name: 'Noon' })
    const taken = { status: 409, error: 'device_name_in_use', key: 'name' }
    expect(refusalOf(await ask('create', intent([a], { triggers: [], name: 'noon' })))).toMatchObject(taken)
    expect(refusalOf(await ask('update', { id, name: 'NOON' }))).toMatchObject(taken)
    for (const name of ['', 'x'.repeat(21)])
      expect(refusalOf(await ask('update', { id, name }))).toMatchObject({
        error: 'malformed_request',
        key: 'name',
      })
  })

  it('is hidden from another account, and contains no device or group of one', async () => {
    const [a = ''] = await claimed(1)
    const { id } = await create([a], { triggers: [] })
    const other = await createSignedInClient(app)
    const [theirs = ''] = await claimed(1, 'roller_shutter', other)
    const gone = { status: 404, error: 'resource_not_found' }
    expect(await list(other)).toEqual([])
    for (const [call, body] of Object.entries({
      update: { id, name: 'Mine' },
      delete: { id },
      run: { id },
      skip: { id, at: '2030-01-01T07:00:00.000Z', skip: true },
    }))
      expect(refusalOf(await ask(call, body, other))).toMatchObject(gone)
    for (const call of ['info', 'history'])
      expect(refusalOf(await get(call, `?id=${id}`, other))).toMatchObject(gone)
    expect(refusalOf(await ask('update', { id, targets: [theirs] }))).toMatchObject({
      error: 'device_not_exist',
      device_id: theirs,
    })
    expect(refusalOf(await ask('update', { id, groups: [crypto.randomUUID()] }))).toMatchObject(gone)
  })

  it('counts towards a limit for each account and each device, also by a group', async () => {
    const [a = '', b = ''] = await claimed(2)
    const both = await group('Both', [a, b])
    for (let n = 1; n < LIMITS.SCENARIOS_PER_DEVICE; n += 1)
      await create([a], { triggers: [], name: `Scene ${n}` })
    await create([], { triggers: [], name: 'Both', groups: [both] })
    expect(refusalOf(await ask('create', intent([a], { triggers: [] })))).toMatchObject({
      status: 409,
      error: 'device_too_many_scenarios',
      device_id: a,
    })
    await create([b], { triggers: [] })
  })

  it('loses deleted devices, and pauses where none is left', async () => {
    await settle()
    const [a = '', b = ''] = await claimed(2)
    const only = await group('Only', [b])
    const { id } = await create([a], { groups: [only] })
    await owner.delete(a, true)
    expect(await list()).toMatchObject([{ id, targets: [], groups: [only], status: 'idle' }])
    await owner.ok(owner.api('POST', '/auth/api/v1/group/delete', { json: { id: only } }))
    expect(await list()).toMatchObject([{ id, targets: [], groups: [], status: 'paused', nextAt: null }])
    expect(await owner.ok(ask('run', { id }))).toEqual([])
    expect(await outlook()).toEqual([])
  })

  it('is pinned by the account that made it, and unpinned when it is deleted', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const other = await createSignedInClient(app)
    const { id } = await create([a])
    const pin = (pinned: string[], client = owner) =>
      client.call('POST', '/auth/account/preferences', { json: { pinned } })
    expect(await owner.ok(pin([id, a]))).toMatchObject({ pinned: [id, a] })
    expect(refusalOf(await pin([id], other))).toMatchObject({ error: 'malformed_request', key: 'pinned' })
    expect(await owner.ok(ask('delete', { id }))).toEqual({})
    expect(await owner.ok(owner.call('GET', '/auth/account/preferences'))).toMatchObject({ pinned: [a] })
    expect(refusalOf(await pin([id]))).toMatchObject({ error: 'malformed_request', key: 'pinned' })
    const { rows } = await app.database.pool.query('select from pins where pinned_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('follows the home when it moves [SC5]', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const before = await create([a])
    const json = { lat: 35.68, lon: 139.69, timezone: null }
    await owner.ok(owner.api('POST', '/auth/api/v1/home/update', { json }))
    const [after] = await list()
    expect(after?.nextAt).not.toBe(before.nextAt)
    // 07:00 in Tokyo is 22:00 UTC of the day before.
    expect(after?.nextAt).toContain('T22:00:00')
  })
})
