import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Aedes, Client } from 'aedes'
import { urlHostOf } from '../../http/hosts.ts'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'
import type { AddressLimits, Arrival } from './address-limits.ts'
import { type ClientBudgets, createReadBudget } from './client-budgets.ts'
import { readFirstPacket } from './first-packet.ts'
import { limitReads } from './read-budget.ts'
import type { EmbeddedSpaces } from './spaces/embedded-spaces.ts'
import { type CertificateFiles, createTlsCertificate } from './tls-certificate.ts'

const MAX_PACKET_BYTES = 64 * 1024
const MAX_FILTERS_BYTES = 8 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** A device that loses power does not close its connection. The kernel then probes it ten times, one second apart. */
const TCP_KEEPALIVE_MS = 30_000

interface MqttListenerOptions {
  aedes: Aedes
  budgets: ClientBudgets
  addresses: AddressLimits
  spaces: Pick<EmbeddedSpaces, 'isFor' | 'receive'>
  host: string
  port: number
  /** A second port with TLS. */
  tls?: MqttTls | undefined
  logger: Logger
}

export interface MqttTls extends CertificateFiles {
  /** 0 selects a free port. */
  port: number
}

/** The TCP ports for devices. */
export function createMqttListener(options: MqttListenerOptions) {
  const { aedes, budgets, addresses, spaces, host, port, tls, logger } = options
  const certificate = tls === undefined ? undefined : createTlsCertificate(tls, logger)
  const servers: Server[] = []
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
  const accept = (socket: Socket, isEncrypted: boolean) => {
    const arrival = addresses.enter(socket.remoteAddress ?? '', () => socket.destroy())
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      arrival.leave()
    })
    socket.setNoDelay(true)
    socket.setKeepAlive(true, TCP_KEEPALIVE_MS)
    // An unfinished TLS handshake counts as a missing login.
    const secureContext = isEncrypted ? certificate?.current() : undefined
    const conn =
      secureContext === undefined ? socket : new TLSSocket(socket, { isServer: true, secureContext })
    // Without a listener, the error of a connection that is not handed over yet would end the process.
    conn.on('error', () => conn.destroy())
    conn.once('close', () => socket.destroy())
    const handOver = () => {
      const goOnWith = limitReads(conn, {
        maxBytes: MAX_PACKET_BYTES,
        maxFiltersBytes: MAX_FILTERS_BYTES,
        budget: createReadBudget(() =>
          logger.info({ address: socket.remoteAddress }, 'A device sends too much and is read more slowly'),
        ),
      })
      arrivals.set(aedes.handle(conn), { ...arrival, goOnWith })
    }
    readFirstPacket(conn, {
      maxBytes: MAX_PACKET_BYTES,
      withinMs: CONNECT_TIMEOUT_MS,
      received(connect) {
        if (connect !== null && spaces.isFor(connect))
          void spaces.receive({ socket: conn, connect, arrival }, handOver)
        else handOver()
      },
    })
  }
  const listen = async (wanted: number, variable: string, isEncrypted: boolean): Promise<number> => {
    const server = createServer((socket) => accept(socket, isEncrypted))
    servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) =>
        reject(
          new StartError(
            `MQTT cannot listen on ${urlHostOf(host)}:${wanted} (${error.message}); set ${variable}`,
          ),
        ),
      )
      server.listen(wanted, host, resolve)
    })
    const address = server.address()
    return typeof address === 'object' && address ? address.port : wanted
  }
  return {
    loginReceived(client: Client, name: string): boolean {
      const arrival = arrivals.get(client)
      arrival?.leave()
      return arrival?.mayLogIn(name) !== false
    },
    loginChecked: (client: Client, name: string, isRight: boolean) =>
      arrivals.get(client)?.loginChecked(name, isRight),
    /** Returns the ports on which it listens. Throws StartError. */
    async open(): Promise<{ host: string; port: number; tlsPort?: number }> {
      await certificate?.start()
      const open = { host, port: await listen(port, 'MQTT_PORT', false) }
      return tls === undefined ? open : { ...open, tlsPort: await listen(tls.port, 'MQTTS_PORT', true) }
    },
    async close(): Promise<void> {
      certificate?.stop()
      await Promise.all(
        servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      )
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
