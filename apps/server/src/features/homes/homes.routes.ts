import {
  homeCreateRequestSchema,
  homeSchema,
  homeSunQuerySchema,
  homeSunSchema,
  homeUpdateRequestSchema,
  homeWithoutPlaceSchema,
} from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { HomeService } from './homes.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const homeRoutes: FastifyPluginAsyncZod<{ homes: HomeService }> = async (app, { homes }) => {
  app.get(
    '/auth/api/v1/home/info',
    {
      config: { ...config, scope: 'devices:read' },
      schema: {
        summary: 'Get the home of the account and its place',
        description: 'A connected app gets no coordinates.',
        response: { 200: z.union([homeSchema, homeWithoutPlaceSchema]) },
      },
    },
    async (request) => {
      const home = await homes.info(callActorOf(request))
      if (request.bridge === null) return home
      const { name, timezone, country } = home
      return { name, timezone, country }
    },
  )

  app.post(
    '/auth/api/v1/home/create',
    {
      config,
      schema: {
        summary: 'Create the home at its place; the time zone is found from the place unless it is given',
        body: homeCreateRequestSchema,
        response: { 200: homeSchema },
      },
    },
    (request) => homes.create(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/home/update',
    {
      config,
      schema: {
        summary: 'Change the named fields of the home',
        body: homeUpdateRequestSchema,
        response: { 200: homeSchema },
      },
    },
    (request) => homes.update(actorOf(request), request.body),
  )

  app.get(
    '/auth/api/v1/home/sun',
    {
      config: { ...config, scope: 'devices:read', costly: { burst: 120, everyMs: 200 } },
      schema: {
        summary: 'Get sunrise and sunset on a day of the home, and the position of the sun now',
        querystring: homeSunQuerySchema,
        response: { 200: homeSunSchema },
      },
    },
    (request) => homes.sun(callActorOf(request), request.query.date),
  )
}
