import { describe, expect, it } from 'vitest'
import { type AppleTransaction, purchaseOfApple } from './apple/apple-purchase.ts'
import { googleSubscriptionSchema, purchaseOfGoogle } from './google/google-purchase.ts'
import {
  currentOf,
  describe as describePurchases,
  entitlementOf,
  hasAccess,
  mailKeyOf,
  mailOf,
  nextPurchase,
  type Purchase,
} from './purchase.ts'
import { purchaseOfStripe, stripeSubscriptionSchema } from './stripe/stripe-subscription.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-06-15T12:00:00Z')
const day = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS)
const products = { monthly: 'm', yearly: 'y' }
const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

const ofStripe = (values: object): Purchase => {
  const read = stripeSubscriptionSchema.parse({
    id: 'sub_1',
    status: 'active',
    customer: 'cus_1',
    created: seconds(day(-40)),
    items: {
      data: [
        { current_period_start: seconds(day(-10)), current_period_end: seconds(day(20)), price: { id: 'm' } },
      ],
    },
    ...values,
  })
  const purchase = purchaseOfStripe(read, products)
  if (purchase === null) throw new Error('not ours')
  return purchase
}
const ofGoogle = (state: string, expiry: Date, isRenewing = true): Purchase => {
  const read = googleSubscriptionSchema.parse({
    subscriptionState: `SUBSCRIPTION_STATE_${state}`,
    startTime: day(-40).toISOString(),
    lineItems: [
      {
        productId: 'y',
        expiryTime: expiry.toISOString(),
        autoRenewingPlan: { autoRenewEnabled: isRenewing },
      },
    ],
  })
  const purchase = purchaseOfGoogle('token', read, { products, now: NOW })
  if (purchase === null) throw new Error('not ours')
  return purchase
}
const ofApple = (
  status: number,
  values: Partial<AppleTransaction> = {},
  renewal = { autoRenewStatus: 1, gracePeriodExpiresDate: day(5).getTime() },
): Purchase => {
  const transaction = {
    originalTransactionId: '1',
    productId: 'm',
    originalPurchaseDate: day(-40).getTime(),
    expiresDate: day(20).getTime(),
    ...values,
  }
  const purchase = purchaseOfApple({ status, transaction, renewal }, products)
  if (purchase === null) throw new Error('not ours')
  return purchase
}
const shown = (...purchases: Purchase[]) =>
  describePurchases(purchases, { now: NOW, accountToken: 'token', manageUrlOf: () => null })

describe('what is sold', () => {
  const byOldPrice = (recurring?: object) =>
    stripeSubscriptionSchema.parse({
      id: 'sub_1',
      status: 'active',
      customer: 'cus_1',
      created: seconds(day(-40)),
      items: { data: [{ current_period_end: seconds(day(20)), price: { id: 'old', recurring } }] },
    })

  it.each([
    ['not known before', null, { interval: 'year' }, null],
    ['of a year', 'monthly', { interval: 'year' }, 'yearly'],
    ['of a month', 'yearly', { interval: 'month' }, 'monthly'],
    ['that does not say so', 'yearly', undefined, 'yearly'],
  ] as const)('goes on by a price that is sold no more: %s [SB11]', (_name, kept, recurring, plan) => {
    expect(purchaseOfStripe(byOldPrice(recurring), products, { kept })?.plan ?? null).toBe(plan)
  })

  it('is known by its interval where our own page of payment began it', () => {
    const begun = (recurring?: object) => ({ ...byOldPrice(recurring), metadata: { senca_account: 'one' } })
    expect(purchaseOfStripe(begun({ interval: 'year' }), products)?.plan).toBe('yearly')
    expect(purchaseOfStripe(begun({ interval: 'week' }), products)).toBeNull()
    expect(purchaseOfStripe(begun(), products)).toBeNull()
  })

  it('in Google Play changes its plan at the end of the period, and not before', () => {
    const planOf = (...lineItems: object[]) => {
      const read = googleSubscriptionSchema.parse({
        subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
        lineItems,
      })
      const { plan, accessUntil } = purchaseOfGoogle('token', read, { products, now: NOW }) ?? {}
      return [plan, accessUntil]
    }
    const paid = { productId: 'm', expiryTime: day(9).toISOString() }
    expect(planOf({ productId: 'y' }, paid)).toEqual(['monthly', day(9)])
    expect(planOf(paid, { productId: 'y' })).toEqual(['monthly', day(9)])
    const begun = { productId: 'y', expiryTime: day(374).toISOString() }
    expect(planOf(paid, begun)).toEqual(['yearly', day(374)])
  })

  it('in a store goes on to its end by the plan that is known, also where its product is sold no more', () => {
    const over = googleSubscriptionSchema.parse({
      subscriptionState: 'SUBSCRIPTION_STATE_EXPIRED',
      lineItems: [{ productId: 'of last year', expiryTime: day(-1).toISOString() }],
    })
    const transaction = {
      originalTransactionId: '1',
      productId: 'of last year',
      expiresDate: day(-1).getTime(),
    }
    const notified = { status: 2, transaction, renewal: null }
    const kept = { plan: 'yearly' as const, startedAt: day(-40) }
    const ended = { plan: 'yearly', standing: 'ended', accessUntil: day(-1) }
    expect(purchaseOfGoogle('token', over, { products, now: NOW, kept })).toMatchObject(ended)
    expect(purchaseOfApple(notified, products, 'yearly')).toMatchObject(ended)
    expect(purchaseOfGoogle('token', over, { products, now: NOW })).toBeNull()
    expect(purchaseOfApple(notified, products)).toBeNull()
  })
})

