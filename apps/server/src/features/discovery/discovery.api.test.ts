import { activityListSchema } from '@senca/contract/activity'
import type { Entity } from '@senca/contract/discovery'
import { mqttStatusSchema } from '@senca/contract/mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { BLIND, configTopic, LOCK } from '#testing/entities/announcements.ts'
import { type BridgeHome, createBridgeHome } from '#testing/entities/run-case-in-space.ts'
import { connectToSpace } from '#testing/space-clients.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const SCREEN = { command_topic: 'screen/set', state_topic: 'screen' }
const LAMP = { command_topic: 'lamp/set', state_topic: 'lamp' }

const only = async (home: BridgeHome): Promise<Entity> => {
  const [entity, ...others] = await home.list()
  if (entity === undefined || others.length > 0) throw new Error('expected one entity')
  return entity
}
/** A home with one entity, whose bridge listens to everything. */
async function homeWith(component: string, config: object, ...states: (readonly [string, string])[]) {
  const home = await createBridgeHome(app)
  await home.publish(configTopic(component, 'one'), config, true)
  for (const [topic, payload] of states) await home.publish(topic, payload)
  const { id } = await only(home)
  await home.subscribe()
  const sent = () => home.received.map(({ topic, payload }) => `${topic} ${payload}`)
  return { ...home, id, sent }
}
const OK = { status: 200 }
const countOf = (subject: string, { received }: TestSocket) =>
  received.filter((message) => message.subject === subject).length
const statusOf = async ({ owner }: BridgeHome) =>
  mqttStatusSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/mqtt/status')))

