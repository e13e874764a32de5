import {
  hookKeyInfoSchema,
  hookKeySchema,
  weatherForecastSchema,
  weatherNowSchema,
  weatherSourcesSchema,
} from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { WeatherService } from './weather.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const weatherRoutes: FastifyPluginAsyncZod<{ weather: WeatherService }> = async (app, { weather }) => {
  app.get(
    '/auth/api/v1/weather/now',
    {
      config: { ...config, scope: 'devices:read' },
      schema: {
        summary: 'Get the weather at the home, each value with its source and age',
        response: { 200: weatherNowSchema },
      },
    },
    (request) => weather.now(callActorOf(request)),
  )

  app.get(
    '/auth/api/v1/weather/forecast',
    {
      config,
      schema: {
        summary: 'Get the weather of the next 48 hours at the home',
        response: { 200: weatherForecastSchema },
      },
    },
    (request) => weather.forecast(actorOf(request)),
  )

  app.get(
    '/auth/api/v1/weather/sources',
    {
      config,
      schema: {
        summary: 'Get the address to which an own station reports, and the home’s own sources',
        response: { 200: weatherSourcesSchema },
      },
    },
    (request) => weather.sources(actorOf(request)),
  )

  app.get(
    '/auth/api/v1/hook/key',
    {
      config,
      schema: {
        summary: 'Get whether the home has a key by which its own station reports',
        response: { 200: hookKeyInfoSchema },
      },
    },
    (request) => weather.hookKeyInfo(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/hook/key',
    {
      config,
      schema: {
        summary: 'Create a key by which an own station reports, shown once; it replaces the one before',
        response: { 200: hookKeySchema },
      },
    },
    (request) => weather.makeHookKey(actorOf(request)),
  )
}
