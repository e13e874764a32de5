import { deviceInfoMapSchema } from '@senca/contract'
import {
  homeTransferRequestSchema,
  transferAcceptRequestSchema,
  transferCancelRequestSchema,
  transferInfoRequestSchema,
  transferOfferSchema,
  transferRequestSchema,
  transfersSchema,
} from '@senca/contract/people'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { TransferService } from './transfers.service.ts'

const config = { access: 'api-token', namesFaults: true } as const
const nothing = { 200: z.object({}) }

export const transferRoutes: FastifyPluginAsyncZod<{ transfers: TransferService }> = async (
  app,
  { transfers },
) => {
  app.post(
    '/auth/api/v1/device/transfer',
    {
      config,
      schema: {
        summary:
          'Offer a device to another account, which is notified by e-mail and has seven days to accept it',
        body: transferRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      const { token, email, password } = request.body
      const shown = { password, caller: callerOf(request) }
      await transfers.offer(actorOf(request), { deviceIds: [token], email }, shown)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/device/transfer/home',
    {
      config,
      schema: {
        summary: 'Offer several devices to another account by one e-mail',
        body: homeTransferRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      const { devices: deviceIds, email, password } = request.body
      const shown = { password, caller: callerOf(request) }
      await transfers.offer(actorOf(request), { deviceIds, email }, shown)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/device/transfer/info',
    {
      config,
      schema: {
        summary: 'Get what the token of an e-mail offers to the account',
        body: transferInfoRequestSchema,
        response: { 200: transferOfferSchema },
      },
    },
    (request) => transfers.info(actorOf(request), request.body.token),
  )

  app.post(
    '/auth/api/v1/device/transfer/accept',
    {
      config,
      schema: {
        summary: 'Accept what the token of an e-mail offers; answers token → info of the devices',
        body: transferAcceptRequestSchema,
        response: { 200: deviceInfoMapSchema },
      },
    },
    (request) => transfers.accept(actorOf(request), request.body),
  )

  app.get(
    '/auth/api/v1/device/transfer/list',
    {
      config,
      schema: {
        summary: 'List the open offers that the account made and received',
        response: { 200: transfersSchema },
      },
    },
    (request) => transfers.list(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/device/transfer/cancel',
    {
      config,
      schema: {
        summary: 'Withdraw the offer of a device',
        body: transferCancelRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await transfers.cancel(actorOf(request), request.body.token)
      return {}
    },
  )
}