describe('the list of found hardware', () => {
  it('has everything that is known of an entity, and what was said before it was announced', async () => {
    const home = await createBridgeHome(app)
    await home.publish('blind/availability', 'online', true)
    await home.publish(configTopic('cover', 'blind'), BLIND, true)
    await home.publish('blind/position', '40')
    expect(await home.list()).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        source: 'home-assistant',
        broker: 'own',
        address: 'blind',
        kind: 'cover',
        name: 'Kitchen blind',
        deviceClass: null,
        category: null,
        announced: true,
        ignored: false,
        firstSeenAt: app.clock.now().toISOString(),
        device: {
          key: expect.any(String),
          name: null,
          manufacturer: 'IKEA',
          model: 'FYRTUR',
          sw: null,
          area: null,
        },
        origin: null,
        can: ['open', 'close', 'stop', 'setPosition'],
        confirmation: 'reported',
        state: {
          available: true,
          assumed: false,
          closed: false,
          moving: 'none',
          position: 0.6,
          inclination: null,
          reportedAt: app.clock.now().toISOString(),
          unread: null,
        },
        limitations: [],
        types: ['roller_shutter', 'textile_screen', 'awning', 'insect_screen', 'falcon'],
        suggestedType: null,
        suggestedName: 'Kitchen blind',
        token: null,
        part: null,
      },
    ])
    expect((await statusOf(home)).usage.entities).toBe(1)
  })

  it('[HW11] never has an entity of another account, whose hardware has the same topics', async () => {
    const [one, other] = [await homeWith('cover', BLIND), await homeWith('cover', BLIND)]
    await one.publish('blind/availability', 'online')
    await one.publish('blind/position', '10')
    expect(await one.list()).toMatchObject([{ state: { available: true, position: 0.9 } }])
    expect(await other.list()).toMatchObject([{ state: { available: false, position: null } }])
    await one.publish(configTopic('cover', 'one'), '', true)
    expect(await one.list()).toEqual([])
    expect(await other.list()).toHaveLength(1)
    expect(refusalOf(await one.call('forget', { ids: ['A'.repeat(22)] }))).toMatchObject({ status: 404 })
  })

  it('suggests the entity of the firmware where a device announces itself by two protocols', async () => {
    const home = await createBridgeHome(app)
    const mac = '24A160AABBCC'
    await home.publish(`tasmota/discovery/${mac}/config`, {
      ip: '192.168.0.2',
      dn: 'Plug',
      fn: ['Plug'],
      hn: 'plug',
      mac,
      md: 'Plug',
      ty: 0,
      if: 0,
      ofln: 'Offline',
      onln: 'Online',
      state: ['OFF', 'ON', 'TOGGLE', 'HOLD'],
      sw: '14.0.0',
      t: 'plug',
      ft: '%prefix%/%topic%/',
      tp: ['cmnd', 'stat', 'tele'],
      rl: [1],
      so: {},
      ver: 1,
    })
    await home.publish(configTopic('switch', 'plug'), {
      command_topic: 'cmnd/plug/POWER',
      device: { connections: [['mac', mac]] },
    })
    expect((await home.list()).map(({ source, suggested }) => [source, suggested])).toEqual([
      ['home-assistant', undefined],
      ['tasmota', true],
    ])
  })

  it('[HW22] names what was refused, with its topic and a count', async () => {
    const home = await createBridgeHome(app)
    const topic = configTopic('cover', 'one')
    await home.publish(topic, '{')
    await home.publish(topic, '{')
    await home.publish(configTopic('cover', 'two'), { command_topic: 'a/#' })
    expect(await home.list()).toEqual([])
    expect((await statusOf(home)).notices).toMatchObject([
      { code: 'bad_config', count: 1 },
      { code: 'not_json', count: 2, topic },
    ])
  })

  it('[HW45] switches a template off that costs too much, with a notice and a count', async () => {
    const template = '{{ value_json.p * 1000 }}{{ value_json.t * 900 }}'
    const home = await homeWith('cover', { ...BLIND, position_template: template })
    const state = JSON.stringify({ p: 0.05, t: 'x'.repeat(9) })
    for (let time = 0; time < 3; time += 1) await home.publish('blind/position', state)
    expect((await only(home)).limitations).toMatchObject([{ code: 'template_stopped' }])
    expect((await statusOf(home)).notices).toMatchObject([
      { code: 'template_stopped', topic: 'homeassistant/cover/one/config' },
    ])
    const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(body).toMatch(/^senca_templates_stopped_total 1$/m)
  })

  it('[HW10] has at most 2,000 entities of an account, of whatever protocol', async () => {
    const home = await createBridgeHome(app)
    const components = (from: number) =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, n) => [
          `c${from + n}`,
          { platform: 'switch', unique_id: `s${from + n}`, command_topic: `s${from + n}/set` },
        ]),
      )
    const origin = { name: 'test' }
    for (let from = 0; from < 2_200; from += 200)
      await home.publish(`homeassistant/device/d${from}/config`, {
        device: { identifiers: [`d${from}`] },
        origin,
        components: components(from),
      })
    expect(await home.list()).toHaveLength(2_000)
    expect((await statusOf(home)).notices).toMatchObject([{ code: 'too_many_entities', count: 200 }])
  })

  it('is announced as changed to open pages of the owner, at most once a second', async () => {
    const home = await homeWith('cover', SCREEN)
    const socket = await openSignedInSocket(app, await home.owner.websocketToken())
    app.clock.advance(1_000)
    for (const state of ['opening', 'open', 'closing', 'closed']) await home.publish('screen', state)
    await socket.next('discovery.updated')
    await home.list()
    expect(countOf('discovery.updated', socket)).toBe(1)
    app.clock.advance(1_000)
    await vi.waitFor(() => expect(countOf('discovery.updated', socket)).toBe(2))
    app.clock.advance(5_000)
    await home.list()
    expect(countOf('discovery.updated', socket)).toBe(2)
  })
})

