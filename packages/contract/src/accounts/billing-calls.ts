import * as z from 'zod/mini'

export * from './store-subscriptions.ts'

export const SUBSCRIPTION_STATUSES = ['none', 'paid', 'unpaid', 'canceled', 'expired'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const SUBSCRIPTION_PLANS = ['monthly', 'yearly'] as const
export type SubscriptionPlan = (typeof SUBSCRIPTION_PLANS)[number]

export const SUBSCRIPTION_PROVIDERS = ['web', 'google_play', 'apple'] as const
export type SubscriptionProvider = (typeof SUBSCRIPTION_PROVIDERS)[number]

/** Comfort scenarios that depend on the weather stop this many days after a subscription has ended. */
export const GRACE_DAYS = 14

/** Why a payment failed; the values of `error_detail` with `payment_failed`. */
export const PAYMENT_PROBLEMS = [
  'store_unavailable',
  'developer_error',
  'subscription_unavailable',
  'payment_not_allowed',
  'payment_invalid',
  'payment_declined',
  'already_subscribed',
  'restore_failed',
  'nothing_to_restore',
  'terms_changed',
  'price_changed',
  'network_error',
  'canceled_by_user',
  'belongs_to_another_account',
  'unknown',
] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

/** The answer of `subscription/info` if billing is off: everything is free. */
export const billingOffSchema = z.object({ status: z.literal('none'), isBillingOn: z.literal(false) })

/**
 * The answer of `subscription/info` if billing is on. Times are ISO 8601 UTC. A trial is `paid` with `trialEndsAt`. After it is
 * canceled there is no next payment, and access lasts until `accessUntil`.
 */
export const subscriptionSchema = z.object({
  isBillingOn: z.literal(true),
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.nullable(z.enum(SUBSCRIPTION_PLANS)),
  provider: z.nullable(z.enum(SUBSCRIPTION_PROVIDERS)),
  startDate: z.nullable(z.string()),
  nextPaymentDate: z.nullable(z.string()),
  trialEndsAt: z.nullable(z.string()),
  isCanceled: z.boolean(),
  accessUntil: z.nullable(z.string()),
  /** Whether a new plan may be chosen. True only when the present one is canceled and expired. */
  canChoosePlan: z.boolean(),
  /** A UUID, passed to Apple as `appAccountToken` and to Google as `obfuscatedAccountId`. */
  accountToken: z.uuid(),
  /** The page where a store subscription is managed. */
  manageUrl: z.optional(z.string()),
})
export type Subscription = z.infer<typeof subscriptionSchema>

export const subscriptionInfoSchema = z.discriminatedUnion('isBillingOn', [
  billingOffSchema,
  subscriptionSchema,
])

/** `subscription/plans`: `amount` is in the smallest unit of the currency (an ISO code in capitals). */
export const subscriptionPlansSchema = z.array(
  z.object({
    plan: z.enum(SUBSCRIPTION_PLANS),
    amount: z.int(),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    trialDays: z.int(),
  }),
)
export type SubscriptionPlanPrice = z.infer<typeof subscriptionPlansSchema>[number]

export const checkoutRequestSchema = z.strictObject({ plan: z.enum(SUBSCRIPTION_PLANS) })
/** `subscription/checkout` and `subscription/portal`: the address of a page of the payment provider. */
export const paymentPageSchema = z.object({ url: z.string() })

const purchaseToken = z.string().check(z.minLength(1), z.maxLength(2_000), z.regex(/^[\x21-\x7e]+$/))
const productId = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))
const signedTransaction = z.string().check(z.minLength(1), z.maxLength(32_000), z.regex(/^[\w.=+/-]+$/))

export const googlePurchaseSchema = z.strictObject({ purchaseToken, productId })
export type GooglePurchase = z.infer<typeof googlePurchaseSchema>
export const applePurchaseSchema = z.strictObject({ signedTransaction })
export type ApplePurchase = z.infer<typeof applePurchaseSchema>
/** `subscription/restore`: the proof of purchase from a store, or an empty object for a web purchase. */
export const restoreRequestSchema = z.union([googlePurchaseSchema, applePurchaseSchema, z.strictObject({})])
export type RestoreRequest = GooglePurchase | ApplePurchase | Record<string, never>

export const isGooglePurchase = (request: RestoreRequest): request is GooglePurchase =>
  'purchaseToken' in request
export const isApplePurchase = (request: RestoreRequest): request is ApplePurchase =>
  'signedTransaction' in request

/** `operator/subscription/export`: `next` is the value of `?after=` for the next page; null on the last page. */
export const entitlementExportSchema = z.object({
  entitlements: z.array(
    z.object({
      accountId: z.string(),
      status: z.enum(SUBSCRIPTION_STATUSES),
      plan: z.enum(SUBSCRIPTION_PLANS),
      provider: z.enum(SUBSCRIPTION_PROVIDERS),
      startDate: z.string(),
      trialEndsAt: z.nullable(z.string()),
      accessUntil: z.string(),
      hasAccess: z.boolean(),
    }),
  ),
  next: z.nullable(z.string()),
})
export type EntitlementExport = z.infer<typeof entitlementExportSchema>
