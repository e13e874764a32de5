import type * as z from 'zod/mini'
import { failureOf, NetworkFailure, parseJson, UnreadableAnswer } from './failures.ts'

/** How a call is authorized. This also decides which other calls it waits for. */
export type Access =
  /** Uses the cookie session. */
  | 'readsSession'
  /** Starts or ends a session and therefore ends the API token. */
  | 'changesSession'
  /** Sends the bearer token. */
  | 'apiToken'
  /** A call of a guest with the token of a device link. */
  | { deviceLinkToken: string }

export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'DELETE'
  /** The path below the prefix of the auth server, with a leading slash. */
  path: string
  access: Access
  /** The key is repeated for each value of an array. */
  query?: Readonly<Record<string, string | readonly string[]>>
  form?: Readonly<Record<string, string>>
  json?: unknown
  /** The answer is read as plain text and not as JSON. */
  isText?: boolean
  answer: z.ZodMiniType<T>
  signal?: AbortSignal | undefined
  /** The place of the call among those of this page; see `inOrder`. */
  order?: string
}

export interface SendNeeds {
  /** The prefix of every call, e.g. `/auth`. */
  authServer: string
  fetch: typeof fetch
}

/** A text that no other page has. `randomUUID` does not exist on pages without https. */
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('')
let lastNumber = 0

/**
 * Numbers a call that changes something in the order in which the person asked for it. When two commands overtake each other on the
 * way, the server keeps to the newer one.
 */
export function inOrder<T>(request: ApiRequest<T>): ApiRequest<T> {
  if (request.method === 'GET') return request
  lastNumber += 1
  return { ...request, order: `${PAGE}/${lastNumber}` }
}

const ANSWER_TIMEOUT_MS = 30_000

/** Makes one call with these headers, whatever its access. Throws the same errors as `ApiClient`. */
export const createSend =
  ({ authServer, fetch }: SendNeeds) =>
  async <T>(request: ApiRequest<T>, headers: Record<string, string>): Promise<T> => {
    const { status, ok, text } = await exchange(fetch, authServer + request.path, request, headers)
    if (!ok) throw failureOf(status, text)
    const answer = request.answer.safeParse(request.isText === true ? text : parseJson(text))
    if (!answer.success) throw new UnreadableAnswer(status, text)
    return answer.data
  }

async function exchange(
  fetch: typeof globalThis.fetch,
  address: string,
  { method, query, form, json, signal, order }: ApiRequest<unknown>,
  headers: Record<string, string>,
): Promise<{ status: number; ok: boolean; text: string }> {
  const call = new AbortController()
  const abort = () => call.abort()
  const timer = setTimeout(abort, ANSWER_TIMEOUT_MS)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort)
  try {
    const response = await fetch(address + queryString(query), {
      method,
      headers: {
        ...headers,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(order === undefined ? {} : { 'x-page-order': order }),
      },
      body: form === undefined ? jsonBody(json) : new URLSearchParams(form),
      credentials: 'same-origin',
      signal: call.signal,
    })
    return { status: response.status, ok: response.ok, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw new NetworkFailure('No answer from the server', { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const jsonBody = (json: unknown): string | null => (json === undefined ? null : JSON.stringify(json))

function queryString(query: ApiRequest<unknown>['query']): string {
  if (query === undefined) return ''
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): [string, string] => [key, one]),
  )
  return `?${new URLSearchParams(pairs)}`
}
