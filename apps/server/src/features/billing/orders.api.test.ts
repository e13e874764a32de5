import { randomUUID } from 'node:crypto'
import { entitlementExportSchema, type SubscriptionStatus } from '@senca/contract/billing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { sizeOfRun } from '#testing/full-run.ts'
import type { Delivery, ShopEvent, YearShop } from '#testing/homes/shop-years.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

/** `BILLING_ORDERS=1000` for a separate long run; the default fits beside the other tests. */
const ORDERS = Number(process.env.BILLING_ORDERS ?? sizeOfRun(30, 6))
const SEED = Number(process.env.BILLING_SEED ?? 2026)
const LANES = 8
const EVENTS = 12
const TIMEOUT_MS = 60_000 + ORDERS * 2_000

let shops: ThreeShops
beforeAll(async () => {
  shops = await createThreeShops()
})
afterAll(() => shops.close())

type Status = Exclude<SubscriptionStatus, 'none'>
const RENEWED: [ShopEvent, Status] = ['renewed', 'paid']
const RECOVERED: [ShopEvent, Status] = ['recovered', 'paid']
const RESUMED: [ShopEvent, Status] = ['resumed', 'paid']
/**
 * The possible next events, weighted by how often they are listed, and the resulting state. An event that is not listed ends the
 * year.
 */
const NEXT: Readonly<Partial<Record<Status, readonly [ShopEvent, Status][]>>> = {
  paid: [
    ...[RENEWED, RENEWED, RENEWED, RENEWED, RENEWED],
    ['changed', 'paid'],
    ['failed', 'unpaid'],
    ['canceled', 'canceled'],
    ['refunded', 'expired'],
  ],
  unpaid: [...[RECOVERED, RECOVERED, RECOVERED, RECOVERED], ['ended', 'expired']],
  canceled: [...[RESUMED, RESUMED, RESUMED, RESUMED], ['ended', 'expired']],
}

interface Fate {
  choice: number
  /** After how many further events it is delivered; 99 means after all of them. */
  delay: number
  isLost: boolean
  times: number
}
const fate = fc.record({
  choice: fc.nat(),
  delay: fc.constantFrom(0, 0, 1, 2, 5, 99),
  isLost: fc.constantFrom(false, false, false, true),
  times: fc.constantFrom(1, 1, 1, 2, 3),
})
const yearOf = fc.record({
  plan: fc.constantFrom('monthly' as const, 'yearly' as const),
  fates: fc.array(fate, { minLength: EVENTS, maxLength: EVENTS }),
  order: fc.infiniteStream(fc.nat()),
})

/** The shop repeats a notification that was answered with 503, which happens on a very busy machine. */
async function notified(deliver: Delivery): Promise<number> {
  for (;;) {
    const code = await deliver()
    if (code !== 503) return code
    await new Promise((done) => setTimeout(done, 500))
  }
}

/**
 * Simulates one year of a subscription whose events arrive in any order, repeatedly, or never. Returns the expected final state.
 */
async function live(
  shop: YearShop,
  reference: string,
  year: { fates: readonly Fate[]; order: Iterator<number> },
): Promise<Status> {
  let status: Status = 'paid'
  const waiting: { at: number; deliver: Delivery }[] = []
  const deliverUntil = async (at: number) => {
    const due = waiting.filter((one) => one.at <= at)
    for (const one of due) waiting.splice(waiting.indexOf(one), 1)
    const marked = due.map((one) => ({ ...one, mark: Number(year.order.next().value) }))
    const answers = marked
      .toSorted((one, other) => one.mark - other.mark)
      .map(({ deliver }) => notified(deliver))
    expect((await Promise.all(answers)).every((code) => code === 200)).toBe(true)
  }
  for (const [at, { choice, delay, isLost, times }] of year.fates.entries()) {
    const possible: readonly [ShopEvent, Status][] = NEXT[status] ?? []
    const next = possible[choice % Math.max(possible.length, 1)]
    if (next === undefined) break
    const [event, then] = next
    const deliver = shop.happen(reference, event)
    status = then
    if (!isLost)
      for (let count = 0; count < times; count += 1) waiting.push({ at: at + delay * (count + 1), deliver })
    await deliverUntil(at)
  }
  await deliverUntil(Number.POSITIVE_INFINITY)
  return status
}

