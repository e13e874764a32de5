import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'

const SECRET = 'whsec_of_the_browser_tests'
const PRICES = { monthly: 'price_month', yearly: 'price_year' } as const
const AMOUNTS: Readonly<Record<string, number>> = { [PRICES.monthly]: 299, [PRICES.yearly]: 2_990 }
const DAY_S = 86_400
const LENGTHS: Readonly<Record<string, number>> = {
  [PRICES.monthly]: 30 * DAY_S,
  [PRICES.yearly]: 365 * DAY_S,
}

/** A subscription in Stripe's format; times are seconds since 1970. */
export interface StripeSubscription {
  id: string
  status: string
  customer: string
  price: string
  account: string
  created: number
  periodStart: number
  periodEnd: number
  trialEnd: number | null
  isCanceled: boolean
  endedAt: number | null
}

interface Session {
  id: string
  price: string
  customer: string
  account: string
  trialDays: number
  success: string
  back: string
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
}

export interface StripeDouble {
  /** The environment variables with which a server uses this double. */
  readonly environment: Record<string, string>
  readonly origin: string
  readonly subscriptions: ReadonlyMap<string, StripeSubscription>
  /** Answers every following call with this status; null restores normal answers. */
  breakWith(status: number | null): void
  /** Changes the newest subscription of an account and sends the event to the server at `url`. */
  change(url: string, values: Partial<StripeSubscription>): Promise<void>
  stop(): Promise<void>
}

