import {
  bridgeCreateRequestSchema,
  bridgePartsQuerySchema,
  bridgePartsSchema,
  bridgeRequestSchema,
  bridgeSchema,
  bridgeSecretRequestSchema,
  bridgeSecretSchema,
  bridgesSchema,
  bridgeUnlockRequestSchema,
  bridgeUpdateRequestSchema,
  createdBridgeSchema,
} from '@senca/contract/bridges'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { BridgeDoors } from './bridge-doors.service.ts'
import type { BridgeService } from './bridges.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

/** The routes of bridges, for their makers. */
export const bridgeRoutes: FastifyPluginAsyncZod<{ bridges: BridgeService; doors: BridgeDoors }> = async (
  app,
  { bridges, doors },
) => {
  app.get(
    '/auth/api/v1/bridge/list',
    {
      config,
      schema: { summary: 'List the connected apps of the account', response: { 200: bridgesSchema } },
    },
    (request) => bridges.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/bridge/create',
    {
      config,
      schema: {
        summary: 'Create a connected app; the answer has its secret, which is shown once',
        body: bridgeCreateRequestSchema,
        response: { 200: createdBridgeSchema },
      },
    },
    (request) => {
      const { password, ...bridge } = request.body
      return bridges.create(actorOf(request), bridge, { password, caller: callerOf(request) })
    },
  )

  app.post(
    '/auth/api/v1/bridge/update',
    {
      config,
      schema: {
        summary: 'Change a connected app; absent fields stay, null clears them',
        body: bridgeUpdateRequestSchema,
        response: { 200: bridgeSchema },
      },
    },
    (request) => {
      const { password } = request.body
      return bridges.update(actorOf(request), request.body, { password, caller: callerOf(request) })
    },
  )

  app.post(
    '/auth/api/v1/bridge/delete',
    {
      config,
      schema: {
        summary: 'Delete a connected app; its token ends',
        body: bridgeRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await bridges.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/bridge/unlock',
    {
      config,
      schema: {
        summary:
          'Turn unlocking a door by a connected app on or off: with a PIN of its own, or by asking a person',
        body: bridgeUnlockRequestSchema,
        response: { 200: bridgeSchema },
      },
    },
    (request) => {
      const { password, ...unlock } = request.body
      return doors.unlock(actorOf(request), unlock, { password, caller: callerOf(request) })
    },
  )

  app.get(
    '/auth/api/v1/bridge/parts',
    {
      config,
      schema: {
        summary: 'List what the ecosystem of a connected app sees now, part by part',
        querystring: bridgePartsQuerySchema,
        response: { 200: bridgePartsSchema },
      },
    },
    (request) => bridges.parts(actorOf(request), request.query.id),
  )

  app.post(
    '/auth/api/v1/bridge/secret',
    {
      config,
      schema: {
        summary: 'Give a connected app a new token; the one before can work on for a while',
        body: bridgeSecretRequestSchema,
        response: { 200: bridgeSecretSchema },
      },
    },
    (request) => {
      const { id, keepOldFor = 0 } = request.body
      return bridges.renewSecret(actorOf(request), { id, keepOldFor }, callerOf(request))
    },
  )
}
