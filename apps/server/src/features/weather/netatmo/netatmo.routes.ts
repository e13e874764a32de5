import type { CookieSerializeOptions } from '@fastify/cookie'
import { netatmoLinkSchema } from '@senca/contract/automation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { NetatmoService } from './netatmo.service.ts'

interface NetatmoRoutesOptions {
  netatmo: NetatmoService
  isSecure: boolean
}

const COOKIE = 'senca_netatmo'
const MAX_COOKIE_LENGTH = 100
const config = { access: 'api-token', namesFaults: true } as const
const parameter = z.optional(z.string().check(z.maxLength(1_000)))

export const netatmoRoutes: FastifyPluginAsyncZod<NetatmoRoutesOptions> = async (
  app,
  { netatmo, isSecure },
) => {
  const cookie: CookieSerializeOptions = {
    path: '/auth/weather/netatmo',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  }

  app.post(
    '/auth/api/v1/weather/netatmo/link',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary:
          'Get the address where a person permits Senca to read their Netatmo stations; valid for ten minutes',
        response: { 200: netatmoLinkSchema },
      },
    },
    async (request, reply) => {
      const { url, browser, expiresAt } = await netatmo.begin(actorOf(request))
      reply.setCookie(COOKIE, browser, { ...cookie, expires: expiresAt })
      return { url }
    },
  )

  app.post(
    '/auth/api/v1/weather/netatmo/unlink',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'End the link to Netatmo; succeeds also without one',
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await netatmo.unlink(actorOf(request))
      return {}
    },
  )

  app.get(
    '/auth/weather/netatmo/callback',
    {
      // Netatmo redirects the browser to this route. It is authorized by the state, for the browser that started the flow.
      config: { access: 'public' },
      schema: {
        summary: 'Receive a person from Netatmo and redirect to the weather page with the result',
        querystring: z.object({ state: parameter, code: parameter, error: parameter }),
        response: { 302: z.any() },
      },
    },
    async (request, reply) => {
      const shown = request.cookies[COOKIE]
      const browser = shown === undefined || shown.length > MAX_COOKIE_LENGTH ? undefined : shown
      const outcome = await netatmo.finish(browser, request.query)
      reply.clearCookie(COOKIE, cookie)
      return reply.redirect(`/weather?netatmo=${outcome}`)
    },
  )
}
