import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanStatusCode, type Span as TracedSpan, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../process/tracing-config.ts'
import type { Span, Tracing } from './tracing.ts'

const EXPORT_TIMEOUT_MS = 5_000
/** How long spans wait to be sent together with others. */
const GATHER_MS = 1_000
/** The maximum number of waiting spans. Further spans are dropped, so that an unavailable collector does not use up memory. */
const MAX_WAITING = 2_048

/** Sends traces to a collector by OTLP over HTTP. Loaded only if one is configured. */
export function startTracing(config: TracingConfig) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: config.url,
          headers: config.headers,
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: GATHER_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('senca')
  const running = new AsyncLocalStorage<TracedSpan>()

  const wrap = (span: TracedSpan): Span => ({
    run: (work) => running.run(span, work),
    event: (name) => void span.addEvent(name),
    fail: (code) =>
      void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR, message: code }),
    end: () => span.end(),
  })
  const tracing: Tracing = {
    begin(name, attributes = {}, { isRoot = false } = {}) {
      const parent = isRoot ? undefined : running.getStore()
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
      return wrap(tracer.startSpan(name, { attributes }, context))
    },
  }
  return {
    tracing,
    /** Sends the remaining spans. */
    stop: () => provider.shutdown(),
  }
}
