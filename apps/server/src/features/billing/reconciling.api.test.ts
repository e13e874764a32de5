import { entitlementExportSchema, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000
const PURCHASES = 60
/** The number of consecutive failures after which a reconciliation stops, plus what its four workers have started by then. */
const ASKED_AT_MOST = 24

let shops: ThreeShops
beforeAll(async () => {
  shops = await createThreeShops()
})
afterAll(() => shops.close())

const infoOf = async (client: TestClient) => {
  client.forgetApiToken()
  return subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
}

it('a shop that is away is left alone until the next look, and the others are asked anyway', async () => {
  const { app, check, caughtUp, play, store, stripe } = shops
  await caughtUp()
  const [ofGoogle, ofWeb, ofApple] = [
    await createConfirmedClient(app),
    await createConfirmedClient(app),
    await createConfirmedClient(app),
  ]
  const { accountToken } = await infoOf(ofGoogle)
  const tokens = Array.from({ length: PURCHASES }, () => play.buy({ accountToken, isAcknowledged: true }))
  await app.database.pool.query(
    `insert into subscriptions (provider, reference, account_id, plan, standing, started_at, access_until, will_renew, read_at)
     select 'google_play', reference, account_id, 'monthly', 'paid', now(), now() + interval '20 days', true, now() - interval '1 day'
     from billing_accounts, unnest($1::text[]) as reference where token = $2`,
    [tokens, accountToken],
  )
  const json = { plan: 'monthly' }
  const opened = await ofWeb.ok(ofWeb.api('POST', '/auth/api/v1/subscription/checkout', { json }))
  const onWeb = stripe.pay(z.parse(z.object({ url: z.string() }), opened).url)
  const inStore = store.buy({ accountToken: (await infoOf(ofApple)).accountToken })
  const signedTransaction = await store.transaction(inStore)
  await ofApple.ok(ofApple.api('POST', '/auth/api/v1/subscription/apple', { json: { signedTransaction } }))
  store.change(inStore, { isRenewing: false })

  play.breakWith(503)
  const asked = play.asked.length
  await check()
  // One more request for the voided purchases.
  expect(play.asked.length - asked).toBeLessThanOrEqual(ASKED_AT_MOST + 1)
  expect(await infoOf(ofWeb)).toMatchObject({ status: 'paid', provider: 'web' })
  expect((await infoOf(ofApple)).status).toBe('canceled')
  expect((await infoOf(ofGoogle)).status).toBe('paid')

  play.breakWith(null)
  for (const token of tokens) play.change(token, { isRenewing: false, state: 'CANCELED' })
  stripe.change(onWeb, { isCanceledAtEnd: true })
  await check()
  expect((await infoOf(ofGoogle)).status).toBe('canceled')
  expect((await infoOf(ofWeb)).status).toBe('canceled')
}, 240_000)

it('what Stripe marks as unpaid ends with the last try to be paid, and stays ended in the periods after it [SB3]', async () => {
  const { app, clock, check, stripe } = shops
  const client = await createConfirmedClient(app)
  const json = { plan: 'monthly' }
  const opened = await client.ok(client.api('POST', '/auth/api/v1/subscription/checkout', { json }))
  const reference = stripe.pay(z.parse(z.object({ url: z.string() }), opened).url)
  const accountId = stripe.get(reference).metadata.senca_account
  const found = async () => {
    await check()
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const answer = await fetch(`${app.url}/auth/api/v1/operator/subscription/export`, { headers })
    const { entitlements } = entitlementExportSchema.parse(await answer.json())
    const { status, hasAccess, accessUntil } = entitlements.find((one) => one.accountId === accountId) ?? {}
    return { status, hasAccess, accessUntil }
  }
  clock.advance(30 * DAY_MS)
  stripe.failToRenew(reference)
  expect(await found()).toMatchObject({ status: 'unpaid', hasAccess: true })
  clock.advance(20 * DAY_MS)
  stripe.tryAgain(reference)
  stripe.change(reference, { status: 'unpaid' })
  const lastTry = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000).toISOString()
  const ended = { status: 'unpaid', hasAccess: false, accessUntil: lastTry }
  expect(await found()).toEqual(ended)
  clock.advance(10 * DAY_MS)
  stripe.renewUnpaid(reference)
  expect(await found()).toEqual(ended)
  // A failed attempt with another card does not start the grace period again.
  clock.advance(20 * DAY_MS)
  stripe.tryAgain(reference)
  expect(await found()).toEqual(ended)
  stripe.renew(reference)
  expect(await found()).toMatchObject({ status: 'paid', hasAccess: true })
}, 240_000)
