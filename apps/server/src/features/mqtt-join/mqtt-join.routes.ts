import {
  joinedBrokerSchema,
  mqttJoinRequestSchema,
  mqttJoinSchema,
  mqttLeaveRequestSchema,
} from '@senca/contract/mqtt'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { MqttJoinService } from './mqtt-join.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const mqttJoinRoutes: FastifyPluginAsyncZod<{ join: MqttJoinService }> = async (app, { join }) => {
  app.post(
    '/auth/api/v1/mqtt/join',
    {
      // It waits for the broker.
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Join an MQTT broker that the owner runs, if it can be used, in place of another one',
        body: mqttJoinRequestSchema,
        response: { 200: joinedBrokerSchema },
      },
    },
    (request) => join.join(actorOf(request), request.body, callerOf(request)),
  )

  app.get(
    '/auth/api/v1/mqtt/join',
    {
      config,
      schema: {
        summary: 'Show the joined MQTT broker and whether it is connected',
        response: { 200: mqttJoinSchema },
      },
    },
    (request) => join.find(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/mqtt/leave',
    {
      config,
      schema: {
        summary: 'Leave the joined MQTT broker; devices made from it stay and are offline',
        body: mqttLeaveRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await join.leave(actorOf(request), callerOf(request))
      return {}
    },
  )
}
