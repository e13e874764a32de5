import { activityListSchema } from '@senca/contract/activity'
import { type Scenario, scenarioSchema, scenariosSchema } from '@senca/contract/automation'
import { BRIDGE_SCOPES, type BridgeScope } from '@senca/contract/bridges'
import { accessListSchema } from '@senca/contract/links'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallScope } from '#features/rights/index.ts'
import { describedCalls } from '#testing/api-description.ts'
import { API, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createNeighbors, giveRole, type Person, timeIn } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, refusalOf } from '#testing/test-client.ts'

const DAY_MS = 86_400_000

let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
let other: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  other = await moveIn(app, anna, 'roller_shutter', { state: { position: 0 } })
  return async () => {
    await shade.device.end()
    await other.device.end()
  }
})

const tokenWith = async (scopes: readonly BridgeScope[], more: object = {}) =>
  (await createBridge(anna, [shade.id], { scopes, ...more })).secret
const by = (secret: string, method: string, path: string, json?: unknown) =>
  callBy(app, secret, method, path, json)

/** What a token reaches, by scope [BR52]. */
const REACHED: Record<CallScope, readonly string[]> = {
  'devices:read': [
    'GET /auth/api/v1/device/list',
    'GET /auth/api/v1/device/info',
    'GET /auth/api/v1/room/list',
    'GET /auth/api/v1/group/list',
    'GET /auth/api/v1/home/info',
    'GET /auth/api/v1/home/sun',
    'GET /auth/api/v1/weather/now',
    'GET /auth/account/websocket/token',
  ],
  'devices:command': [
    'POST /auth/api/v1/device/move',
    'POST /auth/api/v1/device/abort',
    'POST /auth/api/v1/group/move',
    'POST /auth/api/v1/group/abort',
  ],
  'scenarios:run': [
    'GET /auth/api/v1/scenario/list',
    'GET /auth/api/v1/scenario/info',
    'GET /auth/api/v1/scenario/outlook',
    'POST /auth/api/v1/scenario/run',
  ],
  'activity:read': ['GET /auth/api/v1/activity/list'],
  'access:read': ['GET /auth/api/v1/access/list'],
  'doors:ask': ['POST /auth/api/v1/approval/ask', 'GET /auth/api/v1/approval/status'],
  'matter:node': [
    'POST /auth/api/v1/bridge/node',
    'POST /auth/api/v1/bridge/identify',
    'POST /auth/api/v1/bridge/store',
  ],
}

