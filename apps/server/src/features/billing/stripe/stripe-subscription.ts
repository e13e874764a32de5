import type { SubscriptionPlan } from '@senca/contract/billing'
import * as z from 'zod/mini'
import { type Purchase, planOf, type Standing } from '../purchase.ts'

const seconds = z.number()
const reference = z.union([z.string(), z.object({ id: z.string() })])
const paymentSchema = z.object({
  payment: z.optional(
    z.object({
      payment_intent: z.optional(z.nullable(reference)),
      charge: z.optional(z.nullable(reference)),
    }),
  ),
})
export const stripeInvoiceSchema = z.object({
  id: z.string(),
  created: z.optional(seconds),
  amount_paid: z.optional(z.number()),
  payments: z.optional(z.nullable(z.object({ data: z.array(paymentSchema) }))),
  payment_intent: z.optional(z.nullable(reference)),
})

/** The used fields of a Stripe subscription; other fields are ignored. */
export const stripeSubscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  customer: reference,
  created: seconds,
  start_date: z.optional(z.nullable(seconds)),
  trial_end: z.optional(z.nullable(seconds)),
  cancel_at_period_end: z.optional(z.nullable(z.boolean())),
  cancel_at: z.optional(z.nullable(seconds)),
  canceled_at: z.optional(z.nullable(seconds)),
  ended_at: z.optional(z.nullable(seconds)),
  /** The place of the period in API versions before 2025. */
  current_period_end: z.optional(z.nullable(seconds)),
  current_period_start: z.optional(z.nullable(seconds)),
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
  default_payment_method: z.optional(z.nullable(z.union([z.string(), z.looseObject({ id: z.string() })]))),
  latest_invoice: z.optional(z.nullable(z.union([z.string(), stripeInvoiceSchema]))),
  items: z.object({
    data: z
      .array(
        z.object({
          current_period_start: z.optional(z.nullable(seconds)),
          current_period_end: z.optional(z.nullable(seconds)),
          price: z.object({
            id: z.string(),
            unit_amount: z.optional(z.nullable(z.int())),
            currency: z.optional(z.nullable(z.string())),
            recurring: z.optional(z.nullable(z.object({ interval: z.optional(z.string()) }))),
          }),
        }),
      )
      .check(z.minLength(1)),
  }),
})
export type StripeSubscription = z.infer<typeof stripeSubscriptionSchema>

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** The metadata key with the account that a subscription was started for. */
export const ACCOUNT_KEY = 'senca_account'

/** The meaning of the statuses of Stripe. A status that is not listed means that it is not paid yet. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  trialing: 'paid',
  active: 'paid',
  past_due: 'unpaid',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'ended',
  incomplete_expired: 'pending',
  incomplete: 'pending',
}

/** All retries have failed, and Stripe is configured to keep such a subscription. */
export const isMarkedUnpaid = ({ status }: StripeSubscription): boolean => status === 'unpaid'

const date = (time: number): Date => new Date(time * 1_000)

const PLAN_OF_INTERVAL: Readonly<Record<string, SubscriptionPlan>> = { month: 'monthly', year: 'yearly' }

/**
 * The plan of a subscription; null for another product. A subscription that is already stored, or was started on our own checkout
 * page, may have a price that is no longer sold.
 */
function soldIn(
  { items: { data }, metadata }: StripeSubscription,
  products: { monthly: string; yearly: string },
  kept: SubscriptionPlan | null,
) {
  for (const item of data) {
    const plan = planOf(item.price.id, products)
    if (plan !== null) return { item, plan }
  }
  const [item] = data
  const isOurs = kept !== null || metadata?.[ACCOUNT_KEY] !== undefined
  if (!isOurs || item === undefined) return null
  const plan = PLAN_OF_INTERVAL[item.price.recurring?.interval ?? ''] ?? kept
  return plan === null ? null : { item, plan }
}

/** The price of a Stripe subscription per period, in the smallest unit; null if not given. */
export function priceOfStripe({ items }: StripeSubscription): { amount: number; currency: string } | null {
  const { unit_amount: amount, currency } = items.data[0]?.price ?? {}
  return amount == null || currency == null ? null : { amount, currency: currency.toUpperCase() }
}

/**
 * Converts a Stripe subscription to a `Purchase`; null if it is not for one of our two prices. `kept` is the stored plan,
 * `gaveUpAt` is when Stripe stopped trying to collect the payment.
 */
export function purchaseOfStripe(
  subscription: StripeSubscription,
  products: { monthly: string; yearly: string },
  { kept = null, gaveUpAt = null }: { kept?: SubscriptionPlan | null; gaveUpAt?: Date | null } = {},
): Purchase | null {
  const { id, status, created, trial_end: trialEnd, cancel_at: cancelAt, ended_at: endedAt } = subscription
  const sold = soldIn(subscription, products, kept)
  if (sold === null) return null
  const { item, plan } = sold
  const standing = STANDINGS[status] ?? 'pending'
  const startedAt = date(subscription.start_date ?? created)
  const periodEnd = item.current_period_end ?? subscription.current_period_end ?? created
  const periodStart = item.current_period_start ?? subscription.current_period_start ?? created
  const isCanceled = subscription.cancel_at_period_end === true || cancelAt != null
  /** The retries are over, or it was paused. If it is unknown since when, the time before this period counts as paid. */
  const isCutOff = isMarkedUnpaid(subscription) || status === 'paused'
  const until =
    standing === 'ended' ? (endedAt ?? periodEnd) : isCutOff ? periodStart : (cancelAt ?? periodEnd)
  return {
    provider: 'web',
    reference: id,
    plan,
    standing,
    startedAt,
    accessUntil: isCutOff && gaveUpAt !== null ? gaveUpAt : date(until),
    trialEndsAt: status === 'trialing' && trialEnd != null ? date(trialEnd) : null,
    willRenew: standing !== 'ended' && !isCanceled,
    endedFor: null,
  }
}

/** The payment of its newest invoice; null if there was none or it is unknown. */
export function paymentOf({
  latest_invoice: invoice,
}: Pick<StripeSubscription, 'latest_invoice'>): string | null {
  if (invoice == null || typeof invoice === 'string') return null
  const paid = invoice.payments?.data
    .map(({ payment }) => idOf(payment?.payment_intent))
    .find((id) => id !== null)
  return paid ?? idOf(invoice.payment_intent)
}
