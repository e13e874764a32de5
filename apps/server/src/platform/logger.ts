import Fastify, { type FastifyBaseLogger } from 'fastify'
import { describeError } from './error-text.ts'

/** The logger for all parts: one JSON line per entry on standard output. */
export type Logger = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Creates the logger of the process. Fastify includes pino, so the instance that it configures is used everywhere. */
export function createLogger(level: LogLevel): Logger {
  const serializers = { err: (error: unknown) => ({ ...describeError(error) }) }
  // Uses the same stream as the start report, so that lines keep their order.
  return Fastify({ logger: { level, base: null, serializers, stream: process.stdout } }).log
}
