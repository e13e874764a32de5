interface SafeError {
  type: string
  message: string
  code?: string
  stack: string
  cause?: SafeError
}

const MAX_DEPTH = 4

/**
 * The part of an error that may be logged. Drizzle puts the parameters of a failed query into the message, and PostgreSQL puts
 * values into `detail`. They may be addresses and hashes of people, which must not be in a log.
 */
export function describeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  const message = error.message.split('\nparams:')[0] ?? ''
  return {
    type: error.name,
    message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: `${error.name}: ${message}\n${framesOf(error.stack ?? '')}`,
    ...(error.cause instanceof Error && depth < MAX_DEPTH
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
