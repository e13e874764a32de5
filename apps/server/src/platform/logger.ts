import Fastify, { type FastifyBaseLogger } from 'fastify'

/** The leveled logger every part writes to: one JSON line per entry on standard output. */
export type Logger = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Makes the process's logger. Fastify brings pino along, so the one it configures is used for everything. */
export function createLogger(level: LogLevel): Logger {
  return Fastify({ logger: { level, base: null } }).log
}
