import type { FastifyRequest } from 'fastify'
import type { HttpServer } from '../http/server.ts'
import type { Span, Tracing } from './tracing.ts'

/** Only calls are traced, and none of files, probes and figures. */
const TRACED = '/auth/'

/** Makes a span of each call, named by the pattern of its route; what it leads to is below it. */
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
  // Behind the reading of the body, whose events know nothing of the span.
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
