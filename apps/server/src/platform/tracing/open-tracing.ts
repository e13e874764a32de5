import type { HttpServer } from '../http/server.ts'
import type { TracingConfig } from '../process/tracing-config.ts'
import { NO_TRACING, type Tracing } from './tracing.ts'

interface OpenTracing {
  tracing: Tracing
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/** Traces calls and the work that they cause if a collector is configured; otherwise no tracing code is loaded. */
export async function openTracing(config: TracingConfig | undefined, http: HttpServer): Promise<OpenTracing> {
  if (config === undefined) return { tracing: NO_TRACING, async stop() {} }
  const { startTracing } = await import('./open-telemetry.ts')
  const { traceRequests } = await import('./trace-requests.ts')
  const opened = startTracing(config)
  traceRequests(http, opened.tracing)
  return opened
}
