import { type Subscription, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endRetryDelays } from '#testing/database/test-database.ts'
import { PLAY_PRODUCTS } from '#testing/doubles/google-play-double.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'
import type { TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000

let shops: ThreeShops
beforeAll(async () => {
  shops = await createThreeShops()
})
beforeEach(() => shops.play.breakWith(null))
afterAll(() => shops.close())

const infoOf = async (client: TestClient): Promise<Subscription> => {
  client.forgetApiToken()
  return subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
}
const show = (client: TestClient, purchaseToken: string) =>
  client.ok(
    client.api('POST', '/auth/api/v1/subscription/google', {
      json: { purchaseToken, productId: PLAY_PRODUCTS.monthly },
    }),
  )
/** The requests to Google about a purchase. */
const askedAbout = (token: string): string[] =>
  shops.play.asked.filter((call) => call.includes(encodeURIComponent(token)))
const failures = async (): Promise<number> => {
  const text = await (await fetch(`${shops.app.url}/metrics`)).text()
  return Number(/^senca_billing_failures_total\{shop="google"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** Lets the job be tried again until the purchase is acknowledged. */
const untilAcknowledged = (token: string) =>
  vi.waitFor(async () => {
    await endRetryDelays(shops.app.database)
    expect(shops.play.purchases.get(token)?.isAcknowledged).toBe(true)
  }, 240_000)

it('a purchase that the app shows counts at once, and is acknowledged as soon as Google can', async () => {
  const { play } = shops
  const client = await createConfirmedClient(shops.app)
  const token = play.buy()
  play.breakWith(503, ':acknowledge')
  const before = await failures()
  expect(await show(client, token)).toMatchObject({ status: 'paid', provider: 'google_play' })
  await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(before + 1), 30_000)
  expect(play.purchases.get(token)?.isAcknowledged).toBe(false)
  expect((await infoOf(client)).status).toBe('paid')
  play.breakWith(null)
  await untilAcknowledged(token)
  expect((await infoOf(client)).status).toBe('paid')
}, 240_000)

it('a purchase that a notification reports counts at once, and is acknowledged as soon as Google can', async () => {
  const { play, years } = shops
  const client = await createConfirmedClient(shops.app)
  const token = play.buy({ accountToken: (await infoOf(client)).accountToken })
  play.breakWith(503, ':acknowledge')
  expect(await years[1]?.happen(token, 'renewed')()).toBe(200)
  await vi.waitFor(async () => expect((await infoOf(client)).status).toBe('paid'), 30_000)
  await vi.waitFor(
    () => expect(askedAbout(token).filter((call) => call.endsWith(':acknowledge')).length).toBeGreaterThan(1),
    30_000,
  )
  expect(play.purchases.get(token)?.isAcknowledged).toBe(false)
  play.breakWith(null)
  await untilAcknowledged(token)
  expect((await infoOf(client)).status).toBe('paid')
}, 240_000)

it('a purchase takes the place of all before it, also where one of them was never reported', async () => {
  const { play, years } = shops
  const client = await createConfirmedClient(shops.app)
  const { accountToken } = await infoOf(client)
  const first = play.buy({ accountToken })
  await show(client, first)
  const second = play.buy({ accountToken, replaces: first })
  const third = play.buy({ accountToken, replaces: second, productId: PLAY_PRODUCTS.yearly })
  expect(await years[1]?.happen(third, 'renewed')()).toBe(200)
  await vi.waitFor(
    async () => expect(await infoOf(client)).toMatchObject({ status: 'paid', plan: 'yearly' }),
    30_000,
  )
  await vi.waitFor(() =>
    expect([second, third].map((token) => play.purchases.get(token)?.isAcknowledged)).toEqual([true, true]),
  )
}, 240_000)

it('of purchases that were voided one that cannot be read does not keep the others', async () => {
  const { play, check } = shops
  const clients = [
    await createConfirmedClient(shops.app),
    await createConfirmedClient(shops.app),
    await createConfirmedClient(shops.app),
  ]
  const tokens = clients.map(() => play.buy())
  for (const [at, client] of clients.entries()) await show(client, tokens[at] ?? '')
  for (const token of tokens) play.voided.add(token)
  const statuses = () => Promise.all(clients.map(async (client) => (await infoOf(client)).status))
  const before = await failures()
  play.breakWith(500, encodeURIComponent(tokens[0] ?? ''))
  await check()
  expect(await statuses()).toEqual(['paid', 'expired', 'expired'])
  expect(await failures()).toBeGreaterThan(before)
  play.breakWith(null)
  await check()
  expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
}, 240_000)

it('a list of voided purchases that cannot be read counts as a failure', async () => {
  const before = await failures()
  shops.play.breakWith(403, '/voidedpurchases')
  await shops.check()
  expect(await failures()).toBe(before + 1)
}, 240_000)

it('a purchase that waits for its payment is asked for during sixty days, and then no longer', async () => {
  const { clock, check, play } = shops
  const client = await createConfirmedClient(shops.app)
  const token = play.buy({ state: 'PENDING', accountToken: (await infoOf(client)).accountToken })
  expect(await show(client, token)).toMatchObject({ status: 'none' })
  const asksBy = async (days: number): Promise<number> => {
    const before = askedAbout(token).length
    clock.advance(days * DAY_MS)
    await check()
    return askedAbout(token).length - before
  }
  expect(await asksBy(30)).toBe(1)
  expect(await asksBy(29)).toBe(1)
  expect(await asksBy(2)).toBe(0)
  // If it is paid after all, the notification is applied.
  play.change(token, {
    state: 'ACTIVE',
    startedAt: clock.now(),
    expiry: new Date(clock.now().getTime() + 30 * DAY_MS),
  })
  expect(await shops.years[1]?.happen(token, 'renewed')()).toBe(200)
  await vi.waitFor(async () => {
    const { rows } = await shops.app.database.pool.query(
      'select standing from subscriptions where reference = $1',
      [token],
    )
    expect(rows).toEqual([{ standing: 'paid' }])
  }, 240_000)
}, 240_000)
