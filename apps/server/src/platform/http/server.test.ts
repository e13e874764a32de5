import { connect } from 'node:net'
import { errorCodeSchema } from '@senca/contract'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../errors.ts'
import { createLogger } from '../logger.ts'
import { isOwnOrigin } from './forgery.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const answerSchema = z.strictObject({
  error: errorCodeSchema,
  error_description: z.string(),
  error_detail: z.optional(z.string()),
  key: z.optional(z.string()),
  device_id: z.optional(z.string()),
})

let http: HttpServer
let port: number
let mailsSent = 0

beforeAll(async () => {
  http = await createHttpServer(
    { publicUrl: 'http://localhost:8080', host: '127.0.0.1', trustProxy: false },
    createLogger('silent'),
  )
  const body = z.nullish(z.strictObject({ name: z.string() }))
  const echo = z.object({ got: z.nullable(z.string()) })
  http.post('/auth/echo', { schema: { body, response: { 200: echo } } }, async (request) => ({
    got: request.body?.name ?? null,
  }))
  http.post('/auth/api/v1/echo', { schema: { body, response: { 200: echo } } }, async (request) => ({
    got: request.body?.name ?? null,
  }))
  http.get(
    '/auth/read',
    { schema: { querystring: z.object({ q: z.optional(z.string()) }) } },
    async () => ({}),
  )
  http.get('/auth/mail', { config: { changesState: true } }, async () => {
    mailsSent += 1
    return {}
  })
  http.get('/auth/refused', async () => {
    throw new ApiError('device_busy', { key: 'k', deviceId: 'd', detail: 'Why.' })
  })
  http.get('/auth/slow-down', async () => {
    throw new ApiError('too_many_requests', { retryAfterSeconds: 12.3 })
  })
  http.get('/auth/broken', async () => {
    throw new Error('secret inner workings')
  })
  http.post('/auth/connection-lost', async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  })
  http.get(
    '/auth/lies',
    { schema: { response: { 200: z.object({ n: z.number() }) } } },
    async (_request, reply) => reply.send(JSON.parse('{"n":"x"}')),
  )
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = addressOf(http.server.address())
})
afterAll(() => http.close())

async function ask(options: InjectOptions) {
  const headers = { host: 'localhost:8080', ...options.headers }
  const response = await http.inject({ url: '/auth/echo', method: 'POST', ...options, headers })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const addressOf = (address: ReturnType<HttpServer['server']['address']>) =>
  typeof address === 'object' && address ? address.port : 0

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const brokenUtf8 = Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])

