import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import type { Broker, BrokerGuard } from './broker.ts'
import { createListeners } from './embedded-broker-listeners.ts'
import { createRules } from './embedded-broker-rules.ts'
import { createSessions } from './embedded-broker-sessions.ts'
import type { Logger } from './logger.ts'
import { createPacketMeter } from './mqtt-packet-meter.ts'
import { StartError } from './start-error.ts'

const MAX_PACKET_BYTES = 64 * 1024
/** A device that lost its power sends no goodbye; the kernel then asks after it. */
const TCP_KEEPALIVE_MS = 30_000

interface EmbeddedBrokerOptions {
  host: string
  /** 0 picks a free one. */
  port: number
  logger: Logger
}

/** The broker within this process: MQTT 3.1.1 on a TCP port for devices, direct calls for the server itself. */
export function createEmbeddedBroker({ host, port, logger }: EmbeddedBrokerOptions): Broker {
  const guards = new Set<BrokerGuard>()
  const sessions = createSessions({
    connected(clientId) {
      for (const guard of guards) guard.connected(clientId)
    },
    disconnected(clientId) {
      for (const guard of guards) guard.disconnected(clientId)
    },
  })
  const rules = createRules({
    guards,
    sessions,
    published(packet, _client, callback) {
      listeners.remember(packet)
      callback(null)
    },
    logger,
  })
  const aedes = new Aedes(rules)
  const listeners = createListeners(aedes, logger)
  const door = createDoor(aedes, host, port)
  aedes.on('clientReady', (client) => sessions.ready(client))
  logTroubles(aedes, logger)

  return {
    publish(topic, payload, options = {}) {
      const retain = options.retain === true
      const packet = {
        cmd: 'publish' as const,
        topic,
        payload: Buffer.from(payload),
        qos: 1 as const,
        retain,
        dup: false,
      }
      return new Promise((resolve, reject) => {
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
      })
    },
    subscribe: listeners.subscribe,
    guard(rules) {
      // A fresh object per call, so that one guard may be laid twice.
      const own = { ...rules }
      guards.add(own)
      return () => guards.delete(own)
    },
    isConnected: sessions.isConnected,
    disconnect: sessions.close,
    async start() {
      await aedes.listen()
      return door.open()
    },
    async stop() {
      const closed = door.close()
      await new Promise<void>((resolve) => aedes.close(resolve))
      door.cut()
      await closed
    },
  }
}

/** The TCP port that devices come in by. */
function createDoor(aedes: Aedes, host: string, port: number) {
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    socket.setKeepAlive(true, TCP_KEEPALIVE_MS)
    limitPackets(socket)
    aedes.handle(socket)
  }
  return {
    async open(): Promise<{ host: string; port: number }> {
      const listening = createServer(accept)
      server = listening
      await new Promise<void>((resolve, reject) => {
        listening.once('error', (error) =>
          reject(new StartError(`MQTT cannot listen on ${host}:${port} (${error.message}); set MQTT_PORT`)),
        )
        listening.listen(port, host, resolve)
      })
      const address = listening.address()
      return { host, port: typeof address === 'object' && address ? address.port : port }
    },
    close: () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function logTroubles(aedes: Aedes, logger: Logger) {
  const logRefusal = (client: Client, error: Error) =>
    logger.debug({ clientId: client.id ?? undefined, reason: error.message }, 'A device connection was ended')
  aedes.on('clientError', logRefusal)
  aedes.on('connectionError', logRefusal)
  // aedes reports failures of its in-memory store this way; without a listener they would end the process.
  const logFailure = (error: Error) => logger.error({ err: error }, 'The broker failed')
  Reflect.apply(aedes.on, aedes, ['error', logFailure])
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
