import type { FastifyRequest } from 'fastify'
import { ApiError } from '#platform/errors.ts'
import type { Actor } from './can.ts'

/** By which identity a route is asked; every route below the prefix names one. */
export const ACCESS = ['public', 'session', 'api-token', 'session-or-link', 'operator'] as const
export type Access = (typeof ACCESS)[number]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    /** Null on public and operator calls. */
    actor: Actor | null
  }
}

/** The actor of a call whose access rule has let one in. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new ApiError('login_required')
  return request.actor
}