describe('a try', () => {
  it('is handed over to who is subscribed, once, and never retained', async () => {
    const home = await homeWith('cover', BLIND, ['blind/availability', 'online'])
    expect(await home.try({ id: home.id, do: 'setPosition', value: 0.25 })).toMatchObject({ ...OK, body: {} })
    await vi.waitFor(() => expect(home.sent()).toEqual(['blind/position/set 75']))
    expect((await statusOf(home)).usage.retained).toBe(2)
  })

  it.each<[string, object, number, string]>([
    ['an unknown entity', { id: 'A'.repeat(22), do: 'open' }, 404, 'resource_not_found'],
    ['an action that it cannot do', { do: 'lock' }, 400, 'device_unsupported_action'],
    ['a slope that it cannot do', { do: 'openTilt' }, 400, 'device_unsupported_action'],
    ['a value outside', { do: 'setPosition', value: 1.5 }, 400, 'bad_command_value'],
    ['a value of another type', { do: 'setPosition', value: [] }, 400, 'bad_command_value'],
    ['no value', { do: 'setPosition' }, 400, 'bad_command_value'],
    ['an unknown action', { do: 'fly' }, 400, 'malformed_request'],
  ])('[HW24] refuses %s', async (_name, asked, status, error) => {
    const home = await homeWith('cover', BLIND, ['blind/availability', 'online'])
    expect(refusalOf(await home.try({ id: home.id, ...asked }))).toMatchObject({ status, error })
    expect(home.sent()).toEqual([])
  })

  it('[HW36] is refused while the entity is not available, or nobody listens', async () => {
    const home = await homeWith('cover', BLIND)
    const refused = { status: 409, error: 'device_offline' }
    expect(refusalOf(await home.try({ id: home.id, do: 'open' }))).toMatchObject(refused)
    await home.publish('blind/availability', 'online')
    await home.client.unsubscribeAsync('#')
    expect(refusalOf(await home.try({ id: home.id, do: 'open' }))).toMatchObject(refused)
    await home.subscribe()
    expect(await home.try({ id: home.id, do: 'open' })).toMatchObject(OK)
    await vi.waitFor(() => expect(home.sent()).toContain('blind/set OPEN'))
  })

  it('of an unlock is in the activity before it is sent, with the name of the entity', async () => {
    const home = await homeWith('lock', LOCK, ['lock', 'LOCKED'])
    for (const action of ['lock', 'unlock', 'unlatch'])
      expect(await home.try({ id: home.id, do: action })).toMatchObject(OK)
    await vi.waitFor(() => expect(home.sent()).toEqual(['lock/set LOCK', 'lock/set UNLOCK', 'lock/set OPEN']))
    await home.client.unsubscribeAsync('#')
    expect(refusalOf(await home.try({ id: home.id, do: 'unlock' }))).toMatchObject({ status: 409 })
    const { entries } = activityListSchema.parse(
      await home.owner.ok(home.owner.api('GET', '/auth/api/v1/activity/list')),
    )
    const entity = { id: home.id, name: 'Front door' }
    const entry = { deviceId: null, deviceName: 'Front door', origin: 'app', action: 'unlock' }
    expect(entries).toMatchObject([
      { ...entry, details: { lockType: 'magnet', entity }, result: { status: 'sent' } },
      { ...entry, details: { lockType: 'motor', entity }, result: { status: 'sent' } },
    ])
  })

  it('is refused after 100 at once, and then 20 a second are sent', async () => {
    const home = await homeWith('cover', SCREEN)
    const attempt = async () => (await home.try({ id: home.id, do: 'lock' })).status
    for (let count = 0; count < 100; count += 1) expect(await attempt()).toBe(400)
    expect(await attempt()).toBe(429)
    app.clock.advance(1_000)
    for (let count = 0; count < 20; count += 1) expect(await attempt()).toBe(400)
    expect(await attempt()).toBe(429)
  })
})