describe('the scopes of a connected app', () => {
  it('reach their calls alone, in every route, and cookie calls answer 401 [BR52]', async () => {
    const calls = await describedCalls(app.http)
    const reachedBy = new Map(
      Object.entries(REACHED).flatMap(([scope, names]) => names.map((name) => [name, scope])),
    )
    expect(
      calls
        .filter(({ scope }) => scope !== null)
        .map(({ name, scope }) => [name, scope])
        .toSorted(),
    ).toEqual([...reachedBy].toSorted())
    const all = await tokenWith(BRIDGE_SCOPES)
    const only = new Map(
      await Promise.all(BRIDGE_SCOPES.map(async (scope) => [scope, await tokenWith([scope])] as const)),
    )
    for (const { name, method, path, access } of calls) {
      const statusBy = async (token: string) => (await by(token, method, path)).status
      if (access === 'public') continue
      const scope = reachedBy.get(name)
      if (scope === undefined) {
        const isOfCookies = access === 'session' || access === 'session-or-link'
        expect([name, await statusBy(all)]).toEqual([name, isOfCookies ? 401 : 403])
        continue
      }
      for (const [own, token] of only)
        expect([name, own, [401, 403].includes(await statusBy(token))]).toEqual([name, own, own !== scope])
    }
  })

  it('refuse one that does not exist, and none is changed by asking twice [BR51]', async () => {
    const { id } = await createBridge(anna, [shade.id], { scopes: ['activity:read', 'activity:read'] })
    expect(JSON.stringify(await anna.ok(anna.api('GET', `${API}/bridge/list`)))).toContain(
      '"scopes":["activity:read"]',
    )
    for (const scopes of [['doors:open'], 'devices:read', [null], [{}], Array(99).fill('devices:read')])
      expect(
        refusalOf(await anna.api('POST', `${API}/bridge/update`, { json: { id, scopes } })),
      ).toMatchObject({ status: 400, error: 'malformed_request', key: 'scopes' })
  })

  it('survive wrong types, other ids and huge bodies', async () => {
    const foreign = await moveIn(app, bor, 'awning')
    const token = await tokenWith(BRIDGE_SCOPES)
    const group = Object(
      await bor.ok(bor.api('POST', `${API}/group/create`, { json: { name: 'Bor', devices: [foreign.id] } })),
    )
    const bodies = [
      [],
      null,
      7,
      'x',
      { id: 7 },
      { id: null },
      { commands: 'all' },
      { commands: [{ token: 7 }] },
    ]
    const posts = ['device/move', 'device/abort', 'group/move', 'group/abort', 'scenario/run']
    for (const call of posts)
      for (const body of bodies)
        expect([400, 404]).toContain((await by(token, 'POST', `${API}/${call}`, body)).status)
    for (const call of posts)
      expect((await by(token, 'POST', `${API}/${call}`, `{"id":"${'x'.repeat(3_000_000)}"}`)).status).toBe(
        413,
      )
    for (const json of [
      { id: Object(group).id, command: 'move', position: 5 },
      { id: 'nothing', command: 'move', position: 5 },
    ])
      expect((await by(token, 'POST', `${API}/group/move`, json)).status).toBe(404)
    for (const path of [`device/info?devicetoken=${foreign.id}`, `activity/list?devicetoken=${foreign.id}`])
      expect(JSON.stringify((await by(token, 'GET', `${API}/${path}`)).body)).not.toContain(foreign.name)
    expect(refusalOf(await by(token, 'GET', `${API}/access/list?devicetoken=${other.id}`))).toMatchObject({
      error: 'device_not_exist',
    })
    await foreign.device.end()
  })

  it('show groups and rooms with the granted members alone, and move only these', async () => {
    const json = { name: 'Both', devices: [shade.id, other.id] }
    const group = Object(await anna.ok(anna.api('POST', `${API}/group/create`, { json })))
    await anna.ok(anna.api('POST', `${API}/room/create`, { json }))
    const token = await tokenWith(['devices:read', 'devices:command'])
    expect((await by(token, 'GET', `${API}/group/list`)).body).toMatchObject([
      { name: 'Both', activeDeviceTokens: [shade.id] },
    ])
    const rooms = JSON.stringify((await by(token, 'GET', `${API}/room/list`)).body)
    expect(rooms).toContain(shade.id)
    expect(rooms).not.toContain(other.id)
    const moved = by(token, 'POST', `${API}/group/move`, { id: group.id, command: 'move', position: 30 })
    expect((await moved).body).toMatchObject([{ device_ids: [shade.id], status: 'success' }])
    expect((await by(token, 'POST', `${API}/group/abort`, { id: group.id })).status).toBe(200)
  })
})

const makeScenario = async (targets: string[], more: object = {}): Promise<Scenario> =>
  scenarioSchema.parse(
    await anna.ok(
      anna.api('POST', `${API}/scenario/create`, {
        json: {
          name: `For ${targets.length}`,
          enabled: true,
          targets,
          triggers: [],
          actions: [{ type: 'MoveSelf', position: 0.5 }],
          ...more,
        },
      }),
    ),
  )

describe('the scope scenarios:run', () => {
  it('lists scenarios by their granted devices and runs one only where every target is granted with command', async () => {
    const own = await makeScenario([shade.id])
    const both = await makeScenario([shade.id, other.id], { name: 'Both' })
    const none = await makeScenario([other.id], { name: 'None' })
    const token = await tokenWith(['scenarios:run'])
    const listed = scenariosSchema.parse((await by(token, 'GET', `${API}/scenario/list`)).body)
    expect(listed.map(({ id, targets }) => [id, targets])).toEqual([
      [own.id, [shade.id]],
      [both.id, [shade.id]],
    ])
    const info = (id: string) => by(token, 'GET', `${API}/scenario/info?id=${id}`)
    expect((await info(own.id)).body).toMatchObject({ name: own.name })
    expect((await info(none.id)).status).toBe(404)
    const run = (id: string, secret = token) => by(secret, 'POST', `${API}/scenario/run`, { id })
    for (const id of [both.id, none.id])
      expect(refusalOf(await run(id))).toMatchObject({ status: 403, error: 'insufficient_permission' })
    expect(refusalOf(await run('nothing'))).toMatchObject({ status: 404 })
    const views = await tokenWith(['scenarios:run'], { grants: { [shade.id]: { permissions: ['view'] } } })
    expect((await run(own.id, views)).status).toBe(403)
    const low = { permissions: ['command'], limits: { maxPosition: 0.2 } }
    expect(
      (await run(own.id, await tokenWith(['scenarios:run'], { grants: { [shade.id]: low } }))).status,
    ).toBe(403)
    expect((await run(own.id)).body).toMatchObject([{ device_ids: [shade.id], status: 'success' }])
    const history = await anna.ok(anna.api('GET', `${API}/scenario/history?id=${own.id}`))
    expect(history).toMatchObject([{ reason: { type: 'manual' }, by: expect.stringMatching(/^App/) }])
  })

  it('says what is due of the granted devices alone', async () => {
    await anna.ok(anna.api('POST', `${API}/home/create`, { json: { name: 'Home', lat: 46.05, lon: 14.5 } }))
    await makeScenario([shade.id, other.id], { triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }] })
    const token = await tokenWith(['scenarios:run'])
    const { body } = await by(token, 'GET', `${API}/scenario/outlook?hours=24`)
    expect(body).toMatchObject([{ deviceIds: [shade.id] }])
    const reads = await tokenWith(['devices:read'])
    expect((await by(reads, 'GET', `${API}/home/sun`)).status).toBe(200)
  })
})

