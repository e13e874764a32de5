import { deviceRequestSchema, errorBodySchema } from '@senca/contract'
import {
  deviceSecretRequestSchema,
  deviceSecretSchema,
  publicKeyAddedSchema,
  publicKeyAddRequestSchema,
  publicKeyDeleteRequestSchema,
  publicKeyListQuerySchema,
  publicKeyListSchema,
} from '@senca/contract/hardware'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { KeyService } from './keys.service.ts'

const config = { access: 'api-token' } as const
const nothing = { 200: z.object({}) }

/** The routes for the keys and the secret of a device. */
export const keyRoutes: FastifyPluginAsyncZod<{ keys: KeyService }> = async (app, { keys }) => {
  app.post(
    '/auth/api/v1/device/publickey/add',
    {
      config,
      schema: {
        summary:
          'Register a public key, SPKI in PEM or a JWK of P-256 or Ed25519, by which the device signs in',
        body: publicKeyAddRequestSchema,
        response: { 200: publicKeyAddedSchema },
      },
    },
    (request) => keys.add(actorOf(request), request.body.token, request.body.publicKey),
  )

  app.get(
    '/auth/api/v1/device/publickey/list',
    {
      config,
      schema: {
        summary: 'List the public keys of a device, and when it last used them',
        querystring: publicKeyListQuerySchema,
        response: { 200: publicKeyListSchema },
      },
    },
    (request) => keys.list(actorOf(request), request.query.devicetoken),
  )

  app.post(
    '/auth/api/v1/device/publickey/delete',
    {
      config,
      schema: {
        summary: 'Remove a public key and end the connections that signed in with it',
        body: publicKeyDeleteRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await keys.remove(actorOf(request), request.body.token, request.body.keyId)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/device/publickey/request',
    {
      config,
      schema: {
        summary: 'Request a public key from the device and register it',
        body: deviceRequestSchema,
        response: { 200: publicKeyAddedSchema, 504: errorBodySchema },
      },
    },
    (request) => keys.request(actorOf(request), request.body.token),
  )

  app.get(
    '/auth/api/v1/device/secret',
    {
      config,
      schema: {
        summary: 'Get whether the device may sign in with its secret',
        querystring: publicKeyListQuerySchema,
        response: { 200: deviceSecretSchema },
      },
    },
    async (request) => ({
      enabled: await keys.isSecretEnabled(actorOf(request), request.query.devicetoken),
    }),
  )

  app.post(
    '/auth/api/v1/device/secret',
    {
      config,
      schema: {
        summary: 'Set whether the device may sign in with its secret; a device without a key must keep it',
        body: deviceSecretRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await keys.setSecretEnabled(actorOf(request), request.body.token, request.body.enabled)
      return {}
    },
  )
}
