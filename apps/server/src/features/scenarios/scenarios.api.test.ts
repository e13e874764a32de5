import { setTimeout } from 'node:timers/promises'
import { LIMITS } from '@senca/contract'
import {
  type Scenario,
  scenarioHistorySchema,
  scenarioOutlookSchema,
  scenarioSchema,
  scenariosSchema,
} from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice, type FakeDevice, type HeardCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createSignedInClient, errorOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'
import { createFiringStore } from './firings.store.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

type Type = 'roller_shutter' | 'venetian_blind' | 'awning' | 'pergola' | 'falcon' | 'light' | 'home_door'
let deviceCount = 0
async function claimed(count: number, type: Type = 'roller_shutter', client = owner): Promise<string[]> {
  const made = await client.provision(type, count)
  for (const { claimCode } of made) {
    deviceCount += 1
    await client.claim(claimCode, `Claimed ${deviceCount}`)
  }
  return made.map(({ id }) => id)
}

const AT_SEVEN = { type: 'TimeOfDay', hour: 7, minute: 0 }
const RAIN = { type: 'Weather', measurement: 'rain', condition: 'gt', value: 1 }
const HALF = { type: 'MoveSelf', position: 0.5 }
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

const ask = (call: string, json: object, client = owner): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/scenario/${call}`, { json })
const get = (call: string, query = '', client = owner): Promise<Answer> =>
  client.api('GET', `/auth/api/v1/scenario/${call}${query}`)
const wish = (targets: string[], more: object = {}) => ({
  name: 'Morning',
  enabled: true,
  targets,
  triggers: [AT_SEVEN],
  actions: [HALF],
  ...more,
})
const create = async (targets: string[], more: object = {}): Promise<Scenario> =>
  scenarioSchema.parse(await owner.ok(ask('create', wish(targets, more))))
const update = async (id: string, changes: object): Promise<Scenario> =>
  scenarioSchema.parse(await owner.ok(ask('update', { id, ...changes })))
const list = async (client = owner) => scenariosSchema.parse(await client.ok(get('list', '', client)))
const outlook = async (query = '') => scenarioOutlookSchema.parse(await owner.ok(get('outlook', query)))
const history = async (id: string) => scenarioHistorySchema.parse(await owner.ok(get('history', `?id=${id}`)))
const settle = (client = owner) =>
  client.ok(
    client.api('POST', '/auth/api/v1/home/create', { json: { name: 'Home', lat: 46.0569, lon: 14.5058 } }),
  )
const group = async (name: string, devices: string[]): Promise<string> => {
  const made = await owner.ok(owner.api('POST', '/auth/api/v1/group/create', { json: { name, devices } }))
  return Object(made).id
}
const refusalOf = ({ status, body }: Answer) => ({ status, ...Object(body) })

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
      expect(refusalOf(await ask('create', wish([a], { triggers: [trigger] })))).toMatchObject(noHome)
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
    ['a wait of three hours', [{ ...RAIN, holdFor: 180 }]],
    ['an alarm that is none', [{ type: 'Security', sources: ['burglars'] }]],
    ['two kinds of alarm', [{ type: 'Security' }, { type: 'Security', sources: ['smoke'] }]],
    ['too many times', Array.from({ length: 21 }, (_, minute) => ({ ...AT_SEVEN, minute }))],
  ])('is refused for triggers with %s', async (_, triggers) => {
    await settle()
    const [a = ''] = await claimed(1)
    const refused = { status: 400, error: 'malformed_trigger', key: 'triggers' }
    expect(refusalOf(await ask('create', wish([a], { triggers })))).toMatchObject(refused)
    const { id } = await create([a])
    expect(refusalOf(await ask('update', { id, triggers }))).toMatchObject(refused)
    expect(await list()).toMatchObject([{ triggers: [AT_SEVEN] }])
  })

  it.each<[string, Type, unknown[]]>([
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
  ])('is refused for actions with %s', async (_, type, actions) => {
    const [a = ''] = await claimed(1, type)
    expect(refusalOf(await ask('create', wish([a], { triggers: [], actions })))).toMatchObject({
      status: 400,
      error: 'malformed_action',
      key: 'actions',
    })
    expect(await list()).toEqual([])
  })

  it('is for something, of one type', async () => {
    const [a = ''] = await claimed(1)
    const [falcon = ''] = await claimed(1, 'falcon')
    const refused = { status: 400, error: 'malformed_scenario', key: 'targets' }
    const scene = { triggers: [] }
    expect(refusalOf(await ask('create', wish([], scene)))).toMatchObject(refused)
    expect(refusalOf(await ask('create', wish([a, falcon], scene)))).toMatchObject(refused)
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

  it('has a name of its own, without case', async () => {
    const [a = ''] = await claimed(1)
    const { id } = await create([a], { triggers: [] })
    await create([a], { triggers: [], name: 'Noon' })
    const taken = { status: 409, error: 'device_name_in_use', key: 'name' }
    expect(refusalOf(await ask('create', wish([a], { triggers: [], name: 'noon' })))).toMatchObject(taken)
    expect(refusalOf(await ask('update', { id, name: 'NOON' }))).toMatchObject(taken)
    for (const name of ['', 'x'.repeat(21)])
      expect(refusalOf(await ask('update', { id, name }))).toMatchObject({
        error: 'malformed_request',
        key: 'name',
      })
  })

  it('is nothing to another account, and holds no device or group of one', async () => {
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

  it('is one of at most so many of an account, and of a device, also by a group', async () => {
    const [a = '', b = ''] = await claimed(2)
    const both = await group('Both', [a, b])
    for (let n = 1; n < LIMITS.SCENARIOS_PER_DEVICE; n += 1)
      await create([a], { triggers: [], name: `Scene ${n}` })
    await create([], { triggers: [], name: 'Both', groups: [both] })
    expect(refusalOf(await ask('create', wish([a], { triggers: [] })))).toMatchObject({
      status: 409,
      error: 'device_too_many_scenarios',
      device_id: a,
    })
    await create([b], { triggers: [] })
  })

  it('loses what is deleted, and pauses where nothing is left', async () => {
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

  it('follows the home when it moves', async () => {
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

describe('the outlook', () => {
  it('tells what is due, soonest first, and what is skipped', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const morning = await create([a])
    const evening = await create([a], {
      name: 'Evening',
      triggers: [{ type: 'Sunset', offset: 10 }],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    await create([a], { name: 'Off', enabled: false })
    const all = await outlook()
    expect(all).toHaveLength(14)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
    expect(all.find(({ scenarioId }) => scenarioId === evening.id)).toMatchObject({
      name: 'Evening',
      reason: { type: 'sunset', offset: 10 },
      deviceIds: [a],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    const first = all.find(({ scenarioId }) => scenarioId === morning.id)?.at ?? ''
    expect(first).toBe(morning.nextAt)
    const skip = (at: string, isSkipped = true) => ask('skip', { id: morning.id, at, skip: isSkipped })
    expect(await owner.ok(skip(first))).toEqual({})
    const [skipped] = (await outlook()).filter(({ isSkipped }) => isSkipped)
    expect(skipped).toMatchObject({ scenarioId: morning.id, at: first })
    const second = all.filter(({ scenarioId }) => scenarioId === morning.id)[1]?.at
    expect((await list())[0]?.nextAt).toBe(second)
    await owner.ok(skip(first, false))
    expect((await list())[0]?.nextAt).toBe(first)
    for (const at of [
      new Date(Date.parse(first) + 1).toISOString(),
      '2001-01-01T07:00:00Z',
      '2099-01-01T07:00:00Z',
    ])
      expect(refusalOf(await skip(at))).toMatchObject({ status: 404, error: 'resource_not_found' })
    expect(errorOf(await skip('tomorrow'))).toBe('malformed_request')
  })

  it('is of so many hours, and 500 firings at most', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    await create([a], { triggers: Array.from({ length: 10 }, (_, minute) => ({ ...AT_SEVEN, minute })) })
    expect(await outlook('?hours=24')).toHaveLength(10)
    expect(await outlook('?hours=8784')).toHaveLength(LIMITS.OUTLOOK_FIRINGS)
    for (const hours of ['0', '8785', '1.5', 'all', ''])
      expect(errorOf(await get('outlook', `?hours=${hours}`))).toBe('malformed_request')
  })

  it('is empty without a home', async () => {
    expect(await outlook()).toEqual([])
  })
})

describe('a scenario that fires', () => {
  /** A shade that reaches its target immediately. */
  const onCommand = (command: HeardCommand, device: FakeDevice) => {
    device.succeed(command)
    device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
  }
  const shade = () => moveIn(app, owner, 'roller_shutter', { state: { position: 0 }, onCommand })
  const HALF_DAY_MS = 43_200_000
  const moves = ({ heard }: FakeDevice) => heard.filter(({ command }) => command === 'move')
  /** Advances the clock to a moment, in steps that give the database time. */
  const comeTo = async (at: Date) => {
    while (app.clock.now() < at) {
      await app.clock.advanceAsync(Math.min(2_000, at.getTime() - app.clock.now().getTime()))
      await setTimeout(15)
    }
  }
  /** Waits for something that happens within the next seconds. */
  const eventually = (check: () => Promise<unknown>) =>
    vi.waitFor(async () => {
      await app.clock.advanceAsync(500)
      await check()
    })
  /** A time of day that comes soon, in local time of Ljubljana. */
  const soon = (minutes: number) => {
    const at = new Date(Math.ceil((app.clock.now().getTime() + minutes * 60_000) / 60_000) * 60_000)
    const [hour, minute] = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Ljubljana',
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
    })
      .format(at)
      .split(':')
      .map(Number)
    return { at, trigger: { type: 'TimeOfDay', hour, minute } }
  }

  it('by hand answers for each device, and tells it in its history and in the activity', async () => {
    const { id: deviceId, device } = await shade()
    const [away = ''] = await claimed(1)
    const { id } = await create([deviceId, away], { triggers: [] })
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    expect(await owner.ok(ask('run', { id }))).toMatchObject([
      { status: 'success', device_ids: [deviceId] },
      { status: 'error', error: 'device_offline', device_ids: [away] },
    ])
    expect(moves(device)).toMatchObject([{ position: 50 }])
    const [entry] = await history(id)
    expect(entry).toMatchObject({ dueAt: null, outcome: 'part', reason: { type: 'manual' } })
    expect(entry?.by).toContain('@')
    expect(entry?.reason).toMatchObject({ by: entry?.by })
    expect(entry?.results).toHaveLength(2)
    expect(await list()).toMatchObject([{ status: 'idle', lastRun: { outcome: 'part' } }])
    await socket.next('scenario.status_updated')
    await vi.waitFor(async () => {
      const log = await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${deviceId}`))
      expect(JSON.stringify(log)).toContain('"origin":"scenario","by":"Morning"')
    })
    socket.end()
    await device.end()
  })

  it('by time moves each device once, and is due again', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    expect((await list())[0]?.nextAt).toBe(at.toISOString())
    await comeTo(new Date(at.getTime() - 1_000))
    expect(moves(device)).toEqual([])
    await comeTo(new Date(at.getTime() + 2_000))
    await eventually(async () =>
      expect(await history(id)).toMatchObject([
        {
          dueAt: at.toISOString(),
          outcome: 'done',
          reason: { type: 'time' },
          results: [{ status: 'success', device_ids: [deviceId] }],
        },
      ]),
    )
    expect(moves(device)).toMatchObject([{ position: 50 }])
    const [after] = await list()
    expect(Date.parse(after?.nextAt ?? '')).toBeGreaterThan(at.getTime() + HALF_DAY_MS)
    expect(after?.lastRun).toMatchObject({ outcome: 'done' })
    await device.end()
  })

  it('moves nothing where a person skipped it', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    await owner.ok(ask('skip', { id, at: at.toISOString(), skip: true }))
    await comeTo(new Date(at.getTime() + 2_000))
    await eventually(async () =>
      expect(await history(id)).toMatchObject([{ outcome: 'skipped', results: [] }]),
    )
    expect(moves(device)).toEqual([])
    expect((await list())[0]?.lastRun).toBeNull()
    await device.end()
  })

  it('of several that are due at once is the newest, for each device', async () => {
    await settle()
    const one = await shade()
    const two = await shade()
    const { at, trigger } = soon(2)
    const older = await create([one.id, two.id], { triggers: [trigger] })
    const newer = await create([two.id], {
      name: 'Newer',
      triggers: [trigger],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    await comeTo(new Date(at.getTime() + 2_000))
    await eventually(async () => {
      expect((await history(newer.id)).map(({ outcome }) => outcome)).toEqual(['done'])
      expect((await history(older.id)).map(({ outcome }) => outcome)).toEqual(['part'])
    })
    expect(moves(one.device)).toMatchObject([{ position: 50 }])
    expect(moves(two.device)).toMatchObject([{ position: 100 }])
    await one.device.end()
    await two.device.end()
  })

  it('by two instances moves each device once', async () => {
    await settle()
    const twin = await app.twin()
    const homes = []
    for (let n = 0; n < 12; n += 1) homes.push(await shade())
    const { at, trigger } = soon(2)
    const ids: string[] = []
    for (const [index, { id }] of homes.entries())
      ids.push((await create([id], { name: `Scenario ${index}`, triggers: [trigger] })).id)
    await comeTo(new Date(at.getTime() + 4_000))
    await eventually(async () => {
      for (const id of ids) expect((await history(id)).map(({ outcome }) => outcome)).toEqual(['done'])
    })
    expect(homes.map(({ device }) => moves(device).length)).toEqual(homes.map(() => 1))
    for (const { device } of homes) await device.end()
    await twin.close()
  })

  it('is left to the instance that was there when it was due, and missed once none took it for a minute', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger], catchUp: 'skip' })
    /** As seen by an instance that starts this long after the due time. */
    const begun = (ms: number) => {
      const now = new Date(at.getTime() + ms)
      return createFiringStore(app.database.db).claim({ now, watchingSince: now }, 10)
    }
    await begun(2_000)
    expect(await history(id)).toEqual([])
    await comeTo(new Date(at.getTime() + 3_000))
    await eventually(async () =>
      expect((await history(id)).map(({ outcome, reason }) => [outcome, reason.type])).toEqual([
        ['done', 'time'],
      ]),
    )
    expect(moves(device)).toHaveLength(1)

    const later = soon(2)
    await update(id, { triggers: [later.trigger] })
    const missedAt = later.at.getTime() - at.getTime() + 60_000
    await begun(missedAt)
    expect((await history(id)).map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'skipped'])
    expect(moves(device)).toHaveLength(1)
    await device.end()
  })

  it('waits for a device that is away, and moves it after its first report', async () => {
    await settle()
    const { id: deviceId, secret, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    await device.end()
    await vi.waitFor(async () => expect((await owner.info(deviceId))[deviceId]?.connected).toBe(false))
    await comeTo(new Date(at.getTime() + 10_000))
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'part', results: [] }]))
    const back = await connectFakeDevice({
      mqtt: app.mqtt,
      id: deviceId,
      secret,
      type: 'roller_shutter',
      totalRestarts: 2,
      onCommand,
    })
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'done' }]))
    expect(moves(back)).toMatchObject([{ position: 50 }])
    await back.end()
  })

  it('does not wait for a device that has left the home', async () => {
    await settle()
    const [gone = '', stays = ''] = await claimed(2)
    const { at, trigger } = soon(2)
    const { id } = await create([gone, stays], { triggers: [trigger], catchUp: 'latest' })
    await comeTo(new Date(at.getTime() + 10_000))
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'part' }]))
    await owner.delete(gone, true)
    const { rows } = await app.database.pool.query(
      'select device_id, step from scenario_firing_devices where device_id = any($1)',
      [[gone, stays]],
    )
    expect(rows).toContainEqual({ device_id: gone, step: 'skipped' })
    expect(rows).toContainEqual({ device_id: stays, step: 'waiting' })
  })

  it('does not wait for ever: half an hour by default, a moment where missed ones are skipped', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const { at, trigger } = soon(2)
    const within = await create([a], { triggers: [trigger] })
    const skipping = await create([a], { name: 'Skip', triggers: [trigger], catchUp: 'skip' })
    await comeTo(new Date(at.getTime() + 30_000))
    await eventually(async () => expect(await history(skipping.id)).toMatchObject([{ outcome: 'skipped' }]))
    expect(await history(within.id)).toMatchObject([{ outcome: 'part' }])
    await app.clock.advanceAsync(31 * 60_000)
    // The API token has expired in the meantime.
    owner.forgetApiToken()
    await eventually(async () => expect(await history(within.id)).toMatchObject([{ outcome: 'skipped' }]))
  })

  it('is withdrawn from devices that are away when it is switched off', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const { at, trigger } = soon(2)
    const { id } = await create([a], { triggers: [trigger], catchUp: 'latest' })
    await comeTo(new Date(at.getTime() + 5_000))
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'part' }]))
    await update(id, { enabled: false })
    expect(await history(id)).toMatchObject([{ outcome: 'skipped' }])
  })

  it('sets the lights that a device has', async () => {
    const { id: deviceId, device } = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0, light1Dimmable: true, light2Brightness: 0, light2Dimmable: true },
    })
    const { id } = await create([deviceId], {
      triggers: [],
      actions: [{ type: 'SetLight', brightness: 0.4 }],
    })
    expect(await owner.ok(ask('run', { id }))).toMatchObject([{ status: 'success' }])
    expect(device.heard).toMatchObject([
      { command: 'light_apply', lightType: 'light_1', brightness: 0.4 },
      { command: 'light_apply', lightType: 'light_2', brightness: 0.4 },
    ])
    await device.end()
  })
})
