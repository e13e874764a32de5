import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorBodySchema } from '@senca/contract'
import { type Subscription, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AppStoreDouble, createAppStoreDouble } from '#testing/doubles/app-store-double.ts'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { Answer, TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000
const clock = createFakeClock(new Date())
const folder = mkdtempSync(join(tmpdir(), 'senca-apple-'))
let store: AppStoreDouble
let stripe: StripeDouble
let app: TestApp
beforeAll(async () => {
  stripe = await createStripeDouble({ clock })
  store = await createAppStoreDouble({ clock, folder })
  app = await createTestApp({ clock, environment: { ...stripe.environment, ...store.environment } })
})
afterAll(async () => {
  await app.close()
  await Promise.all([stripe.close(), store.close()])
  rmSync(folder, { recursive: true })
})

const verdictOf = ({ status, body }: Answer): string => {
  const { error, error_detail: detail } = errorBodySchema.parse(body)
  return [status, error, ...(detail === undefined ? [] : [detail])].join(' ')
}
const infoOf = async (client: TestClient): Promise<Subscription> => {
  client.forgetApiToken()
  return subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
}
const show = (client: TestClient, signedTransaction: string, call = 'apple') =>
  client.api('POST', `/auth/api/v1/subscription/${call}`, { json: { signedTransaction } })
const notify = async (body: string) =>
  (
    await fetch(`${app.url}/auth/billing/apple`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  ).status
const until = (client: TestClient, expected: Partial<Subscription>) =>
  vi.waitFor(async () => expect(await infoOf(client)).toMatchObject(expected), { timeout: 120_000 })

describe('a subscription of the App Store', () => {
  it('is shown by the app, and follows what the App Store says', async () => {
    const client = await createConfirmedClient(app)
    const { accountToken } = await infoOf(client)
    const id = store.buy({ accountToken })
    expect(await client.ok(show(client, await store.transaction(id)))).toMatchObject({
      status: 'paid',
      provider: 'apple',
      plan: 'yearly',
      manageUrl: 'https://apps.apple.com/account/subscriptions',
    })
    store.change(id, { isRenewing: false })
    expect(await notify(await store.notification(id, { type: 'DID_CHANGE_RENEWAL_STATUS' }))).toBe(200)
    await until(client, { status: 'canceled', nextPaymentDate: null })
    store.change(id, { status: 3, isRenewing: true, expiresAt: clock.now().getTime() - DAY_MS })
    await notify(await store.notification(id, { type: 'DID_FAIL_TO_RENEW' }))
    await until(client, { status: 'unpaid', canChoosePlan: false })
    store.change(id, { status: 5, revokedAt: clock.now().getTime() - DAY_MS })
    await notify(await store.notification(id, { type: 'REFUND' }))
    await until(client, { status: 'expired', canChoosePlan: true })
  })

  it('is found by its notification alone, where it names the account', async () => {
    const client = await createConfirmedClient(app)
    const id = store.buy({ accountToken: (await infoOf(client)).accountToken.toUpperCase() })
    await notify(await store.notification(id, { type: 'SUBSCRIBED' }))
    await until(client, { status: 'paid' })
  })

  it('belongs to the account that first proved it, and to none but the one that it names [SB5]', async () => {
    const [one, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    const signed = await store.transaction(store.buy())
    await one.ok(show(one, signed))
    expect(verdictOf(await show(other, signed))).toBe(
      '409 subscription_already_exists belongs_to_another_account',
    )
    const named = store.buy({ accountToken: (await infoOf(one)).accountToken })
    expect(verdictOf(await show(other, await store.transaction(named)))).toBe(
      '402 payment_failed belongs_to_another_account',
    )
    expect((await infoOf(other)).status).toBe('none')
  })

  it.each<[string, (id: string) => Promise<string>, Parameters<AppStoreDouble['buy']>[0], string]>([
    ['is forged', (id) => store.forged(id), {}, '402 payment_failed payment_invalid'],
    ['is no token', async () => 'a.b.c', {}, '402 payment_failed payment_invalid'],
    [
      'is of the sandbox',
      (id) => store.transaction(id),
      { environment: 'Sandbox' },
      '402 payment_failed payment_invalid',
    ],
    [
      'is of another app',
      (id) => store.transaction(id),
      { bundleId: 'other' },
      '402 payment_failed payment_invalid',
    ],
    [
      'is for something else',
      (id) => store.transaction(id),
      { productId: 'x' },
      '402 payment_failed subscription_unavailable',
    ],
  ])('that %s is refused', async (_name, signedOf, values, verdict) => {
    const client = await createConfirmedClient(app)
    expect(verdictOf(await show(client, await signedOf(store.buy(values))))).toBe(verdict)
    expect((await infoOf(client)).status).toBe('none')
  })

  it('that is over cannot be restored', async () => {
    const client = await createConfirmedClient(app)
    const id = store.buy({ status: 2, expiresAt: clock.now().getTime() - DAY_MS })
    expect(verdictOf(await show(client, await store.transaction(id), 'restore'))).toBe(
      '402 payment_failed nothing_to_restore',
    )
  })
})

describe('a notification of the App Store', () => {
  it('that is forged is refused; of another app or of the sandbox it is ignored', async () => {
    const client = await createConfirmedClient(app)
    const { accountToken } = await infoOf(client)
    const id = store.buy({ accountToken })
    expect(await notify(await store.notification(id, { isForged: true }))).toBe(400)
    expect(await notify('{"signedPayload":"a.b.c"}')).toBe(400)
    expect(await notify('not JSON')).toBe(400)
    const asked = store.asked.length
    for (const values of [{ bundleId: 'other' }, { environment: 'Sandbox' }])
      expect(await notify(await store.notification(store.buy({ accountToken, ...values })))).toBe(200)
    expect(store.asked.length).toBe(asked)
    expect((await infoOf(client)).status).toBe('none')
  })

  it('that comes twice counts once', async () => {
    const client = await createConfirmedClient(app)
    const id = store.buy({ accountToken: (await infoOf(client)).accountToken })
    const body = await store.notification(id)
    expect([await notify(body), await notify(body)]).toEqual([200, 200])
    await until(client, { status: 'paid' })
    expect(store.asked.filter((path) => path.endsWith(id))).toHaveLength(1)
  })
})

it('a message that is signed by a revoked certificate is refused', async () => {
  const twin = await createAppStoreDouble({ clock, folder })
  const other = await createTestApp({ clock, environment: { ...stripe.environment, ...twin.environment } })
  const client = await createConfirmedClient(other)
  twin.revoke()
  expect(verdictOf(await show(client, await twin.transaction(twin.buy())))).toBe(
    '402 payment_failed payment_invalid',
  )
  await other.close()
  await twin.close()
})
