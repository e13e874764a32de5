import { createHash } from 'node:crypto'
import type { SubscriptionPlan, SubscriptionPlanPrice } from '@senca/contract/billing'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Applying } from '../applying.ts'
import type { BillingStore } from '../billing.store.ts'
import type { ShopEvent } from '../events.store.ts'
import { PaymentError } from '../payment-error.ts'
import { hasAccess, isLive, type Purchase, statusOf } from '../purchase.ts'
import { isReturned, type StripeClient, subscriptionOfInvoice } from './stripe-client.ts'
import { isWithoutCustomer } from './stripe-errors.ts'
import {
  ACCOUNT_KEY,
  idOf,
  isMarkedUnpaid,
  priceOfStripe,
  purchaseOfStripe,
  type StripeSubscription,
} from './stripe-subscription.ts'

interface StripeShopOptions {
  client: StripeClient
  store: BillingStore
  applying: Applying
  database: Pick<Database, 'db'>
  clock: Clock
  products: { monthly: string; yearly: string }
  /** The page to which people return. */
  returnUrl: string
  emailOf(accountId: string): Promise<string | null>
}

const TRIAL_DAYS = 30
/** The maximum age of a signature; the signed event may be older. */
const TOLERANCE_S = 300
const CHARGE = 'charge '

const objectSchema = z.looseObject({ id: z.optional(z.string()), object: z.optional(z.string()) })
const withSubscription = z.object({
  subscription: z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })]))),
})
const withCharge = z.object({
  charge: z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })]))),
})

/** What must be read again after an event about an object; null for nothing. */
function subjectOf(value: unknown): string | null {
  const read = z.safeParse(objectSchema, value)
  if (!read.success) return null
  const { object, id } = read.data
  const chargeOf = (charge: string | null) => (charge === null ? null : CHARGE + charge)
  switch (object) {
    case 'subscription':
      return id ?? null
    case 'invoice':
      return subscriptionOfInvoice(value)
    case 'checkout.session': {
      const session = z.safeParse(withSubscription, value)
      return session.success ? idOf(session.data.subscription) : null
    }
    case 'charge':
      return chargeOf(id ?? null)
    case 'refund':
    case 'dispute': {
      const about = z.safeParse(withCharge, value)
      return about.success ? chargeOf(idOf(about.data.charge)) : null
    }
    default:
      return null
  }
}

const hashOf = (fingerprint: string): string =>
  createHash('sha256').update(`card ${fingerprint}`).digest('base64url')

