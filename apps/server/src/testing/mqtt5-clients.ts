import { connect as connectTcp, type Socket } from 'node:net'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach } from 'vitest'
import type { Broker } from '#platform/broker.ts'
import { createEmbeddedBroker } from '#platform/embedded-broker.ts'
import { createLogger } from '#platform/logger.ts'

export const COMMAND = 'senca/one/command'
export const STATE = 'senca/one/state'
export const STATUS = 'senca/one/status'
export const will = { topic: STATUS, payload: Buffer.from('gone'), qos: 1 as const, retain: true }

export const reasonOfEnd = (client: MqttClient) =>
  new Promise<number | undefined>((resolve) => {
    client.once('disconnect', ({ reasonCode }) => resolve(reasonCode))
    client.once('close', () => resolve(undefined))
  })

export const connectPacket = (more: object = {}): Packet => ({
  cmd: 'connect',
  protocolVersion: 5,
  clientId: 'one',
  clean: true,
  keepalive: 60,
  username: 'one',
  password: Buffer.from('secret-one'),
  ...more,
})

/** A broker for each test, with two clients that may sign in, and what there is to talk to it by MQTT 5. */
export function useBroker() {
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

  return {
    get broker() {
      return broker
    },
    get presence() {
      return presence
    },
    /** Ends with the test. */
    keep: (...kept: MqttClient[]) => clients.push(...kept),
    keepSocket: (socket: Socket) => sockets.push(socket),
    connectTcp: () => connectTcp(address.port, address.host),
    urlOf,
    optionsOf,
    signIn,
    collect,
    openRaw,
  }
}
