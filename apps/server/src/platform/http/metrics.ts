import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ApiError } from '../errors.ts'
import type { Config } from '../process/config.ts'
import { carriesOperatorToken, isFromThisMachine } from './operator-access.ts'
import type { HttpServer } from './server.ts'

const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 180]

export interface Metrics {
  registry: Registry
  /**
   * Adds a value that is read whenever the metrics are read; names begin with `senca_`. If reading fails, for example because the
   * database is unavailable, the value is NaN and the others are still returned.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Adds values by one label, which are read whenever the metrics are read. */
  gauges(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void
  /** Adds an event counter, with one label if there is one. The returned function counts one event. */
  counter(name: string, help: string, label?: string): (value?: string) => void
}

/**
 * Created once for a process, because the timer of the event loop's delay and the observer of the garbage collection never end. They
 * begin when somebody first reads the metrics, because that timer wakes the process a hundred times a second.
 */
let processRegistry: Registry | undefined

/** The metrics of the process and of its event loop. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

/** The metrics of an app for Prometheus: the features' gauges and counters. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  return {
    registry,
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await Promise.resolve()
            .then(read)
            .catch(() => Number.NaN)
          this.set(value)
        },
      })
    },
    gauges(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [labelled, value] of read()) this.set({ [label]: labelled }, value)
        },
      })
    },
    counter(name, help, label) {
      const labelNames = label === undefined ? [] : [label]
      const counter = new Counter({ name, help, labelNames, registers: [registry] })
      return (value) => counter.inc(Object.fromEntries(labelNames.map((one) => [one, value ?? ''])))
    },
  }
}

/**
 * Measures HTTP durations by route pattern, and serves them with the metrics of the app and of the process at `GET /metrics`, to
 * this machine and to the operator.
 */
export function serveMetrics(
  http: HttpServer,
  metrics: Metrics,
  config: Pick<Config, 'operatorToken' | 'trustProxy' | 'publicUrl'>,
) {
  const durations = new Histogram({
    name: 'senca_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [metrics.registry],
  })
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const isOperator = (request: FastifyRequest) => carriesOperatorToken(request, config.operatorToken)
  // A request from this machine is only proven by its host name, which a foreign page could also use, so only the operator may
  // use any host.
  http.get(
    '/metrics',
    { config: { anyHost: isOperator }, schema: { hide: true } },
    async (request, reply) => {
      const isAllowed = isFromThisMachine(request, config) || isOperator(request)
      if (!isAllowed) throw new ApiError('insufficient_permission')
      const all = Registry.merge([processMetrics(), metrics.registry])
      return reply.type(all.contentType).send(await all.metrics())
    },
  )
}
