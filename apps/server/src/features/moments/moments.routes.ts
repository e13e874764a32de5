import {
  momentCreateRequestSchema,
  momentRequestSchema,
  momentRunSchema,
  momentSchema,
  momentsSchema,
  momentUpdateRequestSchema,
} from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { MomentService } from './moments.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const momentRoutes: FastifyPluginAsyncZod<{ moments: MomentService }> = async (app, { moments }) => {
  app.get(
    '/auth/api/v1/moment/list',
    {
      config,
      schema: {
        summary: 'List the moments of the account in the order of making',
        response: { 200: momentsSchema },
      },
    },
    (request) => moments.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/moment/create',
    {
      config,
      schema: {
        summary: 'Create a moment: scenarios and acts for the whole home, in order',
        body: momentCreateRequestSchema,
        response: { 200: momentSchema },
      },
    },
    (request) => moments.create(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/moment/update',
    {
      config,
      schema: {
        summary: 'Change the named fields of a moment: its name, its steps',
        body: momentUpdateRequestSchema,
        response: { 200: momentSchema },
      },
    },
    (request) => moments.update(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/moment/delete',
    {
      config,
      schema: {
        summary: 'Remove a moment; its scenarios stay',
        body: momentRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await moments.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/moment/run',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Run a moment now; answers when the devices of each step have acknowledged their commands',
        description:
          'The steps start in order and do not wait until devices are at rest. Acts are for the devices that the account owns. Nothing is unlocked. For check_doors, doors has what each door proves of itself when the step is answered; null is not known.',
        body: momentRequestSchema,
        response: { 200: momentRunSchema },
      },
    },
    (request) => moments.run(actorOf(request), request.body.id),
  )
}
