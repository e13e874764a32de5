import { connect as connectTcp, type Socket } from 'node:net'
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { generate, type IConnackPacket, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Broker } from './broker.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'
import { createLogger } from './logger.ts'

const COMMAND = 'senca/one/command'
const STATE = 'senca/one/state'
const STATUS = 'senca/one/status'

let broker: Broker
let address: { host: string; port: number }
let presence: string[]
let clients: MqttClient[]
let sockets: Socket[]

beforeEach(async () => {
  const own: string[] = []
  presence = own
  clients = []
  sockets = []
  broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0, logger: createLogger('silent') })
  broker.guard({
    mayConnect: async ({ clientId, username, password }) =>
      clientId === username && ['one', 'two'].includes(clientId) && password === `secret-${clientId}`,
    mayPublish: (clientId, topic) => topic.startsWith(`senca/${clientId}/`),
    maySubscribe: (clientId, filter) => filter === `senca/${clientId}/command`,
    connected: (clientId) => own.push(`+${clientId}`),
    disconnected: (clientId) => own.push(`-${clientId}`),
  })
  address = await broker.start()
})

afterEach(async () => {
  for (const client of clients) client.end(true)
  for (const socket of sockets) socket.destroy()
  await broker.stop()
})

const optionsOf = (id: string, options: IClientOptions = {}): IClientOptions => ({
  clientId: id,
  username: id,
  password: `secret-${id}`,
  reconnectPeriod: 0,
  protocolVersion: 5,
  ...options,
})
const urlOf = () => `mqtt://${address.host}:${address.port}`
const will = { topic: STATUS, payload: Buffer.from('gone'), qos: 1 as const, retain: true }

async function signIn(id: string, options?: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(urlOf(), optionsOf(id, options))
  client.on('error', () => {})
  clients.push(client)
  return client
}

async function collect(filter: string) {
  const heard: string[] = []
  await broker.subscribe(filter, ({ payload }) => heard.push(Buffer.from(payload).toString()))
  return heard
}

const reasonOfEnd = (client: MqttClient) =>
  new Promise<number | undefined>((resolve) => {
    client.once('disconnect', ({ reasonCode }) => resolve(reasonCode))
    client.once('close', () => resolve(undefined))
  })

/** A connection that says exactly the bytes it is told to. */
async function openRaw() {
  const socket = connectTcp(address.port, address.host)
  sockets.push(socket)
  socket.on('error', () => {})
  const heard: Packet[] = []
  const reader = parser({ protocolVersion: 5 })
  reader.on('packet', (packet) => heard.push(packet))
  socket.on('data', (chunk) => reader.parse(chunk))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const say = (...packets: Packet[]) =>
    socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion: 5 }))))
  return { socket, heard, ended, say }
}

const connectPacket = (more: object = {}): Packet => ({
  cmd: 'connect',
  protocolVersion: 5,
  clientId: 'one',
  clean: true,
  keepalive: 60,
  username: 'one',
  password: Buffer.from('secret-one'),
  ...more,
})

describe('[DP1] signing in by MQTT 5', () => {
  it('is answered with what the broker keeps and cannot do', async () => {
    const client = connect(urlOf(), optionsOf('one', { properties: { sessionExpiryInterval: 3600 } }))
    clients.push(client)
    const connack = await new Promise<IConnackPacket>((resolve) => client.once('connect', resolve))
    expect(connack).toMatchObject({
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        sessionExpiryInterval: 0,
        retainAvailable: true,
        maximumPacketSize: 65_536,
        topicAliasMaximum: 0,
        sharedSubscriptionAvailable: false,
        subscriptionIdentifiersAvailable: false,
      },
    })
    await vi.waitFor(() => expect(presence).toEqual(['+one']))
  })

  it.each([
    ['a wrong password', 'one', { password: 'secret-two' }],
    ['another user name', 'one', { username: 'two' }],
    ['an unknown id', 'three', {}],
  ])('[DP2] refuses %s with a reason', async (_name, id, options) => {
    const refusal = connectAsync(urlOf(), optionsOf(id, options))
    await expect(refusal).rejects.toMatchObject({ code: 0x87 })
    expect(presence).toEqual([])
  })

  it.each([
    ['another way of signing in', { properties: { authenticationMethod: 'SCRAM-SHA-1' } }, 0x8c],
    ['a client that takes nothing', { properties: { receiveMaximum: 0 } }, 0x82],
  ])('refuses %s with a reason', async (_name, more, reasonCode) => {
    const { say, heard, ended } = await openRaw()
    say(connectPacket(more))
    await ended
    expect(heard).toEqual([expect.objectContaining({ cmd: 'connack', reasonCode })])
  })

  it('[DP4] tells the first connection that a second has replaced it, and drops its will', async () => {
    const wills = await collect(STATUS)
    const first = await signIn('one', { will })
    const reason = reasonOfEnd(first)
    const second = await signIn('one', { protocolVersion: 4 })
    expect(await reason).toBe(0x8e)
    await second.publishAsync(STATUS, 'here', { qos: 1 })
    await vi.waitFor(() => expect(presence).toEqual(['+one', '+one']))
    expect(wills).toEqual(['here'])
  })
})

