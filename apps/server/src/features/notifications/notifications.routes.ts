import {
  notificationActAnswerSchema,
  notificationActRequestSchema,
  notificationChoicesRequestSchema,
  notificationChoicesSchema,
  notificationQuerySchema,
  notificationSeenRequestSchema,
  notificationStateSchema,
  notificationsSchema,
} from '@senca/contract/notifications'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type AccountActor, actorOf } from '#features/rights/index.ts'
import type { NotificationService } from './notifications.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

interface NotificationRoutesOptions {
  notifications: NotificationService
  /** The ids of the devices that an account may view. */
  seenBy(actor: AccountActor): Promise<ReadonlySet<string>>
}

export const notificationRoutes: FastifyPluginAsyncZod<NotificationRoutesOptions> = async (
  app,
  { notifications, seenBy },
) => {
  app.get(
    '/auth/api/v1/notification/list',
    {
      config,
      schema: {
        summary: 'List the notifications of the account, the newest first, 50 at a time',
        querystring: notificationQuerySchema,
        response: { 200: notificationsSchema },
      },
    },
    (request) => notifications.list(actorOf(request), request.query),
  )

  app.get(
    '/auth/api/v1/notification/state',
    {
      config,
      schema: {
        summary: 'Count the notifications that the account has not seen',
        response: { 200: notificationStateSchema },
      },
    },
    (request) => notifications.state(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/notification/seen',
    {
      config,
      schema: {
        summary: 'Mark notifications as seen, or one and all older ones',
        body: notificationSeenRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await notifications.see(actorOf(request), request.body)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/notification/act',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Use an action of a notification',
        description:
          'The answer to stop, lock and retry is that of device/move without wait. The same action within 60 s has the answer of the first one.',
        body: notificationActRequestSchema,
        response: { 200: notificationActAnswerSchema },
      },
    },
    (request) => notifications.act(actorOf(request), request.body.id, request.body.action),
  )

  app.get(
    '/auth/api/v1/notification/choices',
    {
      config,
      schema: {
        summary: 'Get what the account is notified of, and how',
        response: { 200: notificationChoicesSchema },
      },
    },
    (request) => notifications.choices(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/notification/choices',
    {
      config,
      schema: {
        summary: 'Change what the account is notified of, and how; what is absent stays',
        body: notificationChoicesRequestSchema,
        response: { 200: notificationChoicesSchema },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      return notifications.choose(actor, request.body, await seenBy(actor))
    },
  )
}
