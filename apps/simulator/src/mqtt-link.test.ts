import { connect, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVirtualDevice, type VirtualDevice } from './device/virtual-device.ts'
import { createMqttLink, type MqttLink } from './mqtt-link.ts'
import { startBroker, type TestBroker } from './testing/broker.ts'

const ID = 'device-0001'
const SECRET = 'a secret of this device'

describe('a link to a real broker', () => {
  let broker: TestBroker
  let device: VirtualDevice
  let link: MqttLink
  let observer: MqttClient | undefined
  let secret = SECRET
  let failures = 0

  beforeEach(async () => {
    broker = await startBroker({ secrets: { [ID]: SECRET } })
    secret = SECRET
    failures = 0
    device = createVirtualDevice({ id: ID, type: 'roller_shutter', speed: 20 })
    link = createMqttLink({
      device,
      endpoint: () => ({ host: '127.0.0.1', port: broker.port, password: secret }),
      onFailure: (count) => {
        failures = count
      },
    })
  })

  afterEach(async () => {
    await link.stop()
    device.stop()
    observer?.end(true)
    observer = undefined
    await broker.stop()
  })

  const topics = () => broker.received.map((each) => each.topic)
  const online = () => vi.waitFor(() => expect(topics()).toContain('state'), { timeout: 120_000 })
  const command = (fields: Record<string, unknown>): void => {
    observer ??= connect({ host: '127.0.0.1', port: broker.port, protocol: 'mqtt', clientId: 'observer' })
    const expiresAt = new Date(Date.now() + 10_000).toISOString()
    observer.publish(`senca/${ID}/command`, JSON.stringify({ expiresAt, ...fields }), { qos: 1 })
  }

  it('[DP6] says its status, then its state, both retained', async () => {
    link.start()
    await online()
    expect(topics().slice(0, 2)).toEqual(['status', 'state'])
    expect(broker.received[0]).toMatchObject({
      retain: true,
      body: { connected: true, type: 'roller_shutter', version: 2 },
    })
    expect(broker.received[1]).toMatchObject({
      retain: true,
      body: { status: 'ready', totalStateUpdates: 1 },
    })
    expect(link.isOnline()).toBe(true)
  })

  it('[DP20] answers a command, moves, and reports on the way', async () => {
    link.start()
    await online()
    command({ id: 'c1', command: 'move', position: 100 })
    await vi.waitFor(
      () => expect(broker.received.at(-1)?.body).toMatchObject({ status: 'ready', position: 1 }),
      { timeout: 120_000 },
    )
    const afterCommand = broker.received.slice(topics().indexOf('result'))
    expect(afterCommand[0]).toMatchObject({ retain: false, body: { id: 'c1', status: 'success' } })
    expect(afterCommand.length).toBeGreaterThan(4)
  })

  it('[DP8] is reported offline by its last will when its link is lost, and reconnects by itself', async () => {
    link.start()
    await online()
    device.fault({ kind: 'lost_link', ms: 300 })
    await vi.waitFor(() =>
      expect(broker.received.at(-1)).toMatchObject({
        topic: 'status',
        retain: true,
        body: { connected: false },
      }),
    )
    await vi.waitFor(() => expect(topics().slice(-2)).toEqual(['status', 'state']), { timeout: 120_000 })
    expect(broker.received.at(-1)?.body).toMatchObject({ totalRestarts: 1, totalStateUpdates: 2 })
  })

  it('restarts with a higher count', async () => {
    link.start()
    await online()
    command({ id: 'c1', command: 'restart' })
    await vi.waitFor(
      () => expect(broker.received.at(-1)?.body).toMatchObject({ status: 'ready', totalRestarts: 2 }),
      { timeout: 120_000 },
    )
    expect(broker.received.some((each) => each.body.status === 'restarting')).toBe(true)
  })

  it('reconnects within five seconds after a restart of the broker', async () => {
    link.start()
    await online()
    const { port } = broker
    await broker.stop()
    await vi.waitFor(() => expect(link.isOnline()).toBe(false))
    await vi.waitFor(() => expect(failures).toBeGreaterThan(1), { timeout: 120_000 })
    broker = await startBroker({ secrets: { [ID]: SECRET }, port })
    await vi.waitFor(() => expect(link.isOnline()).toBe(true), { timeout: 120_000 })
  })

  it('[DP2] keeps trying when it is refused, and takes up a new secret', async () => {
    secret = 'wrong'
    link.start()
    await vi.waitFor(() => expect(failures).toBeGreaterThan(1), { timeout: 120_000 })
    expect(link.isOnline()).toBe(false)
    secret = SECRET
    await vi.waitFor(() => expect(link.isOnline()).toBe(true), { timeout: 120_000 })
  })

  it('reports that it is offline when it is stopped', async () => {
    link.start()
    await online()
    device.wallSwitch('close')
    device.freeze()
    await link.stop()
    expect(broker.received.at(-1)).toMatchObject({
      topic: 'status',
      retain: true,
      body: { connected: false },
    })
    expect(broker.received.filter((each) => each.body.connected === false)).toHaveLength(1)
  })
})
