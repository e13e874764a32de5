import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { sqlStateOf } from '../postgres/permanent-errors.ts'
import type { HttpServer } from './server.ts'

const TIMEOUT_MS = 2_000

/** What is impaired while everything still answers. A restart would mend neither. */
type Impaired = 'disk' | 'database'

/** With less free space, PostgreSQL soon refuses to write. */
const LEAST_FREE_BYTES = 100 * 1024 ** 2
/** How long a write that failed counts. */
const FAILED_WRITE_MS = 60_000
/** SQLSTATE: disk full and errors of input and output; a transaction that may only read. */
const FAILED_WRITES: Readonly<Record<string, Impaired>> = { 53100: 'disk', 58030: 'disk', 25006: 'database' }

interface WritesOptions {
  dataDir: string
  /** Whether the database takes no writes. */
  isReadOnly(): Promise<boolean>
  clock: Pick<Clock, 'now'>
}

/** Watches which writes of calls fail. Returns the function that says what is impaired now. */
export function watchWrites(http: HttpServer, { dataDir, isReadOnly, clock }: WritesOptions) {
  const failedAt = new Map<Impaired, number>()
  http.addHook('onError', async (_request, _reply, error) => {
    const impaired = FAILED_WRITES[sqlStateOf(error) ?? '']
    if (impaired !== undefined) failedAt.set(impaired, clock.now().getTime())
  })
  const hasFailed = (part: Impaired): boolean => {
    const sinceMs = clock.now().getTime() - (failedAt.get(part) ?? Number.NEGATIVE_INFINITY)
    return sinceMs >= 0 && sinceMs < FAILED_WRITE_MS
  }
  const isFull = async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize < LEAST_FREE_BYTES
  }

  return async (): Promise<Impaired[]> => {
    const [isDiskFull, isDatabaseReadOnly] = await Promise.all([isReady(isFull), isReady(isReadOnly)])
    return [
      ...(isDiskFull || hasFailed('disk') ? (['disk'] as const) : []),
      ...(isDatabaseReadOnly || hasFailed('database') ? (['database'] as const) : []),
    ]
  }
}

/**
 * Serves `GET /healthz`: 200 if every named part is ready, with what is impaired; otherwise 503 with the names of the parts that are
 * not.
 */
export function serveHealth(
  http: HttpServer,
  reasonsNow: () => Promise<readonly Impaired[]>,
  checks: Record<string, () => Promise<boolean>>,
) {
  const answer = async (_request: FastifyRequest, reply: FastifyReply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, isReady: await isReady(check) })),
    )
    const waitingFor = results.filter((result) => !result.isReady).map(({ name }) => name)
    reply.header('cache-control', 'no-store')
    if (waitingFor.length > 0) return reply.status(503).send({ status: 'unavailable', waitingFor })
    const reasons = await reasonsNow()
    return reply.send(reasons.length === 0 ? { status: 'ok' } : { status: 'degraded', reasons })
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
  const timeout = new AbortController()
  try {
    return await Promise.race([check(), sleep(TIMEOUT_MS, false, { signal: timeout.signal })])
  } catch {
    return false
  } finally {
    timeout.abort()
  }
}
