import { billingOffSchema } from '@senca/contract/billing'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '#platform/app-context.ts'
import { FREE } from './purchase.ts'
import type { Billing, BillingOptions } from './selling.ts'

export type { Billing }

/** The only route if nothing is sold. */
const billingOffRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/auth/api/v1/subscription/info',
    {
      config: { access: 'api-token', namesFaults: true },
      schema: { summary: 'Answer that everything is free', response: { 200: billingOffSchema } },
    },
    async () => ({ status: 'none' as const, isBillingOn: false as const }),
  )
}

/** Registers the subscription. Without `BILLING=on` nothing of the shops and their libraries is loaded. */
export async function registerBilling(context: AppContext, options: BillingOptions): Promise<Billing> {
  const { config, http } = context
  if (config.billing === undefined) {
    http.register(billingOffRoutes)
    return {
      entitlement: async () => FREE,
      storeSubscriptions: async () => undefined,
      forget: async () => {},
    }
  }
  const { sell } = await import('./selling.ts')
  return sell(context, options, config.billing)
}
