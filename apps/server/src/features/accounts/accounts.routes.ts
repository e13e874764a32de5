import { languageSchema, parseLanguage, profileSchema } from '@senca/contract'
import { CONFIRM_TYPES, type ConfirmType, mailAnswerSchema } from '@senca/contract/account'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { AccountService } from './accounts.service.ts'
import type { Account } from './accounts.store.ts'

/** Starts a session for an account and sets its cookie in the reply. */
type SignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  account: { accountId: string; credentialMark: string },
) => Promise<void>

/** Sends a new account the e-mail that confirms its address. Returns the prefix of a code. */
type MailConfirmation = (
  queries: Queries,
  account: Account,
  type: ConfirmType,
) => Promise<{ prefix?: string }>

interface AccountRoutesOptions {
  accounts: AccountService
  signIn: SignIn
  mailConfirmation: MailConfirmation
}

const formField = z.string().check(z.maxLength(4_096))

const registerForm = z.strictObject({
  email: z.optional(formField),
  password: z.optional(formField),
  confirm_type: z.optional(z.enum(CONFIRM_TYPES)),
})

export const accountRoutes: FastifyPluginAsyncZod<AccountRoutesOptions> = async (
  app,
  { accounts, signIn, mailConfirmation },
) => {
  app.post(
    '/auth/register',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Create an account and sign it in',
        consumes: ['application/x-www-form-urlencoded'],
        querystring: z.object({ lang: z.optional(z.string().check(z.maxLength(32))) }),
        body: z.optional(registerForm),
        response: { 200: mailAnswerSchema },
      },
    },
    async (request, reply) => {
      const { email, password, confirm_type = 'link' } = request.body ?? {}
      if (email === undefined && password === undefined) throw new ApiError('data_missing')
      if (email === undefined) throw new ApiError('malformed_request', { key: 'email' })
      if (password === undefined || password === '')
        throw new ApiError('missing_password', { key: 'password' })
      const locale = parseLanguage(request.query.lang ?? '')
      const { result, ...account } = await accounts.register(
        { email, password, locale },
        callerOf(request),
        (queries, inserted) => mailConfirmation(queries, inserted, confirm_type),
      )
      await signIn(request, reply, account)
      return result
    },
  )

  app.get(
    '/auth/account/whoami',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Get the profile of the signed-in account',
        response: { 200: profileSchema },
      },
    },
    (request) => accounts.profile(actorOf(request)),
  )

  app.post(
    '/auth/account/locale',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Set the language of the account’s e-mails',
        body: z.strictObject({ locale: languageSchema }),
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await accounts.setLocale(actorOf(request), request.body.locale)
      return {}
    },
  )
}
