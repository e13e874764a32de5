import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ApiCall, describedCalls } from '#testing/api-description.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
import { makeLink } from '#testing/homes/link-home.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { PERMISSION_ROWS } from '#testing/permission-rows/permission-rows.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createTestClient } from '#testing/test-client.ts'

const AT_ONCE = 20
const idSchema = z.object({ id: z.string() })

let app: TestApp
let owner: Person
let receiver: Person
let deviceId: string
let device: FakeDevice
let calls: ApiCall[]
/** The bodies of calls that update what is there; other calls are made as in the permission matrix. */
let bodies: Record<string, object>

const make = async (path: string, json: object): Promise<string> =>
  idSchema.parse(await owner.ok(owner.api('POST', `/auth/api/v1/${path}`, { json }))).id

beforeAll(async () => {
  app = await createTestApp()
  owner = await createPerson(app)
  receiver = await createPerson(app)
  const home = await moveIn(app, owner, 'roller_shutter')
  deviceId = home.id
  device = home.device
  await owner.ok(owner.api('POST', '/auth/api/v1/home/create', { json: { name: 'Home', lat: 46, lon: 14 } }))
  const role = await giveRole(owner, { permissions: ['view'], devices: [deviceId], users: [receiver.email] })
  const link = await makeLink(app, owner, [deviceId])
  bodies = {
    'POST /auth/api/v1/home/update': { name: 'Another', lat: 47 },
    'POST /auth/api/v1/role/update': { id: role.id, permissions: ['view', 'command'] },
    'POST /auth/api/v1/device-link/update': { token: link.token, name: 'Cleaner' },
    'POST /auth/api/v1/room/update': { id: await make('room/create', { name: 'Bath' }), name: 'Another' },
    'POST /auth/api/v1/group/update': {
      id: await make('group/create', { name: 'Bath', devices: [deviceId] }),
      name: 'Another',
    },
    'POST /auth/api/v1/moment/update': {
      id: await make('moment/create', { name: 'Leave', steps: [{ act: 'lights_off' }] }),
      name: 'Another',
    },
    'POST /auth/api/v1/webhook/update': {
      id: await make('webhook/create', {
        bridge: await make('bridge/create', { name: 'Told', kind: 'script', grants: {} }),
        url: 'https://hooks.example/',
        events: ['device.state'],
      }),
      url: 'https://hooks.example/another',
    },
    'POST /auth/api/v1/bridge/update': {
      id: await make('bridge/create', { name: 'Script', kind: 'script', grants: {} }),
      name: 'Another',
    },
    'POST /auth/api/v1/scenario/update': {
      id: await make('scenario/create', {
        name: 'Bath',
        enabled: true,
        targets: [deviceId],
        triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      }),
      triggers: [{ type: 'Sunset' }],
    },
  }
  calls = await describedCalls(app.http)
})
afterAll(async () => {
  await device.end()
  await app.close()
})

const changesByAccount = () =>
  calls.filter(({ method, access }) => method !== 'GET' && (access === 'api-token' || access === 'session'))

/** Calls after which nothing can be called or is there: they come last. */
const ENDS = /logout|changepassword|second-factor|device\/delete$/

const send = async ({ name, method, path, access }: ApiCall): Promise<Answer> => {
  const { query = '', ...request } =
    bodies[name] === undefined
      ? (PERMISSION_ROWS[name]?.request(deviceId, { app, receiverEmail: receiver.email }) ?? {})
      : { json: bodies[name] }
  const url = `${path}?${query}`
  return access === 'session' ? owner.call(method, url, request) : owner.api(method, url, request)
}

it('has a body with an existing subject for every call named update', () => {
  const updates = changesByAccount().filter(({ name }) => name.endsWith('/update'))
  expect(updates.map(({ name }) => name).toSorted()).toEqual(Object.keys(bodies).toSorted())
})

it('answers each of twenty equal changes at once, of every call, and none as a fault of the server', {
  timeout: 120_000,
}, async () => {
  const last = ({ name }: ApiCall) => Number(ENDS.test(name))
  for (const call of changesByAccount().toSorted((one, other) => last(one) - last(other))) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(call)))
    const statuses = [...new Set(answers.map(({ status }) => status))]
    expect([call.name, statuses.filter((status) => status >= 500)]).toEqual([call.name, []])
    if (bodies[call.name] !== undefined) expect([call.name, statuses]).toEqual([call.name, [200]])
  }
})

it.each(['role/update', 'device-link/update', 'device/transfer'])(
  'answers each of sixty %s at once, on two instances',
  async (path) => {
    const twin = await app.twin()
    const [another, receiver] = [await createPerson(app), await createPerson(app)]
    const home = await moveIn(app, another, 'roller_shutter')
    const role = await giveRole(another, {
      permissions: ['view'],
      devices: [home.id],
      users: [receiver.email],
    })
    const link = await makeLink(app, another, [home.id])
    const bodyByPath: Record<string, object> = {
      'role/update': { id: role.id, permissions: ['view', 'command'] },
      'device-link/update': { token: link.token, name: 'Cleaner' },
      'device/transfer': { token: home.id, email: receiver.email },
    }
    const json = bodyByPath[path] ?? {}
    const headers = { authorization: `Bearer ${await another.apiToken()}` }
    const instances = [createTestClient(app), createTestClient(twin)]
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => instances)
        .flat()
        .map((instance) => instance.call('POST', `/auth/api/v1/${path}`, { json, headers })),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toContain(200)
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([])
    await home.device.end()
    await twin.close()
  },
)
