import {
  bridgeFabricRemoveRequestSchema,
  bridgeFabricsSchema,
  bridgeIdentifyRequestSchema,
  bridgeIdQuerySchema,
  bridgeNodeRequestSchema,
  bridgeNodeSchema,
  bridgePairingSchema,
  bridgePairingStatusSchema,
  bridgeStoreRequestSchema,
} from '@senca/contract/bridge-matter'
import { bridgeRequestSchema } from '@senca/contract/bridges'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, bridgeOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { BridgeNodeService } from './bridge-nodes.service.ts'
import type { ProcessCalls } from './process-calls.ts'

const config = { access: 'api-token', namesFaults: true } as const
/** Calls that wait for the process. */
const waiting = { ...config, isQueued: false }
const ofProcess = { access: 'api-token', scope: 'matter:node', isQueued: false } as const
/** The parts of a bridge, with all that is seen of each. */
const NODE_BODY_BYTES = 262_144

interface BridgeNodeRoutesOptions {
  nodes: BridgeNodeService
  processes: ProcessCalls
}

/** The routes of Matter bridges: for their makers, and for their process. */
export const bridgeNodeRoutes: FastifyPluginAsyncZod<BridgeNodeRoutesOptions> = async (
  app,
  { nodes, processes },
) => {
  app.post(
    '/auth/api/v1/bridge/pairing',
    {
      config: waiting,
      schema: {
        summary: 'Open a Matter bridge for 15 minutes, with new codes',
        body: bridgeRequestSchema,
        response: { 200: bridgePairingSchema },
      },
    },
    (request) => nodes.openPairing(actorOf(request), request.body.id),
  )

  app.get(
    '/auth/api/v1/bridge/pairing',
    {
      config,
      schema: {
        summary: 'Get the progress of the pairing of a Matter bridge',
        querystring: bridgeIdQuerySchema,
        response: { 200: bridgePairingStatusSchema },
      },
    },
    (request) => nodes.pairing(actorOf(request), request.query.id),
  )

  app.get(
    '/auth/api/v1/bridge/fabrics',
    {
      config,
      schema: {
        summary: 'List the ecosystems that a Matter bridge is paired with',
        querystring: bridgeIdQuerySchema,
        response: { 200: bridgeFabricsSchema },
      },
    },
    (request) => nodes.fabrics(actorOf(request), request.query.id),
  )

  app.post(
    '/auth/api/v1/bridge/fabric/remove',
    {
      config: waiting,
      schema: {
        summary: 'Remove an ecosystem from a Matter bridge',
        body: bridgeFabricRemoveRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await nodes.removeFabric(actorOf(request), request.body.id, request.body.index)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/bridge/reset',
    {
      config: waiting,
      schema: {
        summary: 'Reset a Matter bridge: ecosystems, identity and endpoint numbers',
        body: bridgeRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await nodes.reset(actorOf(request), request.body.id, callerOf(request))
      return {}
    },
  )

  app.post(
    '/auth/api/v1/bridge/node',
    {
      config: ofProcess,
      bodyLimit: NODE_BODY_BYTES,
      schema: {
        summary:
          'By the process of a Matter bridge: report that it runs and what has changed, and ask what to do',
        body: bridgeNodeRequestSchema,
        response: { 200: bridgeNodeSchema },
      },
    },
    (request) => processes.node(bridgeOf(request), request.body, callerOf(request)),
  )

  app.post(
    '/auth/api/v1/bridge/identify',
    {
      config: ofProcess,
      schema: {
        summary: 'By the process of a Matter bridge: show on open pages which device an app means',
        body: bridgeIdentifyRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await processes.identify(bridgeOf(request), request.body, callerOf(request))
      return {}
    },
  )

  app.post(
    '/auth/api/v1/bridge/store',
    {
      config: ofProcess,
      bodyLimit: NODE_BODY_BYTES,
      schema: {
        summary: 'By the process of a Matter bridge: keep its keys and numbers',
        body: bridgeStoreRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await processes.store(bridgeOf(request), request.body, callerOf(request))
      return {}
    },
  )
}
