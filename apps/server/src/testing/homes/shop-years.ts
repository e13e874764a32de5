import type { SubscriptionPlan } from '@senca/contract/billing'
import { APPLE_PRODUCTS, type AppStoreDouble } from '../doubles/app-store-double.ts'
import { type GooglePlayDouble, PLAY_PRODUCTS } from '../doubles/google-play-double.ts'
import type { OpenIdProvider } from '../doubles/openid-provider.ts'
import type { StripeDouble } from '../doubles/stripe-double.ts'
import { STRIPE_PRICES } from '../doubles/stripe-records.ts'
import type { FakeClock } from '../fake-clock.ts'

export const PUSHER = 'push@senca.iam.test'
export const AUDIENCE = 'https://senca.test/push'
const DAY_MS = 86_400_000
const PERIOD_MS = { monthly: 30 * DAY_MS, yearly: 365 * DAY_MS }

/** The events of a subscription; `changed` is another plan from the next period on. */
export type ShopEvent =
  | 'renewed'
  | 'failed'
  | 'recovered'
  | 'canceled'
  | 'resumed'
  | 'changed'
  | 'ended'
  | 'refunded'

/** Sends a notification, each time it is called. Returns the status. */
export type Delivery = () => Promise<number>

/** A shop whose subscriptions have events, and which sends them to the webhook like the real one. */
export interface YearShop {
  name: string
  subscribe(account: { id: string; token: string }, plan: SubscriptionPlan): string
  /** The checkout page on which it was bought; null for a store. */
  page(id: string): string | null
  /** The call with which the app of a store claims it; null for the web. */
  shown(id: string): Promise<{ call: string; json: Record<string, unknown> } | null>
  /** Makes an event happen. Returns the function that sends its notification, with its own id. */
  happen(id: string, shopEvent: ShopEvent): Delivery
  /** The plan of a subscription at the shop. */
  plan(id: string): SubscriptionPlan
}

const other = (plan: SubscriptionPlan): SubscriptionPlan => (plan === 'monthly' ? 'yearly' : 'monthly')

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return answer.status
}

export function stripeYears(stripe: StripeDouble, url: string): YearShop {
  let count = 0
  const planOf = (id: string): SubscriptionPlan =>
    stripe.get(id).price === STRIPE_PRICES.monthly ? 'monthly' : 'yearly'
  const act: Record<ShopEvent, (id: string) => void> = {
    renewed: (id) => stripe.renew(id),
    failed: (id) => stripe.change(id, { status: 'past_due' }),
    recovered: (id) => stripe.change(id, { status: 'active' }),
    canceled: (id) => stripe.change(id, { isCanceledAtEnd: true }),
    resumed: (id) => stripe.change(id, { isCanceledAtEnd: false }),
    changed(id) {
      stripe.change(id, { price: STRIPE_PRICES[other(planOf(id))] })
      stripe.renew(id)
    },
    ended: (id) => stripe.end(id),
    refunded(id) {
      const charge = stripe.get(id).invoice?.charge
      if (charge == null) throw new Error('nothing was paid')
      charge.refunded = true
    },
  }
  return {
    name: 'Stripe',
    plan: planOf,
    subscribe: ({ id }, plan) => stripe.subscribe(id, plan),
    page: (id) => stripe.pageOf(id),
    shown: async () => null,
    happen(id, shopEvent) {
      act[shopEvent](id)
      const charge = shopEvent === 'refunded' ? stripe.get(id).invoice?.charge : null
      const type = charge == null ? 'customer.subscription.updated' : 'charge.refunded'
      const object = charge == null ? stripe.shown(id) : { ...charge }
      count += 1
      const event = `evt_year_${count}`
      return () => {
        const { body, headers } = stripe.event(type, object, event)
        return post(`${url}/auth/billing/stripe`, headers, body)
      }
    },
  }
}

