import { deviceLinkSchema, deviceLinksSchema } from '@senca/contract'
import {
  accessListQuerySchema,
  accessListSchema,
  linkCreateRequestSchema,
  linkRequestSchema,
  linkUpdateRequestSchema,
  sharingFreezeSchema,
} from '@senca/contract/links'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, callActorOf, linkOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { AccessListService } from './access-list.service.ts'
import type { GuestService } from './guest.service.ts'
import type { LinkService } from './links.service.ts'

interface LinkRoutesOptions {
  links: LinkService
  guests: Pick<GuestService, 'info'>
  access: AccessListService
}

const config = { access: 'api-token', namesFaults: true } as const

/** The routes for owners of links. */
export const linkRoutes: FastifyPluginAsyncZod<LinkRoutesOptions> = async (
  app,
  { links, guests, access },
) => {
  app.post(
    '/auth/api/v1/device-link/create',
    {
      config,
      schema: {
        summary: 'Create a link by which guests reach devices without an account',
        body: linkCreateRequestSchema,
        response: { 200: deviceLinkSchema },
      },
    },
    (request) => {
      const { password, ...terms } = request.body
      return links.create(actorOf(request), terms, { password, caller: callerOf(request) })
    },
  )

  app.post(
    '/auth/api/v1/device-link/update',
    {
      config,
      schema: {
        summary: 'Change the named fields of a link; null clears',
        body: linkUpdateRequestSchema,
        response: { 200: deviceLinkSchema },
      },
    },
    (request) => {
      const { password, ...changes } = request.body
      return links.update(actorOf(request), changes, { password, caller: callerOf(request) })
    },
  )

  app.post(
    '/auth/api/v1/device-link/delete',
    {
      config,
      schema: {
        summary: 'End a link',
        body: linkRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await links.delete(actorOf(request), request.body.token)
      return {}
    },
  )

  app.get(
    '/auth/api/v1/device-link/list',
    {
      config: { access: 'api-token-or-link' },
      schema: {
        summary: 'List the links of the account; with the header X-Device-Link-Token that one link',
        response: { 200: deviceLinksSchema },
      },
    },
    async (request) => {
      const shown = linkOf(request)
      if (shown.token !== undefined) return [await guests.info(shown, callerOf(request))]
      return links.list(actorOf(request))
    },
  )

  app.get(
    '/auth/api/v1/device-link/freeze',
    {
      config,
      schema: {
        summary: 'Get whether all sharing is paused',
        response: { 200: sharingFreezeSchema },
      },
    },
    async (request) => ({ frozen: await links.isFrozen(actorOf(request)) }),
  )

  app.post(
    '/auth/api/v1/device-link/freeze',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Pause or resume all sharing of the account',
        body: sharingFreezeSchema,
        response: { 200: sharingFreezeSchema },
      },
    },
    async (request) => {
      const { frozen } = request.body
      await links.freeze(actorOf(request), frozen)
      return { frozen }
    },
  )

  app.get(
    '/auth/api/v1/access/list',
    {
      config: { ...config, scope: 'access:read' },
      schema: {
        summary: 'List who can open devices now and within seven days',
        description: 'A connected app gets no tokens of links.',
        querystring: accessListQuerySchema,
        response: { 200: accessListSchema },
      },
    },
    (request) => {
      const { devicetoken } = request.query
      return access.list(callActorOf(request), typeof devicetoken === 'string' ? [devicetoken] : devicetoken)
    },
  )
}