const count = async (query: string): Promise<number> => {
  const { rows } = await shops.app.database.pool.query(query)
  return z.parse(z.array(z.object({ count: z.coerce.number() })), rows)[0]?.count ?? 0
}

/** The states of all accounts from the operator's export. */
async function exported(): Promise<Map<string, SubscriptionStatus>> {
  const found = new Map<string, SubscriptionStatus>()
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  for (let query: string | null = ''; query !== null; ) {
    const answer = await fetch(`${shops.app.url}/auth/api/v1/operator/subscription/export${query}`, {
      headers,
    })
    const { entitlements, next } = entitlementExportSchema.parse(await answer.json())
    for (const { accountId, status } of entitlements) found.set(accountId, status)
    query = next === null ? null : `?after=${next}`
  }
  return found
}

it(
  `of ${ORDERS} years whose events come in any order, again, late or never, each ends as its shop has it`,
  async () => {
    const { app, years } = shops
    const { pool } = app.database
    // All accounts use the password of this one, because hashing one for each would take long.
    const email = newEmail()
    await createTestClient(app).register(email)
    const samples = fc.sample(yearOf, { seed: SEED, numRuns: ORDERS })
    const lives: { id: string; email: string; shop: YearShop; reference: string; expected: Status }[] = []
    const left = [...samples.entries()]
    const lane = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [index, year] = next
        const shop = years[index % years.length]
        if (shop === undefined) throw new Error('no shop')
        const account = { id: randomUUID(), token: randomUUID() }
        const own = `year-${index}@example.com`
        await pool.query(
          `insert into accounts (id, email, email_key, password_hash, is_confirmed, locale, created_at)
           select $1, $2, $2, password_hash, true, 'en', now() from accounts where email = $3`,
          [account.id, own, email],
        )
        const reference = shop.subscribe(account, year.plan)
        await pool.query(
          'insert into billing_accounts (account_id, token, checkout_id) values ($1, $2, $3)',
          [account.id, account.token, shop.page(reference)],
        )
        const order = year.order[Symbol.iterator]()
        // For the first year of each shop, no event arrives.
        const fates = year.fates.map((each) => ({ ...each, isLost: each.isLost || index < years.length }))
        const expected = await live(shop, reference, { fates, order })
        lives.push({ id: account.id, email: own, shop, reference, expected })
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await vi.waitFor(
      async () => expect(await count('select count(*) from billing_events where settled_at is null')).toBe(0),
      { timeout: TIMEOUT_MS, interval: 200 },
    )
    // Lost events are compensated by querying the shop.
    await shops.check(TIMEOUT_MS)
    const known = await exported()
    const unknown = lives.filter(({ id }) => !known.has(id))
    expect(unknown.map(({ shop }) => shop.name)).toEqual(expect.arrayContaining(['Google Play', 'App Store']))
    // For these, no event arrived at all. On the web they are found through the checkout page. For a store purchase, the server
    // knows no reference before the app claims it.
    for (const { email: own, shop, reference } of unknown) {
      const shown = await shop.shown(reference)
      if (shown === null) throw new Error(`${reference} was not found without its events`)
      const client = createTestClient(app)
      await client.ok(client.logIn(own))
      await client.ok(client.api('POST', `/auth/api/v1/subscription/${shown.call}`, { json: shown.json }))
    }
    const found = await exported()
    const wrong = lives.filter(({ id, expected }) => found.get(id) !== expected)
    expect(wrong.map(({ id, expected }) => [id, expected, found.get(id)])).toEqual([])
    expect(await count('select count(*) from billing_events where settled_at is null')).toBe(0)
    const events = await count('select count(*) from billing_events')
    console.info(
      `${ORDERS} years ended as their shop has them, after ${events} events; ${unknown.length} of them were shown by an app`,
    )
  },
  TIMEOUT_MS,
)
