import perfHooks from 'node:perf_hooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createLogger } from '../logger.ts'
import { serveHealth, watchWrites } from './health.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-test'

let http: HttpServer

const HERE = 'http://localhost:8080'

async function createServer(trustProxy: false | number = false, publicUrl = HERE) {
  http = await createHttpServer({ publicUrl, host: '0.0.0.0', trustProxy }, createLogger('silent'))
  return http
}
afterEach(() => http.close())

describe('GET /metrics', () => {
  const ask = async (
    trustProxy: false | number,
    remoteAddress: string,
    headers: Record<string, string>,
    publicUrl = HERE,
  ) => {
    await createServer(trustProxy, publicUrl)
    const metrics = createMetrics()
    metrics.gauge('senca_sockets', 'Open websockets', () => 7)
    serveMetrics(http, metrics, { operatorToken: OPERATOR_TOKEN, trustProxy, publicUrl })
    http.get('/auth/thing/:token', async () => ({}))
    await http.inject('/auth/thing/very-secret?also=secret')
    return http.inject({ url: '/metrics', remoteAddress, headers })
  }

  it('reports durations by route pattern, the process and what features count', async () => {
    const { statusCode, body, headers } = await ask(false, '127.0.0.1', {})
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toContain(
      'senca_http_request_seconds_count{method="GET",route="/auth/thing/:token",status="200"} 1',
    )
    expect(body).toContain('senca_sockets 7')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
    expect(body).not.toContain('secret')
  })

  it('measures the process once, however many apps it has', async () => {
    const measure = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
    try {
      for (let app = 0; app < 3; app += 1) {
        const { body } = await ask(false, '127.0.0.1', {})
        expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
        await http.close()
      }
      expect(measure.mock.calls.length).toBeLessThanOrEqual(1)
    } finally {
      measure.mockRestore()
    }
  })

  const service = { host: 'senca:8080' }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  it.each<[string, false | number, string, Record<string, string>, number]>([
    ['this machine by v6', false, '::1', {}, 200],
    ['another machine', false, '192.168.1.9', {}, 403],
    ['the operator', false, '192.168.1.9', bearer(OPERATOR_TOKEN), 200],
    [
      'the operator under the name of a service',
      false,
      '192.168.1.9',
      { ...bearer(OPERATOR_TOKEN), ...service },
      200,
    ],
    ['this machine under a name that another site may have', false, '127.0.0.1', service, 400],
    ['a wrong token', false, '192.168.1.9', bearer('guess'), 403],
    [
      'a stranger behind an untrusted proxy here',
      false,
      '127.0.0.1',
      { 'x-forwarded-for': '203.0.113.1' },
      403,
    ],
    ['a stranger behind a trusted proxy here', 1, '127.0.0.1', { 'x-forwarded-for': '203.0.113.1' }, 403],
    [
      'a stranger who claims to be here',
      1,
      '127.0.0.1',
      { 'x-forwarded-for': '127.0.0.1, 203.0.113.1' },
      403,
    ],
    ['this machine through a trusted proxy', 1, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['a trusted proxy here that forwards no address', 1, '127.0.0.1', {}, 403],
    ['the operator behind a proxy', 1, '127.0.0.1', bearer(OPERATOR_TOKEN), 200],
    ...['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via', 'cf-connecting-ip'].map(
      (name): [string, false, string, Record<string, string>, number] => [
        `an untrusted proxy here that sends ${name}`,
        false,
        '127.0.0.1',
        { [name]: 'localhost' },
        403,
      ],
    ),
  ])('%s', async (_name, trustProxy, address, headers, status) => {
    expect((await ask(trustProxy, address, headers)).statusCode).toBe(status)
  })

  it('takes the token where a proxy must be in front, because the public address is not of this machine', async () => {
    const publicUrl = 'https://senca.example'
    expect((await ask(false, '127.0.0.1', {}, publicUrl)).statusCode).toBe(403)
    await http.close()
    expect((await ask(false, '127.0.0.1', bearer(OPERATOR_TOKEN), publicUrl)).statusCode).toBe(200)
  })
})

describe('GET /healthz', () => {
  it.each([
    ['all parts are ready', { database: async () => true, broker: async () => true }, 200, { status: 'ok' }],
    [
      'one is not',
      { database: async () => false, broker: async () => true },
      503,
      { status: 'unavailable', waitingFor: ['database'] },
    ],
    [
      'one fails',
      { database: () => Promise.reject(new Error('gone')) },
      503,
      { status: 'unavailable', waitingFor: ['database'] },
    ],
  ])('when %s', async (_name, checks, status, body) => {
    serveHealth(await createServer(), async () => [], checks)
    const response = await http.inject('/healthz')
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual(body)
  })
})

describe('GET /healthz while a write fails', () => {
  const clock = createFakeClock()
  const open = async (isReadOnly = false) => {
    await createServer()
    const reasons = watchWrites(http, { dataDir: '/', isReadOnly: async () => isReadOnly, clock })
    serveHealth(http, reasons, {})
    http.get('/auth/full', async () => {
      throw new Error('Failed query', { cause: Object.assign(new Error('no space left'), { code: '53100' }) })
    })
  }
  const health = async () => {
    const response = await http.inject('/healthz')
    return [response.statusCode, response.json()]
  }

  it('says for a minute that the disk is full, and answers 200, since a restart would not help', async () => {
    await open()
    expect(await health()).toEqual([200, { status: 'ok' }])
    expect((await http.inject('/auth/full')).statusCode).toBe(500)
    expect(await health()).toEqual([200, { status: 'degraded', reasons: ['disk'] }])
    clock.advance(60_000)
    expect(await health()).toEqual([200, { status: 'ok' }])
  })

  it('says that the database may only be read', async () => {
    await open(true)
    expect(await health()).toEqual([200, { status: 'degraded', reasons: ['database'] }])
  })
})

describe('GET /auth/openapi.json', () => {
  it('describes the calls with their shapes and access rule', async () => {
    await describeApi(await createServer())
    http.post(
      '/auth/thing',
      {
        config: { access: 'session' },
        schema: {
          summary: 'Does it',
          body: z.object({ n: z.number() }),
          response: { 200: z.object({ ok: z.boolean() }) },
        },
      },
      async () => ({ ok: true }),
    )
    const response = await http.inject('/auth/openapi.json')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Senca' },
      paths: {
        '/auth/thing': {
          post: {
            summary: 'Does it',
            'x-access': 'session',
            requestBody: {
              content: { 'application/json': { schema: { properties: { n: { type: 'number' } } } } },
            },
            responses: {
              200: {
                content: { 'application/json': { schema: { properties: { ok: { type: 'boolean' } } } } },
              },
            },
          },
        },
      },
    })
  })
})
