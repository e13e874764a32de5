import {
  confirmationExchangeSchema,
  deletionExchangeSchema,
  exchangeAnswerSchema,
  exchangeFormSchema,
} from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf } from '#platform/http/caller.ts'
import type { ConfirmationService } from './confirmations.service.ts'

const EXCHANGES = [
  { purpose: 'confirm', of: 'that confirms the account', answer: confirmationExchangeSchema },
  { purpose: 'reset', of: 'that sets a new password', answer: exchangeAnswerSchema },
  { purpose: 'delete', of: 'that deletes the account', answer: deletionExchangeSchema },
] as const

/** The first call of a page opened from an e-mail: it exchanges the token for a state. It can be repeated. */
export const exchangeRoutes: FastifyPluginAsyncZod<{ confirmations: ConfirmationService }> = async (
  app,
  { confirmations },
) => {
  for (const { purpose, of, answer } of EXCHANGES) {
    app.post(
      `/auth/account/${purpose}`,
      {
        config: { access: 'public' },
        schema: {
          summary: `Exchange a mailed token for the state ${of}`,
          consumes: ['application/x-www-form-urlencoded'],
          body: exchangeFormSchema,
          response: { 200: answer },
        },
      },
      (request) => confirmations.exchange(purpose, request.body.token, callerOf(request)),
    )
  }
}
