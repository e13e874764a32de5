import { errorBodySchema } from '@senca/contract'
import { subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { Answer, TestClient } from '#testing/test-client.ts'

const clock = createFakeClock(new Date())
let stripe: StripeDouble
let app: TestApp
let client: TestClient
/** A paid subscription, and its customer at Stripe. */
let reference: string
let customer: string
beforeAll(async () => {
  stripe = await createStripeDouble({ clock })
  app = await createTestApp({ clock, environment: stripe.environment })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})
beforeEach(async () => {
  client = await createConfirmedClient(app)
  reference = stripe.pay(await pageOf())
  customer = stripe.get(reference).customer
  await notify(reference)
  await until('paid')
})

const ask = (call: string, json: object = {}) =>
  client.api('POST', `/auth/api/v1/subscription/${call}`, { json })
const verdictOf = ({ status, body }: Answer) => {
  const { error, error_detail: detail } = errorBodySchema.parse(body)
  return [status, error, detail]
}
const infoOf = async () =>
  subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
const pageOf = async () =>
  z.parse(z.object({ url: z.string() }), await client.ok(ask('checkout', { plan: 'monthly' }))).url
const until = (status: string) =>
  vi.waitFor(
    async () => {
      client.forgetApiToken()
      expect((await infoOf()).status).toBe(status)
    },
    { timeout: 120_000 },
  )
async function notify(id: string) {
  const { body, headers } = stripe.event('customer.subscription.updated', stripe.shown(id))
  const answer = await fetch(`${app.url}/auth/billing/stripe`, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
}

it('a customer deleted in the dashboard has no subscription any more, and may buy one again as another customer', async () => {
  stripe.deleteCustomer(customer)
  await notify(reference)
  await until('expired')
  expect(verdictOf(await ask('portal'))).toEqual([404, 'resource_not_found', undefined])
  expect(verdictOf(await ask('restore'))).toEqual([402, 'payment_failed', 'nothing_to_restore'])
  const again = stripe.pay(await pageOf())
  expect(stripe.get(again).customer).not.toBe(customer)
  await notify(again)
  await until('paid')
  expect(await client.ok(ask('portal'))).toMatchObject({
    url: expect.stringContaining(stripe.get(again).customer),
  })
  // What is said of the earlier subscription still belongs to the account.
  await notify(reference)
  await until('paid')
  await vi.waitFor(async () => {
    const { rows } = await app.database.pool.query('select id from billing_events where settled_at is null')
    expect(rows).toEqual([])
  })
})

it.each(['cancel', 'resume'])(
  'before Stripe has said so, %s shows that the subscription has ended',
  async (call) => {
    stripe.deleteCustomer(customer)
    expect(await client.ok(ask(call))).toMatchObject({ status: 'expired' })
  },
)

it('two pages that are opened at once after it are those of one customer', async () => {
  stripe.deleteCustomer(customer)
  await notify(reference)
  await until('expired')
  const before = stripe.sessions.size
  const answers = await Promise.all([
    ask('checkout', { plan: 'monthly' }),
    ask('checkout', { plan: 'monthly' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const made = [...stripe.sessions.values()].slice(before)
  expect(made.filter(({ status }) => status === 'open')).toHaveLength(1)
  expect(new Set(made.map((session) => session.customer)).size).toBe(1)
})

it('the subscriptions of a deleted account need no cancellation once its customer is deleted', async () => {
  stripe.deleteCustomer(customer)
  const { pool } = app.database
  await pool.query('insert into billing_farewells (customer_id) values ($1)', [customer])
  await pool.query(`select graphile_worker.add_job('cancel-subscriptions', $1)`, [
    JSON.stringify({ customerId: customer }),
  ])
  await vi.waitFor(
    async () => expect((await pool.query('select 1 from billing_farewells')).rows).toEqual([]),
    { timeout: 120_000 },
  )
})
