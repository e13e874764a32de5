import {
  deviceInfoSchema,
  deviceRequestSchema,
  unlockChallengeSchema,
  unlockGuardRequestSchema,
} from '@senca/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { DoorGuardService } from './door-guards.service.ts'

const config = { access: 'api-token' } as const

export const doorGuardRoutes: FastifyPluginAsyncZod<{ doorGuards: DoorGuardService }> = async (
  app,
  { doorGuards },
) => {
  app.post(
    '/auth/api/v1/device/unlock-guard',
    {
      config,
      schema: {
        summary: 'Set what unlocking a door requires on every screen: a tap, a hold, its PIN or a passkey',
        body: unlockGuardRequestSchema,
        response: { 200: deviceInfoSchema },
      },
    },
    (request) => {
      const { token, unlockBy, pin, password } = request.body
      return doorGuards.guard(
        actorOf(request),
        token,
        { unlockBy, pin },
        { password, caller: callerOf(request) },
      )
    },
  )

  app.post(
    '/auth/api/v1/device/unlock-challenge',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Get options for the passkey that unlocks a door, valid once and for five minutes',
        body: deviceRequestSchema,
        response: { 200: unlockChallengeSchema },
      },
    },
    (request) => doorGuards.challenge(actorOf(request), request.body.token),
  )
}
