import { createServer, type Server, type Socket } from 'node:net'
import type { Aedes, Client } from 'aedes'
import type { createSessions } from './embedded-broker-sessions.ts'
import type { Logger } from './logger.ts'
import type { AddressLimits, Arrival } from './mqtt-address-limits.ts'
import type { ClientBudgets } from './mqtt-client-budgets.ts'
import { awaitFirstPacket } from './mqtt-first-packet.ts'
import { limitReads } from './mqtt-read-budget.ts'
import { MAXIMUM_PACKET_SIZE, REASONS, type Reason } from './mqtt5-packets.ts'
import { speakMqtt5 } from './mqtt5-stream.ts'
import { StartError } from './start-error.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A device that lost its power sends no goodbye; the kernel then asks after it, ten times a second apart. */
const TCP_KEEPALIVE_MS = 30_000
const MQTT_5_LEVEL = 5

/** By the error with which the broker ends a connection. */
const REASON_BY_ERROR = new Map<string, Reason>([
  ['keep alive timeout', REASONS.keepAliveTimeout],
  ['may not publish to this topic', REASONS.notAuthorized],
  ['drain timeout', REASONS.quotaExceeded],
])

interface DoorOptions {
  aedes: Aedes
  sessions: ReturnType<typeof createSessions>
  budgets: ClientBudgets
  addresses: AddressLimits
  host: string
  port: number
  logger: Logger
}

/** The TCP port that devices come in by: MQTT 3.1.1 goes straight to aedes, MQTT 5 through a translation. */
export function createDoor({ aedes, sessions, budgets, addresses, host, port, logger }: DoorOptions) {
  let server: Server | undefined
  let isClosing = false
  const sockets = new Set<Socket>()
  const arrivals = new WeakMap<Client, Arrival & { goOnWith: ReturnType<typeof limitReads> }>()

  const reasonOf = (client: Client, error: Error | null): Reason => {
    if (error) return REASON_BY_ERROR.get(error.message) ?? REASONS.protocolError
    if (isClosing) return REASONS.serverShuttingDown
    return sessions.isReplaced(client) ? REASONS.sessionTakenOver : REASONS.administrativeAction
  }
  aedes.on('client', (client) => {
    const arrival = arrivals.get(client)
    if (arrival === undefined) return
    arrival.leave()
    const { budget, leave } = budgets.join(client.id)
    arrival.goOnWith(budget)
    if (client.conn.destroyed) leave()
    else client.conn.once('close', leave)
  })
  const accept = (socket: Socket) => {
    const arrival = addresses.enter(socket.remoteAddress ?? '', () => socket.destroy())
    if (arrival === null) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      arrival.leave()
    })
    socket.setNoDelay(true)
    socket.setKeepAlive(true, TCP_KEEPALIVE_MS)
    const bounds = { maxBytes: MAXIMUM_PACKET_SIZE, timeoutMs: CONNECT_TIMEOUT_MS }
    awaitFirstPacket(socket, bounds, (protocolLevel) => {
      const goOnWith = limitReads(socket, {
        maxPacketBytes: MAXIMUM_PACKET_SIZE,
        paused: () =>
          logger.info({ address: socket.remoteAddress }, 'A device sends too much and is read more slowly'),
      })
      if (protocolLevel !== MQTT_5_LEVEL) {
        acknowledgeTogether(socket)
        arrivals.set(aedes.handle(socket), { ...arrival, goOnWith })
        return
      }
      const client: Client = aedes.handle(speakMqtt5(socket, (error) => reasonOf(client, error)))
      arrivals.set(client, { ...arrival, goOnWith })
    })
  }
  return {
    loginFailed: (client: Client) => arrivals.get(client)?.loginFailed(),
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
    close() {
      isClosing = true
      return new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** What came in together is acknowledged together, after it was passed on: one write, for which nobody waits. */
function acknowledgeTogether(socket: Socket) {
  const read = socket.read.bind(socket)
  const uncork = () => socket.uncork()
  // A task of the turn that begins after what was read has asked for its own.
  const uncorkAfterTasks = () => setImmediate(uncork)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (chunk === null) return chunk
    socket.cork()
    process.nextTick(uncorkAfterTasks)
    return chunk
  }
}
