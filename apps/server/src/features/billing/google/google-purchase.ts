import * as z from 'zod/mini'
import { type Purchase, planOf, type Standing } from '../purchase.ts'

/** The used fields of `purchases.subscriptionsv2`; other fields are ignored. */
export const googleSubscriptionSchema = z.object({
  subscriptionState: z.optional(z.string()),
  startTime: z.optional(z.string()),
  acknowledgementState: z.optional(z.string()),
  linkedPurchaseToken: z.optional(z.string()),
  latestOrderId: z.optional(z.string()),
  testPurchase: z.optional(z.nullable(z.unknown())),
  externalAccountIdentifiers: z.optional(
    z.nullable(z.object({ obfuscatedExternalAccountId: z.optional(z.nullable(z.string())) })),
  ),
  lineItems: z._default(
    z.array(
      z.object({
        productId: z.string(),
        expiryTime: z.optional(z.nullable(z.string())),
        autoRenewingPlan: z.optional(
          z.nullable(z.object({ autoRenewEnabled: z.optional(z.nullable(z.boolean())) })),
        ),
        offerPhase: z.optional(z.nullable(z.looseObject({ freeTrial: z.optional(z.unknown()) }))),
      }),
    ),
    [],
  ),
})
export type GoogleSubscription = z.infer<typeof googleSubscriptionSchema>

/** The grace period counts as paid; there is no access on hold and while paused. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  SUBSCRIPTION_STATE_PENDING: 'pending',
  SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED: 'pending',
  SUBSCRIPTION_STATE_ACTIVE: 'paid',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'paid',
  SUBSCRIPTION_STATE_CANCELED: 'paid',
  SUBSCRIPTION_STATE_ON_HOLD: 'unpaid',
  SUBSCRIPTION_STATE_PAUSED: 'unpaid',
  SUBSCRIPTION_STATE_EXPIRED: 'ended',
}

const dateOf = (text: string | null | undefined): Date | null => {
  const date = text == null ? null : new Date(text)
  return date === null || Number.isNaN(date.getTime()) ? null : date
}

const endOf = ({ expiryTime }: GoogleSubscription['lineItems'][number]): number =>
  dateOf(expiryTime)?.getTime() ?? 0

/**
 * Converts a Google Play subscription to a `Purchase`; null if it is not one of our two products. `kept` is the stored purchase.
 * Its plan is used if the product is no longer sold, and its start if the purchase is pending, because Google does not report it.
 */
export function purchaseOfGoogle(
  reference: string,
  subscription: GoogleSubscription,
  {
    products,
    now,
    kept = null,
  }: {
    products: { monthly: string; yearly: string }
    now: Date
    kept?: Pick<Purchase, 'plan' | 'startedAt'> | null
  },
): Purchase | null {
  const { lineItems, subscriptionState: state = '', startTime } = subscription
  // A change of plan at the end of the period is listed in addition to the paid item, without its own expiry.
  const ours = lineItems.filter((each) => planOf(each.productId, products) !== null)
  const [item] = (ours.length === 0 && kept !== null ? lineItems : ours).toSorted(
    (one, other) => endOf(other) - endOf(one),
  )
  const plan = item === undefined ? null : (planOf(item.productId, products) ?? kept?.plan ?? null)
  if (item === undefined || plan === null) return null
  const standing = STANDINGS[state] ?? 'pending'
  const startedAt = dateOf(startTime) ?? kept?.startedAt ?? now
  const expiry = dateOf(item.expiryTime) ?? startedAt
  // An ended subscription has no access, even if Google left its expiry in the future.
  const accessUntil = standing === 'ended' && expiry > now ? now : expiry
  const isCanceled =
    state === 'SUBSCRIPTION_STATE_CANCELED' || item.autoRenewingPlan?.autoRenewEnabled === false
  return {
    provider: 'google_play',
    reference,
    plan,
    standing,
    startedAt,
    accessUntil,
    trialEndsAt: standing === 'paid' && item.offerPhase?.freeTrial != null ? accessUntil : null,
    willRenew: standing !== 'ended' && !isCanceled,
    endedFor: null,
  }
}
