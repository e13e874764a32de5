import type { CookieSerializeOptions } from '@fastify/cookie'
import { DEFAULT_LANGUAGE, type Language, type Profile, parseLanguage } from '@senca/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { GuessGuard } from '#features/limits/index.ts'
import type { FinishSignIn, RecordSecurityEvent } from '#features/sessions/index.ts'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { IdentityService } from './identities.service.ts'
import { ProviderUnreachable } from './provider-documents.ts'

const COOKIE = 'senca_nonce'
const MAX_COOKIE_LENGTH = 512
const MAX_LANGUAGES = 10

const optionsOf = (isSecure: boolean): CookieSerializeOptions => ({
  path: '/auth/login',
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure,
})

export const identityRoutes: FastifyPluginAsyncZod<{
  identities: IdentityService
  isSecure: boolean
}> = async (app, { identities, isSecure }) => {
  app.get(
    '/auth/login/nonce',
    {
      config: { access: 'public', changesState: true },
      schema: {
        summary: 'Get a nonce for an id token; a cookie holds it for ten minutes',
        response: { 200: z.object({ nonce: z.string() }) },
      },
    },
    async (_request, reply) => {
      const { nonce, value, expiresAt } = identities.createNonce()
      reply.setCookie(COOKIE, value, { ...optionsOf(isSecure), expires: expiresAt })
      return { nonce }
    },
  )
}

interface IdTokenSignInOptions {
  identities: IdentityService
  finishSignIn: FinishSignIn
  record: RecordSecurityEvent
  guesses: GuessGuard
  isSecure: boolean
}

/** Signs in with the id token of a login form and returns the profile. */
export function createIdTokenSignIn(options: IdTokenSignInOptions) {
  const { identities, finishSignIn, record, guesses, isSecure } = options

  const authenticate = async (request: FastifyRequest, idToken: string, lang: string | undefined) => {
    const caller = callerOf(request)
    await guesses.check(caller, null)
    const locale = languageOf(lang, request.headers['accept-language'])
    try {
      return await identities.authenticate({ idToken, nonceCookie: readCookie(request), locale })
    } catch (error) {
      if (error instanceof ApiError) await guesses.failed(caller, null)
      if (!(error instanceof ProviderUnreachable)) throw error
      request.log.error({ reason: error.message }, 'A sign-in provider cannot be reached')
      throw new ApiError('internal_error')
    }
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    idToken: string,
    lang: string | undefined,
  ): Promise<Profile> => {
    const { proven, profile, happened } = await authenticate(request, idToken, lang)
    const { accountId, means } = proven
    for (const kind of happened) await record(request, { accountId, kind, detail: means })
    if (readCookie(request) !== undefined) reply.clearCookie(COOKIE, optionsOf(isSecure))
    await finishSignIn(request, reply, { ...proven, isNew: happened.includes('account_created') })
    return profile
  }
}

function readCookie(request: FastifyRequest): string | undefined {
  const value = request.cookies[COOKIE]
  return value === undefined || value.length > MAX_COOKIE_LENGTH ? undefined : value
}

/** The requested language, or the first supported one of the browser (RFC 9110 §12.5.4), or English. */
export function languageOf(lang: string | undefined, acceptLanguage: string | undefined): Language {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .slice(0, MAX_LANGUAGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => parseLanguage(tag))
  return parseLanguage(lang ?? '') ?? accepted.find((language) => language !== null) ?? DEFAULT_LANGUAGE
}
