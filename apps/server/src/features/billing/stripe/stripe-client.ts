import type { SubscriptionPlan, SubscriptionPlanPrice } from '@senca/contract/billing'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { StripeConfig } from '#platform/process/billing-config.ts'
import { PaymentError } from '../payment-error.ts'
import { isAlreadyRefunded, isMissing, problemOf } from './stripe-errors.ts'
import {
  ACCOUNT_KEY,
  idOf,
  paymentOf,
  type StripeSubscription,
  stripeInvoiceSchema,
  stripeSubscriptionSchema,
} from './stripe-subscription.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 1
const EXPAND = ['latest_invoice.payments', 'default_payment_method']
const PAGE = 100

const reference = z.union([z.string(), z.object({ id: z.string() })])
const priceSchema = z.object({
  active: z.optional(z.boolean()),
  unit_amount: z.nullable(z.int()),
  currency: z.string(),
})
const sessionSchema = z.object({
  id: z.string(),
  url: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.string())),
  subscription: z.optional(z.nullable(reference)),
})
const chargeSchema = z.object({
  id: z.string(),
  created: z.optional(z.number()),
  refunded: z.optional(z.boolean()),
  disputed: z.optional(z.nullable(z.boolean())),
  customer: z.optional(z.nullable(reference)),
  payment_intent: z.optional(z.nullable(reference)),
  invoice: z.optional(z.nullable(reference)),
})
export type StripeCharge = z.infer<typeof chargeSchema>
const intentSchema = z.object({
  latest_charge: z.optional(z.nullable(z.union([z.string(), chargeSchema]))),
})
const invoiceSchema = z.object({
  subscription: z.optional(z.nullable(reference)),
  parent: z.optional(
    z.nullable(
      z.object({
        subscription_details: z.optional(
          z.nullable(z.object({ subscription: z.optional(z.nullable(reference)) })),
        ),
      }),
    ),
  ),
})
const methodSchema = z.object({
  card: z.optional(z.nullable(z.object({ fingerprint: z.optional(z.nullable(z.string())) }))),
})
const customerSchema = z.object({
  invoice_settings: z.optional(
    z.nullable(z.object({ default_payment_method: z.optional(z.nullable(reference)) })),
  ),
})

/** The subscription of an invoice. */
export function subscriptionOfInvoice(invoice: unknown): string | null {
  const read = z.safeParse(invoiceSchema, invoice)
  if (!read.success) return null
  return idOf(read.data.parent?.subscription_details?.subscription) ?? idOf(read.data.subscription)
}

