import { loginAnswerSchema, type Profile, websocketTokenSchema } from '@senca/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import { actorOf, type BridgeActor, linkOf, type ShownLink } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { type Caller, callerOf } from '#platform/http/caller.ts'
import type { FinishSignIn, RecordSecurityEvent } from './finish-sign-in.ts'
import { loginFormSchema, readLogin } from './login-form.ts'
import type { CookieJar } from './session-cookie.ts'
import type { SessionService } from './sessions.service.ts'

/** Signs in with an id token of Google or Apple and returns the profile; `lang` is the language of a newly created account. */
type SignInByIdToken = (
  request: FastifyRequest,
  reply: FastifyReply,
  idToken: string,
  lang: string | undefined,
) => Promise<Profile>

interface SessionRoutesOptions {
  accounts: AccountService
  sessions: SessionService
  cookies: CookieJar
  finishSignIn: FinishSignIn
  signInByIdToken: SignInByIdToken
  /** Issues a websocket token to a guest with a link. */
  issueToGuest(shown: ShownLink, caller: Caller): Promise<{ token: string }>
  issueToBridge(bridge: BridgeActor): { token: string }
  record: RecordSecurityEvent
  /** The account is in use in the browser of the request. */
  used(request: FastifyRequest, accountId: string): Promise<void>
}

export const sessionRoutes: FastifyPluginAsyncZod<SessionRoutesOptions> = async (app, options) => {
  const { accounts, sessions, cookies, finishSignIn, signInByIdToken, record, used } = options
  const { issueToGuest, issueToBridge } = options

  app.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in with a form; without a body answers an api token of the session',
        consumes: ['application/x-www-form-urlencoded'],
        querystring: z.object({ lang: z.optional(z.string().check(z.maxLength(32))) }),
        body: z.nullish(loginFormSchema),
        response: { 200: loginAnswerSchema },
      },
    },
    async (request, reply) => {
      if (request.body === undefined || request.body === null) {
        const value = cookies.read(request)
        const identified =
          value === undefined ? null : await sessions.identifyCookie(value, callerOf(request))
        if (value === undefined || identified === null) throw new ApiError('login_required')
        if (identified.renewed) cookies.set(reply, { value, expiresAt: identified.expiresAt })
        await used(request, identified.actor.accountId)
        return sessions.issueApiToken(identified.actor)
      }
      const form = readLogin(request.body)
      if (!form.ok) throw new ApiError(form.error, form.key === undefined ? {} : { key: form.key })
      if (form.by === 'idtoken') return signInByIdToken(request, reply, form.idToken, request.query.lang)
      const { profile, ...account } = await accounts.authenticate(
        form.login,
        form.password,
        callerOf(request),
      )
      await finishSignIn(request, reply, { ...account, means: 'password', isWhole: false })
      return profile
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'session' },
      schema: {
        summary: 'End the session',
        body: z.nullish(z.strictObject({})),
        response: { 200: z.object({}) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await sessions.logOut(actor)
      await record(request, { accountId: actor.accountId, kind: 'signed_out', detail: null })
      cookies.clear(reply)
      return {}
    },
  )

  app.post(
    '/auth/logout-all',
    {
      config: { access: 'session' },
      schema: {
        summary: 'End all sessions of the account',
        body: z.nullish(z.strictObject({})),
        response: { 200: z.object({}) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await sessions.logOutEverywhere(actor)
      await record(request, { accountId: actor.accountId, kind: 'signed_out_everywhere', detail: null })
      cookies.clear(reply)
      return {}
    },
  )

  app.get(
    '/auth/account/websocket/token',
    {
      config: { access: 'session-or-link', scope: 'devices:read' },
      schema: {
        summary: 'Get a token for the websocket, for an hour; of a link by the header X-Device-Link-Token',
        description:
          'A connected app sends its token as bearer; its socket gets messages of its devices alone.',
        response: { 200: websocketTokenSchema },
      },
    },
    (request) => {
      if (request.bridge !== null) return issueToBridge(request.bridge)
      const shown = linkOf(request)
      if (shown.token !== undefined) return issueToGuest(shown, callerOf(request))
      return sessions.issueWebsocketToken(actorOf(request))
    },
  )
}
