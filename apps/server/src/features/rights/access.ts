import type { FastifyRequest } from 'fastify'
import { ApiError } from '#platform/errors.ts'
import type { AccountActor, BridgeActor, CallActor, CallScope } from './can.ts'

/** The kinds of identity that a route can require. Every route below the prefix declares one. */
export const ACCESS = [
  'public',
  'session',
  'api-token',
  'session-or-link',
  'api-token-or-link',
  'operator',
] as const
export type Access = (typeof ACCESS)[number]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The scope by which a bridge may reach the route; absent if none may. */
    scope?: CallScope
  }
  interface FastifyRequest {
    /** Null for public and operator calls, and for calls with a link. */
    actor: AccountActor | null
    /** The bridge whose token the call carries. */
    bridge: BridgeActor | null
    /** Why it may not make the call. */
    bridgeRefusal: ApiError | null
  }
}

const LINK_HEADER = 'x-device-link-token'
/** The header with the PIN of a link, for calls without a body. */
const PIN_HEADER = 'x-device-link-pin'

/** The link credentials of a guest; `token` is undefined if the guest sent none. */
export interface ShownLink {
  token: string | undefined
  pin: string | undefined
}

/** The actor of a call that its access rule has allowed. */
export function actorOf(request: FastifyRequest): AccountActor {
  if (request.actor === null) throw new ApiError('login_required')
  return request.actor
}

/** The actor of a call that bridges may make too. */
export const callActorOf = (request: FastifyRequest): CallActor => request.bridge ?? actorOf(request)

/** The bridge that makes a call which bridges alone can make. */
export function bridgeOf(request: FastifyRequest): BridgeActor {
  if (request.bridge === null) throw new ApiError('insufficient_permission')
  return request.bridge
}

/** Reads the link credentials from the headers of a call. */
export function linkOf({ headers }: Pick<FastifyRequest, 'headers'>): ShownLink {
  const headerOf = (name: string) => {
    const value = headers[name]
    return value === undefined || value === '' ? undefined : String(value)
  }
  return { token: headerOf(LINK_HEADER), pin: headerOf(PIN_HEADER) }
}