describe('the end of an MQTT 5 connection', () => {
  it.each<[string, (client: MqttClient) => unknown, string[]]>([
    ['a cut', (client) => client.stream.destroy(), ['gone']],
    ['a goodbye with the will', (client) => client.end(false, { reasonCode: 0x04 }), ['gone']],
    ['a goodbye for an error of its own', (client) => client.end(false, { reasonCode: 0x80 }), ['gone']],
    ['a normal goodbye', (client) => client.end(), []],
  ])('by %s', async (_name, end, expected) => {
    const wills = await collect(STATUS)
    const client = await signIn('one', {
      will: { ...will, properties: { willDelayInterval: 60, contentType: 'text/plain' } },
    })
    await vi.waitFor(() => expect(presence).toEqual(['+one']))
    end(client)
    await vi.waitFor(() => expect(presence).toEqual(['+one', '-one']))
    await vi.waitFor(() => expect(wills).toEqual(expected))
  })

  it('comes after all that was said before it', async () => {
    const states = await collect(STATE)
    const { say, heard, ended } = await openRaw()
    const publish = (payload: string): Packet => ({
      cmd: 'publish',
      topic: STATE,
      payload,
      qos: 0,
      dup: false,
      retain: false,
    })
    say(connectPacket({ will }))
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    say(publish('1'), publish('2'), { cmd: 'disconnect', reasonCode: 0x04 })
    await ended
    await vi.waitFor(() => expect(states).toEqual(['1', '2']))
  })

  it('by the server is told', async () => {
    const asked = reasonOfEnd(await signIn('one'))
    broker.disconnect('one')
    expect(await asked).toBe(0x98)
    const stopped = reasonOfEnd(await signIn('two'))
    await vi.waitFor(() => expect(broker.isConnected('two')).toBe(true))
    await broker.stop()
    expect(await stopped).toBe(0x8b)
  })

  it.each<[string, Packet, number]>([
    [
      'an alias for a topic',
      {
        cmd: 'publish',
        topic: STATE,
        payload: 'x',
        qos: 0,
        dup: false,
        retain: false,
        properties: { topicAlias: 1 },
      },
      0x94,
    ],
    ['a further sign-in', connectPacket(), 0x82],
    ['AUTH', { cmd: 'auth', reasonCode: 0x18 }, 0x82],
    ['an answer that only a server gives', { cmd: 'pingresp' }, 0x82],
    [
      'a number for a subscription',
      {
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [{ topic: COMMAND, qos: 1, nl: false, rap: false, rh: 0 }],
        properties: { subscriptionIdentifier: 7 },
      },
      0xa1,
    ],
  ])('follows %s, the will being published', async (_name, packet, reasonCode) => {
    const wills = await collect(STATUS)
    const { say, heard, ended } = await openRaw()
    say(connectPacket({ will }))
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    say(packet)
    await ended
    expect(heard.slice(1)).toEqual([expect.objectContaining({ cmd: 'disconnect', reasonCode })])
    await vi.waitFor(() => expect(wills).toEqual(['gone']))
  })

  it.each([
    ['flags that are reserved', [0x62 | 0x01, 0x02, 0x00, 0x01]],
    ['a property that does not exist', [0x30, 0x06, 0x00, 0x01, 0x61, 0x02, 0x7f, 0x00]],
    ['properties longer than the packet', [0x30, 0x05, 0x00, 0x01, 0x61, 0x7f, 0x01]],
    ['a topic longer than the packet', [0x30, 0x04, 0xff, 0xff, 0x61, 0x00]],
    ['no packet identifier', [0x82, 0x00]],
    ['a reason that does not exist', [0x40, 0x03, 0x00, 0x01, 0x55]],
  ])('follows %s', async (_name, bytes) => {
    const { socket, say, heard, ended } = await openRaw()
    say(connectPacket())
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    socket.write(Buffer.from(bytes))
    await ended
    expect(heard[1]).toMatchObject({ cmd: 'disconnect' })
    await signIn('two')
  })

  it('follows noise of every kind, and never ends the server', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 60; round += 1) {
      const { socket, say, heard, ended } = await openRaw()
      say(connectPacket())
      await vi.waitFor(() => expect(heard).toHaveLength(1), { interval: 2 })
      const body = Array.from({ length: 4 + random(60) }, () => random(256))
      socket.write(Buffer.from([(1 + random(15)) * 16 + random(16), body.length, ...body]))
      socket.end()
      await ended
    }
    await signIn('two')
  })
})

