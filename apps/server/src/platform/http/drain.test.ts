import { once } from 'node:events'
import { connect } from 'node:net'
import websocket from '@fastify/websocket'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createLogger } from '../logger.ts'
import { drain } from './drain.ts'
import { createHttpServer, type HttpServer } from './server.ts'

/** Longer than the time that a single process gives a request at shutdown. */
const SLOW_MS = 2_000

let http: HttpServer
afterEach(() => http.close())

async function start() {
  const config = { publicUrl: 'http://127.0.0.1', host: '127.0.0.1', trustProxy: false as const }
  http = await createHttpServer(config, createLogger('silent'))
  await http.register(websocket, { options: { server: http.upgrades } })
  let slowAsked = 0
  http.get('/slow', async () => {
    slowAsked += 1
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return { isDone: true }
  })
  http.get('/websocket', { websocket: true }, () => {})
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const slowRuns = () => vi.waitFor(() => expect(slowAsked).toBe(1))
  return { url, port: Number(new URL(url).port), slowRuns }
}

it('answers what runs, takes nothing new, and closes websockets for a restart, one after the other', async () => {
  const { url, port, slowRuns } = await start()
  const sockets = Array.from({ length: 10 }, () => new WebSocket(`${url.replace('http', 'ws')}/websocket`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const closed = sockets.map(async (socket) => {
    const [code] = await once(socket, 'close')
    return { code, atMs: performance.now() }
  })
  const slow = fetch(`${url}/slow`)
  await slowRuns()
  const drained = drain(http, { withinMs: 10_000, spreadMs: 1_000 })
  const [refused] = await once(connect(port, '127.0.0.1'), 'error')
  expect(refused.code).toBe('ECONNREFUSED')
  expect(await (await slow).json()).toEqual({ isDone: true })
  await drained
  const ends = await Promise.all(closed)
  expect(ends.map(({ code }) => code)).toEqual(sockets.map(() => 1012))
  const times = ends.map(({ atMs }) => atMs)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100)
})

it('gives up on what does not come to an end', async () => {
  const { url, slowRuns } = await start()
  let isAnswered = false
  const slow = fetch(`${url}/slow`).then(
    () => {
      isAnswered = true
    },
    () => null,
  )
  await slowRuns()
  await drain(http, { withinMs: 300, spreadMs: 100 })
  expect(isAnswered).toBe(false)
  await slow
})
