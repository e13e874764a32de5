import { revokeSessionRequestSchema, sessionsSchema } from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { RecordSecurityEvent } from './finish-sign-in.ts'
import type { CookieJar } from './session-cookie.ts'
import type { SessionService } from './sessions.service.ts'

interface SessionListRoutesOptions {
  sessions: SessionService
  cookies: CookieJar
  record: RecordSecurityEvent
}

export const sessionListRoutes: FastifyPluginAsyncZod<SessionListRoutesOptions> = async (app, options) => {
  const { sessions, cookies, record } = options

  app.get(
    '/auth/account/sessions',
    {
      config: { access: 'session' },
      schema: {
        summary: 'List the sessions of the account, the one last seen first',
        response: { 200: sessionsSchema },
      },
    },
    (request) => sessions.list(actorOf(request)),
  )

  app.post(
    '/auth/account/sessions/revoke',
    {
      config: { access: 'session' },
      schema: {
        summary: 'End one session of the account',
        body: revokeSessionRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = request.body
      await sessions.revoke(actor, id)
      await record(request, { accountId: actor.accountId, kind: 'session_revoked', detail: null })
      if (id === actor.sessionId) cookies.clear(reply)
      return {}
    },
  )
}
