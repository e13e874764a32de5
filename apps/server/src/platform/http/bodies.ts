import { LIMITS } from '@senca/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b

/** No valid call nests deeper than a few levels. */
const MAX_JSON_DEPTH = 64

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a Buffer with the received bytes, so that a signature over them can be verified. */
    rawBody?: boolean
  }
}

const isRaw = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.rawBody === true

type ParsingDone = (error: Error | null, body?: unknown) => void

const malformed = (detail: string) => new ApiError('malformed_request', { detail })

/**
 * Accepts only JSON and forms, and only text that PostgreSQL can store: well-formed Unicode without NUL. Anything else is refused
 * before a feature sees it. A route with `config.rawBody` gets the unparsed bytes, with the same size limit or its own
 * `bodyLimit`.
 */
export function parseBodies(http: FastifyInstance) {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LIMITS.BODY_MAX_BYTES },
    (request: FastifyRequest, body: Buffer, done: ParsingDone) =>
      answerWith(() => (isRaw(request) ? body : parseJson(body)), done),
  )
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: LIMITS.FORM_MAX_BYTES },
    (request: FastifyRequest, body: Buffer, done: ParsingDone) =>
      answerWith(() => (isRaw(request) ? body : parseForm(body)), done),
  )
}

/** Synchronous, not with a promise, because every command passes here. */
function answerWith(parse: () => unknown, done: ParsingDone) {
  let body: unknown
  try {
    body = parse()
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
    return
  }
  done(null, body)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
}

/** An empty body becomes undefined, as if none was sent. */
export function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body)
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
  if (!isPlain(text)) checkTree(value)
  return PROTO_KEY.test(text) ? withProtoRenamed(value) : value
}

/** Matches the key `__proto__`, with any of its characters escaped. */
const PROTO_KEY =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"/i
const RENAMED_PROTO = '(__proto__)'

/** Schemas silently drop a key `__proto__`. It is renamed here, so that it is refused like any unknown key. */
function withProtoRenamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withProtoRenamed)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key === '__proto__' ? RENAMED_PROTO : key,
      withProtoRenamed(inner),
    ]),
  )
}

/**
 * Whether a body needs no further checks. Text without escapes contains no NUL, because JSON allows NUL only in escaped form;
 * text with few brackets cannot nest deeply.
 */
function isPlain(text: string): boolean {
  if (text.includes('\\')) return false
  let brackets = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === OPENING_BRACE || character === OPENING_BRACKET) brackets += 1
  }
  return brackets <= MAX_JSON_DEPTH
}

/** Checks level by level without recursion, because a body of brackets can nest deeper than the stack allows. */
function checkTree(value: unknown) {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) throw malformed('The body is nested too deeply.')
    if (!level.every(isStorable)) throw malformed('A text has characters that are not allowed.')
    level = level.flatMap((inner) =>
      typeof inner === 'object' && inner !== null
        ? [...(Array.isArray(inner) ? [] : Object.keys(inner)), ...Object.values(inner)]
        : [],
    )
  }
}

const isStorable = (value: unknown) => typeof value !== 'string' || !/\p{Surrogate}|\0/u.test(value)

/**
 * Forms are accepted only for sign-in and accounts; calls with the API token need JSON. A call without a body schema refuses any
 * body.
 */
export function refuseWrongBodies(http: FastifyInstance) {
  http.addHook('preValidation', ({ body, headers, routeOptions }, _reply, done) => {
    if (routeOptions.config.rawBody === true) return done()
    const isOpenToForms = body === undefined || routeOptions.url?.startsWith('/auth/api/v1/') !== true
    if (!isOpenToForms && /^\s*application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
      throw malformed('This call takes JSON.')
    const isNeedless = body !== undefined && body !== null && routeOptions.schema?.body === undefined
    if (isNeedless && (typeof body !== 'object' || Array.isArray(body) || Object.keys(body).length > 0))
      throw malformed('This call takes no body.')
    done()
  })
}

/** Parses a form; each field may occur once. An empty body is a form without fields. */
function parseForm(body: Buffer): Record<string, string> {
  const text = decodeUtf8(body)
  const fields = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decodeField(split < 0 ? pair : pair.slice(0, split))
    if (fields.has(name)) throw malformed('A field of the form is there twice.')
    fields.set(name, split < 0 ? '' : decodeField(pair.slice(split + 1)))
  }
  return Object.fromEntries(fields)
}

function decodeField(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Reported below; the value here does not matter.
  }
  throw malformed('A field of the form is not percent-encoded UTF-8.')
}

/** Whether the query can be stored as text. Fastify would pass on an invalid percent-encoding unchanged. */
export function isStorableUrl(url: string): boolean {
  // Node accepts a NUL in a URL only in encoded form.
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
