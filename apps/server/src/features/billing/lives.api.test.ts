import { type Subscription, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import type { ShopEvent } from '#testing/homes/shop-years.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'

const SHOPS = ['Stripe', 'Google Play', 'App Store'] as const
const idsSchema = z.array(z.object({ id: z.string() }))

let shops: ThreeShops
beforeAll(async () => {
  shops = await createThreeShops()
})
afterAll(() => shops.close())

/** The state after each event, known only from the webhook of the shop. */
const LIFE: readonly [ShopEvent, Partial<Subscription>][] = [
  ['renewed', { status: 'paid', isCanceled: false, canChoosePlan: false }],
  ['failed', { status: 'unpaid', canChoosePlan: false }],
  ['recovered', { status: 'paid' }],
  ['canceled', { status: 'canceled', isCanceled: true, nextPaymentDate: null, canChoosePlan: false }],
  ['resumed', { status: 'paid', isCanceled: false }],
  ['changed', { status: 'paid' }],
  ['canceled', { status: 'canceled' }],
  ['ended', { status: 'expired', nextPaymentDate: null, canChoosePlan: true }],
]

describe.each(SHOPS)('a subscription of %s', (name) => {
  it.each(['monthly', 'yearly'] as const)('%s follows its webhook alone, to its end', async (plan) => {
    const { app, years } = shops
    const shop = years.find((each) => each.name === name)
    if (shop === undefined) throw new Error(`no shop ${name}`)
    const client = await createConfirmedClient(app)
    const info = async () => {
      client.forgetApiToken()
      return subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
    }
    const { accountToken: token } = await info()
    const { rows } = await app.database.pool.query(
      'select account_id as id from billing_accounts where token = $1',
      [token],
    )
    const id = shop.subscribe({ id: idsSchema.parse(rows)[0]?.id ?? '', token }, plan)
    let before: Subscription | null = null
    for (const [event, expected] of LIFE) {
      const deliver = shop.happen(id, event)
      expect([await deliver(), await deliver()]).toEqual([200, 200])
      await vi.waitFor(
        async () => expect(await info()).toMatchObject({ plan: shop.plan(id), ...expected }),
        10_000,
      )
      const after = await info()
      if (event === 'renewed') expect(after.plan).toBe(plan)
      if (event === 'changed') expect(after.plan).not.toBe(before?.plan)
      if (after.status === 'paid') expect(after.nextPaymentDate).toBe(after.accessUntil)
      before = after
    }
    const begun = shop.subscribe({ id: idsSchema.parse(rows)[0]?.id ?? '', token }, plan)
    await shop.happen(begun, 'renewed')()
    await vi.waitFor(async () => expect(await info()).toMatchObject({ status: 'paid', plan }))
    await shop.happen(begun, 'refunded')()
    await vi.waitFor(async () => expect((await info()).status).toBe('expired'))
  })
})
