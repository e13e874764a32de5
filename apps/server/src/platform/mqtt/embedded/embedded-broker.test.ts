import { connect as connectTcp, type Socket } from 'node:net'
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { generate, type IConnectPacket } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../logger.ts'
import type { Broker, BrokerMessage } from '../broker.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'

const SECRETS = new Map([
  ['one', 'secret-one'],
  ['two', 'secret-two'],
])

let broker: Broker
let address: { host: string; port: number }
let presence: string[]
let clients: MqttClient[]
let sockets: Socket[]
let liftGuard: () => void

beforeEach(async () => {
  const own: string[] = []
  presence = own
  clients = []
  sockets = []
  broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0, logger: createLogger('silent') })
  liftGuard = broker.guard({
    mayConnect: async ({ clientId, username, password }) =>
      clientId === username && SECRETS.get(clientId) === password,
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
  password: SECRETS.get(id) ?? 'unknown',
  reconnectPeriod: 0,
  ...options,
})
const urlOf = () => `mqtt://${address.host}:${address.port}`

async function signIn(id: string, options?: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(urlOf(), optionsOf(id, options))
  client.on('error', () => {})
  clients.push(client)
  return client
}

async function collect(filter: string, group?: string) {
  const heard: { topic: string; text: string; retained: boolean }[] = []
  const listener = ({ topic, payload, retained }: BrokerMessage) =>
    heard.push({ topic, text: Buffer.from(payload).toString(), retained })
  return { heard, undo: await broker.subscribe(filter, listener, group) }
}

/** A connection that sends exactly the given bytes. */
function openRaw(): Socket {
  const socket = connectTcp(address.port, address.host)
  sockets.push(socket)
  return socket.on('error', () => {})
}

const connectPacket = (more: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: 'connect',
  protocolId: more.protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
  clientId: 'one',
  clean: true,
  keepalive: 60,
  username: 'one',
  password: Buffer.from('secret-one'),
  ...more,
})

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

