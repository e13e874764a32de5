import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import {
  ACCESS,
  type Access,
  type AccountActor,
  type BridgeActor,
  type CallScope,
  linkOf,
  type ReceivedRole,
} from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { type Caller, callerOf } from '#platform/http/caller.ts'
import { hashSecretToken } from './secret-token.ts'
import type { CookieJar } from './session-cookie.ts'
import type { SessionService } from './sessions.service.ts'

/** The content of an Authorization header: a bearer token, something that cannot be one, or nothing. */
type Bearer = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'token'; token: string }

/** Parses an Authorization header, RFC 6750 §2.1. Schemes other than Bearer count as none. */
export function readBearer(header: string | undefined): Bearer {
  const token = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*)\s*$/i.exec(header ?? '')?.[1]
  if (token !== undefined) return { kind: 'token', token }
  return /^bearer(\s|$)/i.test(header ?? '') ? { kind: 'unreadable' } : { kind: 'none' }
}

/** What knows the tokens of bridges. */
export interface Bridges {
  /** Whether a token has the prefix of those of bridges. */
  isOfBridge(token: string): boolean
  /** Throws if the token is of none, or if the bridge may not reach a route of this scope now. */
  identify(
    token: string,
    scope: CallScope | undefined,
    caller: Caller,
    ecosystem: string | undefined,
  ): Promise<BridgeActor>
  /** Records commands in the body of a call that `identify` refused. */
  refused(error: ApiError, body: unknown): Promise<void>
}

interface IdentifyOptions {
  sessions: SessionService
  /** The roles that an account received. */
  receivedBy(accountId: string): Promise<readonly ReceivedRole[]>
  cookies: CookieJar
  operatorToken: string | null
  bridges: Bridges
}

/** The header by which the process of a Matter bridge says for which ecosystem it acts, by the id of its maker. */
const ECOSYSTEM_HEADER = 'x-ecosystem'

const isAccess = (access: unknown): access is Access => ACCESS.some((known) => known === access)

const carriesLink = (request: FastifyRequest): boolean => linkOf(request).token !== undefined

/**
 * Authenticates each request according to the access rule of its route and sets `request.actor`. Exactly one kind of identity is
 * used. The server does not start if a route below the prefix has no rule.
 */
const authenticate: FastifyPluginAsync<IdentifyOptions> = async (app, options) => {
  const { sessions, cookies, operatorToken, receivedBy, bridges } = options
  const bySession = async (request: FastifyRequest, reply: FastifyReply): Promise<AccountActor> => {
    const value = carriesLink(request) ? undefined : cookies.read(request)
    const identified = value === undefined ? null : await sessions.identifyCookie(value, callerOf(request))
    if (value === undefined || identified === null) throw new ApiError('login_required')
    if (identified.renewed) cookies.set(reply, { value, expiresAt: identified.expiresAt })
    return identified.actor
  }

  const byApiToken = async (request: FastifyRequest): Promise<AccountActor> => {
    const bearer = readBearer(request.headers.authorization)
    if (carriesLink(request) || bearer.kind === 'none') throw new ApiError('api_token_missing')
    const actor = bearer.kind === 'token' ? await sessions.identifyApiToken(bearer.token) : null
    if (actor === null) throw new ApiError('api_token_invalid')
    return actor
  }

  /** The bridge whose token a call carries. Calls of the public, and of sessions without a scope, ignore it [BR52]. */
  const byBridgeToken = async (request: FastifyRequest, access: Access): Promise<BridgeActor | null> => {
    const { scope } = request.routeOptions.config
    const isOfSession = access === 'session' || access === 'session-or-link'
    if (access === 'public' || (isOfSession && scope === undefined)) return null
    const bearer = readBearer(request.headers.authorization)
    if (carriesLink(request) || bearer.kind !== 'token' || !bridges.isOfBridge(bearer.token)) return null
    try {
      const ecosystem = request.headers[ECOSYSTEM_HEADER]
      return await bridges.identify(bearer.token, scope, callerOf(request), ecosystem?.toString())
    } catch (error) {
      if (!(error instanceof ApiError) || scope !== 'devices:command') throw error
      // Refused when its body is known, so that the diary says what was asked.
      request.bridgeRefusal = error
      return null
    }
  }

  const asOperator = (request: FastifyRequest): null => {
    if (operatorToken === null) throw new ApiError('resource_not_found')
    const bearer = readBearer(request.headers.authorization)
    if (bearer.kind === 'none') throw new ApiError('api_token_missing')
    const given = bearer.kind === 'token' ? bearer.token : ''
    // Compares hashes, which have equal lengths, in constant time.
    const isOperator = timingSafeEqual(
      Buffer.from(hashSecretToken(given)),
      Buffer.from(hashSecretToken(operatorToken)),
    )
    if (!isOperator) throw new ApiError('api_token_invalid')
    return null
  }

  const identifyBy: Record<
    Access,
    (request: FastifyRequest, reply: FastifyReply) => AccountActor | null | Promise<AccountActor>
  > = {
    public: () => null,
    session: bySession,
    'api-token': byApiToken,
    // The header has precedence; the call itself checks the link.
    'session-or-link': (request, reply) => (carriesLink(request) ? null : bySession(request, reply)),
    'api-token-or-link': (request) => (carriesLink(request) ? null : byApiToken(request)),
    operator: asOperator,
  }

  app.decorateRequest('actor', null)
  app.decorateRequest('bridge', null)
  app.decorateRequest('bridgeRefusal', null)
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/auth/') || url === '/websocket') {
      if (!isAccess(config?.access)) throw new Error(`${url} has no access rule`)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    request.bridgeRefusal = null
    if (access === undefined) return
    request.bridge = await byBridgeToken(request, access)
    if (request.bridge !== null || request.bridgeRefusal !== null) return
    const actor = await identifyBy[access](request, reply)
    const received = actor === null ? [] : await receivedBy(actor.accountId)
    request.actor = actor === null || received.length === 0 ? actor : { ...actor, received }
  })
  app.addHook('preValidation', async ({ bridgeRefusal, body }) => {
    if (bridgeRefusal === null) return
    await bridges.refused(bridgeRefusal, body)
    throw bridgeRefusal
  })
}

/** Registered without encapsulation, so that it counts for all routes. */
export const identify = fastifyPlugin(authenticate)
