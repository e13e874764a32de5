import {
  type EntitlementExport,
  type GooglePurchase,
  isApplePurchase,
  isGooglePurchase,
  type RestoreRequest,
  type StoreSubscription,
  type Subscription,
  type SubscriptionPlan,
} from '@senca/contract/billing'
import type { AccountService } from '#features/accounts/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { AppleShop } from './apple/apple-shop.ts'
import type { BillingStore } from './billing.store.ts'
import type { GoogleShop } from './google/google-shop.ts'
import { manageUrlOf } from './manage-url.ts'
import { PaymentError } from './payment-error.ts'
import {
  currentOf,
  describe,
  type Entitlement,
  entitlementOf,
  hasAccess,
  isLive,
  type Purchase,
  statusOf,
} from './purchase.ts'
import type { Settling } from './settling.ts'
import type { StripeShop } from './stripe/stripe-shop.ts'

interface BillingServiceOptions {
  store: BillingStore
  accounts: Pick<AccountService, 'profile'>
  clock: Clock
  stripe: StripeShop
  google: GoogleShop | null
  apple: AppleShop | null
  /** The package name of the app in Google Play; null if nothing is sold there. */
  googlePackage: string | null
  googleProducts: { monthly: string; yearly: string } | null
  settling: Pick<Settling, 'cancelSubscriptions' | 'settleLater'>
}

const EXPORTED_AT_ONCE = 1_000

/** The subscriptions of people and the resulting entitlement. */
export function createBillingService(options: BillingServiceOptions) {
  const { store, accounts, clock, stripe, google, apple, settling, googlePackage, googleProducts } = options

  const assertConfirmed = async (actor: AccountActor) => {
    const { confirmed } = await accounts.profile(actor)
    if (!confirmed) throw new ApiError('account_confirmation_required')
  }

  const urlOf = (purchase: Parameters<typeof manageUrlOf>[0]) =>
    manageUrlOf(purchase, { googlePackage, googleProducts })

  const describeNow = async (accountId: string): Promise<Subscription> => {
    const { token } = await store.get(accountId)
    const purchases = await store.purchasesOf(accountId)
    return describe(purchases, { now: clock.now(), accountToken: token, manageUrlOf: urlOf })
  }

  const soldBy = <S>(shop: S | null): S => {
    if (shop === null) throw new PaymentError('subscription_unavailable')
    return shop
  }

  const claimGoogle = async (accountId: string, request: GooglePurchase): Promise<Purchase> => {
    const { purchase, isAcknowledged } = await soldBy(google).claim(accountId, request)
    if (!isAcknowledged) await settling.settleLater({ shop: 'google', subject: purchase.reference })
    return purchase
  }
  const claimApple = async (accountId: string, signedTransaction: string) =>
    soldBy(apple).claim(accountId, signedTransaction)

  const restore = async (accountId: string, request: RestoreRequest): Promise<void> => {
    const claim = isGooglePurchase(request)
      ? claimGoogle(accountId, request)
      : isApplePurchase(request)
        ? claimApple(accountId, request.signedTransaction)
        : null
    if (claim === null) return stripe.restore(accountId)
    const found = await claim.catch((error: unknown) => {
      const isInvalid = error instanceof PaymentError && error.problem === 'payment_invalid'
      throw isInvalid ? new PaymentError('restore_failed', { cause: error }) : error
    })
    // A refunded purchase has ended, whatever its store says.
    const kept = await store.findPurchase(found)
    if (kept === null || !hasAccess(kept, clock.now())) throw new PaymentError('nothing_to_restore')
  }

  /** The store subscriptions of an account that continue. */
  const storeSubscriptions = async (accountId: string): Promise<StoreSubscription[]> => {
    const now = clock.now()
    return (await store.purchasesOf(accountId)).flatMap((purchase) => {
      const manageUrl = urlOf(purchase)
      const isOver = !isLive(purchase, now) || !purchase.willRenew
      return purchase.provider === 'web' || isOver || manageUrl === null
        ? []
        : [{ provider: purchase.provider, manageUrl }]
    })
  }

  return {
    async info(actor: AccountActor): Promise<Subscription> {
      await assertConfirmed(actor)
      return describeNow(actor.accountId)
    },

    async plans(actor: AccountActor) {
      await assertConfirmed(actor)
      return stripe.plans(actor.accountId)
    },

    /** Throws `subscription_already_exists`, PaymentError. */
    async checkout(actor: AccountActor, plan: SubscriptionPlan): Promise<{ url: string }> {
      await assertConfirmed(actor)
      return { url: await stripe.checkout(actor.accountId, plan) }
    },

    async portal(actor: AccountActor): Promise<{ url: string }> {
      await assertConfirmed(actor)
      return { url: await stripe.portal(actor.accountId) }
    },

    async cancel(actor: AccountActor): Promise<Subscription> {
      await assertConfirmed(actor)
      await stripe.cancel(actor.accountId)
      return describeNow(actor.accountId)
    },

    async resume(actor: AccountActor): Promise<Subscription> {
      await assertConfirmed(actor)
      await stripe.resume(actor.accountId)
      return describeNow(actor.accountId)
    },

    async google(actor: AccountActor, purchase: GooglePurchase): Promise<Subscription> {
      await assertConfirmed(actor)
      await claimGoogle(actor.accountId, purchase)
      return describeNow(actor.accountId)
    },

    async apple(actor: AccountActor, signedTransaction: string): Promise<Subscription> {
      await assertConfirmed(actor)
      await claimApple(actor.accountId, signedTransaction)
      return describeNow(actor.accountId)
    },

    async restore(actor: AccountActor, request: RestoreRequest): Promise<Subscription> {
      await assertConfirmed(actor)
      await restore(actor.accountId, request)
      return describeNow(actor.accountId)
    },

    storeSubscriptions,

    /** Cancels web subscriptions, in the transaction that deletes the account. */
    async forget(queries: Queries, accountId: string): Promise<void> {
      const account = await store.lock(queries, accountId)
      if (account?.customerId != null) await settling.cancelSubscriptions(queries, account.customerId)
    },

    /** The entitlement of an account, read in a transaction if `queries` is given. */
    async entitlement(accountId: string, queries?: Queries): Promise<Entitlement> {
      return entitlementOf(await store.purchasesOf(accountId, queries), clock.now())
    },

    /** The entitlements of all accounts, for the operator. */
    async export(after: string | null): Promise<EntitlementExport> {
      const now = clock.now()
      const rows = await store.page(after, EXPORTED_AT_ONCE)
      const ids = [...new Set(rows.map(({ accountId }) => accountId))]
      const entitlements = ids.flatMap((accountId) => {
        const current = currentOf(
          rows.filter((row) => row.accountId === accountId),
          now,
        )
        if (current === null) return []
        const { plan, provider, startedAt, trialEndsAt, accessUntil } = current
        return [
          {
            accountId,
            status: statusOf(current, now),
            plan,
            provider,
            startDate: startedAt.toISOString(),
            trialEndsAt: trialEndsAt?.toISOString() ?? null,
            accessUntil: accessUntil.toISOString(),
            hasAccess: hasAccess(current, now),
          },
        ]
      })
      return { entitlements, next: ids.length < EXPORTED_AT_ONCE ? null : (ids.at(-1) ?? null) }
    },
  }
}

export type BillingService = ReturnType<typeof createBillingService>
