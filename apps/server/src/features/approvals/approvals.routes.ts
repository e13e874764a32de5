import {
  approvalAnswerRequestSchema,
  approvalAskedSchema,
  approvalAskRequestSchema,
  approvalStatusQuerySchema,
  approvalStatusSchema,
  approvalsSchema,
} from '@senca/contract/approvals'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { ApprovalService } from './approvals.service.ts'

const ofBridges = { access: 'api-token', scope: 'doors:ask', isQueued: false, namesFaults: true } as const
const ofPeople = { access: 'api-token', isQueued: false, namesFaults: true } as const

/** The routes by which bridges ask for an unlock, and people answer. */
export const approvalRoutes: FastifyPluginAsyncZod<{ approvals: ApprovalService }> = async (
  app,
  { approvals },
) => {
  app.post(
    '/auth/api/v1/approval/ask',
    {
      config: ofBridges,
      schema: {
        summary:
          'Ask the people who may unlock a door to do so, by the token of a connected app; ends after a minute',
        body: approvalAskRequestSchema,
        response: { 200: approvalAskedSchema },
      },
    },
    (request) => approvals.ask(callActorOf(request), request.body),
  )

  app.get(
    '/auth/api/v1/approval/status',
    {
      config: ofBridges,
      schema: {
        summary: 'Get the status of an ask of the connected app',
        querystring: approvalStatusQuerySchema,
        response: { 200: approvalStatusSchema },
      },
    },
    (request) => approvals.status(callActorOf(request), request.query.id),
  )

  app.get(
    '/auth/api/v1/approval/list',
    {
      config: ofPeople,
      schema: {
        summary: 'List what connected apps ask for at the doors that the account may unlock',
        response: { 200: approvalsSchema },
      },
    },
    (request) => approvals.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/approval/answer',
    {
      config: ofPeople,
      schema: {
        summary:
          'Allow or deny what a connected app asks for; allowing unlocks the door, with what it requires',
        body: approvalAnswerRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request, reply) => {
      const { pin, proof, ...answer } = request.body
      const mustWait = (seconds: number) => void reply.header('retry-after', Math.ceil(seconds))
      await approvals.answer(actorOf(request), answer, { pin, proof, host: request.host, mustWait })
      return {}
    },
  )
}