describe('the scopes activity:read and access:read', () => {
  const makeLink = async () => {
    const json = {
      name: 'Neighbour',
      devices: [shade.id],
      multiUse: true,
      startsAt: timeIn(app, 0),
      expiresAt: timeIn(app, DAY_MS),
    }
    return Object(await anna.ok(anna.api('POST', `${API}/device-link/create`, { json })))
  }

  it('read the activity of granted devices, with names of people only by access:read [BR52]', async () => {
    const role = await giveRole(anna, { permissions: ['command'], devices: [shade.id], users: [bor.email] })
    const { token: link } = await makeLink()
    const scopes = ['devices:read', 'devices:command', 'activity:read'] as const
    const first = await createBridge(anna, [shade.id], { scopes, name: 'Night script' })
    const move = { token: shade.id, command: 'move', position: 30 }
    await anna.move([move])
    await anna.move([{ ...move, token: other.id }])
    await bor.move([{ ...move, position: 35 }])
    const guest = createTestClient(app)
    const act = { deviceLinkToken: link, deviceIds: [shade.id], action: { command: 'move', position: 40 } }
    await guest.ok(guest.call('POST', `${API}/device-link/action`, { json: act }))
    await by(first.secret, 'POST', `${API}/device/move`, {
      commands: [{ ...move, position: 45 }],
      wait: false,
    })
    const read = async (token: string, query = '') =>
      activityListSchema.parse((await by(token, 'GET', `${API}/activity/list${query}`)).body).entries
    const named = await tokenWith(['activity:read', 'access:read'])
    await vi.waitFor(async () => {
      const entries = (await read(first.secret)).filter(({ action }) => action === 'move')
      expect(entries.map(({ origin, by: who }) => [origin, who])).toEqual([
        ['bridge', 'a link'],
        ['link', 'a link'],
        ['role', 'a person'],
        ['app', 'a person'],
      ])
      const whole = (await read(named)).filter(({ action }) => action === 'move')
      expect(whole.map(({ by: who }) => who)).toEqual(['Night script', 'Neighbour', bor.email, anna.email])
    })
    const text = JSON.stringify(await read(first.secret))
    for (const secret of [anna.email, bor.email, role.name, 'Neighbour', 'Night script', other.id])
      expect(text).not.toContain(secret)
    expect(await read(first.secret, `?devicetoken=${shade.id}`)).not.toEqual([])
    expect(
      refusalOf(await by(first.secret, 'GET', `${API}/activity/list?devicetoken=${other.id}`)),
    ).toMatchObject({ error: 'device_not_exist' })
  })

  it('list who can open the granted devices, without the token of any link', async () => {
    const { token: link } = await makeLink()
    const token = await tokenWith(['access:read'])
    const { body } = await by(token, 'GET', `${API}/access/list`)
    const entries = accessListSchema.parse(body)
    expect(entries.map(({ kind, devices }) => [kind, devices])).toContainEqual(['owner', [shade.id]])
    expect(entries.map(({ name }) => name)).toContain('Neighbour')
    expect(JSON.stringify(body)).not.toContain(link)
    expect(JSON.stringify(body)).not.toContain(other.id)
  })
})
