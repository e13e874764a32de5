import { mailAnswerSchema, stateFormSchema } from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import { actorOf } from '#features/rights/index.ts'
import type { RecordSecurityEvent } from '#features/sessions/index.ts'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { ConfirmationService } from './confirmations.service.ts'
import { mailOptionsOf, mailSchemas } from './mail-schemas.ts'

interface ConfirmationRoutesOptions {
  confirmations: ConfirmationService
  accounts: AccountService
  database: Pick<Database, 'db'>
  record: RecordSecurityEvent
}

export const confirmationRoutes: FastifyPluginAsyncZod<ConfirmationRoutesOptions> = async (app, options) => {
  const { confirmations, accounts, database, record } = options
  const form = 'application/x-www-form-urlencoded'

  app.get(
    '/auth/account/confirm',
    {
      config: { access: 'session', changesState: true },
      schema: {
        summary: 'Send the e-mail again that confirms the address of the account',
        querystring: mailSchemas.query,
        response: { 200: mailAnswerSchema },
      },
    },
    async (request) => {
      const account = await accounts.get(actorOf(request).accountId)
      if (account.isConfirmed) throw new ApiError('account_already_confirmed')
      return confirmations.send(account, 'confirm', mailOptionsOf(request.query), callerOf(request))
    },
  )

  app.post(
    '/auth/account/:token/confirm',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Confirm the account',
        consumes: [form],
        params: mailSchemas.token,
        body: stateFormSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const { token } = request.params
      const shown = await confirmations.showWithState('confirm', token, request.body.state, callerOf(request))
      const { accountId } = shown
      await database.db.transaction(async (transaction) => {
        const isNew = await accounts.confirm(transaction, accountId)
        if (!isNew) throw new ApiError('account_already_confirmed', { key: 'token' })
        await confirmations.spend(transaction, 'confirm', token, shown)
      })
      await record(request, { accountId, kind: 'account_confirmed', detail: null })
      return {}
    },
  )
}
