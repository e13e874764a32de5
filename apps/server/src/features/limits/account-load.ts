import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import { ApiError } from '#platform/errors.ts'
import type { HttpServer } from '#platform/http/server.ts'
import { createKeyedQueue } from '#platform/keyed-queue.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the call waits for earlier changes of its account; by default, whether it changes something by an API token. False
     * for calls that wait for devices or other servers, and for those that must never wait, like commands and alarms.
     */
    isQueued?: boolean
    /** For calls that need much processor time: how many an account may make at once, and one in each interval after that. */
    costly?: { burst: number; everyMs: number }
  }
}

/** The maximum number of changes of one account, including the running one. */
const CHANGES_IN_LINE = 20
const LONGEST_WAIT_MS = 4_000
/** Half of the database connections, so that changes that wait for locks leave enough for commands, safety and scenarios. */
const CHANGES_AT_ONCE = 8
const RETRY_AFTER_S = 2

const tooMany = (retryAfterSeconds: number) => new ApiError('too_many_requests', { retryAfterSeconds })

/** A bridge has a line and a budget of its own, so that a script does not hold up its maker or other people. */
const accountOf = ({ actor, bridge }: FastifyRequest): string => actor?.accountId ?? bridge?.id ?? ''

/**
 * Keeps one account from using up what all accounts share. Changes of one account run one after the other and wait before they
 * take a database connection, because they lock the same rows. Costly calls run one at a time, and each account has a budget for
 * them.
 */
export function limitAccountLoad(http: HttpServer, clock: Clock) {
  const inLine = createKeyedQueue({ clock, limit: CHANGES_IN_LINE, timeoutMs: LONGEST_WAIT_MS })
  const atOnce = createConcurrencyLimit({ concurrent: CHANGES_AT_ONCE })
  const oneByOne = createConcurrencyLimit({ concurrent: 1 })

  const queued = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    async function (request, reply) {
      const done = await inLine(accountOf(request), async () => ({
        answer: await atOnce(async () => handler.call(this, request, reply)),
      }))
      if (done === null) throw tooMany(RETRY_AFTER_S)
      return done.answer
    }

  const budgeted = (
    handler: RouteHandlerMethod,
    budget: { burst: number; everyMs: number },
  ): RouteHandlerMethod => {
    const rate = createKeyedRate(budget)
    return async function (request, reply) {
      if (rate.take(accountOf(request), clock.now().getTime()) === null) throw tooMany(budget.everyMs / 1_000)
      return oneByOne(async () => handler.call(this, request, reply))
    }
  }

  http.addHook('onRoute', (route) => {
    const { access, costly, isQueued = access === 'api-token' && route.method !== 'GET' } = route.config ?? {}
    if (costly !== undefined) route.handler = budgeted(route.handler, costly)
    else if (isQueued) route.handler = queued(route.handler)
  })
}
