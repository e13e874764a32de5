import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let sockets: Socket[]
beforeAll(async () => {
  sockets = []
  app = await createTestApp()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const HANDSHAKE = [
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

/** Requests a websocket, never closes its side, and returns what it received. */
function ask(requestLine: string, headers: string[] = HANDSHAKE, { url }: { url: string } = app) {
  const { port, hostname } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
    socket.write(`${[`${requestLine} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`),
  )
  const received = { socket, text: '', isEnded: false }
  sockets.push(socket)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received.text += chunk
  })
  socket.on('end', () => {
    received.isEnded = true
  })
  return received
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('an upgrade that is refused', () => {
  it.each<[string, string, string[], string]>([
    ['a foreign origin', 'GET /websocket', [...HANDSHAKE, 'Origin: http://evil.example'], '403'],
    ['an opaque origin', 'GET /websocket', [...HANDSHAKE, 'Origin: null'], '403'],
    ['a foreign host', 'GET /websocket', ['Host: evil.example', ...HANDSHAKE.slice(1)], '400'],
    ['an old version', 'GET /websocket', HANDSHAKE.with(3, 'Sec-WebSocket-Version: 1'), '400'],
    ['another method', 'POST /websocket', [...HANDSHAKE, 'Content-Length: 0'], '404'],
    ['a call without a token', 'GET /auth/api/v1/device/list', HANDSHAKE, '404'],
    ['a call that sends a mail', 'GET /auth/account/confirm', HANDSHAKE, '404'],
    ['an unknown call', 'GET /auth/zzz', HANDSHAKE, '404'],
    ['the path below the prefix', 'GET /auth/websocket', HANDSHAKE, '404'],
    ['a slash too many', 'GET /websocket/', HANDSHAKE, '404'],
    ['an unknown page', 'GET /nope', HANDSHAKE, '404'],
    ['a broken path', 'GET /%zz', HANDSHAKE, '404'],
  ])('for %s is answered, and none of its connections stays', async (_name, requestLine, headers, status) => {
    const before = await openConnections()
    const answers = Array.from({ length: 20 }, () => ask(requestLine, headers))
    await vi.waitFor(() => expect(answers.every(({ isEnded }) => isEnded)).toBe(true))
    for (const { text } of answers) expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    await vi.waitFor(async () => expect(await openConnections()).toBeLessThanOrEqual(before))
  })

  it('leaves no connection behind when its client is gone before the answer', async () => {
    const before = await openConnections()
    for (let count = 0; count < 20; count += 1) {
      const { socket } = ask('GET /websocket', [...HANDSHAKE, 'Origin: http://evil.example'])
      socket.once('connect', () => socket.destroy())
    }
    await vi.waitFor(async () => expect(await openConnections()).toBeLessThanOrEqual(before))
  })
})

describe('where others can connect, an upgrade', () => {
  it.each([
    ['under the public name', 'Host: senca.example', '101'],
    ['under a foreign name', 'Host: evil.example', '400'],
    ['under a foreign name from its own page', 'Host: evil.example\r\nOrigin: http://evil.example', '400'],
  ])('%s is answered %s', async (_name, host, status) => {
    const environment = { HOST: '0.0.0.0', MQTT_HOST: '127.0.0.1', PUBLIC_URL: 'http://senca.example' }
    const open = await createTestApp({ environment })
    const answer = ask('GET /websocket', [host, ...HANDSHAKE.slice(1)], open)
    await vi.waitFor(() => expect(answer.text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`))
    answer.socket.destroy()
    await open.close()
  })
})

describe('an upgrade that is let in', () => {
  it('may carry a query', async () => {
    const answer = ask('GET /websocket?v=1')
    await vi.waitFor(() => expect(answer.text.slice(0, 12)).toBe('HTTP/1.1 101'))
  })

  // `ws` itself gives up after 30 s.
  it('does not hold up the end of a server that its client does not close', { timeout: 20_000 }, async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const socket = await openSignedInSocket(own, await client.websocketToken())
    // Reads nothing more, so that it does not answer the close frame.
    socket.ws.pause()
    await own.close()
    socket.end()
  })
})
