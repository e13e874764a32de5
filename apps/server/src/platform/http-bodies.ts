import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'

export const MAX_JSON_BYTES = 64 * 1024
export const MAX_FORM_BYTES = 8 * 1024

/** No call nests deeper than a few levels. */
const MAX_JSON_DEPTH = 64

const malformed = (detail: string) => new ApiError('malformed_request', { detail })

/**
 * Lets in JSON and forms only, and of them only what PostgreSQL can keep as text: well-formed Unicode without NUL.
 * Everything else is the caller's mistake and is told so before any feature sees it.
 */
export function parseBodies(http: FastifyInstance) {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_JSON_BYTES },
    async (_request: unknown, body: Buffer) => parseJson(body),
  )
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    async (_request: unknown, body: Buffer) => parseForm(body),
  )
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
}

/** An empty body is undefined, as if none was sent. */
export function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body)
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
  checkTree(value)
  return value
}

/** Level by level, never by recursion: a body of brackets alone nests deeper than the stack reaches. */
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

/** Forms are for signing in and for accounts; what the api token opens takes JSON. */
export function refuseForms(http: FastifyInstance) {
  http.addHook('preValidation', async ({ body, headers, routeOptions }) => {
    if (body === undefined || routeOptions.url?.startsWith('/auth/api/v1/') !== true) return
    if (/^\s*application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
      throw malformed('This call takes JSON.')
  })
}

/** A call that takes no body knows no key that could be in one. */
export function refuseNeedlessBodies(http: FastifyInstance) {
  http.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined || body === null || routeOptions.schema?.body !== undefined) return
    if (typeof body !== 'object' || Array.isArray(body) || Object.keys(body).length > 0)
      throw malformed('This call takes no body.')
  })
}

/** Each field once; an empty body is a form without fields. */
export function parseForm(body: Buffer): Record<string, string> {
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
    // Reported below: what stands here is neither more nor less wrong than a NUL.
  }
  throw malformed('A field of the form is not percent-encoded UTF-8.')
}

/** Queries come percent-encoded; Fastify would pass on what does not decode as it stands. */
export function isStorableUrl(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
