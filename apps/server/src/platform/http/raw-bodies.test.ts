import { createHmac } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../logger.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MAX_SMALL_BYTES = 100

let http: HttpServer
beforeEach(async () => {
  http = await createHttpServer(
    { publicUrl: 'http://localhost:8080', host: '127.0.0.1', trustProxy: false },
    createLogger('silent'),
  )
  const config = { rawBody: true }
  const sign = (body: unknown) => createHmac('sha256', 'secret').update(z.parse(z.instanceof(Buffer), body))
  http.post('/auth/webhook', { config }, async ({ body }) => ({ signature: sign(body).digest('hex') }))
  http.post('/auth/small', { config, bodyLimit: MAX_SMALL_BYTES }, async () => ({}))
  http.post('/auth/json', { schema: { body: z.unknown() } }, async ({ body }) => ({ body }))
})
afterEach(() => http.close())

const post = async (url: string, contentType: string, payload: string | Buffer) => {
  const headers = { host: 'localhost:8080', 'content-type': contentType }
  const answer = await http.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

describe('a route that asks for the raw body', () => {
  it.each([
    ['JSON with its own spaces and escapes', JSON_TYPE, Buffer.from('{ "a":1.0,\n"b": "\\u0041", "a": 2 }')],
    ['what is no JSON', JSON_TYPE, Buffer.from('{"a":')],
    ['what is no UTF-8', JSON_TYPE, Buffer.from([0xff, 0x00, 0xc3])],
    ['a form with a field twice', FORM_TYPE, Buffer.from('a=1&a=%zz')],
  ])('gets %s byte by byte', async (_name, contentType, bytes) => {
    const signature = createHmac('sha256', 'secret').update(bytes).digest('hex')
    expect(await post('/auth/webhook', contentType, bytes)).toEqual({ status: 200, body: { signature } })
  })

  it.each([
    ['/auth/webhook', JSON_TYPE, LIMITS.BODY_MAX_BYTES],
    ['/auth/webhook', FORM_TYPE, LIMITS.FORM_MAX_BYTES],
    ['/auth/small', JSON_TYPE, MAX_SMALL_BYTES],
  ])('%s takes no more of %s than %i bytes', async (url, contentType, bytes) => {
    expect((await post(url, contentType, 'x'.repeat(bytes))).status).toBe(200)
    expect((await post(url, contentType, 'x'.repeat(bytes + 1))).status).toBe(413)
  })

  it('takes no other kind of content than other routes do', async () => {
    const refused = await post('/auth/webhook', 'text/plain', 'x')
    expect(refused.body.error).toBe('malformed_request')
    expect(await post('/auth/json', 'text/plain', 'x')).toEqual(refused)
  })

  it('changes nothing for the routes beside it', async () => {
    expect(await post('/auth/json', JSON_TYPE, '{ "a": 1.0 }')).toEqual({
      status: 200,
      body: { body: { a: 1 } },
    })
    expect((await post('/auth/json', JSON_TYPE, '{"a":')).status).toBe(400)
  })
})
