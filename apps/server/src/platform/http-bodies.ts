import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'

export const MAX_JSON_BYTES = 64 * 1024
export const MAX_FORM_BYTES = 8 * 1024

const FORBIDDEN_ESCAPES = /\\u(0000|d[89a-f][0-9a-f]{2})/i

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
  // Only an escape can bring in what the decoder above has kept out.
  if (FORBIDDEN_ESCAPES.test(text) && !isStorable(value))
    throw malformed('A text has characters that are not allowed.')
  return value
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}|\0/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
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
