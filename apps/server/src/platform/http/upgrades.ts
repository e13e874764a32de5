import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { rawAnswer } from './error-answers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Emits `upgrade` for requests that may become websockets; the websocket server listens here. */
    upgrades: Server
  }
}

const WEBSOCKET_PATH = '/websocket'
/** How long websockets have to close when the server stops. */
const GOODBYE_MS = 1_000

/**
 * Handles the connections of upgrade requests, which Node hands over without closing them. Only the path of the websockets is
 * accepted; the connection of a refused request is closed after the response. Offers of protocols other than websockets are
 * ignored.
 */
export function ownUpgrades(http: FastifyInstance) {
  const gate = createServer()
  const requests = new WeakSet<IncomingMessage>()
  const sockets = new Set<Duplex>()
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  let isClosing = false

  http.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    lastResponses.set(request.socket, response)
  })
  http.decorate('upgrades', gate)
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      const readAgain = () => {
        socket.unshift(Buffer.concat([withoutUpgrade(request), head]))
        http.server.emit('connection', socket)
      }
      // Node keeps responses in order for each connection that it was given, and this one is given to it again.
      const pending = lastResponses.get(socket)
      if (pending === undefined || pending.closed) readAgain()
      else pending.once('close', readAgain)
      return
    }
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

const OF_THE_UPGRADE = new Set(['upgrade', 'http2-settings'])

/**
 * The head of a request without its offer of another protocol, to be parsed again. Some clients offer HTTP/2 in every request,
 * and RFC 9110 §7.8 allows a server to ignore the offer.
 */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    if (OF_THE_UPGRADE.has(name.toLowerCase())) continue
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? keptOptions(value) : value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const keptOptions = (connection: string) =>
  connection
    .split(',')
    .filter((option) => !OF_THE_UPGRADE.has(option.trim().toLowerCase()))
    .join(',')
