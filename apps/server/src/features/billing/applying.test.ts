import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createApplying } from './applying.ts'
import { createBillingStore } from './billing.store.ts'
import { entitlementOf, type Purchase } from './purchase.ts'

const DAY_MS = 86_400_000
const clock = createFakeClock(new Date('2026-06-15T12:00:00Z'))
const day = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A new account, with functions to apply purchases and to read what is stored. */
async function createAccount() {
  const store = createBillingStore(database.db)
  const applying = createApplying({ store, database, clock, changed: async () => {} })
  const id = randomUUID()
  await database.pool.query(
    `insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
     values ($1, $2, $2, true, 'en', now())`,
    [id, `${id}@example.com`],
  )
  await store.get(id)
  const purchase = (reference: string, values: Partial<Purchase> = {}): Purchase => ({
    provider: 'web',
    reference: `${reference} ${id}`,
    plan: 'monthly',
    standing: 'paid',
    startedAt: day(-10),
    accessUntil: day(20),
    trialEndsAt: null,
    willRenew: true,
    endedFor: null,
    ...values,
  })
  const apply = async (word: Purchase, terms: { readAt?: string; replaces?: string } = {}) =>
    applying.apply(id, word, { readAt: await store.readingNow(), ...terms })
  return { id, store, purchase, apply, kept: () => store.purchasesOf(id) }
}

it('a purchase that is pending replaces nothing until it is paid [SB7]', async () => {
  const { purchase, apply, kept } = await createAccount()
  const old = purchase('old', { provider: 'google_play' })
  const next = purchase('next', { provider: 'google_play', plan: 'yearly', standing: 'pending' })
  const replaces = old.reference
  await apply(old)
  await apply(next, { replaces })
  expect(entitlementOf(await kept(), clock.now()).hasAccess).toBe(true)
  await apply({ ...next, standing: 'paid', accessUntil: day(365) }, { replaces })
  expect(await kept()).toContainEqual(expect.objectContaining({ reference: replaces, endedFor: 'replaced' }))
  expect(entitlementOf(await kept(), clock.now()).hasAccess).toBe(true)
})

it('what was replaced ends, although it was read again after the reading that says so', async () => {
  const { store, purchase, apply, kept } = await createAccount()
  const old = purchase('old', { provider: 'google_play' })
  const next = purchase('next', { provider: 'google_play', plan: 'yearly', accessUntil: day(365) })
  await apply(old)
  const readAt = await store.readingNow()
  await apply(old)
  await apply(next, { readAt, replaces: old.reference })
  await apply(old)
  expect((await kept()).map(({ plan, endedFor }) => [plan, endedFor]).toSorted()).toEqual([
    ['monthly', 'replaced'],
    ['yearly', null],
  ])
})

it('what was replaced has ended now, so a refund of what replaced it leaves fourteen days', async () => {
  const { purchase, apply, kept } = await createAccount()
  const old = purchase('old', { provider: 'google_play', plan: 'yearly', accessUntil: day(300) })
  const next = purchase('next', { provider: 'google_play' })
  const replaces = old.reference
  await apply(old)
  await apply(next, { replaces })
  await apply({ ...next, endedFor: 'refund', accessUntil: clock.now() }, { replaces })
  expect(entitlementOf(await kept(), clock.now())).toEqual({ hasAccess: false, comfortUntil: day(14) })
})

it('a reading of long ago does not say which of two has to go', async () => {
  const { store, purchase, apply, kept } = await createAccount()
  const first = purchase('first')
  const second = purchase('second', { startedAt: day(-1) })
  await apply(first)
  const early = await store.readingNow()
  await apply({ ...first, standing: 'ended', willRenew: false, accessUntil: day(-2) })
  expect(await apply(second)).toEqual([])
  expect(await apply(first, { readAt: early })).toEqual([])
  expect(await kept()).toContainEqual(
    expect.objectContaining({ ...first, standing: 'ended', willRenew: false, accessUntil: day(-2) }),
  )
})

it('of one of a store and one of the web that were paid at the same time the one of the web goes', async () => {
  const { purchase, apply } = await createAccount()
  const ofWeb = purchase('web')
  expect(await apply(purchase('store', { provider: 'apple', startedAt: day(-1) }))).toEqual([])
  expect(await apply(ofWeb)).toEqual([ofWeb.reference])
})
