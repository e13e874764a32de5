import {
  mqttCredentialsDeleteRequestSchema,
  mqttCredentialsRequestSchema,
  mqttCredentialsSchema,
  mqttLoginsSchema,
  mqttStatusSchema,
} from '@senca/contract/mqtt'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { MqttAccessService } from './mqtt-access.service.ts'

const config = { access: 'api-token' } as const

export const mqttAccessRoutes: FastifyPluginAsyncZod<{ access: MqttAccessService }> = async (
  app,
  { access },
) => {
  app.post(
    '/auth/api/v1/mqtt/credentials',
    {
      config,
      schema: {
        summary: 'Create an MQTT login to the space of the account, or replace the one of this name',
        body: mqttCredentialsRequestSchema,
        response: { 200: mqttCredentialsSchema },
      },
    },
    (request) => access.create(actorOf(request), request.body.name, callerOf(request)),
  )

  app.get(
    '/auth/api/v1/mqtt/credentials/list',
    {
      config,
      schema: {
        summary: 'List the MQTT logins of the account, without passwords',
        response: { 200: mqttLoginsSchema },
      },
    },
    (request) => access.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/mqtt/credentials/delete',
    {
      config,
      schema: {
        summary: 'Delete an MQTT login and end the connections that signed in with it',
        body: mqttCredentialsDeleteRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await access.remove(actorOf(request), request.body.name, callerOf(request))
      return {}
    },
  )

  app.get(
    '/auth/api/v1/mqtt/status',
    {
      config,
      schema: {
        summary:
          'Show the limits of the account’s MQTT space, its use, its connections and notices about them',
        response: { 200: mqttStatusSchema },
      },
    },
    (request) => access.status(actorOf(request)),
  )
}
