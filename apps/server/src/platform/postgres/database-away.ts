import * as z from 'zod/mini'
import { ApiError } from '../errors.ts'

const RETRY_AFTER_S = 5
/**
 * Error codes of the system and of Node, and SQLSTATE for broken connections (08) and a server that stops or starts (57P01 to
 * 57P03).
 */
const CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
const SQLSTATES = /^(08...|57P0[123])$/
/** The messages of `pg` for connection errors without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const coded = z.object({ code: z.string() })

/** Whether an error means that the database could not be reached. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 503
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && MESSAGES.test(cause.message)) return true
  const { data } = coded.safeParse(cause)
  return data !== undefined && (CODES.includes(data.code) || SQLSTATES.test(data.code))
}

/** The error for an unavailable database: 503 `internal_error` with a retry delay. */
export const databaseDown = () =>
  new ApiError('internal_error', { status: 503, retryAfterSeconds: RETRY_AFTER_S })
