import { errorBodySchema } from '@senca/contract'
import { type Subscription, subscriptionPlansSchema, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createSignedInClient, type TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000
const clock = createFakeClock(new Date())
let stripe: StripeDouble
let app: TestApp
beforeAll(async () => {
  stripe = await createStripeDouble({ clock })
  app = await createTestApp({ clock, environment: stripe.environment })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

const verdictOf = ({ status, body }: Answer): string => {
  const { error, error_detail: detail } = errorBodySchema.parse(body)
  return [status, error, ...(detail === undefined ? [] : [detail])].join(' ')
}
const ask = (client: TestClient, call: string, json: object | undefined = {}) =>
  client.api('POST', `/auth/api/v1/subscription/${call}`, { json })
const infoOf = async (client: TestClient): Promise<Subscription> =>
  subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
const pageOf = async (client: TestClient, plan = 'monthly'): Promise<string> =>
  z.parse(z.object({ url: z.string() }), await client.ok(ask(client, 'checkout', { plan }))).url
const notify = async ({ body, headers }: ReturnType<StripeDouble['event']>) => {
  const answer = await fetch(`${app.url}/auth/billing/stripe`, { method: 'POST', body, headers })
  return answer.status
}
const notifyOf = (id: string, type = 'customer.subscription.updated') =>
  notify(stripe.event(type, stripe.shown(id)))
const until = (client: TestClient, expected: Partial<Subscription>) =>
  vi.waitFor(
    async () => {
      client.forgetApiToken()
      expect(await infoOf(client)).toMatchObject(expected)
    },
    { timeout: 120_000 },
  )
/** An account that pays because its trial is over. */
async function subscribe(client: TestClient, plan = 'monthly', card?: string) {
  const id = stripe.pay(await pageOf(client, plan), card)
  expect(await notifyOf(id, 'customer.subscription.created')).toBe(200)
  await until(client, { status: 'paid' })
  return id
}

describe('a subscription on the web', () => {
  it('is none at first, and its plans come from the prices of Stripe', async () => {
    const client = await createConfirmedClient(app)
    expect(await infoOf(client)).toEqual({
      isBillingOn: true,
      status: 'none',
      plan: null,
      provider: null,
      startDate: null,
      nextPaymentDate: null,
      trialEndsAt: null,
      isCanceled: false,
      accessUntil: null,
      canChoosePlan: true,
      accountToken: expect.any(String),
    })
    const plans = await client.ok(client.api('GET', '/auth/api/v1/subscription/plans'))
    expect(subscriptionPlansSchema.parse(plans)).toEqual([
      { plan: 'monthly', amount: 299, currency: 'EUR', trialDays: 30 },
      { plan: 'yearly', amount: 2_990, currency: 'EUR', trialDays: 30 },
    ])
  })

  it('is refused for accounts that are not confirmed', async () => {
    const client = await createSignedInClient(app)
    expect(verdictOf(await client.api('GET', '/auth/api/v1/subscription/info'))).toBe(
      '403 account_confirmation_required',
    )
    expect(verdictOf(await ask(client, 'checkout', { plan: 'monthly' }))).toBe(
      '403 account_confirmation_required',
    )
  })

  it('begins with a trial, is paid for after it, and may be canceled and resumed', async () => {
    const client = await createConfirmedClient(app)
    const id = await subscribe(client, 'yearly')
    const trialEnd = new Date(Math.floor((clock.now().getTime() + 30 * DAY_MS) / 1_000) * 1_000)
    const begun = await infoOf(client)
    expect(begun).toMatchObject({ plan: 'yearly', provider: 'web', isCanceled: false, canChoosePlan: false })
    expect(new Date(begun.trialEndsAt ?? '').getTime()).toBeCloseTo(trialEnd.getTime(), -4)
    expect(begun.nextPaymentDate).toBe(begun.trialEndsAt)
    expect(verdictOf(await ask(client, 'checkout', { plan: 'monthly' }))).toBe(
      '409 subscription_already_exists',
    )
    expect(
      subscriptionPlansSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/plans'))),
    ).toMatchObject([{ trialDays: 0 }, { trialDays: 0 }])
    stripe.renew(id)
    await notifyOf(id)
    await until(client, { status: 'paid', trialEndsAt: null })
    expect(subscriptionSchema.parse(await client.ok(ask(client, 'cancel')))).toMatchObject({
      status: 'canceled',
      isCanceled: true,
      nextPaymentDate: null,
      canChoosePlan: false,
    })
    expect(subscriptionSchema.parse(await client.ok(ask(client, 'resume')))).toMatchObject({
      status: 'paid',
      isCanceled: false,
    })
    stripe.change(id, { cancelAt: stripe.get(id).periodEnd })
    await notifyOf(id)
    await until(client, { status: 'canceled', isCanceled: true })
    expect(await client.ok(ask(client, 'resume'))).toMatchObject({ status: 'paid' })
    expect(await client.ok(ask(client, 'portal'))).toEqual({
      url: expect.stringMatching(/\/portal\/cus_\d+$/),
    })
  })

  it('that is unpaid keeps its access until Stripe ends it, and then a new one may be chosen [SB3]', async () => {
    const client = await createConfirmedClient(app)
    const id = await subscribe(client)
    stripe.renew(id)
    stripe.change(id, { status: 'past_due' })
    await notifyOf(id)
    await until(client, { status: 'unpaid', canChoosePlan: false })
    expect(verdictOf(await ask(client, 'checkout', { plan: 'monthly' }))).toBe(
      '409 subscription_already_exists',
    )
    stripe.end(id)
    await notifyOf(id, 'customer.subscription.deleted')
    await until(client, { status: 'expired', canChoosePlan: true })
    await subscribe(client)
    expect((await infoOf(client)).trialEndsAt).toBeNull()
  })

  it.each([
    ['refunded', { refunded: true }, 'charge.refunded'],
    ['disputed', { disputed: true }, 'charge.dispute.created'],
  ])('whose payment is %s ends at once [SB4]', async (_name, values, type) => {
    const client = await createConfirmedClient(app)
    const id = await subscribe(client)
    stripe.renew(id)
    const charge = stripe.get(id).invoice?.charge
    if (charge == null) throw new Error('nothing was paid')
    Object.assign(charge, values)
    const object = type.includes('dispute') ? { object: 'dispute', id: 'dp_1', charge: charge.id } : charge
    await notify(stripe.event(type, object))
    await until(client, { status: 'expired', canChoosePlan: true })
    expect(stripe.get(id).status).toBe('canceled')
  })

  it('has one page of payment open; of two that are paid the later is canceled and refunded', async () => {
    const client = await createConfirmedClient(app)
    const trialed = await subscribe(client)
    stripe.end(trialed)
    await notifyOf(trialed)
    await until(client, { status: 'expired' })
    const [first, second] = [await pageOf(client), await pageOf(client, 'yearly')]
    const statuses = [first, second].map((url) => stripe.sessions.get(url.split('/').at(-1) ?? '')?.status)
    expect(statuses).toEqual(['expired', 'open'])
    const kept = stripe.pay(second)
    clock.advance(5_000)
    const session = stripe.sessions.get(first.split('/').at(-1) ?? '')
    if (session !== undefined) session.status = 'open'
    const surplus = stripe.pay(first)
    await notifyOf(surplus)
    await notifyOf(kept)
    await vi.waitFor(() => expect(stripe.get(surplus).status).toBe('canceled'), { timeout: 120_000 })
    await until(client, { status: 'paid', plan: 'yearly' })
    const charges = [surplus, kept].map((id) => stripe.get(id).invoice?.charge?.refunded)
    expect(charges).toEqual([true, false])
    expect(stripe.get(kept).status).toBe('active')
  })

  it('has one trial for each payer: a second one ends at once', async () => {
    const [one, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    await subscribe(one, 'monthly', 'card_of_both')
    const id = await subscribe(other, 'monthly', 'card_of_both')
    await until(other, { status: 'paid', trialEndsAt: null })
    expect(stripe.get(id).status).toBe('active')
  })

  it('goes on by the price that it was bought for, and is shown it [SB11]', async () => {
    const client = await createConfirmedClient(app)
    const id = await subscribe(client, 'yearly')
    const periodEnd = stripe.get(id).periodStart + 365 * 86_400
    stripe.change(id, { price: 'price_of_last_year', status: 'active', trialEnd: null, periodEnd })
    await notifyOf(id)
    await until(client, { status: 'paid', plan: 'yearly', trialEndsAt: null })
    const plans = await client.ok(client.api('GET', '/auth/api/v1/subscription/plans'))
    expect(subscriptionPlansSchema.parse(plans)).toMatchObject([
      { plan: 'monthly', amount: 299 },
      { plan: 'yearly', amount: 199, currency: 'EUR' },
    ])
  })

  it('is what was paid for on a page that was opened before the price changed', async () => {
    const client = await createConfirmedClient(app)
    const id = stripe.pay(await pageOf(client))
    stripe.change(id, { price: 'price_of_last_year' })
    await notifyOf(id)
    await until(client, { status: 'paid', plan: 'monthly' })
  })

  it('is found again by asking Stripe', async () => {
    const client = await createConfirmedClient(app)
    expect(verdictOf(await ask(client, 'restore'))).toBe('402 payment_failed nothing_to_restore')
    stripe.pay(await pageOf(client))
    expect(await client.ok(ask(client, 'restore'))).toMatchObject({ status: 'paid', provider: 'web' })
  })

  it.each([
    ['is away', 503, '402 payment_failed store_unavailable'],
    ['does not know the key', 401, '402 payment_failed developer_error'],
    ['does not sell it any more', 404, '402 payment_failed subscription_unavailable'],
  ])('says so when Stripe %s', async (_name, status, verdict) => {
    const client = await createConfirmedClient(app)
    stripe.breakWith(() => status)
    const answer = await ask(client, 'checkout', { plan: 'monthly' })
    stripe.breakWith(null)
    // The fake answers every fault like the API; a missing object is recognized by its status.
    expect(verdictOf(answer)).toBe(verdict)
  })

  it('of a shop that is not configured is not sold', async () => {
    const client = await createConfirmedClient(app)
    const purchase = { purchaseToken: 'token', productId: 'monthly' }
    expect(verdictOf(await ask(client, 'google', purchase))).toBe(
      '402 payment_failed subscription_unavailable',
    )
    expect(verdictOf(await ask(client, 'apple', { signedTransaction: 'a.b.c' }))).toBe(
      '402 payment_failed subscription_unavailable',
    )
  })
})

describe('an event of Stripe', () => {
  it.each([
    ['signed by somebody else', (body: string) => stripe.sign(body, { secret: 'whsec_other' })],
    [
      'signed over five minutes ago',
      (body: string) => stripe.sign(body, { at: Math.floor(clock.now().getTime() / 1_000) - 301 }),
    ],
    ['not signed', () => ''],
  ])('%s is refused', async (_name, signatureOf) => {
    const client = await createConfirmedClient(app)
    const id = stripe.pay(await pageOf(client))
    const event = stripe.event('customer.subscription.created', stripe.shown(id))
    const headers = { ...event.headers, 'stripe-signature': signatureOf(event.body) }
    expect(await notify({ ...event, headers })).toBe(400)
    expect((await infoOf(client)).status).toBe('none')
  })

  it.each([
    ['behind', -299],
    ['ahead', 299],
  ])('whose clock is %s of ours by less than five minutes counts', async (_name, seconds) => {
    const client = await createConfirmedClient(app)
    const id = stripe.pay(await pageOf(client))
    const event = stripe.event('customer.subscription.created', stripe.shown(id))
    const at = Math.floor(clock.now().getTime() / 1_000) + seconds
    const headers = { ...event.headers, 'stripe-signature': stripe.sign(event.body, { at }) }
    expect(await notify({ ...event, headers })).toBe(200)
    await until(client, { status: 'paid' })
  })

  it('is of any age, counts once, and is a hint only: Stripe is asked [SB1]', async () => {
    const client = await createConfirmedClient(app)
    const id = await subscribe(client)
    const old = { ...stripe.shown(id), status: 'canceled' }
    const event = stripe.event('customer.subscription.deleted', old)
    clock.advance(8 * DAY_MS)
    const late = { ...event, headers: { ...event.headers, 'stripe-signature': stripe.sign(event.body) } }
    expect([await notify(late), await notify(late)]).toEqual([200, 200])
    await until(client, { status: 'paid' })
  })

  it('up to 1 MiB is read', async () => {
    const padded = stripe.event('ping', { object: 'other', text: 'x'.repeat(1_000_000) })
    expect(await notify(padded)).toBe(200)
    const large = stripe.event('ping', { object: 'other', text: 'x'.repeat(1_048_576) })
    expect(await notify(large)).toBe(413)
  })

  it('of something else than our prices changes nothing', async () => {
    const client = await createConfirmedClient(app)
    const id = stripe.pay(await pageOf(client))
    stripe.change(id, { price: 'price_of_another_app', metadata: {} })
    expect(await notifyOf(id)).toBe(200)
    expect((await infoOf(client)).status).toBe('none')
  })
})
