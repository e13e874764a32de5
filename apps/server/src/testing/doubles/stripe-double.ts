import { createServer } from 'node:http'
import Stripe from 'stripe'
import type { Clock } from '#platform/clock.ts'
import { startOnLoopback } from './loopback-server.ts'
import { createStripePages } from './stripe-pages.ts'
import {
  AMOUNTS,
  createStripeRecords,
  type Session,
  STRIPE_PRICES,
  type Subscription,
} from './stripe-records.ts'
import { shownSession as sessionAt, shown, shownInvoice } from './stripe-shapes.ts'

const WEBHOOK_SECRET = 'whsec_of_the_tests'

/** A fake Stripe on this machine for subscriptions. Its events are signed like real ones. */
export async function createStripeDouble({ clock }: { clock: Pick<Clock, 'now'> }) {
  const records = createStripeRecords(clock)
  const { next, now, subscriptions, sessions, invoices, charges, customers, get, begin } = records
  const { beginPeriod, renew, end } = records
  const idempotent = new Map<string, unknown>()
  const asked: string[] = []
  const refunds: string[] = []
  const deletedCustomers = new Set<string>()
  let broken: ((asked: string) => number | null) | null = null
  let before: ((asked: string) => Promise<void>) | null = null
  const signer = new Stripe('sk_test_of_the_tests')
  const portalReturns = new Map<string, string>()

  const shownSession = (session: Session) => sessionAt(session, url)
  const pay = (session: Session, card = next('card')): string => {
    const { id } = begin(session, card)
    session.status = 'complete'
    session.subscription = id
    return id
  }
  const showPage = createStripePages({ sessions, portalReturns, pay })

  const missing: [number, unknown] = [
    404,
    { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
  ]
  const withoutCustomer: [number, unknown] = [
    400,
    {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'customer',
        message: 'No such customer',
      },
    },
  ]
  const one = <T>(found: T | undefined, show: (value: T) => unknown): [number, unknown] =>
    found === undefined ? missing : [200, show(found)]

  const answer = (method: string, path: string, form: URLSearchParams): [number, unknown] => {
    const [, , kind = '', id = ''] = path.split('/')
    if (deletedCustomers.has(form.get('customer') ?? '')) return withoutCustomer
    if (kind === 'customers' && deletedCustomers.has(id)) return [200, { id, deleted: true }]
    if (kind === 'prices') {
      const amount = AMOUNTS[id]
      return amount === undefined
        ? missing
        : [200, { id, object: 'price', active: true, unit_amount: amount, currency: 'eur' }]
    }
    if (kind === 'customers' && method === 'POST') {
      const customer = { id: next('cus'), email: form.get('email') ?? '' }
      customers.set(customer.id, customer)
      return [200, customer]
    }
    if (kind === 'customers') return one(customers.get(id), (customer) => customer)
    if (path === '/v1/checkout/sessions' && method === 'GET') {
      const own = [...sessions.values()].filter(
        ({ customer, status }) => customer === form.get('customer') && status === form.get('status'),
      )
      return [200, { object: 'list', data: own.map(shownSession), has_more: false }]
    }
    if (path === '/v1/checkout/sessions') {
      const session: Session = {
        id: next('cs'),
        status: 'open',
        customer: form.get('customer') ?? '',
        price: form.get('line_items[0][price]') ?? '',
        trialDays: Number(form.get('subscription_data[trial_period_days]') ?? 0),
        metadata: { senca_account: form.get('subscription_data[metadata][senca_account]') ?? '' },
        subscription: null,
        successUrl: form.get('success_url') ?? '',
        cancelUrl: form.get('cancel_url') ?? '',
      }
      sessions.set(session.id, session)
      return [200, shownSession(session)]
    }
    if (path.startsWith('/v1/checkout/sessions/')) {
      const session = sessions.get(path.split('/')[4] ?? '')
      if (session !== undefined && path.endsWith('/expire')) {
        if (session.status !== 'open')
          return [400, { error: { type: 'invalid_request_error', message: 'not open' } }]
        session.status = 'expired'
      }
      return one(session, shownSession)
    }
    if (path === '/v1/billing_portal/sessions') {
      const customer = form.get('customer') ?? ''
      portalReturns.set(customer, form.get('return_url') ?? '')
      return [200, { id: next('bps'), url: `${url}/portal/${customer}` }]
    }
    if (kind === 'subscriptions' && id === '') {
      const own = [...subscriptions.values()].filter(({ customer }) => customer === form.get('customer'))
      return [200, { object: 'list', data: own.map((each) => shown(each, false)), has_more: false }]
    }
    if (kind === 'subscriptions') {
      const subscription = subscriptions.get(id)
      if (subscription !== undefined && method === 'DELETE') end(subscription)
      if (subscription?.status === 'canceled' && method === 'POST') return missing
      if (subscription !== undefined && method === 'POST') {
        if (form.has('cancel_at_period_end'))
          subscription.isCanceledAtEnd = form.get('cancel_at_period_end') === 'true'
        if (form.get('cancel_at') === '') subscription.cancelAt = null
        if (form.get('trial_end') === 'now') {
          subscription.periodEnd = now()
          renew(subscription)
        }
      }
      return one(subscription, (found) => shown(found))
    }
    if (kind === 'payment_methods') return [200, { id, card: { fingerprint: 'fp_unknown' } }]
    if (kind === 'charges') return one(charges.get(id), (charge) => charge)
    if (kind === 'payment_intents') {
      const charge = [...charges.values()].find(({ payment_intent: intent }) => intent === id)
      return one(charge, (latest) => ({ id, object: 'payment_intent', latest_charge: latest }))
    }
    if (kind === 'invoice_payments') {
      const intent = form.get('payment[payment_intent]')
      const found = [...invoices.values()].filter(({ charge }) => charge?.payment_intent === intent)
      return [200, { object: 'list', data: found.map((invoice) => ({ invoice: invoice.id })) }]
    }
    if (kind === 'invoices' && id === '') {
      const own = [...invoices.values()].filter(
        ({ subscription, status }) =>
          subscription === form.get('subscription') && status === form.get('status'),
      )
      return [200, { object: 'list', data: own.map(shownInvoice), has_more: false }]
    }
    if (kind === 'invoices') return one(invoices.get(id), shownInvoice)
    if (kind === 'refunds') {
      const charge = [...charges.values()].find(
        ({ payment_intent: intent }) => intent === form.get('payment_intent'),
      )
      if (charge === undefined) return missing
      charge.refunded = true
      refunds.push(charge.id)
      return [200, { id: next('re'), object: 'refund', charge: charge.id }]
    }
    return missing
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    if (showPage(pathname, response)) return
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text === '' ? searchParams : text)
    const call = `${request.method} ${pathname}`
    asked.push(call)
    await before?.(call)
    const instead = broken?.(call) ?? null
    const key = String(request.headers['idempotency-key'] ?? '')
    const known = key.startsWith('senca') ? idempotent.get(key) : undefined
    const [status, body]: [number, unknown] =
      instead !== null
        ? [instead, { error: { type: 'api_error', message: 'broken' } }]
        : known !== undefined
          ? [200, known]
          : answer(request.method ?? '', pathname, form)
    if (status === 200 && key.startsWith('senca')) idempotent.set(key, body)
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': next('req') })
      .end(JSON.stringify(body))
  })
  const { url, close } = await startOnLoopback(server)

  const sign = (payload: string, { secret = WEBHOOK_SECRET, at = now() } = {}): string =>
    signer.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })

  return {
    url,
    environment: {
      BILLING: 'on',
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_MONTHLY: STRIPE_PRICES.monthly,
      STRIPE_PRICE_YEARLY: STRIPE_PRICES.yearly,
      STRIPE_API_URL: url,
    },
    /** Method and path of all requests. */
    asked,
    /** The refunded charges, once for each refund. */
    refunds,
    sessions,
    subscriptions,
    charges,
    get,
    sign,
    renew: (id: string) => renew(get(id)),
    /** Starts the next period, whose payment fails. */
    failToRenew: (id: string) => beginPeriod(get(id), 'past_due', 'open'),
    /** Starts the next period of a subscription marked as unpaid, whose payment is not collected. */
    renewUnpaid: (id: string) => beginPeriod(get(id), 'unpaid', 'draft'),
    /** The payment of the open invoice fails again. */
    tryAgain(id: string) {
      for (const { subscription, status, charge } of invoices.values())
        if (subscription === id && status === 'open' && charge !== null) charge.created = now()
    },
    end: (id: string) => end(get(id)),
    /** The customer is deleted in the dashboard, which ends its subscriptions. */
    deleteCustomer(customer: string) {
      deletedCustomers.add(customer)
      for (const subscription of subscriptions.values())
        if (subscription.customer === customer && subscription.status !== 'canceled') end(subscription)
    },
    change: (id: string, values: Partial<Subscription>) => Object.assign(get(id), values),
    /** A person pays on the checkout page. Returns the subscription. */
    pay(pageUrl: string, card?: string): string {
      const session = sessions.get(pageUrl.split('/').at(-1) ?? '')
      if (session === undefined || session.status !== 'open') throw new Error(`not open: ${pageUrl}`)
      return pay(session, card)
    },
    /** A paid subscription for an account, without using the checkout page. Its trial is over unless `isTrial`. */
    subscribe(accountId: string, plan: keyof typeof STRIPE_PRICES, isTrial = false): string {
      const session: Session = {
        id: next('cs'),
        status: 'complete',
        customer: next('cus'),
        price: STRIPE_PRICES[plan],
        trialDays: isTrial ? 30 : 0,
        metadata: { senca_account: accountId },
        subscription: null,
        successUrl: '',
        cancelUrl: '',
      }
      const { id } = begin(session, next('card'))
      session.subscription = id
      sessions.set(session.id, session)
      return id
    },
    /** The checkout page on which a subscription was paid. */
    pageOf: (id: string): string | null =>
      [...sessions.values()].find(({ subscription }) => subscription === id)?.id ?? null,
    /** An event about the current state of an object, with its headers. */
    event(type: string, object: object, id = next('evt')) {
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: now(),
        livemode: false,
        type,
        data: { object },
      })
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) } }
    },
    shown: (id: string) => shown(get(id), false),
    breakWith(how: typeof broken) {
      broken = how
    },
    /** Delays each answer until the given function has run. */
    doFirst(what: typeof before) {
      before = what
    },
    close,
  }
}

export type StripeDouble = Awaited<ReturnType<typeof createStripeDouble>>
