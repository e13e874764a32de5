import { commandResultsSchema } from '@senca/contract'
import {
  scenarioCreateRequestSchema,
  scenarioHistoryQuerySchema,
  scenarioHistorySchema,
  scenarioInfoQuerySchema,
  scenarioOutlookQuerySchema,
  scenarioOutlookSchema,
  scenarioRequestSchema,
  scenarioSchema,
  scenarioSkipRequestSchema,
  scenariosSchema,
  scenarioUpdateRequestSchema,
} from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { ScenarioService } from './scenarios.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const scenarioRoutes: FastifyPluginAsyncZod<{ scenarios: ScenarioService }> = async (
  app,
  { scenarios },
) => {
  app.get(
    '/auth/api/v1/scenario/list',
    {
      config: { ...config, scope: 'scenarios:run' },
      schema: {
        summary: 'List the scenarios of the account, with when they are due and how they last ran',
        response: { 200: scenariosSchema },
      },
    },
    (request) => scenarios.list(callActorOf(request)),
  )

  app.get(
    '/auth/api/v1/scenario/info',
    {
      config: { ...config, scope: 'scenarios:run' },
      schema: {
        summary: 'Get one scenario',
        querystring: scenarioInfoQuerySchema,
        response: { 200: scenarioSchema },
      },
    },
    (request) => scenarios.info(callActorOf(request), request.query.id),
  )

  app.post(
    '/auth/api/v1/scenario/create',
    {
      config,
      schema: {
        summary: 'Create a scenario of triggers and actions for devices of one type',
        body: scenarioCreateRequestSchema,
        response: { 200: scenarioSchema },
      },
    },
    (request) => scenarios.create(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/scenario/update',
    {
      config,
      schema: {
        summary: 'Change the named fields of a scenario; what is due already fires as it was',
        body: scenarioUpdateRequestSchema,
        response: { 200: scenarioSchema },
      },
    },
    (request) => scenarios.update(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/scenario/delete',
    {
      config,
      schema: {
        summary: 'Remove a scenario with its history',
        body: scenarioRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await scenarios.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/scenario/run',
    {
      config: { ...config, scope: 'scenarios:run', isQueued: false },
      schema: {
        summary: 'Run a scenario now; answers when each device has acknowledged its command',
        body: scenarioRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request) => scenarios.run(callActorOf(request), request.body.id),
  )

  app.get(
    '/auth/api/v1/scenario/outlook',
    {
      config: { ...config, scope: 'scenarios:run', costly: { burst: 120, everyMs: 200 } },
      schema: {
        summary: 'List the firings by time in the next hours, soonest first, 500 at most',
        querystring: scenarioOutlookQuerySchema,
        response: { 200: scenarioOutlookSchema },
      },
    },
    (request) => scenarios.outlook(callActorOf(request), request.query.hours),
  )

  app.post(
    '/auth/api/v1/scenario/skip',
    {
      config,
      schema: {
        summary: 'Skip one firing of the outlook, or undo that',
        body: scenarioSkipRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await scenarios.skip(actorOf(request), request.body)
      return {}
    },
  )

  app.get(
    '/auth/api/v1/scenario/history',
    {
      config,
      schema: {
        summary: 'List when a scenario was due or was run, why, and the outcome of each device; newest first',
        querystring: scenarioHistoryQuerySchema,
        response: { 200: scenarioHistorySchema },
      },
    },
    (request) => scenarios.history(actorOf(request), request.query.id, request.query.limit),
  )
}