export function googleYears(
  play: GooglePlayDouble,
  { url, provider, clock }: { url: string; provider: OpenIdProvider; clock: FakeClock },
): YearShop {
  let count = 0
  const get = (id: string) => {
    const found = play.purchases.get(id)
    if (found === undefined) throw new Error(`no purchase ${id}`)
    return found
  }
  const planOf = (id: string): SubscriptionPlan =>
    get(id).productId === PLAY_PRODUCTS.monthly ? 'monthly' : 'yearly'
  const longer = (id: string) => new Date(get(id).expiry.getTime() + PERIOD_MS[planOf(id)])
  const act: Record<ShopEvent, (id: string) => void> = {
    renewed: (id) => play.change(id, { expiry: longer(id) }),
    failed: (id) => play.change(id, { state: 'ON_HOLD' }),
    recovered: (id) => play.change(id, { state: 'ACTIVE', expiry: longer(id) }),
    canceled: (id) => play.change(id, { state: 'CANCELED', isRenewing: false }),
    resumed: (id) => play.change(id, { state: 'ACTIVE', isRenewing: true }),
    changed(id) {
      play.change(id, { productId: PLAY_PRODUCTS[other(planOf(id))] })
      play.change(id, { expiry: longer(id) })
    },
    ended: (id) => play.change(id, { state: 'EXPIRED', expiry: clock.now(), isRenewing: false }),
    refunded(id) {
      play.voided.add(id)
      play.change(id, { state: 'EXPIRED', expiry: clock.now(), isRenewing: false })
    },
  }
  return {
    name: 'Google Play',
    plan: planOf,
    page: () => null,
    shown: async (id) => ({ call: 'google', json: { purchaseToken: id, productId: get(id).productId } }),
    subscribe({ token }, plan) {
      const id = play.buy({ accountToken: token, productId: PLAY_PRODUCTS[plan] })
      play.change(id, { expiry: new Date(clock.now().getTime() + PERIOD_MS[plan]) })
      return id
    },
    happen(id, shopEvent) {
      act[shopEvent](id)
      count += 1
      const messageId = `year-${count}`
      const notice =
        shopEvent === 'refunded'
          ? { voidedPurchaseNotification: { purchaseToken: id } }
          : { subscriptionNotification: { version: '1.0', notificationType: 2, purchaseToken: id } }
      const data = Buffer.from(JSON.stringify({ packageName: play.package, ...notice })).toString('base64')
      return async () => {
        const token = await provider.sign({ aud: AUDIENCE, email: PUSHER, email_verified: true, sub: '1' })
        const body = JSON.stringify({
          message: { data, messageId },
          subscription: 'projects/x/subscriptions/y',
        })
        return post(`${url}/auth/billing/google`, { authorization: `Bearer ${token}` }, body)
      }
    },
  }
}

export function appleYears(
  store: AppStoreDouble,
  { url, clock }: { url: string; clock: FakeClock },
): YearShop {
  let count = 0
  const get = (id: string) => {
    const found = store.purchases.get(id)
    if (found === undefined) throw new Error(`no purchase ${id}`)
    return found
  }
  const planOf = (id: string): SubscriptionPlan =>
    get(id).productId === APPLE_PRODUCTS.monthly ? 'monthly' : 'yearly'
  const longer = (id: string) => get(id).expiresAt + PERIOD_MS[planOf(id)]
  const act: Record<ShopEvent, (id: string) => void> = {
    renewed: (id) => store.change(id, { expiresAt: longer(id) }),
    failed: (id) => store.change(id, { status: 3 }),
    recovered: (id) => store.change(id, { status: 1, expiresAt: longer(id) }),
    canceled: (id) => store.change(id, { isRenewing: false }),
    resumed: (id) => store.change(id, { isRenewing: true }),
    changed(id) {
      store.change(id, { productId: APPLE_PRODUCTS[other(planOf(id))] })
      store.change(id, { expiresAt: longer(id) })
    },
    ended: (id) => store.change(id, { status: 2, expiresAt: clock.now().getTime(), isRenewing: false }),
    refunded: (id) => store.change(id, { status: 5, revokedAt: clock.now().getTime() }),
  }
  return {
    name: 'App Store',
    plan: planOf,
    page: () => null,
    shown: async (id) => ({ call: 'apple', json: { signedTransaction: await store.transaction(id) } }),
    subscribe({ token }, plan) {
      return store.buy({
        accountToken: token,
        productId: APPLE_PRODUCTS[plan],
        expiresAt: clock.now().getTime() + PERIOD_MS[plan],
      })
    },
    happen(id, shopEvent) {
      act[shopEvent](id)
      count += 1
      const uuid = `00000000-0000-4000-8000-${`${count}`.padStart(12, '0')}`
      // Contains the state at this moment, however late it is delivered.
      const body = store.notification(id, { uuid })
      return async () => post(`${url}/auth/billing/apple`, {}, await body)
    },
  }
}
