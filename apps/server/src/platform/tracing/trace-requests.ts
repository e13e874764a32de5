import type { FastifyRequest } from 'fastify'
import type { HttpServer } from '../http/server.ts'
import type { Span, Tracing } from './tracing.ts'

/** Only API calls are traced, not files, health checks and metrics. */
const TRACED = '/auth/'

/** Creates a span for each call, named by its route pattern. The work that it causes has child spans. */
export function traceRequests(http: HttpServer, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (route.startsWith(TRACED)) {
      const attributes = { 'http.request.method': request.method, 'http.route': route }
      spans.set(request, tracing.begin(`${request.method} ${route}`, attributes, { isRoot: true }))
    }
    done()
  })
  // After the body has been read, because the events of reading do not carry the span.
  http.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}
