import {
  setupStartedSchema,
  setupStartRequestSchema,
  setupStatusRequestSchema,
  setupStatusSchema,
} from '@senca/contract/setup'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import type { DeviceSetupService } from './device-setup.service.ts'

const config = { access: 'api-token' } as const

export const deviceSetupRoutes: FastifyPluginAsyncZod<{ setup: DeviceSetupService }> = async (
  app,
  { setup },
) => {
  app.post(
    '/auth/api/v1/device/setup/start',
    {
      config,
      schema: {
        summary: 'A code by which one device comes into the home in its set-up, and where it connects',
        body: setupStartRequestSchema,
        response: { 200: setupStartedSchema },
      },
    },
    (request) => setup.start(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/device/setup/status',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'How far the device is that was given a set-up code',
        body: setupStatusRequestSchema,
        response: { 200: setupStatusSchema },
      },
    },
    (request) => setup.status(actorOf(request), request.body.setupCode),
  )
}