describe('what a shop says of a subscription', () => {
  it.each<[string, Purchase, string, boolean]>([
    ['Stripe: trialing', ofStripe({ status: 'trialing', trial_end: seconds(day(20)) }), 'paid', true],
    ['Stripe: active', ofStripe({}), 'paid', true],
    ['Stripe: past due', ofStripe({ status: 'past_due' }), 'unpaid', true],
    ['Stripe: unpaid, retries are over', ofStripe({ status: 'unpaid' }), 'unpaid', false],
    ['Stripe: canceled at the end', ofStripe({ cancel_at_period_end: true }), 'canceled', true],
    ['Stripe: canceled at a time', ofStripe({ cancel_at: seconds(day(3)) }), 'canceled', true],
    ['Stripe: that time is over', ofStripe({ cancel_at: seconds(day(-1)) }), 'expired', false],
    ['Stripe: canceled', ofStripe({ status: 'canceled', ended_at: seconds(day(-1)) }), 'expired', false],
    ['Stripe: incomplete', ofStripe({ status: 'incomplete' }), 'none', false],
    ['Google: active', ofGoogle('ACTIVE', day(20)), 'paid', true],
    ['Google: grace period', ofGoogle('IN_GRACE_PERIOD', day(2)), 'paid', true],
    ['Google: on hold', ofGoogle('ON_HOLD', day(-2)), 'unpaid', false],
    ['Google: paused', ofGoogle('PAUSED', day(-2)), 'unpaid', false],
    ['Google: canceled', ofGoogle('CANCELED', day(9), false), 'canceled', true],
    ['Google: canceled and over', ofGoogle('CANCELED', day(-1), false), 'expired', false],
    ['Google: expired', ofGoogle('EXPIRED', day(-1)), 'expired', false],
    ['Google: revoked before its time', ofGoogle('EXPIRED', day(9)), 'expired', false],
    ['Google: pending', ofGoogle('PENDING', day(9)), 'none', false],
    ['Apple: active', ofApple(1), 'paid', true],
    [
      'Apple: active, canceled',
      ofApple(1, {}, { autoRenewStatus: 0, gracePeriodExpiresDate: 0 }),
      'canceled',
      true,
    ],
    ['Apple: expired', ofApple(2, { expiresDate: day(-1).getTime() }), 'expired', false],
    ['Apple: billing retry', ofApple(3, { expiresDate: day(-1).getTime() }), 'unpaid', false],
    ['Apple: grace period', ofApple(4, { expiresDate: day(-1).getTime() }), 'paid', true],
    ['Apple: revoked', ofApple(5), 'expired', false],
    ['Apple: refunded', ofApple(1, { revocationDate: day(-3).getTime() }), 'expired', false],
  ])('%s', (_name, purchase, status, access) => {
    expect([shown(purchase).status, hasAccess(purchase, NOW)]).toEqual([status, access])
  })

  it('has a trial while it goes on', () => {
    expect(shown(ofStripe({ status: 'trialing', trial_end: seconds(day(20)) })).trialEndsAt).toBe(
      day(20).toISOString(),
    )
    expect(shown(ofApple(1, { offerDiscountType: 'FREE_TRIAL' })).trialEndsAt).toBe(day(20).toISOString())
    expect(shown(ofStripe({})).trialEndsAt).toBeNull()
  })

  it('is for our two products only', () => {
    const read = stripeSubscriptionSchema.parse({
      id: 'sub_1',
      status: 'active',
      customer: 'cus_1',
      created: 1,
      items: { data: [{ price: { id: 'another' } }] },
    })
    expect(purchaseOfStripe(read, products)).toBeNull()
  })
})

