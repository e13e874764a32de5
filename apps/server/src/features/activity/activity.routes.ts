import { securityEventsQuerySchema, securityEventsSchema } from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { SecurityTrail } from './security-trail.ts'

const ENTRY_ID = /^\d{1,15}$/

export const activityRoutes: FastifyPluginAsyncZod<{ activity: SecurityTrail }> = async (
  app,
  { activity },
) => {
  app.get(
    '/auth/account/events',
    {
      config: { access: 'session' },
      schema: {
        summary: 'List the security events of the account, newest first',
        querystring: securityEventsQuerySchema,
        response: { 200: securityEventsSchema },
      },
    },
    async (request) => {
      const { before } = request.query
      if (before !== undefined && !ENTRY_ID.test(before))
        throw new ApiError('malformed_request', { key: 'before' })
      return activity.securityEvents(actorOf(request), before)
    },
  )
}
