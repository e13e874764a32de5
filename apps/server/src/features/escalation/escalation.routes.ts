import {
  escalationAcceptSchema,
  escalationRequestSchema,
  escalationSchema,
} from '@senca/contract/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { EscalationService } from './escalation.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const escalationRoutes: FastifyPluginAsyncZod<{ escalation: EscalationService }> = async (
  app,
  { escalation },
) => {
  app.get(
    '/auth/api/v1/notification/escalation',
    {
      config,
      schema: {
        summary: 'Get who is reached next about what must not be missed',
        response: { 200: escalationSchema },
      },
    },
    (request) => escalation.standing(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/notification/escalation',
    {
      config,
      schema: {
        summary: 'Change who is reached next about what must not be missed; what is absent stays',
        body: escalationRequestSchema,
        response: { 200: escalationSchema },
      },
    },
    (request) => escalation.change(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/notification/escalation/accept',
    {
      config,
      schema: {
        summary: 'Agree to be notified about the home of an owner who asked for it, or end that',
        body: escalationAcceptSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await escalation.accept(actorOf(request), request.body.owner, request.body.accept)
      return {}
    },
  )
}
