import { createServer, type Server, type Socket } from 'node:net'
import type { Aedes, Client } from 'aedes'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'
import type { AddressLimits, Arrival } from './address-limits.ts'
import type { ClientBudgets } from './client-budgets.ts'
import { limitReads } from './read-budget.ts'

const MAX_PACKET_BYTES = 64 * 1024
/** A device that lost its power closes no connection; the kernel then probes it, ten times a second apart. */
const TCP_KEEPALIVE_MS = 30_000

interface MqttListenerOptions {
  aedes: Aedes
  budgets: ClientBudgets
  addresses: AddressLimits
  host: string
  port: number
  logger: Logger
}

/** The TCP port that devices connect to. */
export function createMqttListener({ aedes, budgets, addresses, host, port, logger }: MqttListenerOptions) {
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const arrivals = new WeakMap<Client, Arrival & { goOnWith: ReturnType<typeof limitReads> }>()

  aedes.on('client', (client) => {
    const arrival = arrivals.get(client)
    if (arrival === undefined) return
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
    const goOnWith = limitReads(socket, {
      maxPacketBytes: MAX_PACKET_BYTES,
      paused: () =>
        logger.info({ address: socket.remoteAddress }, 'A device sends too much and is read more slowly'),
    })
    arrivals.set(aedes.handle(socket), { ...arrival, goOnWith })
  }
  return {
    loginReceived: (client: Client) => arrivals.get(client)?.leave(),
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
      return new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
