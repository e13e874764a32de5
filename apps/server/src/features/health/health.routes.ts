import { deviceHealthSchema, healthQuerySchema } from '@senca/contract/health'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import type { HealthService } from './health.service.ts'

/** The routes for the health of devices. */
export const healthRoutes: FastifyPluginAsyncZod<{ health: HealthService }> = async (app, { health }) => {
  app.get(
    '/auth/api/v1/device/health',
    {
      config: { access: 'api-token' },
      schema: {
        summary: 'Get the health of a device: what its controller reports, counters, and signs of faults',
        querystring: healthQuerySchema,
        response: { 200: deviceHealthSchema },
      },
    },
    (request) => health.health(actorOf(request), request.query.devicetoken),
  )
}
