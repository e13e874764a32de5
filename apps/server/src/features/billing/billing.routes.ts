import {
  applePurchaseSchema,
  checkoutRequestSchema,
  entitlementExportSchema,
  googlePurchaseSchema,
  paymentPageSchema,
  restoreRequestSchema,
  subscriptionPlansSchema,
  subscriptionSchema,
} from '@senca/contract/billing'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { BillingService } from './billing.service.ts'

const config = { access: 'api-token', namesFaults: true } as const

export const billingRoutes: FastifyPluginAsyncZod<{ billing: BillingService }> = async (app, { billing }) => {
  app.get(
    '/auth/api/v1/subscription/info',
    {
      config,
      schema: { summary: 'Get the subscription of the account', response: { 200: subscriptionSchema } },
    },
    (request) => billing.info(actorOf(request)),
  )
  app.get(
    '/auth/api/v1/subscription/plans',
    {
      config,
      schema: {
        summary: 'List the plans with their prices and free trials',
        response: { 200: subscriptionPlansSchema },
      },
    },
    (request) => billing.plans(actorOf(request)),
  )
  app.post(
    '/auth/api/v1/subscription/checkout',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Open a payment page for a plan; one that was open before is closed',
        body: checkoutRequestSchema,
        response: { 200: paymentPageSchema },
      },
    },
    (request) => billing.checkout(actorOf(request), request.body.plan),
  )
  app.post(
    '/auth/api/v1/subscription/portal',
    {
      config: { ...config, isQueued: false },
      schema: { summary: 'Open the page with invoices and cards', response: { 200: paymentPageSchema } },
    },
    (request) => billing.portal(actorOf(request)),
  )
  app.post(
    '/auth/api/v1/subscription/cancel',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Cancel the subscription at the end of the paid period',
        response: { 200: subscriptionSchema },
      },
    },
    (request) => billing.cancel(actorOf(request)),
  )
  app.post(
    '/auth/api/v1/subscription/resume',
    {
      config: { ...config, isQueued: false },
      schema: { summary: 'Resume a canceled subscription', response: { 200: subscriptionSchema } },
    },
    (request) => billing.resume(actorOf(request)),
  )
  app.post(
    '/auth/api/v1/subscription/google',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Submit a purchase of Google Play',
        body: googlePurchaseSchema,
        response: { 200: subscriptionSchema },
      },
    },
    (request) => billing.google(actorOf(request), request.body),
  )
  app.post(
    '/auth/api/v1/subscription/apple',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Submit a transaction of the App Store',
        body: applePurchaseSchema,
        response: { 200: subscriptionSchema },
      },
    },
    (request) => billing.apple(actorOf(request), request.body.signedTransaction),
  )
  app.post(
    '/auth/api/v1/subscription/restore',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Restore a purchase: from a store by its proof, from the web without a body',
        body: restoreRequestSchema,
        response: { 200: subscriptionSchema },
      },
    },
    (request) => billing.restore(actorOf(request), request.body),
  )
  app.get(
    '/auth/api/v1/operator/subscription/export',
    {
      config: { access: 'operator' },
      schema: {
        summary: 'List the subscriptions of all accounts, a thousand at a time',
        querystring: z.object({ after: z.optional(z.uuid()) }),
        response: { 200: entitlementExportSchema },
      },
    },
    (request) => billing.export(request.query.after ?? null),
  )
}
