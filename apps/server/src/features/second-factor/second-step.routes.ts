import { profileSchema } from '@senca/contract'
import {
  secondFactorOptionsRequestSchema,
  secondFactorOptionsSchema,
  secondFactorRequestSchema,
} from '@senca/contract/second-factor'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AccountService } from '#features/accounts/index.ts'
import type { FinishSignIn, RecordSecurityEvent } from '#features/sessions/index.ts'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { SecondStepService, Shown } from './second-step.service.ts'

interface SecondStepRoutesOptions {
  secondStep: SecondStepService
  accounts: Pick<AccountService, 'profile'>
  finishSignIn: FinishSignIn
  record: RecordSecurityEvent
  /** Notifies the owner of the account. */
  notify(accountId: string, words: 'second_step_failed' | 'recovery_code_used'): Promise<void>
}

/** The routes that continue a login which was answered with `second_factor_required`. */
export const secondStepRoutes: FastifyPluginAsyncZod<SecondStepRoutesOptions> = async (app, options) => {
  const { secondStep, accounts, finishSignIn, record, notify } = options

  app.post(
    '/auth/login/second/options',
    {
      config: { access: 'public' },
      schema: {
        summary: 'List the second factors that can finish a login',
        body: secondFactorOptionsRequestSchema,
        response: { 200: secondFactorOptionsSchema },
      },
    },
    async (request) => {
      const { means, passkey } = await secondStep.options(request.body.state)
      return { means, passkey: passkey === null ? null : { ...passkey } }
    },
  )

  app.post(
    '/auth/login/second',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Finish a login with a code or a passkey',
        body: secondFactorRequestSchema,
        response: { 200: profileSchema },
      },
    },
    async (request, reply) => {
      const { state, code, credential } = request.body
      const step = await secondStep.finish(
        state,
        readShown(code, credential, request.host),
        callerOf(request),
      )
      if (!step.ok) {
        const { accountId, by } = step
        const detail = by === 'passkey' ? by : null
        await record(request, { accountId, kind: 'second_factor_failed', detail })
        await notify(accountId, 'second_step_failed')
        throw new ApiError('invalid_credentials', { key: by === 'passkey' ? 'credential' : 'code' })
      }
      const { accountId } = step.proven
      if (step.by === 'recovery') {
        await record(request, { accountId, kind: 'recovery_code_used', detail: null })
        await notify(accountId, 'recovery_code_used')
      }
      await finishSignIn(request, reply, step.proven)
      return accounts.profile({ accountId })
    },
  )
}

function readShown(code: string | undefined, credential: unknown, host: string): Shown {
  if (code !== undefined && credential === undefined) return { code }
  if (code === undefined && credential !== undefined) return { credential, host }
  throw new ApiError('malformed_request', { key: 'code' })
}
