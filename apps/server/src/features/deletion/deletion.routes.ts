import { mailAnswerSchema, stateFormSchema } from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import { type ConfirmationService, mailOptionsOf, mailSchemas } from '#features/confirmations/index.ts'
import { actorOf } from '#features/rights/index.ts'
import type { RecordSecurityEvent } from '#features/sessions/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { DeletionService } from './deletion.service.ts'

interface DeletionRoutesOptions {
  deletion: DeletionService
  accounts: AccountService
  confirmations: ConfirmationService
  record: RecordSecurityEvent
}

const form = 'application/x-www-form-urlencoded'

export const deletionRoutes: FastifyPluginAsyncZod<DeletionRoutesOptions> = async (app, options) => {
  const { deletion, accounts, confirmations, record } = options

  app.get(
    '/auth/account/delete',
    {
      config: { access: 'session', changesState: true },
      schema: {
        summary: 'Send the e-mail for deleting the account',
        querystring: mailSchemas.query,
        response: { 200: mailAnswerSchema },
      },
    },
    async (request) => {
      const account = await accounts.get(actorOf(request).accountId)
      const answer = await confirmations.send(
        account,
        'delete',
        mailOptionsOf(request.query),
        callerOf(request),
      )
      await record(request, { accountId: account.id, kind: 'deletion_requested', detail: null })
      return answer
    },
  )

  app.post(
    '/auth/account/:token/delete',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Delete the account with all its devices',
        consumes: [form],
        params: mailSchemas.token,
        body: stateFormSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await deletion.delete('delete', request.params.token, request.body.state, callerOf(request))
      return {}
    },
  )

  app.post(
    '/auth/account/:token/disown',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Remove an account that somebody else made with this address',
        consumes: [form],
        params: mailSchemas.token,
        body: stateFormSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await deletion.delete('confirm', request.params.token, request.body.state, callerOf(request))
      return {}
    },
  )
}
