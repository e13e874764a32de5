import { ERROR_CATALOGUE, type ErrorCode } from '@senca/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { describeError } from '../error-text.ts'
import { ApiError } from '../errors.ts'
import { databaseDown, isDatabaseDown } from '../postgres/database-away.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A `malformed_request` from the schema contains the first invalid field of the body as `key`. */
    namesFaults?: boolean
  }
}

const MAX_NAMED_PROBLEMS = 5
const TOO_LARGE = 413

interface ErrorAnswer {
  status: number
  body: {
    error: ErrorCode
    error_description: string
    error_detail?: string
    key?: string
    device_id?: string
    state?: string
  }
}

const answerOf = (code: ErrorCode, detail?: string): ErrorAnswer => ({
  status: ERROR_CATALOGUE[code].status,
  body: {
    error: code,
    error_description: ERROR_CATALOGUE[code].description,
    ...(detail === undefined ? {} : { error_detail: detail }),
  },
})

/** The only place where a thrown error becomes an HTTP response; `isCut` if the client disconnected while sending. */
function toErrorAnswer(error: unknown, isCut: boolean): ErrorAnswer {
  if (error instanceof ApiError) {
    const { status, body } = answerOf(error.code, error.detail)
    return {
      status: error.status ?? status,
      body: {
        ...body,
        error_description: error.message,
        ...(error.key === undefined ? {} : { key: error.key }),
        ...(error.deviceId === undefined ? {} : { device_id: error.deviceId }),
        ...(error.state === undefined ? {} : { state: error.state }),
      },
    }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const problems = error.validation.slice(0, MAX_NAMED_PROBLEMS)
    return answerOf(
      'malformed_request',
      problems.map(({ instancePath, message }) => `${instancePath}: ${message}`).join('; '),
    )
  }
  const status = statusOf(error, isCut)
  if (status < 400 || status >= 500) return answerOf('internal_error')
  const answer = answerOf('malformed_request', error instanceof Error ? error.message : undefined)
  return status === TOO_LARGE ? { ...answer, status } : answer
}

/** The first invalid field; undefined if the error concerns the whole body. */
function faultyFieldOf(error: unknown): string | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const [field] = error.validation.flatMap(({ instancePath }) => instancePath.split('/')[1] || [])
  return field
}

function statusOf(error: unknown, isCut: boolean): number {
  if (!(error instanceof Error)) return 500
  if ('statusCode' in error) return Number(error.statusCode)
  // The client disconnected while sending. Nobody reads the response, and it is not an error of the server.
  return isCut && 'code' in error && error.code === 'ECONNRESET' ? 400 : 500
}

export function handleError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const error = lostTheDatabase(thrown, request) ? databaseDown() : thrown
  const { status, body: bare } = toErrorAnswer(error, isCutOff(request))
  const key = request.routeOptions.config?.namesFaults === true ? faultyFieldOf(error) : undefined
  const body = key === undefined ? bare : { ...bare, key }
  if (status >= 500 && !(error instanceof ApiError)) request.log.error({ err: error }, 'A request failed')
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.ceil(error.retryAfterSeconds))
  }
  // Fastify would close the connection while the client is still sending, so the client would never read this response.
  if (status === TOO_LARGE) reply.removeHeader('connection')
  return reply.status(status).type('application/json').send(JSON.stringify(body))
}

/** Whether the client disconnected while sending. Its error has the codes of a lost database. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

function lostTheDatabase(error: unknown, request: FastifyRequest): boolean {
  if (error instanceof ApiError || isCutOff(request) || !isDatabaseDown(error)) return false
  request.log.warn({ reason: describeError(error).message }, 'A request failed without the database')
  return true
}

/** For errors before there is a request: an invalid request line, headers over the limit, a client that is too slow. */
export function rawErrorAnswer(error: Error & { code?: string }): string {
  const statusLine =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  return rawAnswer(statusLine, 'malformed_request')
}

/** A complete response that closes the connection, for cases without a reply object. */
export function rawAnswer(statusLine: string, code: ErrorCode): string {
  const content = JSON.stringify(answerOf(code).body)
  return [
    `HTTP/1.1 ${statusLine}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(content)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy: no-referrer',
    'Connection: close',
    '',
    content,
  ].join('\r\n')
}

export function notFound(): never {
  throw new ApiError('resource_not_found')
}
