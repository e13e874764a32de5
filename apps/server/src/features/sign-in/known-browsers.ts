import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIMIT_RULES, type Limited, type LimitService } from '#features/limits/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'

const NAME = 'senca_browser'
const TOKEN = /^[\w-]{43}$/
/** The longest time for which browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400

interface KnownBrowsersOptions {
  limits: Pick<LimitService, 'remember' | 'isRemembered'>
  isSecure: boolean
}

/**
 * Recognizes the browsers of an account for 90 days after their last use, by a cookie that a log out keeps. The server stores its hash
 * only.
 */
export function createKnownBrowsers({ limits, isSecure }: KnownBrowsersOptions) {
  const options: CookieSerializeOptions = {
    path: '/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: KEPT_SECONDS,
  }
  const read = (request: FastifyRequest): string | undefined => {
    const value = request.cookies[NAME]
    return value !== undefined && TOKEN.test(value) ? value : undefined
  }
  const keyOf = (accountId: string, token: string): Limited => [
    LIMIT_RULES.knownBrowser,
    accountId,
    hashSecretToken(token),
  ]

  return {
    async isKnown(request: FastifyRequest, accountId: string): Promise<boolean> {
      const token = read(request)
      return token !== undefined && limits.isRemembered(keyOf(accountId, token))
    },
    /** Called when the account has logged in. */
    async remember(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<void> {
      const token = read(request) ?? createSecretToken()
      await limits.remember(keyOf(accountId, token))
      reply.setCookie(NAME, token, options)
    },
    /** Called while the account is logged in. */
    async renew(request: FastifyRequest, accountId: string): Promise<void> {
      const token = read(request)
      if (token !== undefined) await limits.remember(keyOf(accountId, token))
    },
  }
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