describe('signing in', () => {
  it.each([
    ['a wrong password', 'one', { password: 'secret-two' }],
    ['another user name', 'one', { username: 'two' }],
    ['an unknown id', 'three', {}],
    ['a client id of 129 characters', 'x'.repeat(129), {}],
  ])('refuses %s', async (_name, id, options) => {
    await expect(connectAsync(urlOf(), optionsOf(id, options))).rejects.toThrow()
    expect(presence).toEqual([])
  })

  it('refuses everybody when the check itself fails', async () => {
    liftGuard()
    broker.guard({
      mayConnect: () => Promise.reject(new Error('database away')),
      mayPublish: () => true,
      maySubscribe: () => true,
      connected: () => {},
      disconnected: () => {},
    })
    await expect(connectAsync(urlOf(), optionsOf('one'))).rejects.toThrow()
  })

  it('lets in whom any of its guards lets in, until that guard is lifted', async () => {
    const liftSecond = broker.guard({
      mayConnect: async ({ clientId }) => clientId === 'three',
      mayPublish: () => false,
      maySubscribe: () => false,
      connected: () => {},
      disconnected: () => {},
    })
    await (await signIn('one')).endAsync()
    await (await signIn('three')).endAsync()
    liftSecond()
    await expect(connectAsync(urlOf(), optionsOf('three'))).rejects.toThrow()
    await (await signIn('one')).endAsync()
    liftGuard()
    await expect(connectAsync(urlOf(), optionsOf('one'))).rejects.toThrow()
  })

  it('tells of the connection and of its end', async () => {
    const client = await signIn('one')
    await vi.waitFor(() => expect(presence).toEqual(['+one']))
    await client.endAsync()
    await vi.waitFor(() => expect(presence).toEqual(['+one', '-one']))
  })

  it('tells a guard that is added later who is connected', async () => {
    await signIn('one')
    await (await signIn('two')).endAsync()
    await vi.waitFor(() => expect(presence).toEqual(['+one', '+two', '-two']))
    const connected: string[] = []
    broker.guard({
      mayConnect: async () => false,
      mayPublish: () => false,
      maySubscribe: () => false,
      connected: (clientId) => connected.push(clientId),
      disconnected: () => {},
    })
    expect(connected).toEqual(['one'])
  })

  it('lets a second connection replace the first without telling of an end, and drops the will of the first', async () => {
    const wills = await collect('senca/one/status')
    const will = { topic: 'senca/one/status', payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const first = await signIn('one', { will })
    const firstClosed = closed(first)
    const second = await signIn('one', { will })
    await firstClosed
    await second.publishAsync('senca/one/status', 'here', { qos: 1 })
    await vi.waitFor(() => expect(presence).toEqual(['+one', '+one']))
    expect(wills.heard.map(({ text }) => text)).toEqual(['here'])
    second.stream.destroy()
    await vi.waitFor(() => expect(presence).toEqual(['+one', '+one', '-one']))
    await vi.waitFor(() => expect(wills.heard.map(({ text }) => text)).toEqual(['here', 'gone']))
  })
})

describe('topics', () => {
  it('carries what a device says to the server and a command to the device', async () => {
    const { heard } = await collect('senca/+/state')
    const client = await signIn('one')
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    await client.subscribeAsync('senca/one/command', { qos: 1 })
    await client.publishAsync('senca/one/state', 'up', { qos: 1 })
    await broker.publish('senca/one/command', 'move')
    await vi.waitFor(() => expect(heard).toEqual([{ topic: 'senca/one/state', text: 'up', retained: false }]))
    await vi.waitFor(() => expect(commands).toEqual(['move']))
  })

  it.each(['senca/two/state', '$SYS/x', 'senca/two/command'])(
    'never carries a message of one to %s',
    async (topic) => {
      const { heard } = await collect('#')
      const system = await collect('$SYS/x')
      const client = await signIn('one')
      const ended = closed(client)
      client.publish(topic, 'x', { qos: 0 })
      await ended
      expect([...heard, ...system.heard]).toEqual([])
    },
  )

  it.each(['#', 'senca/#', 'senca/+/command', 'senca/two/command', '$SYS/#', '$share/g/senca/two/command'])(
    'refuses one the filter %s',
    async (filter) => {
      const client = await signIn('one')
      await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
    },
  )

  it('queues nothing for a device that is away, whatever session it asks for', async () => {
    const persistent = { clean: false }
    const first = await signIn('one', persistent)
    await first.subscribeAsync('senca/one/command', { qos: 1 })
    await first.endAsync()
    await vi.waitFor(() => expect(presence).toContain('-one'))
    await broker.publish('senca/one/command', 'late')
    const second = connect(urlOf(), optionsOf('one', persistent))
    clients.push(second)
    const heard: string[] = []
    second.on('message', (_topic, payload) => heard.push(payload.toString()))
    const sessionPresent = await new Promise((resolve) =>
      second.once('connect', (ack) => resolve(ack.sessionPresent)),
    )
    await second.subscribeAsync('senca/one/command', { qos: 1 })
    await broker.publish('senca/one/command', 'now')
    await vi.waitFor(() => expect(heard).toEqual(['now']))
    expect(sessionPresent).toBe(false)
  })
})

describe('the server as a subscriber', () => {
  it('receives a retained message once more when it subscribes later', async () => {
    const client = await signIn('one')
    await client.publishAsync('senca/one/state', 'kept', { qos: 1, retain: true })
    await client.publishAsync('senca/one/result', 'not kept', { qos: 1 })
    const { heard } = await collect('senca/+/+')
    expect(heard).toEqual([{ topic: 'senca/one/state', text: 'kept', retained: true }])
  })

  it('receives once what a device publishes with QoS 2 and repeats', async () => {
    const { heard } = await collect('senca/+/result')
    const client = await signIn('one')
    const say = () =>
      client.stream.write(
        generate({
          cmd: 'publish',
          topic: 'senca/one/result',
          payload: 'done',
          qos: 2,
          messageId: 7,
          dup: false,
          retain: false,
        }),
      )
    const received = vi.fn()
    client.on('packetreceive', ({ cmd }) => cmd === 'pubrec' && received())
    say()
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1))
    say()
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(2))
    expect(heard).toEqual([{ topic: 'senca/one/result', text: 'done', retained: false }])
  })

  it('receives nothing after the undo', async () => {
    const first = await collect('a')
    const second = await collect('a')
    first.undo()
    await broker.publish('b', 'x')
    await broker.publish('a', 'x')
    expect([first.heard.length, second.heard.length]).toEqual([0, 1])
  })

  it('gives each message to one member of a group, and all of them to the last one', async () => {
    const one = await collect('a', 'ingest')
    const two = await collect('a', 'ingest')
    const alone = await collect('a')
    for (const text of ['1', '2', '3', '4']) await broker.publish('a', text)
    expect([one.heard.length, two.heard.length, alone.heard.length]).toEqual([2, 2, 4])
    one.undo()
    await broker.publish('a', '5')
    expect(two.heard.map(({ text }) => text)).toContain('5')
  })
})