describe('a nudge', () => {
  it('moves a cover a tenth and back', async () => {
    const home = await homeWith('cover', BLIND, ['blind/availability', 'online'], ['blind/position', '40'])
    expect(await home.try({ id: home.id, do: 'nudge' })).toMatchObject(OK)
    expect(refusalOf(await home.try({ id: home.id, do: 'nudge' }))).toMatchObject({ error: 'device_busy' })
    await vi.waitFor(() => expect(home.sent()).toEqual(['blind/position/set 50']))
    app.clock.advance(1_500)
    await vi.waitFor(() => expect(home.sent()).toEqual(['blind/position/set 50', 'blind/position/set 40']))
  })

  it('stops a cover that does not know its place, unless another command came first', async () => {
    const home = await homeWith('cover', SCREEN)
    await home.try({ id: home.id, do: 'nudge' })
    expect(await home.try({ id: home.id, do: 'lock' })).toMatchObject({ status: 400 })
    app.clock.advance(1_500)
    await vi.waitFor(() => expect(home.sent()).toEqual(['screen/set OPEN', 'screen/set STOP']))
    await home.try({ id: home.id, do: 'nudge' })
    await home.try({ id: home.id, do: 'close' })
    app.clock.advance(1_500)
    await home.try({ id: home.id, do: 'open' })
    await vi.waitFor(() =>
      expect(home.sent().slice(2)).toEqual(['screen/set OPEN', 'screen/set CLOSE', 'screen/set OPEN']),
    )
  })

  it('ends when the server stops', async () => {
    const home = await homeWith('cover', SCREEN)
    await home.try({ id: home.id, do: 'nudge' })
    await app.restart()
    await vi.waitFor(() => expect(home.sent()).toEqual(['screen/set OPEN', 'screen/set STOP']))
  })

  it('switches a light for a second', async () => {
    const home = await homeWith('light', LAMP, ['lamp', 'ON'])
    await home.try({ id: home.id, do: 'nudge' })
    app.clock.advance(1_000)
    await vi.waitFor(() => expect(home.sent()).toEqual(['lamp/set OFF', 'lamp/set ON']))
  })

  it.each<[string, string, object]>([
    ['a lock', 'lock', LOCK],
    ['a garage door', 'cover', { ...SCREEN, device_class: 'garage' }],
    ['a cover that can neither be stopped nor placed', 'cover', { ...SCREEN, payload_stop: null }],
  ])('is refused by %s', async (_name, component, config) => {
    const home = await homeWith(component, config)
    expect(refusalOf(await home.try({ id: home.id, do: 'nudge' }))).toMatchObject({
      status: 400,
      error: 'device_unsupported_action',
    })
    expect(home.sent()).toEqual([])
  })
})

describe('hardware with a protocol of its own', () => {
  it('[HW31] a Shelly is asked as soon as it is subscribed, and times its nudge', async () => {
    const home = await createBridgeHome(app)
    const [prefix, topic] = ['shelly2pm-1', 'shelly2pm-1/rpc']
    const calls: { id: number; src: string; method: string; params?: object }[] = []
    const info = { id: prefix, mac: 'A8032AB12345', model: 'SNSW-102P16EU', gen: 2, ver: '1.0.3' }
    const cover = { id: 0, state: 'stopped', pos_control: true, current_pos: 40 }
    home.client.on('message', (to, payload) => {
      if (to !== topic) return
      const call = JSON.parse(payload.toString())
      calls.push(call)
      const result = call.method === 'Shelly.GetDeviceInfo' ? info : { 'cover:0': cover }
      void home.publish(`${call.src}/rpc`, { id: call.id, src: prefix, dst: call.src, result })
    })
    await home.publish(`${prefix}/online`, 'true', true)
    expect(await home.list()).toEqual([])
    await home.client.subscribeAsync(topic)
    const [entity] = await vi.waitFor(async () => {
      const entities = await home.list()
      expect(entities).toMatchObject([
        {
          source: 'shelly',
          address: `${prefix} cover:0`,
          state: { position: 0.6 },
          confirmation: 'acknowledged',
        },
      ])
      return entities
    })
    expect(await home.try({ id: entity?.id, do: 'nudge' })).toMatchObject(OK)
    await vi.waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ method: 'Cover.Open', params: { id: 0, duration: 1.5 } }),
    )
    expect(await home.call('forget', { ids: [entity?.id] })).toMatchObject(OK)
    expect(await home.list()).toEqual([])
  })
})

