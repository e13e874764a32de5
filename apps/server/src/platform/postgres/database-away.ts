import * as z from 'zod/mini'
import { ApiError } from '../errors.ts'

const RETRY_AFTER_S = 5
/** Of the system, of Node, and SQLSTATE: connections that break (08), a server that ends or starts (57P01 to 57P03). */
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
/** What `pg` says of connections without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const coded = z.object({ code: z.string() })

/** Whether something failed because the database could not be reached. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 503
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && MESSAGES.test(cause.message)) return true
  const { data } = coded.safeParse(cause)
  return data !== undefined && (CODES.includes(data.code) || SQLSTATES.test(data.code))
}

/** 503, `internal_error`: to be tried again soon. */
export const databaseAway = () =>
  new ApiError('internal_error', { status: 503, retryAfterSeconds: RETRY_AFTER_S })
