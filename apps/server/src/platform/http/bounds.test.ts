import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../logger.ts'
import { serveHealth } from './health.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let http: HttpServer
let port: number
let sockets: Socket[]
let held: Set<Socket>
let slowAsked: number

beforeEach(async () => {
  sockets = []
  http = await createHttpServer(
    { publicUrl: 'http://localhost:8080', host: '127.0.0.1', trustProxy: false },
    createLogger('silent'),
  )
  http.post('/auth/echo', { schema: { body: z.record(z.string(), z.unknown()) } }, async () => ({}))
  http.delete('/auth/delete', async () => ({}))
  slowAsked = 0
  http.post('/auth/slow', async () => {
    slowAsked += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    return {}
  })
  serveHealth(http, async () => [], { database: async () => true })
  held = new Set()
  http.server.on('connection', (socket) => held.add(socket))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const address = http.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await http.close()
})

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** A connection that never closes its side. Returns everything that it receives. */
function open(request: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(request))
  sockets.push(socket)
  socket.on('error', () => {})
  const received = { text: '' }
  socket.on('data', (chunk) => {
    received.text += chunk
  })
  return { socket, received }
}

const post = (path: string, body: string, method = 'POST') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body,
    headers: { 'content-type': 'application/json' },
  }).then(async (answer) => ({ status: answer.status, body: await answer.json() }))

describe('a body of JSON', () => {
  const nested = (depth: number, open: string, inner: string, close: string) =>
    `{"a":${open.repeat(depth)}${inner}${close.repeat(depth)}}`

  it.each([
    ['30,000 brackets around a NUL', nested(30_000, '[', '"\\u0000"', ']')],
    ['30,000 brackets', nested(30_000, '[', '1', ']')],
    ['8,000 objects around half a surrogate pair', nested(8_000, '{"a":', '"\\ud800"', '}')],
    ['65 levels', nested(64, '[', '1', ']')],
    ['half a surrogate pair at the last level', nested(62, '[', '"\\ud800"', ']')],
    ['half a surrogate pair in a key', '{"a":{"\\ud800":1}}'],
  ])('of %s is malformed', async (_name, body) => {
    expect(await post('/auth/echo', body)).toMatchObject({
      status: 400,
      body: { error: 'malformed_request' },
    })
  })

  it('may nest 64 levels', async () => {
    expect((await post('/auth/echo', nested(63, '[', '1', ']'))).status).toBe(200)
  })

  it.each([
    ['{"x":1}', 400],
    ['[1]', 400],
    ['"x"', 400],
    ['{}', 200],
    ['null', 200],
    ['', 200],
  ])('of %s to a call without one is answered with %i', async (body, status) => {
    expect((await post('/auth/delete', body, 'DELETE')).status).toBe(status)
  })
})

describe('the end of a connection', () => {
  it('follows the answer to what is no request, however long its client stays', async () => {
    const { socket, received } = open('NONSENSE\r\n\r\n')
    const dripping = setInterval(() => socket.write('x'), 100)
    await vi.waitFor(() => expect(received.text).toContain('400 Bad Request'))
    await vi.waitFor(async () => expect(await openConnections()).toBe(0))
    clearInterval(dripping)
  })

  it('follows the answer to a request that does not come to an end', async () => {
    const { socket, received } = open('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    await vi.waitFor(async () => expect(await openConnections()).toBe(1))
    const dripping = setInterval(() => socket.write('x'), 100)
    const tooSlow = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    for (const connection of held) http.server.emit('clientError', tooSlow, connection)
    await vi.waitFor(() => expect(received.text).toContain('408 Request Timeout'))
    await vi.waitFor(async () => expect(await openConnections()).toBe(0))
    clearInterval(dripping)
  })
})

describe('while the server stops', () => {
  it('a further request on an open connection is answered with a code', async () => {
    const { socket, received } = open(
      'POST /auth/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n',
    )
    await vi.waitFor(() => expect(slowAsked).toBe(1))
    const closed = http.close()
    socket.write('POST /auth/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    await vi.waitFor(() =>
      expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']),
    )
    const [body = ''] = received.text.split('\r\n\r\n').slice(-1)
    expect(JSON.parse(body)).toEqual({ error: 'internal_error', error_description: expect.any(String) })
    socket.destroy()
    await closed
  })
})

describe('an offer of another protocol', () => {
  const offer =
    'Connection: keep-alive, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'
  const request = (body: string) =>
    `POST /auth/echo HTTP/1.1\r\nHost: localhost\r\n${offer}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  it('is passed over, the body and further requests being read as ever', async () => {
    const { socket, received } = open(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n\r\n`)
    await vi.waitFor(() => expect(received.text).toContain('{"status":"ok"}'))
    socket.write(request('{"a":1}'))
    socket.write(request('{"a":"\\u0000"}'))
    await vi.waitFor(() =>
      expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        'HTTP/1.1 400',
      ]),
    )
  })

  it('is passed over in a request that comes before the one before it is answered', async () => {
    const slow = `POST /auth/slow HTTP/1.1\r\nHost: localhost\r\n${offer}\r\nContent-Length: 0\r\n\r\n`
    const { received } = open(slow + request('{"a":1}') + request('{"a":"\\u0000"}'))
    await vi.waitFor(() =>
      expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        'HTTP/1.1 400',
      ]),
    )
  })

  it('does not hide a body that comes late', async () => {
    const whole = request('{"a":1}')
    const { socket, received } = open(whole.slice(0, -4))
    // The server has read the head of the request by then.
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.write(whole.slice(-4))
    await vi.waitFor(() => expect(received.text).toContain('HTTP/1.1 200'))
  })
})

describe('health', () => {
  it.each(['GET', 'HEAD'])('is answered to %s', async (method) => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { method })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(method === 'HEAD' ? '' : '{"status":"ok"}')
  })
})
