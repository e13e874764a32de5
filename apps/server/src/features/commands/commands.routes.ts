import { abortRequestSchema, commandResultsSchema, errorBodySchema, moveRequestSchema } from '@senca/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import type { CommandService } from './commands.service.ts'

export const commandRoutes: FastifyPluginAsyncZod<{ commands: CommandService }> = async (
  app,
  { commands },
) => {
  app.post(
    '/auth/api/v1/device/move',
    {
      config: { access: 'api-token' },
      schema: {
        summary: 'Sends each device a command; with wait answers when each is at rest',
        body: moveRequestSchema,
        response: { 200: commandResultsSchema, '4xx': errorBodySchema },
      },
    },
    (request) => {
      const { commands: wishes, wait = false, pin, proof } = request.body
      const shown = { pin, proof, host: request.host }
      return commands.move(actorOf(request), wishes, { isAwaited: wait, shown })
    },
  )

  app.post(
    '/auth/api/v1/device/abort',
    {
      config: { access: 'api-token' },
      schema: {
        summary: 'Stops devices where they are',
        body: abortRequestSchema,
        response: { 200: commandResultsSchema, '4xx': errorBodySchema },
      },
    },
    (request) => commands.abort(actorOf(request), request.body.commands),
  )
}
