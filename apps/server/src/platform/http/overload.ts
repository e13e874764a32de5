import { ApiError } from '../errors.ts'
import type { HttpServer } from './server.ts'

/** At some 10,000 queries a second, the next one after so many would wait for a second. */
const WAITING_MAX = 10_000
const RETRY_AFTER_S = 1

/** Refuses requests below `/auth` with 503 while too many already wait for the database, so that their number is bounded. */
export function refuseOverload(http: HttpServer, pool: { readonly waitingCount: number }) {
  http.addHook('onRequest', (request, _reply, done) => {
    if (pool.waitingCount >= WAITING_MAX && request.url.startsWith('/auth/'))
      throw new ApiError('internal_error', { status: 503, retryAfterSeconds: RETRY_AFTER_S })
    done()
  })
}
