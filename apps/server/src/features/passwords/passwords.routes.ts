import {
  addPasswordRequestSchema,
  changePasswordRequestSchema,
  mailAnswerSchema,
} from '@senca/contract/account'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type ConfirmationService, mailOptionsOf, mailSchemas } from '#features/confirmations/index.ts'
import { actorOf } from '#features/rights/index.ts'
import type { CookieJar, RecordSecurityEvent } from '#features/sessions/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { PasswordService } from './passwords.service.ts'

interface PasswordRoutesOptions {
  passwords: PasswordService
  confirmations: ConfirmationService
  cookies: CookieJar
  record: RecordSecurityEvent
}

/** The routes for changing and adding a password. */
export const passwordRoutes: FastifyPluginAsyncZod<PasswordRoutesOptions> = async (app, options) => {
  const { passwords, confirmations, cookies, record } = options

  app.post(
    '/auth/account/changepassword',
    {
      config: { access: 'session' },
      schema: {
        summary: 'Change the password and end all other sessions',
        body: changePasswordRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { old_password: oldPassword, new_password: newPassword, confirm_password } = request.body
      const change = { oldPassword, newPassword, confirmation: confirm_password }
      cookies.set(reply, await passwords.change(actor, change, callerOf(request)))
      await record(request, { accountId: actor.accountId, kind: 'password_changed', detail: 'password' })
      return {}
    },
  )

  app.get(
    '/auth/account/addpassword',
    {
      config: { access: 'session', changesState: true },
      schema: {
        summary: 'Send the e-mail for adding a password to an account without one',
        querystring: mailSchemas.query,
        response: { 200: mailAnswerSchema },
      },
    },
    async (request) => {
      const account = await passwords.withoutPassword(actorOf(request))
      return confirmations.send(account, 'add_password', mailOptionsOf(request.query), callerOf(request))
    },
  )

  app.post(
    '/auth/account/addpassword',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Add a password by the mailed token',
        body: addPasswordRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      const { request: token, password } = request.body
      const accountId = await passwords.add(token, password, callerOf(request))
      await record(request, { accountId, kind: 'password_added', detail: 'password' })
      return {}
    },
  )
}
