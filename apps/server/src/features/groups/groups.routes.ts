import { commandResultsSchema, pageOrderHeadersSchema } from '@senca/contract'
import {
  groupCreateRequestSchema,
  groupMoveRequestSchema,
  groupRequestSchema,
  groupSchema,
  groupsSchema,
  groupUpdateRequestSchema,
} from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { pageOf } from '#features/commands/index.ts'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { GroupService } from './groups.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const groupRoutes: FastifyPluginAsyncZod<{ groups: GroupService }> = async (app, { groups }) => {
  app.get(
    '/auth/api/v1/group/list',
    {
      config: { ...config, scope: 'devices:read' },
      schema: {
        summary: 'List the groups of the account, with the positions of their members',
        response: { 200: groupsSchema },
      },
    },
    (request) => groups.list(callActorOf(request)),
  )

  app.post(
    '/auth/api/v1/group/create',
    {
      config,
      schema: {
        summary: 'Create a group of devices of one type',
        body: groupCreateRequestSchema,
        response: { 200: groupSchema },
      },
    },
    (request) => groups.create(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/group/update',
    {
      config,
      schema: {
        summary: 'Change the named fields of a group: its name, its devices',
        body: groupUpdateRequestSchema,
        response: { 200: groupSchema },
      },
    },
    (request) => groups.update(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/group/delete',
    {
      config,
      schema: {
        summary: 'Remove a group; its devices stay',
        body: groupRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await groups.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/group/move',
    {
      config: { ...config, scope: 'devices:command', isQueued: false },
      schema: {
        summary: 'Send every device of a group the same command; with wait answers when each is at rest',
        headers: pageOrderHeadersSchema,
        body: groupMoveRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request, reply) => groups.move(callActorOf(request), request.body, pageOf(request, reply)),
  )

  app.post(
    '/auth/api/v1/group/abort',
    {
      config: { ...config, scope: 'devices:command', isQueued: false },
      schema: {
        summary: 'Stop every device of a group where it is',
        headers: pageOrderHeadersSchema,
        body: groupRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request, reply) => groups.abort(callActorOf(request), request.body.id, pageOf(request, reply)),
  )
}
