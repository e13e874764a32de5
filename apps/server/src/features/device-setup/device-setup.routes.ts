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
        summary: 'Create a code by which one device joins the home in its setup, and get its server address',
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
        summary: 'Get the progress of the device that received a setup code',
        body: setupStatusRequestSchema,
        response: { 200: setupStatusSchema },
      },
    },
    (request) => setup.status(actorOf(request), request.body.setupCode),
  )
}
