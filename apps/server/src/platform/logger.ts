import Fastify, { type FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { describeError } from './error-text.ts'

/** The logger for all parts: one line per entry on standard output. */
export type Logger = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** JSON for programs, or text for a person. */
export const LOG_FORMATS = ['json', 'text'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/**
 * Creates the logger of the process. Without a format, a terminal gets text and everything else JSON. Fastify includes pino, so the
 * instance that it configures is used everywhere.
 */
export function createLogger(
  level: LogLevel,
  format: LogFormat = process.stdout.isTTY ? 'text' : 'json',
  // The same stream as the start report, so that lines keep their order.
  output: { write(line: string): unknown } = process.stdout,
): Logger {
  const serializers = { err: (error: unknown) => ({ ...describeError(error) }) }
  const stream =
    format === 'json' ? output : { write: (line: string) => output.write(textOf(JSON.parse(line))) }
  return Fastify({
    logger: {
      level,
      base: null,
      serializers,
      hooks: {
        // Fastify logs each address that it listens on. What a person needs of it is in the start report.
        logMethod(entry, log) {
          const [first]: unknown[] = entry
          if (first !== '') log.apply(this, entry)
        },
      },
      stream,
    },
  }).log
}

const entrySchema = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z._default(z.string(), ''),
  err: z.optional(z.object({ message: z.string(), stack: z.string() })),
})

/** The levels of pino from which a line begins with a word. */
const WARNING = 40
const ERROR = 50
const FATAL = 60

/** What happened, why, and what it is about. Only an error that ends the process has its stack. */
function textOf(entry: unknown): string {
  const { level, time: _time, msg, err, ...about } = z.parse(entrySchema, entry)
  const word = level >= ERROR ? 'Error: ' : level >= WARNING ? 'Warning: ' : ''
  const details = Object.entries(about).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const reason = err === undefined ? '' : `: ${level >= FATAL ? err.stack : err.message}`
  return `${word}${msg}${reason}${details.length === 0 ? '' : ` (${details.join(', ')})`}\n`
}
