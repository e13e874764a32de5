import {
  LIMITS,
  preferencesRequestSchema,
  preferencesSchema,
  roomCreateRequestSchema,
  roomDeleteRequestSchema,
  roomSchema,
  roomsSchema,
  roomUpdateRequestSchema,
} from '@senca/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { PreferencesService } from './preferences.service.ts'
import type { RoomService } from './rooms.service.ts'

interface RoomRoutesOptions {
  rooms: RoomService
  preferences: PreferencesService
}

const byApiToken = { access: 'api-token', namesFaults: true } as const
const bySession = { access: 'session', namesFaults: true } as const

/** The routes for arranging devices. */
export const roomRoutes: FastifyPluginAsyncZod<RoomRoutesOptions> = async (app, { rooms, preferences }) => {
  app.get(
    '/auth/api/v1/room/list',
    {
      config: { ...byApiToken, scope: 'devices:read' },
      schema: {
        summary: 'List the rooms of the account with their devices, in the order shown',
        response: { 200: roomsSchema },
      },
    },
    (request) => rooms.list(callActorOf(request)),
  )

  app.post(
    '/auth/api/v1/room/create',
    {
      config: byApiToken,
      schema: {
        summary: 'Create a room, after all others',
        body: roomCreateRequestSchema,
        response: { 200: roomSchema },
      },
    },
    (request) => rooms.create(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/room/update',
    {
      config: byApiToken,
      schema: {
        summary: 'Change the named fields of a room: its name, its devices, its place',
        body: roomUpdateRequestSchema,
        response: { 200: roomSchema },
      },
    },
    (request) => rooms.update(actorOf(request), request.body),
  )

  app.post(
    '/auth/api/v1/room/delete',
    {
      config: byApiToken,
      schema: {
        summary: 'Remove a room; its devices stay without a room',
        body: roomDeleteRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await rooms.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.get(
    '/auth/account/preferences',
    {
      config: bySession,
      schema: {
        summary: 'Get the display preferences of the account',
        response: { 200: preferencesSchema },
      },
    },
    (request) => preferences.find(actorOf(request)),
  )

  app.post(
    '/auth/account/preferences',
    {
      config: bySession,
      bodyLimit: LIMITS.FACADE_BODY_MAX_BYTES,
      schema: {
        summary: 'Change the named display preferences of the account',
        body: preferencesRequestSchema,
        response: { 200: preferencesSchema },
      },
    },
    (request) => preferences.change(actorOf(request), request.body),
  )
}