describe('topics by MQTT 5', () => {
  it.each([0, 1, 2] as const)('carry messages of QoS %i both ways', async (qos) => {
    const states = await collect(STATE)
    const client = await signIn('one')
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    const granted = await client.subscribeAsync(COMMAND, { qos })
    expect(granted).toEqual([expect.objectContaining({ qos })])
    await client.publishAsync(STATE, 'up', {
      qos,
      properties: { contentType: 'text/plain', userProperties: { a: ['b', 'c'] }, messageExpiryInterval: 9 },
    })
    await client.publishAsync(STATE, 'down', { qos })
    await broker.publish(COMMAND, 'move')
    await vi.waitFor(() => expect([...states, ...commands]).toEqual(['up', 'down', 'move']))
  })

  it('keep what is retained', async () => {
    const client = await signIn('one')
    await client.publishAsync(STATE, 'kept', { qos: 1, retain: true })
    expect(await collect('senca/+/state')).toEqual(['kept'])
    const commands: { text: string; retain: boolean }[] = []
    client.on('message', (_topic, payload, { retain }) => commands.push({ text: payload.toString(), retain }))
    await broker.publish(COMMAND, 'old', { retain: true })
    await client.subscribeAsync(COMMAND, { qos: 1 })
    await vi.waitFor(() => expect(commands).toEqual([{ text: 'old', retain: true }]))
  })

  it.each(['#', 'senca/#', 'senca/two/command', '$SYS/#', '$share/g/senca/two/command'])(
    '[DP3] refuse one the filter %s',
    async (filter) => {
      const { say, heard } = await openRaw()
      say(connectPacket(), {
        cmd: 'subscribe',
        messageId: 5,
        subscriptions: [filter, COMMAND].map((topic) => ({ topic, qos: 1, nl: false, rap: false, rh: 0 })),
      })
      await vi.waitFor(() =>
        expect(heard[1]).toMatchObject({ cmd: 'suback', messageId: 5, granted: [0x87, 1] }),
      )
    },
  )

  it.each(['senca/two/state', '$SYS/x', 'senca/two/command'])(
    '[DP3] never carry a message of one to %s',
    async (topic) => {
      const heard = [...(await collect('#')), ...(await collect('$SYS/x'))]
      const client = await signIn('one')
      const reason = reasonOfEnd(client)
      client.publish(topic, 'x', { qos: 0 })
      expect(await reason).toBe(0x87)
      expect(heard).toEqual([])
    },
  )

  it('are left, each filter with a reason of its own', async () => {
    const client = await signIn('one')
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    await client.subscribeAsync(COMMAND, { qos: 1 })
    const packet = await client.unsubscribeAsync([COMMAND, 'never/subscribed'])
    expect(packet).toMatchObject({ cmd: 'unsuback', granted: [0, 0] })
    await broker.publish(COMMAND, 'late')
    await client.publishAsync(STATE, 'x', { qos: 1 })
    expect(commands).toEqual([])
  })
})

