import Fastify, { type FastifyBaseLogger } from 'fastify'
import { describeError } from './error-text.ts'

/** The leveled logger every part writes to: one JSON line per entry on standard output. */
export type Logger = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Makes the process's logger. Fastify brings pino along, so the one it configures is used for everything. */
export function createLogger(level: LogLevel): Logger {
  const serializers = { err: (error: unknown) => ({ ...describeError(error) }) }
  // Through the same stream as the start report, so that lines keep their order.
  return Fastify({ logger: { level, base: null, serializers, stream: process.stdout } }).log
}
