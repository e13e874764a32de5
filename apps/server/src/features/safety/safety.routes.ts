import {
  commandResultsSchema,
  deviceOverrideRequestSchema,
  deviceWeatherRequestSchema,
  deviceWeatherSchema,
  errorBodySchema,
} from '@senca/contract'
import {
  alarmRequestSchema,
  alarmSchema,
  hookRequestSchema,
  weatherReplayRequestSchema,
  weatherReplaySchema,
} from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { WeatherService } from '#features/weather/index.ts'
import type { SafetyService } from './safety.service.ts'

interface SafetyRoutesOptions {
  safety: SafetyService
  weather: Pick<WeatherService, 'accountOfHook' | 'addSample'>
}

const config = { access: 'api-token', namesFaults: true } as const

export const safetyRoutes: FastifyPluginAsyncZod<SafetyRoutesOptions> = async (app, { safety, weather }) => {
  app.post(
    '/auth/api/v1/security/alarm',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Begin or end an alarm of the home; its security scenarios run',
        body: alarmRequestSchema,
        response: { 200: alarmSchema, '4xx': errorBodySchema },
      },
    },
    (request) => safety.alarmBy(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/device/weather',
    {
      config,
      schema: {
        summary: 'Switch the weather automation of devices off for a time, or on again',
        body: deviceWeatherRequestSchema,
        response: { 200: deviceWeatherSchema, '4xx': errorBodySchema },
      },
    },
    (request) => {
      const { token, tokens = [], ...intent } = request.body
      return safety.setAutomatic(actorOf(request), token === undefined ? tokens : [token], intent)
    },
  )

  app.post(
    '/auth/api/v1/weather/replay',
    {
      config: { ...config, costly: { burst: 10, everyMs: 2_000 } },
      schema: {
        summary:
          'Replay weather triggers: how often they would have fired in the last days, by stored weather',
        body: weatherReplayRequestSchema,
        response: { 200: weatherReplaySchema, '4xx': errorBodySchema },
      },
    },
    (request) => safety.replay(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/device/override',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Move a device once that is held for its safety, on the responsibility of its owner',
        body: deviceOverrideRequestSchema,
        response: { 200: commandResultsSchema, '4xx': errorBodySchema },
      },
    },
    (request) => safety.override(actorOf(request), request.body),
  )

  app.post(
    '/auth/hook/:key',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Report measurements or an alarm of an own station; the key in the path names the home',
        params: z.object({ key: z.string().check(z.maxLength(100)) }),
        body: hookRequestSchema,
        response: { 200: z.object({}), '4xx': errorBodySchema },
      },
    },
    async (request) => {
      const accountId = await weather.accountOfHook(request.params.key)
      const { body } = request
      if (body.type === 'alarm') {
        await safety.alarm(accountId, body)
        return {}
      }
      const { type: _, measuredAt, ...values } = body
      await weather.addSample(accountId, measuredAt === undefined ? null : new Date(measuredAt), values)
      return {}
    },
  )
}
