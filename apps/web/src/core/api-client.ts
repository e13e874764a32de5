import { apiTokenSchema } from '@senca/contract'
import type * as z from 'zod/mini'
import { type ApiTokens, createApiTokens } from './api-token.ts'
import type { Clock } from './clock.ts'
import { ApiFailure, failureOf, NetworkFailure, parseJson, signsOut, UnreadableAnswer } from './failures.ts'
import { createSessionGate } from './session-gate.ts'

/** By what right a call is made, and so what it waits for. */
export type Access =
  /** Uses the cookie session. */
  | 'readsSession'
  /** Starts or ends a session, and by that ends the api token. */
  | 'changesSession'
  /** Carries the bearer token. */
  | 'apiToken'
  /** A guest's call. */
  | { deviceLinkToken: string }

export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the auth server's prefix, with a leading slash. */
  path: string
  access: Access
  /** Array values repeat the key. */
  query?: Readonly<Record<string, string | readonly string[]>>
  form?: Readonly<Record<string, string>>
  json?: unknown
  /** The answer is taken as the text that it is, and not as JSON. */
  isText?: boolean
  answer: z.ZodMiniType<T>
  signal?: AbortSignal
}

export interface ApiClient {
  /** Raises ApiFailure (refused), UnreadableAnswer (not of the contract) or NetworkFailure (no answer). */
  request<T>(request: ApiRequest<T>): Promise<T>
  /** Forgets the api token: another tab changed the session. */
  forgetToken(): void
}

interface Needs {
  /** The prefix of every call, e.g. `/auth`. */
  authServer: string
  fetch: typeof fetch
  clock: Pick<Clock, 'now'>
  /** Called when the server says that nobody is signed in. */
  onSignedOut(): void
}

const ANSWER_TIMEOUT_MS = 30_000

export function createApiClient({ authServer, fetch, clock, onSignedOut }: Needs): ApiClient {
  const gate = createSessionGate()

  async function send<T>(request: ApiRequest<T>, headers: Record<string, string>): Promise<T> {
    const { status, ok, text } = await exchange(fetch, authServer + request.path, request, headers)
    if (!ok) throw failureOf(status, text)
    const answer = request.answer.safeParse(request.isText === true ? text : parseJson(text))
    if (!answer.success) throw new UnreadableAnswer(status, text)
    return answer.data
  }

  const tokens: ApiTokens = createApiTokens({
    clock,
    refresh: () =>
      gate.read(() =>
        send({ method: 'POST', path: '/login', access: 'readsSession', answer: apiTokenSchema }, {}),
      ),
  })

  async function sendWithToken<T>(request: ApiRequest<T>): Promise<T> {
    const withToken = async () => send(request, { authorization: `Bearer ${await tokens.get()}` })
    try {
      return await withToken()
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.error !== 'api_token_invalid') throw failure
      // The server may have dropped the token before its time; the session decides whether there is another.
      tokens.clear()
      return withToken()
    }
  }

  async function changeSession<T>(request: ApiRequest<T>): Promise<T> {
    return gate.change(async () => {
      try {
        return await send(request, {})
      } finally {
        tokens.clear()
      }
    })
  }

  function dispatch<T>(request: ApiRequest<T>): Promise<T> {
    if (typeof request.access === 'object') {
      return send(request, { 'x-device-link-token': request.access.deviceLinkToken })
    }
    switch (request.access) {
      case 'readsSession':
        return gate.read(() => send(request, {}))
      case 'changesSession':
        return changeSession(request)
      case 'apiToken':
        return sendWithToken(request)
    }
  }

  return {
    async request(request) {
      const generation = gate.generation()
      try {
        return await dispatch(request)
      } catch (failure) {
        const isOfThisSession = generation === gate.generation() || request.access === 'changesSession'
        if (isOfThisSession && typeof request.access !== 'object' && signsOut(failure)) onSignedOut()
        throw failure
      }
    },
    forgetToken: () => tokens.clear(),
  }
}

async function exchange(
  fetch: typeof globalThis.fetch,
  address: string,
  { method, query, form, json, signal }: ApiRequest<unknown>,
  headers: Record<string, string>,
): Promise<{ status: number; ok: boolean; text: string }> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  try {
    const response = await fetch(address + queryString(query), {
      method,
      headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: form === undefined ? jsonBody(json) : new URLSearchParams(form),
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    return { status: response.status, ok: response.ok, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw new NetworkFailure('No answer from the server', { cause })
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
