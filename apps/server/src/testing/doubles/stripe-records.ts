import type { Clock } from '#platform/clock.ts'

export const STRIPE_PRICES = { monthly: 'price_monthly', yearly: 'price_yearly' }
export const DAY_S = 86_400
const PERIOD_S: Record<string, number> = {
  [STRIPE_PRICES.monthly]: 30 * DAY_S,
  [STRIPE_PRICES.yearly]: 365 * DAY_S,
}
export const AMOUNTS: Record<string, number> = {
  [STRIPE_PRICES.monthly]: 299,
  [STRIPE_PRICES.yearly]: 2_990,
}

export interface Charge {
  id: string
  object: 'charge'
  created: number
  customer: string
  payment_intent: string
  refunded: boolean
  disputed: boolean
}
export interface Invoice {
  id: string
  object: 'invoice'
  status: 'paid' | 'open' | 'draft'
  created: number
  subscription: string
  amount: number
  charge: Charge | null
}
export interface Subscription {
  id: string
  status: string
  customer: string
  created: number
  metadata: Record<string, string>
  price: string
  periodStart: number
  periodEnd: number
  trialEnd: number | null
  isCanceledAtEnd: boolean
  cancelAt: number | null
  endedAt: number | null
  card: string
  invoice: Invoice | null
}
export interface Session {
  id: string
  status: string
  customer: string
  price: string
  trialDays: number
  metadata: Record<string, string>
  subscription: string | null
  /** Where the pages lead after the payment, and without one. */
  successUrl: string
  cancelUrl: string
}

/** The customer data of the fake Stripe, and how time and payments change it. */
export function createStripeRecords(clock: Pick<Clock, 'now'>) {
  let count = 0
  const next = (kind: string) => {
    count += 1
    return `${kind}_${count}`
  }
  const now = () => Math.floor(clock.now().getTime() / 1_000)
  const subscriptions = new Map<string, Subscription>()
  const sessions = new Map<string, Session>()
  const invoices = new Map<string, Invoice>()
  const charges = new Map<string, Charge>()
  const customers = new Map<string, { id: string; email: string }>()

  /** A draft is not collected; the charge of an open invoice has failed. */
  const bill = (subscription: Subscription, status: Invoice['status'] = 'paid'): void => {
    const amount = subscription.status === 'trialing' ? 0 : (AMOUNTS[subscription.price] ?? 0)
    const charge: Charge | null =
      amount === 0 || status === 'draft'
        ? null
        : {
            id: next('ch'),
            object: 'charge',
            created: now(),
            customer: subscription.customer,
            payment_intent: next('pi'),
            refunded: false,
            disputed: false,
          }
    if (charge !== null) charges.set(charge.id, charge)
    const invoice: Invoice = {
      id: next('in'),
      object: 'invoice',
      status,
      created: now(),
      subscription: subscription.id,
      amount,
      charge,
    }
    invoices.set(invoice.id, invoice)
    subscription.invoice = invoice
  }

  const begin = (session: Session, card: string): Subscription => {
    const isTrial = session.trialDays > 0
    const end = now() + (isTrial ? session.trialDays * DAY_S : (PERIOD_S[session.price] ?? DAY_S))
    const subscription: Subscription = {
      id: next('sub'),
      status: isTrial ? 'trialing' : 'active',
      customer: session.customer,
      created: now(),
      metadata: session.metadata,
      price: session.price,
      periodStart: now(),
      periodEnd: end,
      trialEnd: isTrial ? end : null,
      isCanceledAtEnd: false,
      cancelAt: null,
      endedAt: null,
      card,
      invoice: null,
    }
    subscriptions.set(subscription.id, subscription)
    bill(subscription)
    return subscription
  }

  const beginPeriod = (subscription: Subscription, status: string, invoice: Invoice['status']) => {
    subscription.status = status
    subscription.trialEnd = null
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd += PERIOD_S[subscription.price] ?? DAY_S
    bill(subscription, invoice)
  }
  const renew = (subscription: Subscription) => beginPeriod(subscription, 'active', 'paid')
  const end = (subscription: Subscription) => {
    subscription.status = 'canceled'
    subscription.endedAt = now()
  }

  const get = (id: string): Subscription => {
    const found = subscriptions.get(id)
    if (found === undefined) throw new Error(`no subscription ${id}`)
    return found
  }

  return {
    next,
    now,
    subscriptions,
    sessions,
    invoices,
    charges,
    customers,
    get,
    begin,
    beginPeriod,
    renew,
    end,
  }
}
