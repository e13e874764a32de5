import { connect as connectTcp, type Socket } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../logger.ts'
import type { Broker } from '../broker.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'

const TOPIC = 'senca/one/command'

let broker: Broker
let address: { host: string; port: number }
let gone: string[]
let ends: (() => void)[]

beforeEach(async () => {
  gone = []
  ends = []
  broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0, logger: createLogger('silent') })
  broker.guard({
    mayConnect: async () => true,
    mayPublish: () => true,
    maySubscribe: () => true,
    connected() {},
    disconnected: (clientId) => gone.push(clientId),
  })
  address = await broker.start()
})

afterEach(async () => {
  for (const end of ends) end()
  await broker.stop()
})

/** A client that records received messages as `text qos`. */
async function listen(clientId: string, filter: string, qos: 0 | 1 = 1) {
  const client: MqttClient = await connectAsync(`mqtt://${address.host}:${address.port}`, {
    clientId,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  ends.push(() => client.end(true))
  const received: string[] = []
  client.on('message', (_topic, payload, packet) => received.push(`${payload.toString()} ${packet.qos}`))
  await client.subscribeAsync(filter, { qos })
  return { client, received }
}

/** A raw client that acknowledges nothing. */
async function listenBarely(clientId: string): Promise<{ socket: Socket; received: Packet[] }> {
  const socket = connectTcp(address.port, address.host)
  socket.on('error', () => {})
  ends.push(() => socket.destroy())
  const received: Packet[] = []
  const packets = parser({ protocolVersion: 4 })
  packets.on('packet', (packet) => received.push(packet))
  socket.on('data', (bytes) => packets.parse(bytes))
  socket.write(
    generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clientId, clean: true, keepalive: 0 }),
  )
  socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: TOPIC, qos: 1 }] }))
  await vi.waitFor(() => expect(received.map(({ cmd }) => cmd)).toEqual(['connack', 'suback']))
  received.length = 0
  return { socket, received }
}

const publishAll = (texts: readonly string[]) => Promise.all(texts.map((text) => broker.publish(TOPIC, text)))

describe('what the server publishes', () => {
  it('is received once, in its order, whichever way each message goes', async () => {
    const { received } = await listen('one', TOPIC)
    await Promise.all([
      broker.publish(TOPIC, '1'),
      broker.publish(TOPIC, '2', { retain: true }),
      broker.publish(TOPIC, '3'),
      broker.publish(TOPIC, '4', { retain: true }),
    ])
    await publishAll(['5', '6'])
    await vi.waitFor(() => expect(received).toHaveLength(6))
    expect(received).toEqual(['1 1', '2 1', '3 1', '4 1', '5 1', '6 1'])
  })

  it('is received by each of several, by its name or by a pattern', async () => {
    const listeners = [await listen('one', TOPIC), await listen('two', TOPIC), await listen('all', 'senca/#')]
    await publishAll(['1', '2'])
    for (const { received } of listeners) await vi.waitFor(() => expect(received).toEqual(['1 1', '2 1']))
    const own: string[] = []
    await broker.subscribe('senca/+/command', ({ payload }) => own.push(Buffer.from(payload).toString()))
    await listeners[1]?.client.endAsync()
    await listeners[2]?.client.unsubscribeAsync('senca/#')
    await publishAll(['3'])
    await vi.waitFor(() => expect(listeners[0]?.received).toEqual(['1 1', '2 1', '3 1']))
    expect(own).toEqual(['3'])
    expect(listeners[2]?.received).toHaveLength(2)
  })

  it('comes with the quality of service that was granted', async () => {
    const { received } = await listen('one', TOPIC, 0)
    await publishAll(['1'])
    await vi.waitFor(() => expect(received).toEqual(['1 0']))
  })

  it('is not received by a client that has unsubscribed, and again by one that comes back', async () => {
    const { client, received } = await listen('one', TOPIC)
    await client.unsubscribeAsync(TOPIC)
    await publishAll(['1'])
    await client.subscribeAsync(TOPIC, { qos: 1 })
    await publishAll(['2'])
    await vi.waitFor(() => expect(received).toEqual(['2 1']))
    await client.endAsync()
    await publishAll(['3'])
    const again = await listen('one', TOPIC)
    await publishAll(['4'])
    await vi.waitFor(() => expect(again.received).toEqual(['4 1']))
  })

  it('is written at once again to who comes back, whatever it has subscribed to in which order', async () => {
    const first = await listenBarely('one')
    const leaving = generate({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [TOPIC] })
    const again = generate({ cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: TOPIC, qos: 0 }] })
    first.socket.write(Buffer.concat([leaving, again]))
    await vi.waitFor(() => expect(first.received.map(({ cmd }) => cmd)).toContain('suback'))
    first.socket.destroy()
    await vi.waitFor(() => expect(gone).toEqual(['one']))
    const { received } = await listenBarely('one')
    await publishAll(['1'])
    await vi.waitFor(() => expect(received.map(({ cmd }) => cmd)).toEqual(['publish']))
  })

  it('has a number of its own while it is not acknowledged', async () => {
    const { received } = await listenBarely('one')
    await publishAll(['1', '2'])
    await broker.publish(TOPIC, '3', { retain: true })
    await publishAll(['4'])
    await vi.waitFor(() => expect(received).toHaveLength(4))
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(4)
  })

  it('does not pile up for who reads nothing: the connection is cut', { timeout: 120_000 }, async () => {
    const { socket } = await listenBarely('one')
    socket.pause()
    const payload = 'x'.repeat(60_000)
    for (let count = 0; count < 400 && gone.length === 0; count += 1) {
      // Not awaited, because the client does not read.
      void broker.publish(TOPIC, payload).catch(() => {})
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.waitFor(() => expect(gone).toEqual(['one']))
  })
})