const now = (): number => Math.floor(Date.now() / 1_000)
const page = (title: string, links: Record<string, string>): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${Object.entries(
    links,
  )
    .map(([text, href]) => `<p><a href="${href}">${text}</a></p>`)
    .join('')}</html>`

/**
 * A double of Stripe's subscription API on loopback, with its payment and invoice pages. Its events are signed like real ones.
 */
export async function startStripeDouble(): Promise<StripeDouble> {
  let count = 0
  let broken: number | null = null
  const next = (kind: string): string => {
    count += 1
    return `${kind}_${count}`
  }
  const subscriptions = new Map<string, StripeSubscription>()
  const sessions = new Map<string, Session>()
  const returnOf = new Map<string, string>()

  const shown = (one: StripeSubscription) => ({
    id: one.id,
    object: 'subscription',
    status: one.status,
    customer: one.customer,
    created: one.created,
    start_date: one.created,
    metadata: { senca_account: one.account },
    trial_end: one.trialEnd,
    cancel_at_period_end: one.isCanceled,
    cancel_at: null,
    ended_at: one.endedAt,
    default_payment_method: { id: 'pm_1', card: { fingerprint: `card of ${one.customer}` } },
    latest_invoice: null,
    items: {
      data: [
        {
          current_period_start: one.periodStart,
          current_period_end: one.periodEnd,
          price: {
            id: one.price,
            unit_amount: AMOUNTS[one.price] ?? null,
            currency: 'eur',
            recurring: { interval: one.price === PRICES.yearly ? 'year' : 'month' },
          },
        },
      ],
    },
  })
  const shownSession = ({ id, status, subscription }: Session) => ({
    id,
    object: 'checkout.session',
    status,
    url: `${origin}/pay/${id}`,
    subscription,
  })

  /** Simulates that a person pays on the page. */
  const pay = (session: Session): void => {
    const isTrial = session.trialDays > 0
    const periodEnd = now() + (isTrial ? session.trialDays * DAY_S : (LENGTHS[session.price] ?? DAY_S))
    const id = next('sub')
    subscriptions.set(id, {
      id,
      status: isTrial ? 'trialing' : 'active',
      customer: session.customer,
      price: session.price,
      account: session.account,
      created: now(),
      periodStart: now(),
      periodEnd,
      trialEnd: isTrial ? periodEnd : null,
      isCanceled: false,
      endedAt: null,
    })
    session.status = 'complete'
    session.subscription = id
  }

  const answer = (method: string, path: string, form: URLSearchParams): unknown => {
    const [kind = '', id = '', action = ''] = path
      .replace(/^\/v1\/(checkout\/|billing_portal\/)?/, '')
      .split('/')
    const subscription = subscriptions.get(id)
    switch (kind) {
      case 'prices':
        return { id, active: true, unit_amount: AMOUNTS[id] ?? null, currency: 'eur' }
      case 'customers':
        return { id: method === 'POST' ? next('cus') : id }
      case 'sessions': {
        const session = sessions.get(id)
        if (session !== undefined) {
          if (action === 'expire' && session.status === 'open') session.status = 'expired'
          return shownSession(session)
        }
        const customer = form.get('customer') ?? ''
        if (method === 'GET') return { object: 'list', data: [], has_more: false }
        if (path.includes('billing_portal')) {
          returnOf.set(customer, form.get('return_url') ?? '')
          return { id: next('bps'), url: `${origin}/portal/${customer}` }
        }
        const opened: Session = {
          id: next('cs'),
          price: form.get('line_items[0][price]') ?? '',
          customer,
          account: form.get('client_reference_id') ?? '',
          trialDays: Number(form.get('subscription_data[trial_period_days]') ?? 0),
          success: form.get('success_url') ?? '',
          back: form.get('cancel_url') ?? '',
          status: 'open',
          subscription: null,
        }
        sessions.set(opened.id, opened)
        return shownSession(opened)
      }
      case 'subscriptions':
        if (id === '') {
          const own = [...subscriptions.values()].filter(({ customer }) => customer === form.get('customer'))
          return { object: 'list', data: own.map(shown), has_more: false }
        }
        if (subscription === undefined) return undefined
        if (method === 'POST' && form.has('cancel_at_period_end'))
          subscription.isCanceled = form.get('cancel_at_period_end') === 'true'
        if (method === 'DELETE') Object.assign(subscription, { status: 'canceled', endedAt: now() })
        return shown(subscription)
      default:
        return undefined
    }
  }

  /** Serves the pages that a person sees. Returns false for any other URL. */
  const showPage = (path: string, response: ServerResponse): boolean => {
    const [, kind, id = ''] = path.split('/')
    const session = sessions.get(id)
    const back = returnOf.get(id)
    const send = (html: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    if (kind === 'pay' && session !== undefined)
      send(page(`Pay ${(AMOUNTS[session.price] ?? 0) / 100} EUR`, { Pay: `/paid/${id}`, Back: session.back }))
    else if (kind === 'paid' && session !== undefined) {
      pay(session)
      response.writeHead(302, { location: session.success }).end()
    } else if (kind === 'portal' && back !== undefined) send(page('Invoices', { Back: back }))
    else return false
    return true
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    if (showPage(pathname, response)) return
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text === '' ? searchParams : text)
    const body = broken === null ? answer(request.method ?? '', pathname, form) : undefined
    const fault = { error: { type: 'api_error', message: 'of the tests' } }
    response
      .writeHead(broken ?? (body === undefined ? 404 : 200), { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? fault))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the double of Stripe does not listen')
  const origin = `http://127.0.0.1:${address.port}`

  /** Sends the event of a subscription like Stripe. */
  const tell = async (url: string, subscription: StripeSubscription): Promise<void> => {
    const data = { object: shown(subscription) }
    const event = { id: next('evt'), object: 'event', type: 'customer.subscription.updated', data }
    const body = JSON.stringify(event)
    const time = now()
    const mark = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${mark}` }
    const { status } = await fetch(`${url}/auth/billing/stripe`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`the event was answered ${status}`)
  }

  return {
    origin,
    environment: {
      BILLING: 'on',
      STRIPE_SECRET_KEY: 'sk_test_of_the_browser_tests',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_PRICE_MONTHLY: PRICES.monthly,
      STRIPE_PRICE_YEARLY: PRICES.yearly,
      STRIPE_API_URL: origin,
    },
    subscriptions,
    breakWith(status) {
      broken = status
    },
    async change(url, values) {
      const subscription = [...subscriptions.values()].at(-1)
      if (subscription === undefined) throw new Error('nothing was bought')
      await tell(url, Object.assign(subscription, values))
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
