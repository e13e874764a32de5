import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { serveHealth } from './health.ts'
import { refuseOverload } from './overload.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let http: HttpServer
const pool = { waitingCount: 0 }

beforeEach(async () => {
  http = await createHttpServer(
    { publicUrl: 'http://localhost:8080', host: '127.0.0.1', trustProxy: false },
    createLogger('silent'),
  )
  refuseOverload(http, pool)
  http.get('/auth/something', async () => ({}))
  serveHealth(http, async () => [], { database: async () => true })
  await http.ready()
})
afterEach(() => http.close())

describe('a server with too many who wait for its database', () => {
  it.each([
    [0, 200, undefined],
    [9_999, 200, undefined],
    [10_000, 503, '1'],
  ])('with %i waiting answers %i', async (waitingCount, status, retryAfter) => {
    pool.waitingCount = waitingCount
    const answer = await http.inject({ url: '/auth/something' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, retryAfter])
  })

  it('still answers the health check', async () => {
    pool.waitingCount = 20_000
    expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
  })
})
