import { profileSchema } from '@senca/contract'
import { passkeyLoginRequestSchema, passkeyLoginStartSchema } from '@senca/contract/second-factor'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { FinishSignIn } from '#features/sessions/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { PasskeyLogin } from './passkey-login.service.ts'

interface PasskeyLoginRoutesOptions {
  passkeyLogin: PasskeyLogin
  finishSignIn: FinishSignIn
}

/** The routes that sign in by a passkey alone. */
export const passkeyLoginRoutes: FastifyPluginAsyncZod<PasskeyLoginRoutesOptions> = async (app, options) => {
  const { passkeyLogin, finishSignIn } = options

  app.post(
    '/auth/login/passkey/start',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get options for signing in by a passkey alone',
        body: z.strictObject({}),
        response: { 200: passkeyLoginStartSchema },
      },
    },
    async () => {
      const { state, options } = await passkeyLogin.start()
      return { state, options: { ...options } }
    },
  )

  app.post(
    '/auth/login/passkey',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in by a passkey alone; it stands for both steps',
        body: passkeyLoginRequestSchema,
        response: { 200: profileSchema },
      },
    },
    async (request, reply) => {
      const { state, credential } = request.body
      const shown = { credential, host: request.host }
      const { proven, profile } = await passkeyLogin.finish(state, shown, callerOf(request))
      await finishSignIn(request, reply, proven)
      return profile
    },
  )
}
