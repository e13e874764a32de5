import {
  commandResultsSchema,
  deviceInfoMapSchema,
  guestLinkSchema,
  pageOrderHeadersSchema,
} from '@senca/contract'
import { linkActionRequestSchema, linkInfoRequestSchema, linkStopRequestSchema } from '@senca/contract/links'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ASKED_AT, pageOrderOf } from '#features/commands/index.ts'
import { linkOf, type ShownLink } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { GuestService } from './guest.service.ts'

interface Shown {
  deviceLinkToken?: string | undefined
  pin?: string | undefined
}

/** The token in the body has precedence; the header is used only if the body has none. */
const shownBy = (request: FastifyRequest, { deviceLinkToken, pin }: Shown): ShownLink => {
  const byHeader = linkOf(request)
  const isInBody = deviceLinkToken !== undefined && deviceLinkToken !== ''
  return { token: isInBody ? deviceLinkToken : byHeader.token, pin: pin ?? byHeader.pin }
}

const config = { access: 'public', namesFaults: true } as const

/** The routes for the holder of a link. */
export const guestRoutes: FastifyPluginAsyncZod<{ guests: GuestService }> = async (app, { guests }) => {
  app.post(
    '/auth/api/v1/device-link/info',
    {
      config,
      schema: {
        summary: 'Get a link by its token; this spends no use',
        body: z.nullish(linkInfoRequestSchema),
        response: { 200: guestLinkSchema },
      },
    },
    (request) => guests.info(shownBy(request, request.body ?? {}), callerOf(request)),
  )

  app.post(
    '/auth/api/v1/device-link/devices',
    {
      config,
      schema: {
        summary: 'Get the devices of a link: token → info',
        body: z.nullish(linkInfoRequestSchema),
        response: { 200: deviceInfoMapSchema },
      },
    },
    (request) => guests.devices(shownBy(request, request.body ?? {}), callerOf(request)),
  )

  app.post(
    '/auth/api/v1/device-link/action',
    {
      config,
      schema: {
        summary: 'Send one command to devices of a link; answers when each has acknowledged it',
        headers: pageOrderHeadersSchema,
        description: ASKED_AT,
        body: linkActionRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request) => {
      const { deviceIds, action, askedAt } = request.body
      const order = pageOrderOf(request.headers)
      const asked = askedAt === undefined ? {} : { askedAt: new Date(askedAt) }
      return guests.act(shownBy(request, request.body), callerOf(request), {
        deviceIds,
        action,
        order,
        ...asked,
      })
    },
  )

  app.post(
    '/auth/api/v1/device-link/stop',
    {
      config,
      schema: {
        summary: 'Stop devices of a link where they are',
        headers: pageOrderHeadersSchema,
        body: linkStopRequestSchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request) => {
      const { deviceIds } = request.body
      const order = pageOrderOf(request.headers)
      return guests.stop(shownBy(request, request.body), callerOf(request), { deviceIds, order })
    },
  )
}
