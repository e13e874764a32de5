import { errorBodySchema } from '@senca/contract'
import { subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createTestClient, type TestClient } from '#testing/test-client.ts'

const AT_ONCE = 4
const clock = createFakeClock(new Date())
let stripe: StripeDouble
let app: TestApp
let twin: Awaited<ReturnType<TestApp['twin']>>
beforeAll(async () => {
  stripe = await createStripeDouble({ clock })
  app = await createTestApp({ clock, environment: stripe.environment })
  twin = await app.twin()
})
beforeEach(() => stripe.doFirst(null))
afterAll(async () => {
  await twin.close()
  await app.close()
  await stripe.close()
})

const pageSchema = z.object({ url: z.string() })
const infoOf = async (client: TestClient) => {
  client.forgetApiToken()
  return subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
}
const checkout = (client: TestClient, plan = 'monthly') =>
  client.api('POST', '/auth/api/v1/subscription/checkout', { json: { plan } })
const sessionOf = ({ body }: Answer) => {
  const session = stripe.sessions.get(pageSchema.parse(body).url.split('/').at(-1) ?? '')
  if (session === undefined) throw new Error('no page')
  return session
}
const livingOf = (customer: string) =>
  [...stripe.subscriptions.values()].filter((one) => one.customer === customer && one.status !== 'canceled')
/** The same person at both instances. */
async function twoClients(): Promise<[TestClient, TestClient]> {
  const here = await createConfirmedClient(app)
  await infoOf(here)
  const there = createTestClient(twin)
  there.setCookie(here.cookie())
  return [here, there]
}

it('of pages of payment that are opened at the same moment at two instances one can be paid, and nothing is double', async () => {
  const [here, there] = await twoClients()
  await infoOf(there)
  // Holds the requests back until all have been made.
  let waiting = 0
  let open = () => {}
  const all = new Promise<void>((done) => {
    open = done
  })
  stripe.doFirst(async (call) => {
    if (call !== 'POST /v1/checkout/sessions') return
    waiting += 1
    if (waiting === AT_ONCE) open()
    await all
  })
  const answers = await Promise.all([here, there, here, there].map((client) => checkout(client)))
  expect(waiting).toBe(AT_ONCE)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const sessions = answers.map(sessionOf)
  expect(sessions.filter(({ status }) => status === 'open')).toHaveLength(1)
  expect(new Set(sessions.map(({ customer }) => customer)).size).toBe(1)
  const [session] = sessions.filter(({ status }) => status === 'open')
  const reference = stripe.pay(`https://checkout.stripe.test/${session?.id}`)
  const { body, headers } = stripe.event('customer.subscription.created', stripe.shown(reference))
  await fetch(`${twin.url}/auth/billing/stripe`, { method: 'POST', headers, body })
  await vi.waitFor(async () => expect((await infoOf(here)).status).toBe('paid'), 30_000)
  expect((await checkout(there)).status).toBe(409)
  expect(livingOf(session?.customer ?? '')).toHaveLength(1)
  expect(stripe.refunds).toEqual([])
})

it('a page that is paid while another one is opened leaves no second one to pay on', async () => {
  const [here, there] = await twoClients()
  await infoOf(there)
  const first: { answer?: Answer } = {}
  stripe.doFirst(async (call) => {
    // Another page is opened and paid while Stripe opens this one.
    if (call !== 'POST /v1/checkout/sessions' || first.answer !== undefined) return
    stripe.doFirst(null)
    first.answer = await checkout(there, 'yearly')
    stripe.pay(pageSchema.parse(first.answer.body).url)
  })
  const late = await checkout(here)
  expect([late.status, errorBodySchema.parse(late.body).error]).toEqual([409, 'subscription_already_exists'])
  expect(await infoOf(here)).toMatchObject({ status: 'paid', plan: 'yearly' })
  const { customer } = sessionOf(first.answer ?? late)
  const open = [...stripe.sessions.values()].filter(
    (one) => one.customer === customer && one.status === 'open',
  )
  expect(open).toEqual([])
  expect(livingOf(customer)).toHaveLength(1)
  expect(stripe.refunds).toEqual([])
})
