import { deviceRequestSchema, errorBodySchema } from '@senca/contract'
import {
  upgradeAllRequestSchema,
  upgradeAllSchema,
  upgradeLineSchema,
  upgradeOfferSchema,
  upgradeQuerySchema,
} from '@senca/contract/hardware'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { UpgradeService } from './upgrades.service.ts'

const config = { access: 'api-token' } as const

/** The routes for firmware upgrades. */
export const upgradeRoutes: FastifyPluginAsyncZod<{ upgrades: UpgradeService }> = async (
  app,
  { upgrades },
) => {
  app.post(
    '/auth/api/v1/device/upgrade',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Upgrade a device to the newest firmware; answers when it has acknowledged the command',
        body: deviceRequestSchema,
        response: { 200: z.object({}), 504: errorBodySchema },
      },
    },
    async (request) => {
      await upgrades.upgrade(actorOf(request), request.body.token)
      return {}
    },
  )

  app.get(
    '/auth/api/v1/device/upgrade',
    {
      config,
      schema: {
        summary: 'Get the version that is available for a device; null if it has the newest',
        querystring: upgradeQuerySchema,
        response: { 200: upgradeOfferSchema },
      },
    },
    async (request) => ({ version: await upgrades.offered(actorOf(request), request.query.devicetoken) }),
  )

  app.post(
    '/auth/api/v1/device/upgrade-all',
    {
      config,
      schema: {
        summary: 'Queue all devices but doors for the newest firmware, one after the other',
        body: upgradeAllRequestSchema,
        response: { 200: upgradeAllSchema },
      },
    },
    async (request) => ({ queued: await upgrades.upgradeAll(actorOf(request)) }),
  )

  app.get(
    '/auth/api/v1/device/upgrade-all',
    {
      config,
      schema: {
        summary: 'Get the progress of the devices that were last queued',
        response: { 200: upgradeLineSchema },
      },
    },
    (request) => upgrades.line(actorOf(request)),
  )
}
