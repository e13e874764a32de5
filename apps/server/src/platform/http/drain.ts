import { setTimeout as sleep } from 'node:timers/promises'
import '@fastify/websocket'
import type { HttpServer } from './server.ts'

/** Of websockets: the server is started again, come back. */
const SERVICE_RESTART = 1012
/** A client that has not closed its side by then is cut off. */
const GOODBYE_MS = 1_000
const LOOK_EVERY_MS = 25

interface DrainOptions {
  /** What runs gets so long. */
  withinMs: number
  /** Websockets are closed at moments of chance within this time, so that not all come to the other instances at once. */
  spreadMs: number
}

/** Takes nothing new, and resolves once what runs is answered and each websocket is sent elsewhere, or the time is over. */
export async function drain(http: HttpServer, { withinMs, spreadMs }: DrainOptions): Promise<void> {
  const { server, websocketServer } = http
  let isEmpty = false
  server.close(() => {
    isEmpty = true
  })
  for (const socket of websocketServer.clients) {
    setTimeout(() => {
      socket.close(SERVICE_RESTART, 'restart')
      setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
    }, Math.random() * spreadMs).unref()
  }
  const endMs = performance.now() + withinMs
  while (!isEmpty && performance.now() < endMs) {
    server.closeIdleConnections()
    await sleep(LOOK_EVERY_MS)
  }
}