describe('a subscription', () => {
  const paid = ofStripe({})

  it('that was refunded stays ended, whatever is reported later [SB4]', () => {
    const refunded = nextPurchase(paid, { ...paid, endedFor: 'refund', accessUntil: NOW })
    expect(refunded).toMatchObject({ standing: 'ended', accessUntil: NOW })
    expect(nextPurchase(refunded, ofStripe({ status: 'active' }))).toEqual(refunded)
  })

  it('is shown as the one that gives access, else as the one that lasted longest', () => {
    const ended = ofGoogle('EXPIRED', day(-2))
    const longAgo = ofApple(2, { expiresDate: day(-30).getTime() })
    expect(currentOf([longAgo, ended], NOW)).toBe(ended)
    expect(currentOf([longAgo, ended, paid], NOW)).toBe(paid)
    expect(currentOf([ofGoogle('PENDING', day(3))], NOW)).toBeNull()
  })

  it('has no next payment once it is canceled', () => {
    expect(shown(ofStripe({ cancel_at_period_end: true }))).toMatchObject({
      nextPaymentDate: null,
      isCanceled: true,
      accessUntil: day(20).toISOString(),
      canChoosePlan: false,
    })
  })

  it('stays paid after its period while no shop has said how that ended [SB2]', () => {
    const paidUntilYesterday = { ...paid, accessUntil: day(-1) }
    expect([shown(paidUntilYesterday).status, hasAccess(paidUntilYesterday, NOW)]).toEqual(['paid', true])
  })

  it('leaves fourteen days of comfort, counted from the end of access', () => {
    const ended = ofGoogle('EXPIRED', day(-2))
    expect(entitlementOf([ended], NOW)).toEqual({ hasAccess: false, comfortUntil: day(12) })
    expect(entitlementOf([paid, ended], NOW)).toEqual({ hasAccess: true, comfortUntil: null })
    expect(entitlementOf([], NOW)).toEqual({ hasAccess: false, comfortUntil: null })
  })
})

describe('mails about a subscription', () => {
  const ended = ofGoogle('EXPIRED', day(0))
  it.each<[string, Purchase, Date, string | null]>([
    ['the day it ends', ended, day(0), 'grace_0'],
    ['six days later still', ended, day(6.9), 'grace_0'],
    ['a week later', ended, day(7), 'grace_7'],
    ['on the last day', ended, day(13.5), 'grace_13'],
    ['and never after', ended, day(14), null],
    ['while it is paid', ofStripe({}), NOW, null],
    ['when a payment failed', ofStripe({ status: 'past_due' }), NOW, 'payment_failed'],
    ['long before a trial ends', ofStripe({ status: 'trialing', trial_end: seconds(day(20)) }), NOW, null],
    [
      'three days before',
      ofStripe({ status: 'trialing', trial_end: seconds(day(20)) }),
      day(18),
      'trial_ends',
    ],
  ])('%s', (_name, purchase, at, mail) => {
    expect(mailOf(purchase, [], at)).toBe(mail)
    if (mail !== null) expect(mailOf(purchase, [mailKeyOf(mail, purchase)], at)).toBeNull()
  })
})
