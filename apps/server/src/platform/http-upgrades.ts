import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpServer } from './http.ts'
import { rawAnswer } from './http-errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Emits `upgrade` for what may become a websocket; whoever makes websockets listens here. */
    upgrades: Server
  }
}

const WEBSOCKET_PATH = '/websocket'
/** Websockets get this long to say goodbye when the server stops. */
const GOODBYE_MS = 1_000

/**
 * Owns the connections of upgrade requests, which Node hands over with no one to close them: only the path of the
 * websockets is let through, and every request that is refused loses its connection after the answer.
 */
export function ownUpgrades(http: HttpServer) {
  const gate = createServer()
  const requests = new WeakSet<IncomingMessage>()
  const sockets = new Set<Duplex>()
  let isClosing = false

  http.decorate('upgrades', gate)
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const isWebsocket = request.url?.split('?')[0] === WEBSOCKET_PATH && gate.listenerCount('upgrade') > 0
    if (isWebsocket && !isClosing) {
      requests.add(request)
      gate.emit('upgrade', request, socket, head)
      return
    }
    const answer = isClosing
      ? rawAnswer('503 Service Unavailable', 'internal_error')
      : rawAnswer('404 Not Found', 'resource_not_found')
    socket.end(answer, () => socket.destroy())
  })
  http.addHook('onResponse', async ({ raw }) => {
    if (requests.has(raw)) raw.socket.destroy()
  })
  http.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, GOODBYE_MS).unref()
  })
}
