import { apiTokenSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { type ApiRequest, createSend, inOrder, type SendNeeds } from './api-request.ts'
import { type ApiTokens, createApiTokens } from './api-token.ts'
import { ApiFailure, signsOut } from './failures.ts'
import { createSessionGate } from './session-gate.ts'

export interface ApiClient {
  /**
   * Throws ApiFailure (the server refused), UnreadableAnswer (the answer does not match the contract) or NetworkFailure (no
   * answer).
   */
  request<T>(request: ApiRequest<T>): Promise<T>
  /** Forgets the API token because another tab changed the session. */
  forgetToken(): void
}

interface PageApiClient extends ApiClient {
  /** Ends the session that was left without a connection; does nothing if there is none. Throws if the server does not answer. */
  finishLeaving(): Promise<void>
}

type Needs = SendNeeds & {
  clock: Pick<Clock, 'now'>
  /** Called when the server says that nobody is signed in. */
  onSignedOut(): void
  /** A session that was left without a connection: it is ended before anything else is called. */
  leaving?: { isWanted(): boolean; done(): void }
}

export function createApiClient({ authServer, fetch, clock, onSignedOut, leaving }: Needs): PageApiClient {
  const gate = createSessionGate()

  const send = createSend({ authServer, fetch })

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
      // The server may drop the token before it expires. The session decides whether there is a new one.
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

  let finishing: Promise<void> | null = null

  async function endSession(): Promise<void> {
    try {
      await changeSession({ method: 'POST', path: '/logout', access: 'changesSession', answer: z.unknown() })
    } catch (failure) {
      // A session that is over already needs no end.
      if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure
    }
    leaving?.done()
  }

  async function finishLeaving(): Promise<void> {
    if (leaving?.isWanted() !== true) return
    finishing ??= endSession().finally(() => {
      finishing = null
    })
    await finishing
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
        if (leaving?.isWanted() === true) await finishLeaving()
        return await dispatch(inOrder(request))
      } catch (failure) {
        const isOfThisSession = generation === gate.generation() || request.access === 'changesSession'
        if (isOfThisSession && typeof request.access !== 'object' && signsOut(failure)) onSignedOut()
        throw failure
      }
    },
    finishLeaving,
    forgetToken: () => tokens.clear(),
  }
}
