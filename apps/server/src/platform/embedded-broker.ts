import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import type { Broker, BrokerGuard, BrokerMessage } from './broker.ts'
import { createSessions } from './embedded-broker-sessions.ts'
import type { Logger } from './logger.ts'
import { createPacketMeter } from './mqtt-packet-meter.ts'
import { StartError } from './start-error.ts'
import { topicMatches } from './topic-filter.ts'

const MAX_PACKET_BYTES = 64 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** A reader that takes nothing for this long is cut off, so that it holds up no publisher. */
const DRAIN_TIMEOUT_MS = 5_000
const TCP_KEEPALIVE_MS = 30_000
const MAX_CLIENT_ID_LENGTH = 128

type Listener = (message: BrokerMessage) => void

interface EmbeddedBrokerOptions {
  host: string
  /** 0 picks a free one. */
  port: number
  logger: Logger
}

/** The broker within this process: MQTT 3.1.1 on a TCP port for devices, direct calls for the server itself. */
export function createEmbeddedBroker({ host, port, logger }: EmbeddedBrokerOptions): Broker {
  let guard: BrokerGuard | undefined
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const retainedByTopic = new Map<string, Uint8Array>()
  const groupByKey = new Map<string, Listener[]>()
  const sessions = createSessions({
    connected: (clientId) => guard?.connected(clientId),
    disconnected: (clientId) => guard?.disconnected(clientId),
  })

  const aedes = new Aedes({
    concurrency: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: 32,
    preConnect(_client, packet, callback) {
      // Nothing is kept for a client that is away: late commands must not move hardware.
      packet.clean = true
      callback(null, true)
    },
    authenticate(client, username, password, done) {
      const signIn = {
        clientId: client.id,
        username: username ?? '',
        password: password?.toString('utf8') ?? '',
      }
      void mayConnect(guard, signIn, logger).then((isAllowed) => {
        if (isAllowed) sessions.arrive(client)
        done(null, isAllowed)
      })
    },
    authorizePublish(client, packet, callback) {
      const isAllowed =
        client === null ||
        (!packet.topic.startsWith('$') &&
          guard?.mayPublish(client.id, packet.topic) === true &&
          // The last will of a replaced connection would contradict the one that replaced it.
          !(client.closed && sessions.isReplaced(client)))
      callback(isAllowed ? null : new Error(`may not publish to this topic`))
    },
    authorizeSubscribe(client, subscription, callback) {
      const { topic } = subscription
      const isAllowed = !topic.startsWith('$') && guard?.maySubscribe(client.id, topic) === true
      callback(null, isAllowed ? subscription : null)
    },
    authorizeForward(client, packet) {
      const isAllowed = !packet.topic.startsWith('$') && guard?.maySubscribe(client.id, packet.topic) === true
      return isAllowed ? packet : null
    },
    published(packet, _client, callback) {
      remember(retainedByTopic, packet)
      callback(null)
    },
  })
  aedes.on('clientReady', (client) => sessions.ready(client))
  const logRefusal = (client: Client, error: Error) =>
    logger.debug({ clientId: client.id ?? undefined, reason: error.message }, 'A device connection was ended')
  aedes.on('clientError', logRefusal)
  aedes.on('connectionError', logRefusal)
  // aedes reports failures of its in-memory store this way; without a listener they would end the process.
  Reflect.apply(aedes.on, aedes, [
    'error',
    (error: Error) => logger.error({ err: error }, 'The broker failed'),
  ])

  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    socket.setKeepAlive(true, TCP_KEEPALIVE_MS)
    limitPackets(socket)
    aedes.handle(socket)
  }

  const listen = async (filter: string, listener: Listener): Promise<() => void> => {
    let isActive = true
    const deliver = (packet: AedesPublishPacket, done: () => void) => {
      // aedes delivers until the next turn after an unsubscribe, and its own $SYS messages to a leading wildcard.
      if (isActive && topicMatches(filter, packet.topic))
        call(listener, { topic: packet.topic, payload: bytesOf(packet.payload), retained: false }, logger)
      done()
    }
    await new Promise<void>((resolve) => aedes.subscribe(filter, deliver, resolve))
    return () => {
      isActive = false
      aedes.unsubscribe(filter, deliver, () => {})
    }
  }

  const joinGroup = async (filter: string, listener: Listener, group: string): Promise<() => void> => {
    const key = `${group} ${filter}`
    const members = groupByKey.get(key) ?? []
    members.push(listener)
    if (!groupByKey.has(key)) {
      groupByKey.set(key, members)
      let turn = 0
      await listen(filter, (message) => {
        turn += 1
        members[turn % Math.max(members.length, 1)]?.(message)
      })
    }
    return () => {
      const index = members.indexOf(listener)
      if (index >= 0) members.splice(index, 1)
    }
  }

  return {
    publish(topic, payload, options = {}) {
      const packet = {
        cmd: 'publish' as const,
        topic,
        payload: Buffer.from(payload),
        qos: 1 as const,
        retain: options.retain === true,
        dup: false,
      }
      return new Promise((resolve, reject) => {
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
      })
    },
    async subscribe(filter, listener, group) {
      if (group !== undefined) return joinGroup(filter, listener, group)
      const undo = await listen(filter, listener)
      for (const [topic, payload] of retainedByTopic) {
        if (topicMatches(filter, topic)) call(listener, { topic, payload, retained: true }, logger)
      }
      return undo
    },
    guard(rules) {
      guard = rules
    },
    isConnected: sessions.isConnected,
    disconnect(clientId) {
      sessions.close(clientId)
    },
    async start() {
      await aedes.listen()
      const listening = createServer(accept)
      server = listening
      await new Promise<void>((resolve, reject) => {
        listening.once('error', (error) =>
          reject(new StartError(`MQTT cannot listen on ${host}:${port}: ${error.message}`)),
        )
        listening.listen(port, host, resolve)
      })
      const address = listening.address()
      return { host, port: typeof address === 'object' && address ? address.port : port }
    },
    async stop() {
      const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function mayConnect(
  guard: BrokerGuard | undefined,
  signIn: Parameters<BrokerGuard['mayConnect']>[0],
  logger: Logger,
): Promise<boolean> {
  if (signIn.clientId.length > MAX_CLIENT_ID_LENGTH) return false
  try {
    return (await guard?.mayConnect(signIn)) === true
  } catch (error) {
    logger.error({ err: error, clientId: signIn.clientId }, 'A device sign-in could not be checked')
    return false
  }
}

function remember(retainedByTopic: Map<string, Uint8Array>, packet: AedesPublishPacket) {
  if (!packet.retain) return
  const payload = bytesOf(packet.payload)
  if (payload.length === 0) retainedByTopic.delete(packet.topic)
  else retainedByTopic.set(packet.topic, payload)
}

function bytesOf(payload: string | Buffer): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload
}

function call(listener: Listener, message: BrokerMessage, logger: Logger) {
  try {
    listener(message)
  } catch (error) {
    logger.error({ err: error }, 'A listener of the broker failed')
  }
}

/** aedes has no limit of its own and would buffer a packet of up to 256 MiB; it takes its bytes with `read`. */
function limitPackets(socket: Socket) {
  const accepts = createPacketMeter(MAX_PACKET_BYTES)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (!(chunk instanceof Uint8Array) || accepts(chunk)) return chunk
    socket.destroy()
    return null
  }
}
