import { mailAnswerSchema, resetFormSchema, resetMailQuerySchema } from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import { type ConfirmationService, mailOptionsOf, mailSchemas } from '#features/confirmations/index.ts'
import type { RecordSecurityEvent } from '#features/sessions/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { PasswordService } from './passwords.service.ts'

interface ResetRoutesOptions {
  passwords: PasswordService
  accounts: AccountService
  confirmations: ConfirmationService
  record: RecordSecurityEvent
}

const form = 'application/x-www-form-urlencoded'

/** The routes for resetting a password by e-mail. */
export const resetRoutes: FastifyPluginAsyncZod<ResetRoutesOptions> = async (app, options) => {
  const { passwords, accounts, confirmations, record } = options

  app.get(
    '/auth/account/resetpassword',
    {
      config: { access: 'public', changesState: true },
      schema: {
        summary: 'Send the e-mail for setting a new password',
        querystring: z.extend(resetMailQuerySchema, mailSchemas.query.shape),
        response: { 200: mailAnswerSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const found = await accounts.findByEmail(request.query.email)
      const account = await confirmations.sendToStranger(found, caller)
      const answer = await confirmations.send(account, 'reset', mailOptionsOf(request.query), caller)
      await record(request, { accountId: account.id, kind: 'password_reset_requested', detail: null })
      return answer
    },
  )

  app.post(
    '/auth/account/:token/reset',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Set a new password and end all sessions',
        consumes: [form],
        params: mailSchemas.token,
        body: resetFormSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const { state, new_password } = request.body
      const accountId = await passwords.reset(request.params.token, state, new_password, callerOf(request))
      await record(request, { accountId, kind: 'password_reset', detail: 'password' })
      return {}
    },
  )
}
