import type { SubscriptionPlan } from '@senca/contract/billing'
import * as z from 'zod/mini'
import { type Purchase, planOf, type Standing } from '../purchase.ts'

/** The signed data is for another app or the other environment. */
export class OtherApp extends Error {}

const time = z.number()

/** The used fields of an App Store transaction. Times are milliseconds since 1970. */
export const appleTransactionSchema = z.object({
  originalTransactionId: z.string().check(z.regex(/^\w{1,64}$/)),
  productId: z.string(),
  purchaseDate: z.optional(time),
  originalPurchaseDate: z.optional(time),
  expiresDate: z.optional(z.nullable(time)),
  revocationDate: z.optional(z.nullable(time)),
  appAccountToken: z.optional(z.nullable(z.string())),
  offerType: z.optional(z.nullable(z.number())),
  offerDiscountType: z.optional(z.nullable(z.string())),
  isUpgraded: z.optional(z.nullable(z.boolean())),
})
export type AppleTransaction = z.infer<typeof appleTransactionSchema>

export const appleRenewalSchema = z.object({
  autoRenewStatus: z.optional(z.nullable(z.number())),
  gracePeriodExpiresDate: z.optional(z.nullable(time)),
})
export type AppleRenewal = z.infer<typeof appleRenewalSchema>

const APPLE_STATUS = { active: 1, expired: 2, billingRetry: 3, gracePeriod: 4, revoked: 5 } as const

/** The grace period counts as paid. While Apple retries the payment after it, there is no access. */
const STANDINGS: Readonly<Record<number, Standing>> = {
  [APPLE_STATUS.active]: 'paid',
  [APPLE_STATUS.expired]: 'ended',
  [APPLE_STATUS.billingRetry]: 'unpaid',
  [APPLE_STATUS.gracePeriod]: 'paid',
  [APPLE_STATUS.revoked]: 'ended',
}

const FREE_TRIAL = 'FREE_TRIAL'

/**
 * Converts an App Store subscription to a `Purchase`; null if it is not one of our two products. `kept` is the stored plan, which
 * is used if its product is no longer sold.
 */
export function purchaseOfApple(
  {
    status,
    transaction,
    renewal,
  }: { status: number; transaction: AppleTransaction; renewal: AppleRenewal | null },
  products: { monthly: string; yearly: string },
  kept: SubscriptionPlan | null = null,
): Purchase | null {
  const { productId, originalTransactionId, revocationDate, offerDiscountType } = transaction
  const plan = planOf(productId, products) ?? kept
  if (plan === null) return null
  const isRevoked = revocationDate != null || status === APPLE_STATUS.revoked
  const standing = isRevoked ? 'ended' : (STANDINGS[status] ?? 'pending')
  const startedAt = new Date(transaction.originalPurchaseDate ?? transaction.purchaseDate ?? 0)
  const expires = transaction.expiresDate ?? startedAt.getTime()
  const grace = status === APPLE_STATUS.gracePeriod ? (renewal?.gracePeriodExpiresDate ?? expires) : expires
  const until = isRevoked ? Math.min(revocationDate ?? expires, expires) : grace
  return {
    provider: 'apple',
    reference: originalTransactionId,
    plan,
    standing,
    startedAt,
    accessUntil: new Date(until),
    trialEndsAt: standing === 'paid' && offerDiscountType === FREE_TRIAL ? new Date(expires) : null,
    willRenew: standing !== 'ended' && renewal?.autoRenewStatus !== 0,
    endedFor: null,
  }
}