/** The requests to Stripe, made with its official client and the API version of that client. */
export function createStripeClient({ secretKey, webhookSecret, products, url }: StripeConfig) {
  const at = url === null ? null : new URL(url)
  const options: Stripe.StripeConfig = {
    ...(at === null
      ? {}
      : {
          host: at.hostname.replace(/^\[|\]$/g, ''),
          port: at.port || (at.protocol === 'https:' ? '443' : '80'),
          protocol: at.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Senca' },
  }
  const stripe = new Stripe(secretKey, options)

  /** Throws PaymentError. */
  const ask = async <T>(schema: z.ZodMiniType<T>, call: (stripe: Stripe) => Promise<unknown>): Promise<T> => {
    try {
      return z.parse(schema, await call(stripe))
    } catch (error) {
      if (error instanceof PaymentError) throw error
      throw new PaymentError(problemOf(error), { cause: error })
    }
  }
  /** Null if the object does not exist. */
  const find = async <T>(
    schema: z.ZodMiniType<T>,
    call: (stripe: Stripe) => Promise<unknown>,
  ): Promise<T | null> => {
    try {
      return await ask(schema, call)
    } catch (error) {
      if (error instanceof PaymentError && isMissing(error.cause)) return null
      throw error
    }
  }

  const read = (id: string): Promise<StripeSubscription | null> =>
    find(stripeSubscriptionSchema, (stripe) => stripe.subscriptions.retrieve(id, { expand: EXPAND }))

  const chargeOf = async (payment: string | null): Promise<StripeCharge | null> => {
    if (payment === null) return null
    const intent = await find(intentSchema, (stripe) =>
      stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }),
    )
    const charge = intent?.latest_charge
    return charge == null || typeof charge === 'string' ? null : charge
  }

  const change = (id: string, values: Stripe.SubscriptionUpdateParams): Promise<StripeSubscription> =>
    ask(stripeSubscriptionSchema, (stripe) => stripe.subscriptions.update(id, values))

  return {
    /** Throws for a body that Stripe has not signed, or signed more than `toleranceS` seconds ago. */
    async readEvent(
      body: Buffer,
      signature: string,
      { toleranceS, now }: { toleranceS: number; now: Date },
    ): Promise<Stripe.Event> {
      return stripe.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        toleranceS,
        undefined,
        now.getTime(),
      )
    },

    read,
    plans: async (trialDays: number): Promise<SubscriptionPlanPrice[]> => {
      const plans = ['monthly', 'yearly'] as const
      const prices = await Promise.all(
        plans.map((plan) => ask(priceSchema, (stripe) => stripe.prices.retrieve(products[plan]))),
      )
      return prices.flatMap(({ active, unit_amount: amount, currency }, at) => {
        const plan = plans[at]
        if (plan === undefined || active === false || amount === null) return []
        return [{ plan, amount, currency: currency.toUpperCase(), trialDays }]
      })
    },

    /** `deleted` is the customer that the account had before, null if it had none. */
    createCustomer: async (accountId: string, email: string, deleted: string | null): Promise<string> => {
      const key = ['senca-customer', accountId, email, ...(deleted === null ? [] : [deleted])].join('-')
      const customer = await ask(z.object({ id: z.string() }), (stripe) =>
        stripe.customers.create({ email, metadata: { [ACCOUNT_KEY]: accountId } }, { idempotencyKey: key }),
      )
      return customer.id
    },

    openCheckout: (
      customer: string,
      {
        accountId,
        plan,
        trialDays,
        returnUrl,
      }: { accountId: string; plan: SubscriptionPlan; trialDays: number; returnUrl: string },
    ) =>
      ask(sessionSchema, (stripe) =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          client_reference_id: accountId,
          line_items: [{ price: products[plan], quantity: 1 }],
          payment_method_collection: 'always',
          subscription_data: {
            metadata: { [ACCOUNT_KEY]: accountId },
            ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
          },
          metadata: { [ACCOUNT_KEY]: accountId },
          success_url: `${returnUrl}?state=done`,
          cancel_url: `${returnUrl}?state=canceled`,
        }),
      ),

    /** Closes a checkout page. Returns the subscription if it was already paid, otherwise null. */
    async closeCheckout(id: string): Promise<string | null> {
      const closed = await find(sessionSchema, (stripe) => stripe.checkout.sessions.expire(id)).catch(
        () => null,
      )
      if (closed !== null) return null
      // The page was paid or is already closed.
      const session = await find(sessionSchema, (stripe) => stripe.checkout.sessions.retrieve(id))
      return session?.status === 'complete' ? idOf(session.subscription) : null
    },

    /** The checkout pages on which a customer can still pay. */
    openCheckouts: async (customer: string): Promise<string[]> => {
      const found = await find(z.object({ data: z.array(sessionSchema) }), (stripe) =>
        stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE }),
      )
      return found?.data.map(({ id }) => id) ?? []
    },

    /** The state of a checkout page. */
    checkout: (id: string) => find(sessionSchema, (stripe) => stripe.checkout.sessions.retrieve(id)),

    /** Null if the customer was deleted. */
    openPortal: async (customer: string, returnUrl: string): Promise<string | null> => {
      const page = await find(z.object({ url: z.string() }), (stripe) =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      )
      return page?.url ?? null
    },

    list: async (customer: string): Promise<StripeSubscription[]> => {
      const found = await find(z.object({ data: z.array(stripeSubscriptionSchema) }), (stripe) =>
        stripe.subscriptions.list({ customer, status: 'all', limit: PAGE }),
      )
      return found?.data ?? []
    },

    cancelAtEnd: (id: string) => change(id, { cancel_at_period_end: true }),
    resume: ({ id, cancel_at_period_end: isAtEnd }: StripeSubscription) =>
      change(id, isAtEnd === true ? { cancel_at_period_end: false } : { cancel_at: '' }),
    endTrial: (id: string) => change(id, { trial_end: 'now' }),
    /** Cancels at once. A subscription that does not exist or has ended stays so. */
    cancelNow: (id: string) =>
      find(stripeSubscriptionSchema, (stripe) => stripe.subscriptions.cancel(id)).catch(
        async (error: unknown) => {
          const now = await read(id)
          if (now === null || now.status === 'canceled') return now
          throw error
        },
      ),

    /** Refunds the newest invoice of a subscription; once, however often it is called. */
    async payBack(subscription: StripeSubscription): Promise<void> {
      const payment = paymentOf(subscription) ?? paymentOf((await read(subscription.id)) ?? subscription)
      if (payment === null) return
      await ask(z.object({ id: z.string() }), (stripe) =>
        stripe.refunds.create(
          { payment_intent: payment },
          { idempotencyKey: `senca-second-subscription-${subscription.id}` },
        ),
      ).catch((error: unknown) => {
        if (!isAlreadyRefunded(error)) throw error
      })
    },

    charge: (id: string): Promise<StripeCharge | null> =>
      find(chargeSchema, (stripe) => stripe.charges.retrieve(id)),

    /** Whether the newest invoice was refunded or is disputed. */
    async isPaidBack(subscription: StripeSubscription): Promise<boolean> {
      const charge = await chargeOf(paymentOf(subscription))
      return charge !== null && isReturned(charge)
    },

    /** When Stripe last tried to collect the oldest open invoice of a subscription; null if there is none. */
    async lastTryAt({ id }: StripeSubscription): Promise<Date | null> {
      const { data } = await ask(z.object({ data: z.array(stripeInvoiceSchema) }), (stripe) =>
        stripe.invoices.list({ subscription: id, status: 'open', limit: PAGE, expand: ['data.payments'] }),
      )
      const [oldest] = data.toSorted((one, other) => (one.created ?? 0) - (other.created ?? 0))
      if (oldest === undefined) return null
      const charge = await chargeOf(paymentOf({ latest_invoice: oldest }))
      const at = charge?.created ?? oldest.created
      return at === undefined ? null : new Date(at * 1_000)
    },

    /** The subscription of a charge; null if unknown. */
    async subscriptionOfCharge({
      payment_intent: intent,
      invoice,
      customer,
    }: StripeCharge): Promise<string | null> {
      const payment = idOf(intent)
      const payments =
        payment === null
          ? null
          : await find(z.object({ data: z.array(z.object({ invoice: reference })) }), (stripe) =>
              stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: payment } }),
            )
      const invoiceId = idOf(payments?.data[0]?.invoice) ?? idOf(invoice)
      if (invoiceId !== null) {
        const found = await find(z.unknown(), (stripe) => stripe.invoices.retrieve(invoiceId))
        const subscription = subscriptionOfInvoice(found)
        if (subscription !== null) return subscription
      }
      const buyer = idOf(customer)
      if (buyer === null) return null
      const [only, ...more] = (await this.list(buyer)).filter(({ status }) => status !== 'incomplete_expired')
      return more.length === 0 ? (only?.id ?? null) : null
    },

    /** The fingerprint of the card of a subscription; null for another payment method. */
    async fingerprint(subscription: StripeSubscription): Promise<string | null> {
      const { default_payment_method: method } = subscription
      if (method != null && typeof method !== 'string') return fingerprintOf(method)
      const id = method ?? (await customersMethod(idOf(subscription.customer)))
      if (id === null) return null
      return fingerprintOf(await find(z.unknown(), (stripe) => stripe.paymentMethods.retrieve(id)))
    },
  }

  async function customersMethod(customer: string | null): Promise<string | null> {
    if (customer === null) return null
    const found = await find(customerSchema, (stripe) => stripe.customers.retrieve(customer))
    return idOf(found?.invoice_settings?.default_payment_method)
  }
}

/** Whether a charge was refunded or is disputed. */
export const isReturned = ({ refunded, disputed }: StripeCharge): boolean =>
  refunded === true || disputed === true

function fingerprintOf(method: unknown): string | null {
  const read = z.safeParse(methodSchema, method)
  return read.success ? (read.data.card?.fingerprint ?? null) : null
}

export type StripeClient = ReturnType<typeof createStripeClient>
