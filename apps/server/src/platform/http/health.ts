import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServer } from './server.ts'

const PATIENCE_MS = 2_000

/** Serves `GET /healthz`: 200 if every named part is ready, otherwise 503 with the names of the parts that are not. */
export function serveHealth(http: HttpServer, checks: Record<string, () => Promise<boolean>>) {
  const answer = async (_request: FastifyRequest, reply: FastifyReply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, isReady: await isReady(check) })),
    )
    const waitingFor = results.filter((result) => !result.isReady).map(({ name }) => name)
    reply.header('cache-control', 'no-store')
    if (waitingFor.length > 0) return reply.status(503).send({ status: 'unavailable', waitingFor })
    return reply.send({ status: 'ok' })
  }
  http.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    // A container health check may use any host name.
    config: { anyHost: () => true },
    schema: { hide: true },
    handler: answer,
  })
}

async function isReady(check: () => Promise<boolean>): Promise<boolean> {
  const patience = new AbortController()
  try {
    return await Promise.race([check(), sleep(PATIENCE_MS, false, { signal: patience.signal })])
  } catch {
    return false
  } finally {
    patience.abort()
  }
}
