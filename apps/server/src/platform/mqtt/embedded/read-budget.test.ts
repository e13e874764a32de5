import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../logger.ts'
import type { Broker } from '../broker.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'

let broker: Broker
let address: { host: string; port: number }
let presence: string[]
let sockets: Socket[]
let clients: MqttClient[]
let messages: { clientId: string; text: string }[]

beforeEach(async () => {
  const own: string[] = []
  presence = own
  sockets = []
  clients = []
  messages = []
  broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0, logger: createLogger('silent') })
  broker.guard({
    mayConnect: async () => true,
    mayPublish: (clientId, topic) => topic === `senca/${clientId}/state`,
    maySubscribe: (clientId, filter) => filter === `senca/${clientId}/command`,
    connected: (clientId) => own.push(`+${clientId}`),
    disconnected: (clientId) => own.push(`-${clientId}`),
  })
  address = await broker.start()
  await broker.subscribe('senca/+/state', ({ topic, payload }) =>
    messages.push({ clientId: topic.split('/')[1] ?? '', text: Buffer.from(payload).toString() }),
  )
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const client of clients) client.end(true)
  await broker.stop()
})

const receivedFrom = (clientId: string) =>
  messages.flatMap((message) => (message.clientId === clientId ? [message.text] : []))

/** A client that sends raw packets without waiting for anything. */
async function signIn(clientId: string, keepalive = 0) {
  const socket = connectTcp(address.port, address.host)
  sockets.push(socket)
  socket.on('error', () => {})
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  const write = (...packets: Packet[]) =>
    socket.write(Buffer.concat(packets.map((packet) => generate(packet))))
  write({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clientId, clean: true, keepalive })
  await vi.waitFor(() => expect(presence).toContain(`+${clientId}`))
  return { socket, write, received: () => received }
}

const state = (clientId: string, payload: string): IPublishPacket => ({
  cmd: 'publish',
  topic: `senca/${clientId}/state`,
  payload,
  qos: 0,
  retain: false,
  dup: false,
})

const numbered = (clientId: string, count: number) =>
  Array.from({ length: count }, (_, n) => state(clientId, String(n + 1)))

