import { setTimeout as sleep } from 'node:timers/promises'
import '@fastify/websocket'
import type { HttpServer } from './server.ts'

/** Websocket close code: the server restarts, reconnect. */
const SERVICE_RESTART = 1012
/** A client that has not closed its side by then is disconnected. */
const GOODBYE_MS = 1_000
const CHECK_EVERY_MS = 25

interface DrainOptions {
  /** How long running requests may take. */
  withinMs: number
  /**
   * Websockets are closed at random moments within this time, so that they do not all reconnect to the other instances at once.
   */
  spreadMs: number
}

/**
 * Accepts no new requests. Resolves when running requests are answered and all websockets are closed, or when the time is over.
 */
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
    await sleep(CHECK_EVERY_MS)
  }
}
