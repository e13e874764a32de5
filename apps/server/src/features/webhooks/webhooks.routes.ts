import {
  createdWebhookSchema,
  webhookCreateRequestSchema,
  webhookDeliveriesQuerySchema,
  webhookDeliveriesSchema,
  webhookQueuedSchema,
  webhookReplayRequestSchema,
  webhookRequestSchema,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
  webhookUpdateRequestSchema,
} from '@senca/contract/webhooks'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { WebhookService } from './webhooks.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

/** The routes of webhooks, for the makers of connected apps. */
export const webhookRoutes: FastifyPluginAsyncZod<{ webhooks: WebhookService }> = async (
  app,
  { webhooks },
) => {
  app.get(
    '/auth/api/v1/webhook/list',
    { config, schema: { summary: 'List the webhooks of the account', response: { 200: webhooksSchema } } },
    (request) => webhooks.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/webhook/create',
    {
      config,
      schema: {
        summary: 'Create a webhook of a connected app; the answer has its secret, which is shown once',
        body: webhookCreateRequestSchema,
        response: { 200: createdWebhookSchema },
      },
    },
    (request) => webhooks.create(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/webhook/update',
    {
      config,
      schema: {
        summary: 'Change a webhook, or switch it off or on; absent fields stay',
        body: webhookUpdateRequestSchema,
        response: { 200: webhookSchema },
      },
    },
    (request) => webhooks.update(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/webhook/delete',
    {
      config,
      schema: {
        summary: 'Delete a webhook; nothing more is sent to it',
        body: webhookRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await webhooks.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/webhook/test',
    {
      config,
      schema: {
        summary: 'Send a test to a webhook',
        body: webhookRequestSchema,
        response: { 200: webhookQueuedSchema },
      },
    },
    (request) => webhooks.test(actorOf(request), request.body.id),
  )

  app.post(
    '/auth/api/v1/webhook/rotate',
    {
      config,
      schema: {
        summary: 'Give a webhook a new secret; the one before signs too for 24 hours',
        body: webhookRequestSchema,
        response: { 200: webhookSecretSchema },
      },
    },
    (request) => webhooks.rotate(actorOf(request), request.body.id),
  )

  app.get(
    '/auth/api/v1/webhook/deliveries',
    {
      config,
      schema: {
        summary: 'List what was or is to be sent to a webhook, the newest first',
        querystring: webhookDeliveriesQuerySchema,
        response: { 200: webhookDeliveriesSchema },
      },
    },
    (request) => webhooks.listDeliveries(actorOf(request), request.query.id),
  )

  app.post(
    '/auth/api/v1/webhook/replay',
    {
      config,
      schema: {
        summary: 'Send something to a webhook once more, under a new id',
        body: webhookReplayRequestSchema,
        response: { 200: webhookQueuedSchema },
      },
    },
    (request) => webhooks.replay(actorOf(request), request.body.id, request.body.deliveryId),
  )
}
