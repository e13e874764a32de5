import {
  claimRequestSchema,
  commandResultsSchema,
  deviceDeleteQuerySchema,
  deviceInfoMapSchema,
  deviceInfoQuerySchema,
  deviceInfoSchema,
  deviceListQuerySchema,
  deviceListSchema,
  provisionedDevicesSchema,
  provisionRequestSchema,
} from '@senca/contract'
import { deviceReplaceRequestSchema } from '@senca/contract/hardware'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf, callActorOf } from '#features/rights/index.ts'
import type { DeviceService } from './devices.service.ts'
import type { Provisioning } from './registry/provisioning.ts'
import type { ReplacementService } from './replacement/replacement.service.ts'

interface DeviceRoutesOptions {
  devices: DeviceService
  provisioning: Provisioning
  replacement: ReplacementService
}

const isYes = (flag: 'true' | 'false' | '1' | '0' | undefined) => flag === 'true' || flag === '1'

export const deviceRoutes: FastifyPluginAsyncZod<DeviceRoutesOptions> = async (
  app,
  { devices, provisioning, replacement },
) => {
  app.get(
    '/auth/api/v1/device/list',
    {
      config: { access: 'api-token', scope: 'devices:read' },
      schema: {
        summary: 'List all devices: token → name',
        querystring: deviceListQuerySchema,
        response: { 200: deviceListSchema },
      },
    },
    (request) => devices.list(callActorOf(request)),
  )

  app.get(
    '/auth/api/v1/device/info',
    {
      config: { access: 'api-token', scope: 'devices:read' },
      schema: {
        summary: 'Get up to 100 devices: token → info; unknown tokens are left out',
        querystring: deviceInfoQuerySchema,
        response: { 200: deviceInfoMapSchema },
      },
    },
    (request) => devices.info(callActorOf(request), request.query.devicetoken),
  )

  app.post(
    '/auth/api/v1/device/claim',
    {
      config: { access: 'api-token', isQueued: false },
      schema: {
        summary: 'Claim a device for the account by the code on its label',
        body: claimRequestSchema,
        response: { 200: deviceInfoSchema },
      },
    },
    (request) => devices.claim(actorOf(request), request.body.claimCode, request.body.name),
  )

  app.post(
    '/auth/api/v1/device/replace',
    {
      config: { access: 'api-token', isQueued: false },
      schema: {
        summary: 'Replace a device by that of a claim code, with everything that the home keeps of it',
        body: deviceReplaceRequestSchema,
        response: { 200: deviceInfoSchema },
      },
    },
    (request) => replacement.replace(actorOf(request), request.body.token, request.body.claimCode),
  )

  app.delete(
    '/auth/api/v1/device/delete',
    {
      config: { access: 'api-token', isQueued: false },
      schema: {
        summary: 'Remove devices; each is commanded to forget its home',
        querystring: deviceDeleteQuerySchema,
        response: { 200: commandResultsSchema },
      },
    },
    (request) => devices.delete(actorOf(request), request.query.devicetoken, isYes(request.query.force)),
  )

  app.post(
    '/auth/api/v1/operator/device/provision',
    {
      config: { access: 'operator' },
      schema: {
        summary: 'Register devices; the answer has their ids, secrets and claim codes, which are shown once',
        body: provisionRequestSchema,
        response: { 200: provisionedDevicesSchema },
      },
    },
    (request) => {
      const { type, count, publicKeys } = request.body
      return provisioning.provision(type, count, publicKeys)
    },
  )
}
