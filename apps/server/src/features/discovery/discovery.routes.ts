import { deviceInfoSchema } from '@senca/contract'
import {
  discoveryAddRequestSchema,
  discoveryAssignRequestSchema,
  discoveryForgetRequestSchema,
  discoveryIgnoreRequestSchema,
  discoveryListQuerySchema,
  discoveryListSchema,
  discoveryRefreshRequestSchema,
  discoveryTryRequestSchema,
} from '@senca/contract/discovery'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { AddingService } from './adding.service.ts'
import type { DiscoveryService } from './discovery.service.ts'

const config = { access: 'api-token', namesFaults: true } as const
const nothing = { 200: z.object({}) }

export const discoveryRoutes: FastifyPluginAsyncZod<{
  discovery: DiscoveryService
  adding: AddingService
}> = async (app, { discovery, adding }) => {
  app.get(
    '/auth/api/v1/discovery/list',
    {
      config,
      schema: {
        summary: 'List the entities that hardware announced in the MQTT space of the account',
        querystring: discoveryListQuerySchema,
        response: { 200: discoveryListSchema },
      },
    },
    async (request, reply) => {
      const json = await discovery.list(actorOf(request), request.query.ignored === 'true')
      // The list was written by its schema already, so the serializer has nothing to do with what is sent here.
      return reply.serializer(() => json).send([])
    },
  )

  app.post(
    '/auth/api/v1/discovery/try',
    {
      // It waits for hardware.
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Send a command to an entity, or move or switch it for a moment',
        body: discoveryTryRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await discovery.try(actorOf(request), request.body, callerOf(request))
      return {}
    },
  )

  app.post(
    '/auth/api/v1/discovery/add',
    {
      config,
      schema: {
        summary: 'Make one device of entities',
        body: discoveryAddRequestSchema,
        response: { 200: deviceInfoSchema },
      },
    },
    (request) => adding.add(actorOf(request), request.body, callerOf(request)),
  )

  app.post(
    '/auth/api/v1/discovery/assign',
    {
      config,
      schema: {
        summary: 'Give a device other entities; everything else of it stays',
        body: discoveryAssignRequestSchema,
        response: { 200: deviceInfoSchema },
      },
    },
    (request) => {
      const shown = { password: request.body.password, caller: callerOf(request) }
      return adding.assign(actorOf(request), request.body, shown)
    },
  )

  app.post(
    '/auth/api/v1/discovery/ignore',
    {
      config,
      schema: {
        summary: 'Hide entities from the list, or list them again',
        body: discoveryIgnoreRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await discovery.ignore(actorOf(request), request.body)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/discovery/forget',
    {
      config,
      schema: {
        summary: 'Remove entities with the retained messages that announced them',
        body: discoveryForgetRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await discovery.forget(actorOf(request), request.body.ids)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/discovery/refresh',
    {
      config,
      schema: {
        summary: 'Publish the birth message of Home Assistant in the MQTT space of the account again',
        body: discoveryRefreshRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await discovery.refresh(actorOf(request))
      return {}
    },
  )
}
