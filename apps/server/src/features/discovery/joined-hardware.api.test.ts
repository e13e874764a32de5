import { deviceInfoSchema } from '@senca/contract'
import { discoveryListSchema } from '@senca/contract/discovery'
import { joinedBrokerSchema } from '@senca/contract/mqtt'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { createBridgeHome } from '#testing/entities/run-case-in-space.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf, type TestClient } from '#testing/test-client.ts'

let mosquitto: Mosquitto
let app: TestApp
beforeAll(async () => {
  mosquitto = await createMosquitto(async () => ['allow_anonymous true'])
  await mosquitto.start()
  app = await createTestApp()
})
afterAll(async () => {
  await app.close()
  await mosquitto.remove()
})
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  // It keeps nothing for the next test.
  await mosquitto.kill()
  await mosquitto.start()
})

const BLIND = {
  name: 'Kitchen blind',
  unique_id: 'blind-1',
  device_class: 'shade',
  command_topic: 'blind/set',
  position_topic: 'blind/position',
  set_position_topic: 'blind/position/set',
  availability_topic: 'blind/availability',
}
const CONFIG = 'homeassistant/cover/blind/config'
const STATES = { [CONFIG]: BLIND, 'blind/availability': 'online', 'blind/position': '40' }

/** A bridge at the broker, with the commands that it received. */
async function connectBridge() {
  const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  closers.unshift(() => client.endAsync(true))
  const received: string[] = []
  client.on('message', (topic, payload) => void received.push(`${topic} ${payload.toString()}`))
  return {
    client,
    received,
    listen: () => client.subscribeAsync(['blind/set', 'blind/position/set'], { qos: 1 }),
    async publish(messages: Record<string, string | object>, retain = true) {
      for (const [topic, payload] of Object.entries(messages)) {
        const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
        await client.publishAsync(topic, text, { qos: 1, retain })
      }
    },
  }
}

const join = (owner: TestClient) =>
  owner.ok(
    owner.api('POST', '/auth/api/v1/mqtt/join', {
      json: { host: '127.0.0.1', port: mosquitto.port, tls: false },
    }),
  )
const listOf = async (owner: TestClient, query = '') =>
  discoveryListSchema.parse(await owner.ok(owner.api('GET', `/auth/api/v1/discovery/list${query}`)))
const call = (owner: TestClient, name: string, json: object) =>
  owner.api('POST', `/auth/api/v1/discovery/${name}`, { json })
const statusOf = async (owner: TestClient) =>
  joinedBrokerSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/mqtt/join')))
const willList = (owner: TestClient, expected: readonly object[]) =>
  vi.waitFor(async () => expect(await listOf(owner)).toMatchObject(expected))
const willConnect = (owner: TestClient) =>
  vi.waitFor(async () => {
    app.clock.advance(1_000)
    expect(await statusOf(owner)).toMatchObject({ status: 'connected' })
  })

/** An account that has joined the broker, where a blind is announced. */
async function joinedHome() {
  const bridge = await connectBridge()
  await bridge.publish(STATES)
  await bridge.listen()
  const owner = await createConfirmedClient(app)
  await join(owner)
  await willList(owner, [{ broker: 'joined', state: { position: 0.6 } }])
  const [{ id } = { id: '' }] = await listOf(owner)
  return { owner, bridge, id }
}