describe('bad input', () => {
  it.each<[string, InjectOptions, number, string]>([
    ['broken JSON', { headers: json, payload: '{"name":' }, 400, 'malformed_request'],
    ['JSON of another shape', { headers: json, payload: '[1]' }, 400, 'malformed_request'],
    ['a wrong type', { headers: json, payload: '{"name":1}' }, 400, 'malformed_request'],
    ['a missing field', { headers: json, payload: '{}' }, 400, 'malformed_request'],
    ['an unknown field', { headers: json, payload: '{"name":"x","more":1}' }, 400, 'malformed_request'],
    ['a prototype', { headers: json, payload: '{"name":"x","__proto__":{"a":1}}' }, 400, 'malformed_request'],
    ['JSON that is not UTF-8', { headers: json, payload: brokenUtf8 }, 400, 'malformed_request'],
    ['a NUL in JSON', { headers: json, payload: '{"name":"a\\u0000"}' }, 400, 'malformed_request'],
    ['half a surrogate pair', { headers: json, payload: '{"name":"\\ud800"}' }, 400, 'malformed_request'],
    [
      'a form that is not UTF-8',
      { headers: form, payload: Buffer.from([0x61, 0x3d, 0xff]) },
      400,
      'malformed_request',
    ],
    ['a form with a broken escape', { headers: form, payload: 'name=%zz' }, 400, 'malformed_request'],
    ['a form escaping what is not UTF-8', { headers: form, payload: 'name=%ff' }, 400, 'malformed_request'],
    ['a NUL in a form', { headers: form, payload: 'name=%00' }, 400, 'malformed_request'],
    ['a field twice', { headers: form, payload: 'name=a&name=b' }, 400, 'malformed_request'],
    [
      'a form where the api takes JSON',
      { url: '/auth/api/v1/echo', headers: form, payload: 'name=a' },
      400,
      'malformed_request',
    ],
    [
      'a form by another spelling where the api takes JSON',
      {
        url: '/auth/api/v1/echo',
        headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' },
        payload: 'name=a',
      },
      400,
      'malformed_request',
    ],
    ['text', { headers: { 'content-type': 'text/plain' }, payload: 'x' }, 400, 'malformed_request'],
    ['no content type', { payload: Buffer.from('x') }, 400, 'malformed_request'],
    ['a broken content type', { headers: { 'content-type': ';;' }, payload: 'x' }, 400, 'malformed_request'],
    ['1 MB of JSON', { headers: json, payload: `"${'x'.repeat(1_000_000)}"` }, 413, 'malformed_request'],
    ['9 KiB of form', { headers: form, payload: `name=${'x'.repeat(9_216)}` }, 413, 'malformed_request'],
    ['a broken path', { method: 'GET', url: '/auth/%zz' }, 400, 'malformed_request'],
    ['a NUL in a query', { method: 'GET', url: '/auth/read?q=%00' }, 400, 'malformed_request'],
    ['a query that is not UTF-8', { method: 'GET', url: '/auth/read?q=%ff' }, 400, 'malformed_request'],
    ['a query field twice', { method: 'GET', url: '/auth/read?q=1&q=2' }, 400, 'malformed_request'],
    ['an unknown path', { method: 'GET', url: '/auth/none' }, 404, 'resource_not_found'],
    ['the prefix alone', { method: 'GET', url: '/auth' }, 404, 'resource_not_found'],
    ['a wrong method', { method: 'DELETE' }, 404, 'resource_not_found'],
    ['OPTIONS', { method: 'OPTIONS' }, 404, 'resource_not_found'],
    ['HEAD of a GET', { method: 'GET', url: '/auth/none' }, 404, 'resource_not_found'],
    [
      '1 MB to an unknown path',
      { url: '/auth/x', headers: json, payload: 'x'.repeat(1_000_000) },
      404,
      'resource_not_found',
    ],
    [
      'a foreign post to an unknown path',
      { url: '/auth/x', headers: { origin: 'null' } },
      404,
      'resource_not_found',
    ],
  ])('answers %s with a code', async (_name, options, status, code) => {
    const answer = await ask(options)
    expect(answer).toMatchObject({ status, body: { error: code } })
    expect(answerSchema.parse(answer.body).error).toBe(code)
  })

  it.each<[string, string, string]>([
    ['a broken request', 'NONSENSE\r\n\r\n', '400'],
    [
      'headers beyond bounds',
      `GET /auth/read HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
    ],
    [
      'two lengths',
      'POST /auth/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      '400',
    ],
  ])('answers %s and closes', async (_name, request, status) => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(request))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expect(head).toContain('X-Content-Type-Options: nosniff')
    expect(head).toContain("frame-ancestors 'none'")
    expect(answerSchema.parse(JSON.parse(body)).error).toBe('malformed_request')
  })
})

describe('a body without end', () => {
  it('is answered, though the client is still sending', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 100) controller.close()
        else controller.enqueue(new Uint8Array(10_000).fill(0x20))
      },
    })
    const response = await fetch(`http://localhost:${port}/auth/echo`, {
      method: 'POST',
      headers: json,
      body,
      duplex: 'half',
    })
    expect(response.status).toBe(413)
    expect(answerSchema.parse(await response.json()).error).toBe('malformed_request')
  })
})

describe('bodies', () => {
  it.each<[string, InjectOptions, string | null]>([
    ['JSON', { headers: json, payload: '{"name":"Žaluzija 🌞"}' }, 'Žaluzija 🌞'],
    ['an escaped pair', { headers: json, payload: '{"name":"\\ud83c\\udf1e"}' }, '🌞'],
    ['a written escape', { headers: json, payload: '{"name":"\\\\u0000"}' }, '\\u0000'],
    ['a form', { headers: form, payload: 'name=a+%C5%BE%2B' }, 'a ž+'],
    ['nothing', {}, null],
    ['nothing, called JSON', { headers: json, payload: '' }, null],
  ])('takes %s', async (_name, options, got) => {
    expect(await ask(options)).toMatchObject({ status: 200, body: { got } })
  })
})

