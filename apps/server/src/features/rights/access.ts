import type { FastifyRequest } from 'fastify'
import { ApiError } from '#platform/errors.ts'
import type { AccountActor } from './can.ts'

/** By which identity a route is asked; every route below the prefix names one. */
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
  }
  interface FastifyRequest {
    /** Null on public and operator calls, and where a link is shown instead. */
    actor: AccountActor | null
  }
}

const LINK_HEADER = 'x-device-link-token'
/** For the calls that have no body. */
const PIN_HEADER = 'x-device-link-pin'

/** What a guest shows; `token` is undefined where none is shown. */
export interface ShownLink {
  token: string | undefined
  pin: string | undefined
}

/** The actor of a call whose access rule has let one in. */
export function actorOf(request: FastifyRequest): AccountActor {
  if (request.actor === null) throw new ApiError('login_required')
  return request.actor
}

/** The link that the headers of a call show. */
export function linkOf({ headers }: Pick<FastifyRequest, 'headers'>): ShownLink {
  const headerOf = (name: string) => {
    const value = headers[name]
    return value === undefined || value === '' ? undefined : String(value)
  }
  return { token: headerOf(LINK_HEADER), pin: headerOf(PIN_HEADER) }
}