describe('[HW14] hardware at a joined broker', () => {
  it('is listed with its retained state, reports, and receives commands', async () => {
    const { owner, bridge, id } = await joinedHome()
    expect(await listOf(owner)).toMatchObject([
      {
        broker: 'joined',
        kind: 'cover',
        address: 'blind',
        state: { available: true, position: 0.6, reportedAt: null },
      },
    ])
    expect(await statusOf(owner)).toMatchObject({ entities: 1 })
    await bridge.publish({ 'blind/position': '30' })
    await willList(owner, [{ state: { position: 0.7, reportedAt: app.clock.now().toISOString() } }])
    expect(await call(owner, 'try', { id, do: 'open' })).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(bridge.received).toEqual(['blind/set OPEN']))
    await bridge.client.unsubscribeAsync('blind/set')
    expect(refusalOf(await call(owner, 'try', { id, do: 'open' }))).toMatchObject({ error: 'device_offline' })
  })

  it('is read by other protocols too', async () => {
    const bridge = await connectBridge()
    const prefix = 'shellyplus1-a8032ab12345'
    await bridge.client.subscribeAsync(`${prefix}/rpc`)
    const info = { id: prefix, mac: 'A8032AB12345', model: 'SNSW-001X16EU', gen: 2, app: 'Plus1', name: null }
    const status = { 'switch:0': { id: 0, output: false, source: 'init' }, sys: {} }
    bridge.client.on('message', (_topic, payload) => {
      const { id, src, method } = JSON.parse(payload.toString())
      const result =
        method === 'Shelly.GetDeviceInfo' ? info : method === 'Shelly.GetStatus' ? status : { was_on: false }
      bridge.client.publish(`${src}/rpc`, JSON.stringify({ id, src: prefix, dst: src, result }), { qos: 1 })
    })
    await bridge.publish({ [`${prefix}/online`]: 'true' })
    const owner = await createConfirmedClient(app)
    await join(owner)
    await willList(owner, [{ broker: 'joined', source: 'shelly', kind: 'switch', state: { on: false } }])
    await bridge.publish(
      {
        [`${prefix}/events/rpc`]: {
          src: prefix,
          method: 'NotifyStatus',
          params: { 'switch:0': { output: true } },
        },
      },
      false,
    )
    await willList(owner, [{ state: { on: true } }])
  })

  it('[HW16] comes back after an outage, and no command arrives later', async () => {
    const { owner, id } = await joinedHome()
    await mosquitto.kill()
    await vi.waitFor(async () => expect(await statusOf(owner)).toMatchObject({ status: 'unreachable' }))
    expect(await listOf(owner)).toMatchObject([{ id, announced: true, state: { available: false } }])
    for (let times = 0; times < 5; times += 1)
      expect(refusalOf(await call(owner, 'try', { id, do: 'open' }))).toMatchObject({
        status: 409,
        error: 'device_unreachable',
      })
    await mosquitto.start()
    const bridge = await connectBridge()
    await bridge.listen()
    await bridge.publish({ ...STATES, 'blind/position': '10' })
    await willConnect(owner)
    await willList(owner, [{ id, state: { available: true, position: 0.9 } }])
    expect(await call(owner, 'try', { id, do: 'stop' })).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(bridge.received).toEqual(['blind/set STOP']))
  })

  it('is gone when the broker is left', async () => {
    const { owner } = await joinedHome()
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/leave', { json: {} }))
    expect(await listOf(owner)).toEqual([])
  })

  it('[HW24] is forgotten without touching the broker, and is back with another announcement', async () => {
    const { owner, bridge, id } = await joinedHome()
    expect(await call(owner, 'forget', { ids: [id] })).toMatchObject({ status: 200 })
    expect(await listOf(owner)).toEqual([])
    await app.restart()
    await willConnect(owner)
    await bridge.publish({
      [CONFIG]: BLIND,
      'homeassistant/cover/other/config': { command_topic: 'other/set' },
    })
    await willList(owner, [{ address: 'other' }])
    await bridge.publish({ [CONFIG]: { ...BLIND, name: 'Blind' } })
    await vi.waitFor(async () => expect(await listOf(owner)).toHaveLength(2))
  })

  it('[HW23] that was ignored is known as such after a restart, without a new announcement', async () => {
    const { owner, id } = await joinedHome()
    expect(await call(owner, 'ignore', { ids: [id], ignored: true })).toMatchObject({ status: 200 })
    // The broker has lost what was retained.
    await mosquitto.kill()
    await mosquitto.start()
    await app.restart()
    await willConnect(owner)
    await vi.waitFor(async () => expect(await listOf(owner, '?ignored=true')).toMatchObject([{ id }]))
    expect(await listOf(owner)).toEqual([])
  })

  it('belongs to the space that announced it first, until it is withdrawn there', async () => {
    const home = await createBridgeHome(app)
    closers.push(() => home.client.endAsync(true))
    await home.publish(CONFIG, BLIND, true)
    const { owner } = home
    const bridge = await connectBridge()
    await bridge.publish({ ...STATES, 'homeassistant/cover/other/config': { command_topic: 'other/set' } })
    await join(owner)
    await willList(owner, [
      { broker: 'own', address: 'blind' },
      { broker: 'joined', address: 'other' },
    ])
    await home.publish(CONFIG, '', true)
    await vi.waitFor(async () => {
      const brokers = (await listOf(owner)).map(({ address, broker }) => `${address} ${broker}`)
      expect(brokers.toSorted()).toEqual(['blind joined', 'other joined'])
    })
    await home.publish(CONFIG, BLIND, true)
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/leave', { json: {} }))
    await willList(owner, [{ broker: 'own', address: 'blind' }])
  })

  it('[HW35] becomes a device that is offline while the broker is away, and returns by itself', async () => {
    const { owner, bridge, id } = await joinedHome()
    const added = await call(owner, 'add', { ids: [id], devicetype: 'roller_shutter', name: 'Kitchen' })
    expect(added).toMatchObject({ status: 200, body: { connected: true } })
    const device = deviceInfoSchema.parse(added.body)
    const infoOf = async () => (await owner.info(device.id))[device.id]
    void owner.move([{ token: device.id, command: 'move', position: 30 }])
    await vi.waitFor(() => expect(bridge.received).toEqual(['blind/position/set 70']))
    await bridge.publish({ 'blind/position': '70' })
    await mosquitto.kill()
    await vi.waitFor(async () =>
      expect(await infoOf()).toMatchObject({ connected: false, lastSeenAt: expect.any(String) }),
    )
    expect(await owner.move([{ token: device.id, command: 'move', position: 0 }])).toMatchObject([
      { status: 'error', error: 'device_unreachable' },
    ])
    await mosquitto.start()
    const again = await connectBridge()
    await again.listen()
    await again.publish({ ...STATES, 'blind/position': '20' })
    await willConnect(owner)
    await vi.waitFor(async () => {
      app.clock.advance(50)
      expect(await infoOf()).toMatchObject({ connected: true, state: { position: 0.8 } })
    })
    expect(again.received).toEqual([])
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/leave', { json: {} }))
    await vi.waitFor(async () => expect(await infoOf()).toMatchObject({ connected: false }))
  })
})
