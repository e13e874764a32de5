import {
  matterCommissioningQuerySchema,
  matterCommissioningSchema,
  matterCommissioningStartedSchema,
  matterCommissionRequestSchema,
  matterNodesSchema,
  matterRemoveRequestSchema,
  matterShareRequestSchema,
  matterShareSchema,
} from '@senca/contract/matter'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { MatterService } from './matter.service.ts'

const config = { access: 'api-token', namesFaults: true } as const
/** Calls that wait for a node. */
const waiting = { ...config, isQueued: false }

export const matterRoutes: FastifyPluginAsyncZod<{ matter: MatterService }> = async (app, { matter }) => {
  app.post(
    '/auth/api/v1/matter/commission',
    {
      config,
      schema: {
        summary: 'Add a Matter device that is in the network already, by a pairing code of another app',
        body: matterCommissionRequestSchema,
        response: { 200: matterCommissioningStartedSchema },
      },
    },
    (request) => matter.commission(actorOf(request), request.body),
  )

  app.get(
    '/auth/api/v1/matter/commission',
    {
      config,
      schema: {
        summary: 'Get the progress of adding a Matter device',
        querystring: matterCommissioningQuerySchema,
        response: { 200: matterCommissioningSchema },
      },
    },
    (request) => matter.commissioning(actorOf(request), request.query.id),
  )

  app.get(
    '/auth/api/v1/matter/nodes',
    {
      config,
      schema: { summary: 'List the Matter nodes of the account', response: { 200: matterNodesSchema } },
    },
    (request) => matter.nodes(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/matter/remove',
    {
      config: waiting,
      schema: {
        summary: 'Remove a Matter node; with force also one that cannot be reached',
        body: matterRemoveRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await matter.remove(actorOf(request), request.body)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/matter/share',
    {
      config: waiting,
      schema: {
        summary: 'Open a Matter node for another app for 15 minutes',
        body: matterShareRequestSchema,
        response: { 200: matterShareSchema },
      },
    },
    (request) => matter.share(actorOf(request), request.body.node),
  )
}
