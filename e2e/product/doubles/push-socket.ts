import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { freePort } from '../free-port.ts'

const messageSchema = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('hello'), uaid: z.optional(z.string()) }),
  z.object({ messageType: z.literal('register'), channelID: z.string() }),
  z.object({ messageType: z.literal('unregister'), channelID: z.string() }),
  z.object({ messageType: z.literal('ack'), updates: z.array(z.object({ version: z.string() })) }),
  z.object({ messageType: z.literal('broadcast_subscribe') }),
  z.object({ messageType: z.literal('ping') }),
])

/**
 * The push service of Firefox on this machine, as far as browsers use it: one socket for each browser, on which it registers channels
 * and gets messages, and an endpoint for each channel, to which a server posts what it encrypted.
 */
export async function startPushSocket() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const socketOf = new Map<string, WebSocket>()
  const acked = new Set<string>()
  const posted: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const channelID = request.url?.slice(1) ?? ''
      const socket = socketOf.get(channelID)
      if (socket?.readyState !== WebSocket.OPEN) return response.writeHead(410).end()
      const version = randomUUID()
      posted.push(version)
      const data = Buffer.concat(parts).toString('base64url')
      const headers = { encoding: String(request.headers['content-encoding']) }
      socket.send(JSON.stringify({ messageType: 'notification', channelID, version, data, headers }))
      response.writeHead(201).end()
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    const say = (answer: object) => socket.send(JSON.stringify(answer))
    socket.on('message', (bytes) => {
      if (String(bytes) === '{}') return say({})
      const { data: message } = messageSchema.safeParse(JSON.parse(String(bytes)))
      if (message?.messageType === 'hello') {
        const uaid = message.uaid ?? randomUUID().replaceAll('-', '')
        say({ messageType: 'hello', status: 200, uaid, use_webpush: true, broadcasts: {} })
      } else if (message?.messageType === 'register') {
        const { channelID } = message
        socketOf.set(channelID, socket)
        say({ messageType: 'register', status: 200, channelID, pushEndpoint: `${url}/${channelID}` })
      } else if (message?.messageType === 'unregister') {
        socketOf.delete(message.channelID)
        say({ messageType: 'unregister', status: 200, channelID: message.channelID })
      } else if (message?.messageType === 'ack') for (const { version } of message.updates) acked.add(version)
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url,
    socketUrl: `ws://127.0.0.1:${port}/`,
    /** How many messages were posted, and how many of these a browser has decrypted and handed to its worker. */
    counts: () => ({ posted: posted.length, acked: posted.filter((version) => acked.has(version)).length }),
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((done) => server.close(done))
    },
  }
}