describe('errors', () => {
  it('carry all fields of the thrown error', async () => {
    expect(await ask({ method: 'GET', url: '/auth/refused' })).toMatchObject({
      status: 409,
      body: { error: 'device_busy', error_detail: 'Why.', key: 'k', device_id: 'd' },
    })
  })

  it('of a connection that broke in the middle are no fault of the request', async () => {
    const response = await fetch(`http://localhost:${port}/auth/connection-lost`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const body = await response.text()
    expect([response.status, answerSchema.parse(JSON.parse(body)).error]).toEqual([503, 'internal_error'])
    expect(body).not.toContain('ECONNRESET')
  })

  it('say when to retry', async () => {
    const answer = await ask({ method: 'GET', url: '/auth/slow-down' })
    expect(answer).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
    expect(answer.headers['retry-after']).toBe('13')
  })

  it.each(['/auth/broken', '/auth/lies'])('say nothing about what broke inside (%s)', async (url) => {
    const answer = await ask({ method: 'GET', url })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'internal_error', error_description: expect.any(String) })
    expect(JSON.stringify(answer.body)).not.toContain('secret inner workings')
  })
})

describe('forgery', () => {
  const empty = { headers: json, payload: '{"name":"x"}' }
  const withHeaders = (headers: Record<string, string>): InjectOptions => ({
    ...empty,
    headers: { ...json, ...headers },
  })
  const mail = (headers: Record<string, string>): InjectOptions => ({
    method: 'GET',
    url: '/auth/mail',
    headers,
  })
  const read = (headers: Record<string, string>): InjectOptions => ({
    method: 'GET',
    url: '/auth/read',
    headers,
  })

  it.each<[string, InjectOptions, number]>([
    ['a call without an origin', empty, 200],
    ['the public origin', withHeaders({ origin: 'http://localhost:8080' }), 200],
    ['another name of this machine', withHeaders({ origin: 'http://127.0.0.1:8080' }), 200],
    ['the v6 name of this machine', withHeaders({ origin: 'http://[::1]:8080' }), 200],
    ['the own host', withHeaders({ host: '127.0.0.1:9000', origin: 'http://localhost:9000' }), 200],
    ['another port', withHeaders({ origin: 'http://localhost:3000' }), 403],
    ['another site', withHeaders({ origin: 'https://evil.example' }), 403],
    ['an opaque origin', withHeaders({ origin: 'null' }), 403],
    ['an empty origin', withHeaders({ origin: '' }), 403],
    ['an origin with a path', withHeaders({ origin: 'http://localhost:8080/' }), 403],
    ['a read from another site', read({ origin: 'https://evil.example' }), 200],
    ['an upgrade from another site', read({ origin: 'https://evil.example', upgrade: 'websocket' }), 403],
    ['an upgrade from here', read({ origin: 'http://localhost:8080', upgrade: 'websocket' }), 200],
    ['a mail from here', mail({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }), 200],
    ['a mail from a program', mail({}), 200],
    ['a mail from another site', mail({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }), 403],
    ['a mail from a neighbour', mail({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }), 403],
    ['a mail by a clicked address', mail({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }), 403],
    ['a mail with a foreign origin', mail({ origin: 'https://evil.example' }), 403],
    ['a foreign name for this machine', read({ host: 'evil.example:8080' }), 400],
    ['a name that hides another', read({ host: 'localhost:8080@evil.example' }), 400],
  ])('%s', async (_name, options, status) => {
    const answer = await ask(options)
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body.error).toBe('insufficient_permission')
  })

  it('sends a mail for none of the refused', () => {
    expect(mailsSent).toBe(2)
  })

  it.each([
    ['https://senca.example', 'https://senca.example', 'localhost:8080', true],
    ['https://senca.example:443', 'https://senca.example', 'localhost:8080', false],
    ['http://senca.example', 'https://senca.example', 'localhost:8080', false],
    ['https://senca.example', 'https://other.example', 'senca.example', true],
    ['https://senca.example', 'https://other.example', 'senca.example:443', true],
    ['https://senca.example:444', 'https://other.example', 'senca.example', false],
    ['file://senca.example', 'https://other.example', 'senca.example', false],
  ])('compares %s with %s at %s', (origin, publicUrl, host, expected) => {
    expect(isOwnOrigin(origin, publicUrl, host)).toBe(expected)
  })
})

describe('headers', () => {
  it('forbid caching, framing, foreign scripts and referrers, and do not name the software', async () => {
    const { headers } = await ask({ method: 'GET', url: '/auth/read' })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("connect-src 'self' ws://localhost:8080")
    expect(headers['x-powered-by'] ?? headers.server).toBe(undefined)
  })

  it.each(['/auth/%zz', '/%zz', `/auth/read/${'x'.repeat(300)}`])(
    'stand on the answer to %s too',
    async (url) => {
      const { headers, status } = await ask({ method: 'GET', url })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
      if (url.startsWith('/auth/')) expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('forbid caching of errors too', async () => {
    const { headers } = await ask({ method: 'GET', url: '/auth/none' })
    expect(headers['cache-control']).toBe('no-store')
  })
})
