import { subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createConfirmedClient } from '#testing/link-home.ts'
import type { TestClient } from '#testing/test-client.ts'
import { createThreeShops, type ThreeShops } from '#testing/three-shops.ts'

const PURCHASES = 60
/** Failures one after the other that a look takes, and what its four askers have begun by then. */
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
/** Until a look at the shops is over: the next one is an hour ahead. */
const lookedAt = () =>
  vi.waitFor(async () => {
    const { rows } = await shops.app.database.pool.query(
      `select 1 from graphile_worker.jobs where key = 'reconcile-subscriptions' and run_at > now() + interval '10 minutes'`,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)
const look = async () => {
  await shops.app.database.pool.query(
    `select graphile_worker.add_job('reconcile-subscriptions', '{}'::json, job_key => 'reconcile-subscriptions')`,
  )
  await lookedAt()
}

it('a shop that is away is left alone until the next look, and the others are asked all the same', async () => {
  const { app, play, store, stripe } = shops
  await lookedAt()
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
  await look()
  // One more for the purchases that were voided.
  expect(play.asked.length - asked).toBeLessThanOrEqual(ASKED_AT_MOST + 1)
  expect(await infoOf(ofWeb)).toMatchObject({ status: 'paid', provider: 'web' })
  expect((await infoOf(ofApple)).status).toBe('canceled')
  expect((await infoOf(ofGoogle)).status).toBe('paid')

  play.breakWith(null)
  for (const token of tokens) play.change(token, { isRenewing: false, state: 'CANCELED' })
  stripe.change(onWeb, { isCanceledAtEnd: true })
  await look()
  expect((await infoOf(ofGoogle)).status).toBe('canceled')
  expect((await infoOf(ofWeb)).status).toBe('canceled')
})