describe('ignoring, forgetting and refreshing', () => {
  it('hides an ignored entity, also after a restart without its config, and shows it again', async () => {
    const home = await createBridgeHome(app)
    await home.publish(configTopic('cover', 'kept'), BLIND, true)
    await home.publish(configTopic('cover', 'not-retained'), SCREEN)
    const before = await home.list()
    const ids = before.map(({ id }) => id)
    expect(await home.call('ignore', { ids, ignored: true })).toMatchObject(OK)
    expect(await home.list()).toEqual([])
    expect((await home.list('?ignored=true')).map(({ id }) => id)).toEqual(ids)
    app.clock.advance(60_000)
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select 1 from mqtt_retained where topic = $1', [
        configTopic('cover', 'kept'),
      ])
      expect(rows.length).toBeGreaterThan(0)
    })
    await app.restart()
    const hidden = await home.list('?ignored=true')
    expect(new Set(hidden.map(({ id }) => id))).toEqual(new Set(ids))
    expect(hidden.map(({ firstSeenAt }) => firstSeenAt)).toEqual(before.map(({ firstSeenAt }) => firstSeenAt))
    expect(await home.call('ignore', { ids, ignored: false })).toMatchObject(OK)
    expect(await home.list()).toHaveLength(2)
    const { rows } = await app.database.pool.query('select 1 from entity_configs')
    expect(rows).toEqual([])
  })

  it('[HW23] forgets an ignored entity that is withdrawn, but not that it was ignored', async () => {
    const home = await homeWith('cover', BLIND)
    await home.call('ignore', { ids: [home.id], ignored: true })
    await home.publish(configTopic('cover', 'one'), '', true)
    expect(await home.list('?ignored=true')).toEqual([])
    await home.publish(configTopic('cover', 'one'), BLIND, true)
    expect(await home.list()).toEqual([])
    expect(await home.list('?ignored=true')).toMatchObject([{ id: home.id }])
  })

  it('forgets an entity with its retained config, and other clients are notified', async () => {
    const home = await homeWith('cover', BLIND)
    expect(refusalOf(await home.call('forget', { ids: [home.id, 'A'.repeat(22)] }))).toMatchObject({
      status: 404,
      error: 'resource_not_found',
    })
    expect(await home.list()).toHaveLength(1)
    expect(await home.call('forget', { ids: [home.id] })).toMatchObject(OK)
    await vi.waitFor(() => expect(home.sent()).toEqual([`${configTopic('cover', 'one')} `]))
    expect(await home.list()).toEqual([])
    const { received, client } = await connectToSpace({ mqtt: app.mqtt, ...home.login })
    await client.subscribeAsync('#')
    await vi.waitFor(() => expect(received).toEqual(['homeassistant/status online']))
    await home.publish(configTopic('cover', 'one'), BLIND, true)
    expect(await home.list()).toMatchObject([{ id: home.id }])
  })

  it('[HW9] publishes the birth message again, once in ten seconds', async () => {
    const home = await homeWith('cover', SCREEN)
    expect(await home.call('refresh', {})).toMatchObject(OK)
    await vi.waitFor(() => expect(home.sent()).toEqual(['homeassistant/status online']))
    expect(refusalOf(await home.call('refresh', {}))).toMatchObject({ status: 429 })
    app.clock.advance(10_000)
    expect(await home.call('refresh', {})).toMatchObject(OK)
  })

  it('leaves nothing of an account that is deleted', async () => {
    const home = await homeWith('cover', BLIND)
    await home.call('ignore', { ids: [home.id], ignored: true })
    const count = async () => {
      const { rows } = await app.database.pool.query('select id from entities where id = $1', [home.id])
      return rows.length
    }
    const before = await count()
    const { rows } = await app.database.pool.query(
      'select email from accounts where id = (select account_id from mqtt_logins where username = $1)',
      [home.login.username],
    )
    await deleteAccount(app, home.owner, String(rows[0]?.email))
    await vi.waitFor(async () => expect(await count()).toBe(before - 1))
  })
})