describe('bounds', () => {
  it('[DP1] refuses MQTT 5 with the reason of MQTT 5', async () => {
    const refusal = connectAsync(urlOf(), optionsOf('one', { protocolVersion: 5 }))
    await expect(refusal).rejects.toMatchObject({ code: 0x84 })
    expect(presence).toEqual([])
    await signIn('one', { protocolVersion: 4 })
  })

  it.each([3, 4] as const)(
    '[DP1] understands a sign-in that comes byte by byte (level %i)',
    async (protocolVersion) => {
      const socket = openRaw()
      for (const byte of generate(connectPacket({ protocolVersion }), { protocolVersion })) {
        socket.write(Buffer.from([byte]))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await vi.waitFor(() => expect(presence).toEqual(['+one']))
    },
  )

  it('cuts off who has not signed in after 10 seconds, whatever it has said', async () => {
    const begun = Date.now()
    const times = await Promise.all(
      [[], [0x10, 0x20, 0x00, 0x04, 0x4d], [0x10, 0x20, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x04]].map(
        async (bytes) => {
          const socket = openRaw()
          const ended = new Promise((resolve) => socket.once('close', resolve))
          socket.write(Buffer.from(bytes))
          await ended
          return Date.now() - begun
        },
      ),
    )
    for (const time of times) expect(time).toBeGreaterThan(9_000)
    expect(presence).toEqual([])
  }, 60_000)

  it('ends a connection that sends noise, of every kind, and goes on', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 60; round += 1) {
      const socket = openRaw()
      const ended = new Promise((resolve) => socket.once('close', resolve))
      socket.resume()
      const body = Array.from({ length: 4 + random(60) }, () => random(256))
      const noise = Buffer.from([(1 + random(15)) * 16 + random(16), body.length, ...body])
      socket.end(Buffer.concat([generate(connectPacket()), noise]))
      await ended
    }
    await signIn('two')
  })

  it('cuts a packet of more than 64 KiB off and lets one just below through', async () => {
    const { heard } = await collect('senca/one/state')
    const client = await signIn('one')
    await client.publishAsync('senca/one/state', 'x'.repeat(65_000), { qos: 1 })
    const ended = closed(client)
    client.publish('senca/one/state', 'x'.repeat(66_000), { qos: 0 })
    await ended
    expect(heard.map(({ text }) => text.length)).toEqual([65_000])
  })

  it('cuts a stranger off who announces a huge first packet', async () => {
    const socket = connectTcp(address.port, address.host)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await ended
    expect(presence).toEqual([])
  })

  it('ends a connection on request, its last will being published', async () => {
    const { heard } = await collect('senca/one/status')
    const will = { topic: 'senca/one/status', payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const client = await signIn('one', { will })
    await vi.waitFor(() => expect(presence).toEqual(['+one']))
    const ended = closed(client)
    broker.disconnect('one')
    await ended
    await vi.waitFor(() => expect(heard.map(({ text }) => text)).toEqual(['gone']))
    await vi.waitFor(() => expect(presence).toEqual(['+one', '-one']))
  })
})
