import { connect, type Socket } from 'node:net'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { createLogger } from '#platform/logger.ts'
import type { BrokerMessage } from '#platform/mqtt/broker.ts'
import { createEmbeddedBroker } from '#platform/mqtt/embedded/embedded-broker.ts'

const SECRETS = new Map([
  ['one', 'secret-one'],
  ['two', 'secret-two'],
])

/** Starts an embedded broker with a guard that knows the devices `one` and `two`. */
export async function startGuardedBroker() {
  const presence: string[] = []
  const clients: MqttClient[] = []
  const sockets: Socket[] = []
  const broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0, logger: createLogger('silent') })
  const liftGuard = broker.guard({
    mayConnect: async ({ clientId, username, password }) =>
      clientId === username && SECRETS.get(clientId) === password,
    mayPublish: (clientId, topic) => topic.startsWith(`senca/${clientId}/`),
    maySubscribe: (clientId, filter) => filter === `senca/${clientId}/command`,
    connected: (clientId) => presence.push(`+${clientId}`),
    disconnected: (clientId) => presence.push(`-${clientId}`),
  })
  const address = await broker.start()
  const url = `mqtt://${address.host}:${address.port}`
  const optionsOf = (id: string, options: IClientOptions = {}): IClientOptions => ({
    clientId: id,
    username: id,
    password: SECRETS.get(id) ?? 'unknown',
    reconnectPeriod: 0,
    ...options,
  })
  return {
    broker,
    url,
    optionsOf,
    /** The connections (+) and their ends (-) that were reported to the guard. */
    presence,
    liftGuard,
    async signIn(id: string, options?: IClientOptions): Promise<MqttClient> {
      const client = await connectAsync(url, optionsOf(id, options))
      client.on('error', () => {})
      clients.push(client)
      return client
    },
    async collect(filter: string, group?: string) {
      const received: { topic: string; text: string; retained: boolean }[] = []
      const listener = ({ topic, payload, retained }: BrokerMessage) =>
        received.push({ topic, text: Buffer.from(payload).toString(), retained })
      return { received, undo: await broker.subscribe(filter, listener, group) }
    },
    /** A connection that sends exactly the given bytes. */
    openRaw(): Socket {
      const socket = connect(address.port, address.host)
      sockets.push(socket)
      return socket.on('error', () => {})
    },
    async stop() {
      for (const client of clients) client.end(true)
      for (const socket of sockets) socket.destroy()
      await broker.stop()
    },
  }
}

export const closed = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))
