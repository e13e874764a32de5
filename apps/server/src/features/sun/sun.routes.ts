import { sunRequestSchema, sunSchema } from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import type { SunService } from './sun.service.ts'

export const sunRoutes: FastifyPluginAsyncZod<{ sun: SunService }> = async (app, { sun }) => {
  app.post(
    '/auth/api/v1/device/sun',
    {
      config: { access: 'api-token', namesFaults: true },
      schema: {
        summary: 'Set how a shade follows the sun on its window, and until when it pauses',
        body: sunRequestSchema,
        response: { 200: sunSchema },
      },
    },
    (request) => sun.set(actorOf(request), request.body),
  )
}
