import { type ServerMessage, serverFrameSchema } from '@senca/contract'
import { vi } from 'vitest'
import WebSocket from 'ws'

export interface TestSocket {
  ws: WebSocket
  /** All messages so far; arrays are split into single messages. */
  received: ServerMessage[]
  /** The number of received frames. */
  frames: number
  send(message: unknown): void
  /** Resolves with the first matching message, already received or new. */
  next(subject: ServerMessage['subject'], from?: number): Promise<ServerMessage>
  /** Resolves with the close code of the server. */
  closed: Promise<number>
  end(): void
}

/** Opens a socket; every message is parsed with the contract's schema. */
export async function openSocket(app: { url: string }): Promise<TestSocket> {
  const ws = new WebSocket(`${app.url.replace('http:', 'ws:')}/websocket`)
  const closed = new Promise<number>((resolve) => ws.once('close', (code) => resolve(code)))
  const socket: TestSocket = {
    ws,
    received: [],
    frames: 0,
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (subject, from = 0) =>
      vi.waitFor(() => {
        const found = socket.received.slice(from).find((message) => message.subject === subject)
        if (found === undefined) throw new Error(`${subject} was not received`)
        return found
      }, 3_000),
    closed,
    end: () => ws.terminate(),
  }
  ws.on('error', () => {})
  ws.on('message', (frame) => {
    socket.frames += 1
    const messages = serverFrameSchema.parse(JSON.parse(frame.toString()))
    socket.received.push(...(Array.isArray(messages) ? messages : [messages]))
  })
  await new Promise((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
  })
  return socket
}

/** Opens a socket and signs it in. */
export async function openSignedInSocket(
  app: { url: string },
  token: string,
  batch?: boolean,
  more: { tolerant?: boolean; heartbeat?: boolean } = {},
): Promise<TestSocket> {
  const socket = await openSocket(app)
  const data = { token, ...(batch === undefined ? {} : { batch }), ...more }
  socket.send({ subject: 'auth.login', data })
  await socket.next('auth.accepted')
  return socket
}