const isEnded = ({ status }: StripeSubscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Subscriptions bought on the web. */
export function createStripeShop(options: StripeShopOptions) {
  const { client, store, applying, clock, products, returnUrl, emailOf } = options

  const isAccountId = (text: string | undefined): text is string => z.safeParse(z.uuid(), text).success

  /** The account of a subscription; `gone` if it was started for an account that no longer exists. */
  const ownerOf = async (subscription: StripeSubscription): Promise<string | 'gone' | null> => {
    const known = await store.accountOfCustomer(idOf(subscription.customer) ?? '')
    if (known !== null) return known
    const named = subscription.metadata?.[ACCOUNT_KEY]
    if (!isAccountId(named)) return null
    if ((await emailOf(named)) === null) return 'gone'
    await store.get(named)
    return named
  }

  /** A trial ends at once if the account or the payer had one before. */
  const isSecondTrial = async (subscription: StripeSubscription, accountId: string): Promise<boolean> => {
    if (subscription.status !== 'trialing') return false
    const { trialReference } = await store.get(accountId)
    if (trialReference !== null && trialReference !== subscription.id) return true
    const fingerprint = await client.fingerprint(subscription)
    return fingerprint !== null && !(await store.claimTrial(hashOf(fingerprint), subscription.id))
  }

  /** Ends a subscription at once. */
  const cancelSubscriptions = async (subscription: StripeSubscription): Promise<void> => {
    if (!isEnded(subscription)) await client.cancelNow(subscription.id)
  }

  /** A checkout page may be paid after its account was deleted. Then the payment is refunded. */
  const disconnect = async (subscription: StripeSubscription): Promise<void> => {
    const isExpected = await store.isLeaving(idOf(subscription.customer) ?? '')
    if (!isExpected && subscription.status !== 'canceled') await client.payBack(subscription)
    await cancelSubscriptions(subscription)
  }

  const drop = async (reference: string): Promise<void> => {
    const subscription = await client.read(reference)
    if (subscription === null) return
    await client.payBack(subscription)
    if (subscription.status !== 'canceled') await client.cancelNow(reference)
    await settle(reference, true)
  }

  const take = async (
    subscription: StripeSubscription,
    word: Purchase,
    { readAt, isReturnedMoney }: { readAt: string; isReturnedMoney: boolean },
  ): Promise<Purchase | null> => {
    const accountId = await ownerOf(subscription)
    if (accountId === null) return null
    if (accountId === 'gone') {
      await disconnect(subscription)
      return null
    }
    const purchase: Purchase = isReturnedMoney ? { ...word, endedFor: 'refund' } : word
    const surplus = await applying.apply(accountId, purchase, { readAt })
    for (const reference of surplus) await drop(reference)
    const isStaying = !isReturnedMoney && !surplus.includes(subscription.id)
    if (isStaying && (await isSecondTrial(subscription, accountId))) {
      await client.endTrial(subscription.id)
      return settle(subscription.id)
    }
    return purchase
  }

  /** When Stripe stopped trying to collect the payment. Later attempts by a person change nothing. */
  const gaveUpOn = async (subscription: StripeSubscription, kept: Purchase | null): Promise<Date | null> =>
    kept !== null && statusOf(kept, clock.now()) === 'unpaid' && !hasAccess(kept, clock.now())
      ? kept.accessUntil
      : client.lastTryAt(subscription)

  /** Reads a subscription and stores it. A refunded one is canceled first. Throws PaymentError. */
  async function settle(reference: string, wasReturned = false): Promise<Purchase | null> {
    const readAt = await store.readingNow()
    const subscription = await client.read(reference)
    if (subscription === null) return null
    const kept = await store.findPurchase({ provider: 'web', reference })
    const gaveUpAt = isMarkedUnpaid(subscription) ? await gaveUpOn(subscription, kept) : null
    const word = purchaseOfStripe(subscription, products, { kept: kept?.plan ?? null, gaveUpAt })
    if (word === null) return null
    const isReturnedMoney = wasReturned || (await client.isPaidBack(subscription))
    if (isReturnedMoney && subscription.status !== 'canceled') {
      await client.cancelNow(reference)
      return settle(reference, true)
    }
    return take(subscription, word, { readAt, isReturnedMoney })
  }

  /** The customer of an account. A customer that was `deleted` in Stripe's dashboard is replaced. */
  const customerOf = async (accountId: string, deleted: string | null = null): Promise<string> => {
    const { customerId } = await store.get(accountId)
    if (customerId !== deleted && customerId !== null) return customerId
    const email = await emailOf(accountId)
    if (email === null) throw new ApiError('login_required')
    const made = await client.createCustomer(accountId, email, deleted)
    await options.database.db.transaction((queries) =>
      store.changeAccount(queries, accountId, { customerId: made }),
    )
    return made
  }

  const assertNoneLive = async (accountId: string): Promise<void> => {
    const now = clock.now()
    if ((await store.purchasesOf(accountId)).some((purchase) => isLive(purchase, now)))
      throw new ApiError('subscription_already_exists')
  }

  const trialDaysOf = async (accountId: string): Promise<number> =>
    (await store.get(accountId)).trialReference === null ? TRIAL_DAYS : 0

  /** The live web subscription of an account. Throws `resource_not_found`, and `payment_failed` for a store subscription. */
  const livingOf = async (accountId: string): Promise<Purchase> => {
    const now = clock.now()
    const living = (await store.purchasesOf(accountId)).filter((purchase) => isLive(purchase, now))
    const own = living.find(({ provider }) => provider === 'web')
    if (own !== undefined) return own
    // A store subscription can be changed only in the store.
    if (living.length > 0) throw new PaymentError('payment_not_allowed')
    throw new ApiError('resource_not_found')
  }

  const change = async (
    accountId: string,
    work: (subscription: StripeSubscription) => Promise<unknown>,
  ): Promise<void> => {
    const { reference } = await livingOf(accountId)
    const subscription = await client.read(reference)
    if (subscription === null) throw new PaymentError('subscription_unavailable')
    // It may have ended in Stripe's dashboard, where nothing can be changed any more.
    if (!isEnded(subscription)) await work(subscription)
    await settle(reference)
  }

  return {
    /** Reads an event signed by Stripe; null if the signature is not valid. */
    async readEvent(body: Buffer, signature: string): Promise<ShopEvent | null> {
      try {
        const event = await client.readEvent(body, signature, { toleranceS: TOLERANCE_S, now: clock.now() })
        return { shop: 'stripe', id: event.id, type: event.type, subject: subjectOf(event.data.object) }
      } catch {
        return null
      }
    },

    async settle(subject: string): Promise<void> {
      if (!subject.startsWith(CHARGE)) {
        await settle(subject)
        return
      }
      const charge = await client.charge(subject.slice(CHARGE.length))
      if (charge === null || !isReturned(charge)) return
      const reference = await client.subscriptionOfCharge(charge)
      if (reference !== null) await settle(reference, true)
    },

    /** For the plan that an account has, the price that it pays, which may be an older one. */
    async plans(accountId: string): Promise<SubscriptionPlanPrice[]> {
      const now = clock.now()
      const plans = await client.plans(await trialDaysOf(accountId))
      const own = (await store.purchasesOf(accountId)).find(
        (purchase) => purchase.provider === 'web' && isLive(purchase, now),
      )
      const subscription = own === undefined ? null : await client.read(own.reference)
      const paid = subscription === null ? null : priceOfStripe(subscription)
      return plans.map((each) => (paid !== null && each.plan === own?.plan ? { ...each, ...paid } : each))
    },

    async checkout(accountId: string, plan: SubscriptionPlan): Promise<string> {
      await assertNoneLive(accountId)
      const { checkoutId } = await store.get(accountId)
      const paid = checkoutId === null ? null : await client.closeCheckout(checkoutId)
      if (paid !== null) await settle(paid)
      await assertNoneLive(accountId)
      const offer = { accountId, plan, trialDays: await trialDaysOf(accountId), returnUrl }
      const customer = await customerOf(accountId)
      const session = await client.openCheckout(customer, offer).catch(async (error: unknown) => {
        if (!isWithoutCustomer(error)) throw error
        return client.openCheckout(await customerOf(accountId, customer), offer)
      })
      const other = await store.swapCheckout(accountId, session.id)
      // Another page was opened in the meantime, and may have been paid.
      if (other !== null && other !== checkoutId) {
        const paidThere = await client.closeCheckout(other)
        if (paidThere !== null) await settle(paidThere)
      }
      await assertNoneLive(accountId).catch(async (error: unknown) => {
        await client.closeCheckout(session.id)
        throw error
      })
      if (session.url == null) throw new PaymentError('unknown')
      return session.url
    },

    async portal(accountId: string): Promise<string> {
      const { customerId } = await store.get(accountId)
      const page = customerId === null ? null : await client.openPortal(customerId, returnUrl)
      if (page === null) throw new ApiError('resource_not_found')
      return page
    },

    cancel: (accountId: string) =>
      change(accountId, async (subscription) => {
        const isCanceled = subscription.cancel_at_period_end === true || subscription.cancel_at != null
        if (!isCanceled) await client.cancelAtEnd(subscription.id)
      }),

    resume: (accountId: string) =>
      change(accountId, async (subscription) => {
        const isCanceled = subscription.cancel_at_period_end === true || subscription.cancel_at != null
        if (isCanceled) await client.resume(subscription)
      }),

    /** Reads everything that an account has bought from Stripe. Throws `nothing_to_restore`. */
    async restore(accountId: string): Promise<void> {
      const { customerId } = await store.get(accountId)
      const found = customerId === null ? [] : await client.list(customerId)
      for (const { id } of found) await settle(id)
      const now = clock.now()
      if (!(await store.purchasesOf(accountId)).some((purchase) => hasAccess(purchase, now)))
        throw new PaymentError('nothing_to_restore')
    },

    /** Reads the result of a checkout page, in case no notification arrives. */
    async settleCheckout(checkoutId: string): Promise<void> {
      const session = await client.checkout(checkoutId)
      const reference = idOf(session?.subscription)
      if (session?.status === 'complete' && reference !== null) await settle(reference)
      if (session?.status !== 'open') await store.closeCheckout(checkoutId)
    },

    /** Closes the checkout pages of a customer and cancels all subscriptions at once. */
    async cancellation(customerId: string): Promise<void> {
      for (const checkoutId of await client.openCheckouts(customerId)) await client.closeCheckout(checkoutId)
      for (const subscription of await client.list(customerId)) await cancelSubscriptions(subscription)
    },
  }
}

export type StripeShop = ReturnType<typeof createStripeShop>