describe('bounds of MQTT 5', () => {
  const published = (heard: Packet[]) => heard.flatMap((packet) => (packet.cmd === 'publish' ? [packet] : []))
  const subscribe: Packet = {
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: COMMAND, qos: 1, nl: false, rap: false, rh: 0 }],
  }

  it('never have more in flight than the client takes, and hold nothing else up', async () => {
    const { say, heard } = await openRaw()
    say(connectPacket({ properties: { receiveMaximum: 2 } }), subscribe)
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    for (const text of ['1', '2', '3', '4']) await broker.publish(COMMAND, text)
    say({ cmd: 'pingreq' })
    await vi.waitFor(() => expect(heard.at(-1)?.cmd).toBe('pingresp'))
    expect(published(heard).map(({ payload }) => payload.toString())).toEqual(['1', '2'])
    const [first, second] = published(heard)
    say({ cmd: 'puback', messageId: first?.messageId ?? 0, reasonCode: 0 })
    await vi.waitFor(() => expect(published(heard)).toHaveLength(3))
    say({ cmd: 'puback', messageId: second?.messageId ?? 0, reasonCode: 0x80 })
    await vi.waitFor(() =>
      expect(published(heard).map(({ payload }) => payload.toString())).toEqual(['1', '2', '3', '4']),
    )
  })

  it('leave out what is larger than the client takes', async () => {
    const { say, heard } = await openRaw()
    say(connectPacket({ properties: { maximumPacketSize: 100 } }), subscribe)
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    await broker.publish(COMMAND, 'x'.repeat(200))
    await broker.publish(COMMAND, 'small')
    await vi.waitFor(() => expect(published(heard).map(({ payload }) => `${payload}`)).toEqual(['small']))
  })

  it('cut a packet of more than 64 KiB off and let one just below through', async () => {
    const states = await collect(STATE)
    const client = await signIn('one')
    await client.publishAsync(STATE, 'x'.repeat(65_000), { qos: 1 })
    const { say, heard, ended } = await openRaw()
    say({ ...connectPacket(), ...{ clientId: 'two', username: 'two', password: Buffer.from('secret-two') } })
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    say({
      cmd: 'publish',
      topic: 'senca/two/state',
      payload: 'x'.repeat(66_000),
      qos: 0,
      dup: false,
      retain: false,
    })
    await ended
    expect(states.map((text) => text.length)).toEqual([65_000])
  })

  it('cut off who reads nothing', async () => {
    const { socket, say, heard } = await openRaw()
    say(connectPacket(), {
      ...subscribe,
      subscriptions: [{ topic: COMMAND, qos: 0, nl: false, rap: false, rh: 0 }],
    })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    socket.pause()
    const flood = async () => {
      for (let count = 0; count < 400; count += 1) await broker.publish(COMMAND, 'x'.repeat(60_000))
    }
    await flood()
    await vi.waitFor(() => expect(presence).toEqual(['+one', '-one']), 9_000)
  }, 20_000)

  it.each([3, 4, 5] as const)('understand a sign-in that comes byte by byte (level %i)', async (level) => {
    const socket = connectTcp(address.port, address.host)
    sockets.push(socket)
    const packet: Packet = {
      ...connectPacket(),
      cmd: 'connect',
      clientId: 'one',
      protocolId: level === 3 ? 'MQIsdp' : 'MQTT',
      protocolVersion: level,
    }
    for (const byte of generate(packet, { protocolVersion: level })) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.waitFor(() => expect(presence).toEqual(['+one']))
  })

  it('cut off who has not signed in after 10 seconds, whatever it has said', async () => {
    const begun = Date.now()
    const times = await Promise.all(
      [
        [],
        [0x10, 0x20, 0x00, 0x04, 0x4d],
        [0x10, 0x20, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x05],
        [0x10, 0x20, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x04],
      ].map(async (bytes) => {
        const { socket, ended } = await openRaw()
        socket.write(Buffer.from(bytes))
        await ended
        return Date.now() - begun
      }),
    )
    for (const time of times) {
      expect(time).toBeGreaterThan(9_000)
      expect(time).toBeLessThan(12_000)
    }
  }, 15_000)
})
