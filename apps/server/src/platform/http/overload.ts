import { ApiError } from '../errors.ts'
import type { HttpServer } from './server.ts'

/** With about 10,000 queries per second, a further query would wait for about a second. */
const WAITING_MAX = 10_000
const RETRY_AFTER_S = 1

/** Refuses requests below `/auth` with 503 while too many queries wait for the database, so that their number stays limited. */
export function refuseOverload(http: HttpServer, pool: { readonly waitingCount: number }) {
  http.addHook('onRequest', (request, _reply, done) => {
    if (pool.waitingCount >= WAITING_MAX && request.url.startsWith('/auth/'))
      throw new ApiError('internal_error', { status: 503, retryAfterSeconds: RETRY_AFTER_S })
    done()
  })
}