describe('a connection that sends without pause', () => {
  it('[DP32] is read at its rate after a burst, in order and to its last message', async () => {
    const { socket, write } = await signIn('flood', 1)
    const begun = performance.now()
    write(...numbered('flood', 900))
    await vi.waitFor(() => expect(receivedFrom('flood').length).toBeGreaterThan(400))
    // The number of messages in a period of time shows the rate.
    await sleep(100)
    expect(receivedFrom('flood').length).toBeLessThan(500 + 200 * ((performance.now() - begun) / 1_000 + 0.2))
    await vi.waitFor(() => expect(receivedFrom('flood')).toHaveLength(900))
    expect(performance.now() - begun).toBeGreaterThan(1_800)
    expect(receivedFrom('flood')).toEqual(Array.from({ length: 900 }, (_, n) => String(n + 1)))
    expect([presence, socket.destroyed]).toEqual([['+flood'], false])
  })

  it('[DP32] keeps its line while 8 KB of acknowledged messages are in flight all the time', async () => {
    const { socket, write } = await signIn('window')
    const count = 450
    const inFlight = 80
    let sent = 0
    const sendNext = (of: number) => {
      const from = sent
      sent = Math.min(count, sent + of)
      if (sent === from) return
      write(
        ...Array.from({ length: sent - from }, (_, n): IPublishPacket => {
          const number = from + n + 1
          return { ...state('window', String(number).padStart(100)), qos: 1, messageId: number }
        }),
      )
    }
    const acknowledged: number[] = []
    const read = parser()
    read.on('packet', ({ messageId = 0 }) => {
      acknowledged.push(messageId)
      sendNext(1)
    })
    socket.on('data', (chunk) => read.parse(chunk))
    sendNext(inFlight)
    await vi.waitFor(() => expect(acknowledged).toHaveLength(count))
    expect(receivedFrom('window').map(Number)).toEqual(Array.from({ length: count }, (_, n) => n + 1))
    expect([presence, socket.destroyed]).toEqual([['+window'], false])
  })

  it('[DP32] is not cut for silence while it is read slowly, and a packet of 60 KiB arrives whole', async () => {
    const { socket, write } = await signIn('large', 1)
    const payload = 'x'.repeat(60_000)
    const begun = performance.now()
    write(...Array.from({ length: 7 }, () => state('large', payload)))
    await vi.waitFor(() => expect(receivedFrom('large')).toHaveLength(7))
    expect(performance.now() - begun).toBeGreaterThan(2_000)
    expect(receivedFrom('large').every((text) => text === payload)).toBe(true)
    expect([presence, socket.destroyed]).toEqual([['+large'], false])
  })

  it('[DP32] has all that it sent processed although it ends right after', async () => {
    const { socket, write } = await signIn('brief')
    write(...numbered('brief', 700))
    socket.end()
    await vi.waitFor(() => expect(receivedFrom('brief')).toHaveLength(700))
    await vi.waitFor(() => expect(presence).toEqual(['+brief', '-brief']))
  })

  it.each<[string, (n: number) => Packet, number]>([
    ['PINGREQ', () => ({ cmd: 'pingreq' }), 2],
    [
      'SUBSCRIBE',
      (n) => ({
        cmd: 'subscribe',
        messageId: n + 1,
        subscriptions: [{ topic: 'senca/control/command', qos: 1 }],
      }),
      5,
    ],
    [
      'SUBSCRIBE of many filters',
      (n) => ({
        cmd: 'subscribe',
        messageId: n + 1,
        subscriptions: Array.from({ length: 11 }, (_, of) => ({
          topic: `no-right-to-${of}`,
          qos: 0 as const,
        })),
      }),
      15,
    ],
    ['UNSUBSCRIBE', (n) => ({ cmd: 'unsubscribe', messageId: n + 1, unsubscriptions: ['x'] }), 4],
    [
      'PUBLISH of QoS 2 with its PUBREL',
      (n) =>
        n % 2 === 0
          ? { ...state('control', 'x'), qos: 2, messageId: n + 1 }
          : { cmd: 'pubrel', messageId: n },
      4,
    ],
  ])('[DP32] is answered at its rate: %s', async (name, packetOf, answerBytes) => {
    const { socket, write, received } = await signIn('control')
    await vi.waitFor(() => expect(received()).toBe(4))
    const begun = performance.now()
    const count = name.endsWith('filters') ? 270 : 800
    write(...Array.from({ length: count }, (_, n) => packetOf(n)))
    await vi.waitFor(() => expect(received()).toBe(4 + count * answerBytes))
    expect(performance.now() - begun).toBeGreaterThan(1_300)
    expect(socket.destroyed).toBe(false)
  })

  it('[DP32] may be replaced by its next connection, which goes on with its budget', async () => {
    const first = await signIn('twice')
    first.write(...numbered('twice', 5_000))
    await vi.waitFor(() => expect(receivedFrom('twice').length).toBeGreaterThan(400))
    const second = connectTcp(address.port, address.host)
    sockets.push(second)
    second.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: 'twice',
        clean: true,
        keepalive: 0,
      }),
    )
    await vi.waitFor(() => expect(presence).toEqual(['+twice', '+twice']))
    await vi.waitFor(() => expect(first.socket.destroyed).toBe(true))
    const before = receivedFrom('twice').length
    second.write(generate(state('twice', 'new')))
    await vi.waitFor(() => expect(receivedFrom('twice').slice(before)).toEqual(['new']))
  })

  it('[DP32] does not refill its budget by connecting again', async () => {
    const begun = performance.now()
    for (const total of [450, 900]) {
      const { socket, write, received } = await signIn('again')
      await vi.waitFor(() => expect(received()).toBe(4))
      write(...numbered('again', 450))
      await vi.waitFor(() => expect(receivedFrom('again')).toHaveLength(total))
      socket.destroy()
      await vi.waitFor(() => expect(presence.at(-1)).toBe('-again'))
    }
    expect(performance.now() - begun).toBeGreaterThan(1_800)
  })

  it('[DP32] is let in thirty times, then twice a second, however often it connects', async () => {
    const packet = generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'restless',
      clean: true,
      keepalive: 0,
    })
    const begun = performance.now()
    for (let n = 0; n < 100; n += 1) {
      const socket = connectTcp(address.port, address.host)
      sockets.push(socket)
      socket.on('error', () => {})
      socket.write(packet)
      await new Promise((resolve) => {
        socket.once('data', resolve)
        socket.once('close', resolve)
      })
      socket.destroy()
    }
    const most = 31 + 2 * ((performance.now() - begun) / 1_000)
    const arrived = presence.filter((line) => line === '+restless').length
    expect(arrived).toBeGreaterThanOrEqual(30)
    expect(arrived).toBeLessThan(Math.min(most, 100))
    const other = await signIn('patient')
    expect(other.socket.destroyed).toBe(false)
  })

  it('[DP32] has what it sends beyond its budget wait on its own side, not in the memory of the broker', async () => {
    const { socket } = await signIn('heap')
    const thousand = Buffer.concat(
      Array.from({ length: 1_000 }, () => generate(state('heap', 'x'.repeat(100)))),
    )
    const flood = () => {
      while (!socket.destroyed && socket.write(thousand));
    }
    socket.on('drain', flood)
    flood()
    const taken = () => socket.bytesWritten - socket.writableLength
    // By then the buffers of the operating system are full.
    await sleep(2_000)
    const before = taken()
    // The broker must not read more in this time.
    await sleep(3_000)
    expect(taken() - before).toBeLessThan(1_000_000)
    expect(socket.destroyed).toBe(false)
  })

  it('[DP32] leaves others as quick as they are at rest', async () => {
    const neighbour = await connectAsync(`mqtt://${address.host}:${address.port}`, { clientId: 'neighbour' })
    clients.push(neighbour)
    const roundTrips = async () => {
      const times: number[] = []
      for (let n = 0; n < 40; n += 1) {
        const begun = performance.now()
        await neighbour.publishAsync('senca/neighbour/state', String(n), { qos: 1 })
        times.push(performance.now() - begun)
        // The packets are sent one at a time.
        await sleep(10)
      }
      return times.sort((one, other) => one - other)[20] ?? Number.NaN
    }
    const atRest = await roundTrips()
    const { socket } = await signIn('flood')
    const packet = generate(state('flood', 'x'.repeat(100)))
    const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => packet))
    const flood = () => {
      while (!socket.destroyed && socket.write(thousand));
    }
    socket.on('drain', flood)
    flood()
    const underFlood = await roundTrips()
    expect(socket.destroyed).toBe(false)
    expect(receivedFrom('neighbour')).toHaveLength(80)
    expect(underFlood).toBeLessThan(5 * atRest + 20)
  })
})
