import { SUBJECTS, type Subject } from '@senca/contract'
import { scenarioSchema } from '@senca/contract/automation'
import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askedBy, createAskingBridge, openPage, setUnlock } from '#testing/homes/approval-home.ts'
import { callBy } from '#testing/homes/bridge-home.ts'
import { askLinks, createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { connectToSpace } from '#testing/space-clients.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket, openSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp({ environment: { MATTER: 'off' } })
  owner = await createConfirmedClient(app)
})
afterAll(() => app.close())

let scenarioId = ''
const askScenarios = (call: string, json: object) =>
  owner.ok(owner.api('POST', `/auth/api/v1/scenario/${call}`, { json }))
const makeScenario = async (deviceId: string): Promise<string> => {
  const actions = [{ type: 'MoveSelf', position: 0.5 }]
  const made = await askScenarios('create', {
    name: 'S',
    enabled: true,
    targets: [deviceId],
    triggers: [],
    actions,
  })
  return scenarioSchema.parse(made).id
}

type ActivityEvent = (home: Awaited<ReturnType<typeof moveIn>>) => unknown

/** What causes each message about the owner's device. Sockets without the right receive nothing. */
const EVENTS: Record<Subject, ActivityEvent | 'of the sign-in'> = {
  'auth.login': 'of the sign-in',
  'auth.accepted': 'of the sign-in',
  'auth.expired': 'of the sign-in',
  'auth.rejected': 'of the sign-in',
  'scenario.created': async (home) => {
    scenarioId = await makeScenario(home.id)
  },
  'scenario.updated': () => askScenarios('update', { id: scenarioId, name: 'Later' }),
  'scenario.status_updated': () => askScenarios('run', { id: scenarioId }),
  'scenario.deleted': () => askScenarios('delete', { id: scenarioId }),
  'groups.updated': (home) =>
    owner.ok(owner.api('POST', '/auth/api/v1/group/create', { json: { name: 'G', devices: [home.id] } })),
  'moments.updated': () =>
    owner.ok(
      owner.api('POST', '/auth/api/v1/moment/create', {
        json: { name: 'M', steps: [{ act: 'lights_off' }] },
      }),
    ),
  'sharing.updated': () => askLinks(owner, 'freeze', { frozen: true }),
  'rooms.updated': (home) =>
    owner.ok(owner.api('POST', '/auth/api/v1/room/create', { json: { name: 'R', devices: [home.id] } })),
  'roles.updated': (home) =>
    owner.ok(
      owner.api('POST', '/auth/api/v1/role/create', {
        json: { name: 'R', permissions: ['view'], devices: [home.id] },
      }),
    ),
  'bridges.updated': (home) =>
    owner.ok(
      owner.api('POST', '/auth/api/v1/bridge/create', {
        json: { name: 'B', kind: 'script', grants: { [home.id]: { permissions: ['view'] } } },
      }),
    ),
  'bridges.identify': async (home) => {
    const bridge = await createMatterBridge(owner, [home.id])
    await askLinks(owner, 'freeze', { frozen: false })
    const json = { process: crypto.randomUUID(), token: home.id, seconds: 5 }
    const answer = await callBy(app, bridge.secret, 'POST', '/auth/api/v1/bridge/identify', json)
    expect(answer).toMatchObject({ status: 200 })
  },
  'discovery.updated': async () => {
    const login = mqttCredentialsSchema.parse(
      await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials', { json: {} })),
    )
    const { client } = await connectToSpace({ mqtt: app.mqtt, ...login })
    const config = JSON.stringify({ command_topic: 'blind/set' })
    await client.publishAsync('homeassistant/cover/blind/config', config, { qos: 1 })
    await client.endAsync()
  },
  'approvals.updated': async () => {
    const door = await moveIn(app, owner, 'home_door', { state: { motorLockConnected: true } })
    const { id, secret } = await createAskingBridge(owner, [door.id])
    await owner.ok(setUnlock(owner, id, door.id, { mode: 'ask' }))
    // Another event has paused what is shared.
    await askLinks(owner, 'freeze', { frozen: false })
    await askedBy(app, secret, door.id)
    await door.device.end()
  },
  'notifications.updated': () =>
    owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials', { json: { name: 'N' } })),
  'device.created': () => {},
  'device.updated': (home) => home.device.publish('status', { connected: true, type: 'awning', version: 1 }),
  'device.state_update': (home) => home.device.report({ position: 0.77 }),
  'device.deleted': (home) => owner.delete(home.id),
}

describe('the permission matrix of the websocket', () => {
  it('publishes every subject to the owner and to nobody else', async () => {
    const events = SUBJECTS.flatMap((subject) => {
      const event = EVENTS[subject]
      return typeof event === 'function' ? [{ subject, event }] : []
    })
    // The deletion comes last, because nothing can happen to the device afterwards.
    events.sort((a, b) => Number(a.subject === 'device.deleted') - Number(b.subject === 'device.deleted'))
    const mine = await openPage(app, owner)
    const other = await createSignedInClient(app)
    const theirs = await openPage(app, other)
    const nobody = await openSocket(app)
    const garbage = await openSocket(app)
    garbage.send({ subject: 'auth.login', data: { token: 'A'.repeat(43) } })
    await garbage.next('auth.rejected')
    const ended = await createSignedInClient(app)
    const dead = await openSignedInSocket(app, await ended.websocketToken(), undefined, { tolerant: true })
    await ended.call('POST', '/auth/logout')

    const home = await moveIn(app, owner, 'awning')
    for (const { subject, event } of events) {
      const mark = subject === 'device.created' ? 0 : mine.received.length
      await event(home)
      await vi.waitFor(() =>
        expect(mine.received.slice(mark).map((message) => message.subject)).toContain(subject),
      )
    }
    const reported = ({ received }: TestSocket) => received.map((message) => message.subject)
    expect([theirs, nobody, garbage, dead].map(reported)).toEqual([
      ['auth.accepted'],
      [],
      ['auth.rejected'],
      ['auth.accepted'],
    ])
    for (const socket of [mine, theirs, nobody, garbage, dead]) socket.end()
    await home.device.end()
  })
})
