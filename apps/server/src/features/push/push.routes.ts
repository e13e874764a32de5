import {
  phonesSchema,
  pushIdSchema,
  pushInfoSchema,
  pushSubscribeRequestSchema,
  pushTestRequestSchema,
  pushUnsubscribeRequestSchema,
} from '@senca/contract/push'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { PushServiceApi } from './push.service.ts'

const config = { access: 'api-token', namesFaults: true } as const
const nothing = z.object({})

interface PushRoutesOptions {
  push: PushServiceApi
  /** Whether this server sends pushes. */
  isOn: boolean
  publicUrl: string
}

export const pushRoutes: FastifyPluginAsyncZod<PushRoutesOptions> = async (
  app,
  { push, isOn, publicUrl },
) => {
  app.get(
    '/auth/api/v1/push/info',
    {
      config,
      schema: {
        summary: 'Get whether this server sends pushes, and the key that phones subscribe with',
        response: { 200: pushInfoSchema },
      },
    },
    () => push.info(),
  )

  app.post(
    '/auth/push/receipt',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Confirm that a phone showed or opened a push',
        description: 'The answer is the same whatever is sent.',
        body: z.unknown(),
        response: { 200: nothing },
      },
    },
    async (request) => {
      if (isOn) await push.receipt(request.ip, request.body)
      return {}
    },
  )

  if (!isOn) return

  app.get(
    '/auth/api/v1/push/list',
    {
      config,
      schema: {
        summary: 'List the phones of the account that receive pushes',
        response: { 200: phonesSchema },
      },
    },
    (request) => push.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/push/subscribe',
    {
      config,
      schema: {
        summary: 'Let the browser of this session receive pushes',
        body: pushSubscribeRequestSchema,
        response: { 200: pushIdSchema },
      },
    },
    (request) => push.subscribe(actorOf(request), request.body, request.headers.origin ?? publicUrl),
  )

  app.post(
    '/auth/api/v1/push/unsubscribe',
    {
      config,
      schema: {
        summary: 'End the pushes of a phone; without an id, of the phone of this session',
        body: pushUnsubscribeRequestSchema,
        response: { 200: nothing },
      },
    },
    async (request) => {
      await push.unsubscribe(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/push/test',
    {
      config,
      schema: {
        summary: 'Send a test notification to a phone; without an id, to the phone of this session',
        description:
          'With `chain`, once a day: it reaches all phones and then the people of the escalation, until someone sees it.',
        body: pushTestRequestSchema,
        response: { 200: pushIdSchema },
      },
    },
    (request) => push.test(actorOf(request), request.body),
  )
}
