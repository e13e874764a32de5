import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorBodySchema } from '@senca/contract'
import { type Subscription, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createGooglePlayDouble,
  type GooglePlayDouble,
  PLAY_PRODUCTS,
} from '#testing/doubles/google-play-double.ts'
import { createOpenIdProvider, type OpenIdProvider } from '#testing/doubles/openid-provider.ts'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { Answer, TestClient } from '#testing/test-client.ts'

const PUSHER = 'push@senca.iam.test'
const AUDIENCE = 'https://senca.test/push'
const DAY_MS = 86_400_000
const clock = createFakeClock(new Date())
const folder = mkdtempSync(join(tmpdir(), 'senca-google-'))
let play: GooglePlayDouble
let stripe: StripeDouble
let provider: OpenIdProvider
let app: TestApp
beforeAll(async () => {
  stripe = await createStripeDouble({ clock })
  play = await createGooglePlayDouble({ clock, folder })
  provider = await createOpenIdProvider({ clock })
  app = await createTestApp({
    clock,
    environment: {
      ...stripe.environment,
      ...play.environment,
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_PLAY_PUSH_ACCOUNT: PUSHER,
      GOOGLE_PLAY_PUSH_AUDIENCE: AUDIENCE,
    },
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([stripe.close(), play.close(), provider.close()])
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
const show = (client: TestClient, purchaseToken: string, call = 'google') =>
  client.api('POST', `/auth/api/v1/subscription/${call}`, {
    json: { purchaseToken, productId: PLAY_PRODUCTS.monthly },
  })
let messages = 0
const nextMessage = (): string => {
  messages += 1
  return `message-${messages}`
}
const push = async (notice: object, { claims = {}, id = nextMessage() } = {}) => {
  const token = await provider.sign({
    aud: AUDIENCE,
    email: PUSHER,
    email_verified: true,
    sub: '1',
    ...claims,
  })
  const data = Buffer.from(JSON.stringify({ packageName: play.package, ...notice })).toString('base64')
  const answer = await fetch(`${app.url}/auth/billing/google`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: { data, messageId: id }, subscription: 'projects/x/subscriptions/y' }),
  })
  return answer.status
}
const notify = (purchaseToken: string, more = {}) =>
  push({ subscriptionNotification: { version: '1.0', notificationType: 4, purchaseToken } }, more)
const failuresOf = async (): Promise<number> => {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(/^senca_billing_failures_total\{shop="google"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}
const until = (client: TestClient, expected: Partial<Subscription>) =>
  vi.waitFor(async () => expect(await infoOf(client)).toMatchObject(expected), { timeout: 120_000 })

describe('a subscription of Google Play', () => {
  it('is shown by the app, acknowledged once, and managed in the store', async () => {
    const client = await createConfirmedClient(app)
    const { accountToken } = await infoOf(client)
    const token = play.buy({ accountToken })
    expect(await client.ok(show(client, token))).toMatchObject({
      status: 'paid',
      provider: 'google_play',
      plan: 'monthly',
      manageUrl: expect.stringContaining(`package=${play.package}`),
    })
    expect(play.purchases.get(token)?.isAcknowledged).toBe(true)
    expect(verdictOf(await client.api('POST', '/auth/api/v1/subscription/cancel', { json: {} }))).toBe(
      '402 payment_failed payment_not_allowed',
    )
    const paid = { json: { plan: 'monthly' } }
    expect(verdictOf(await client.api('POST', '/auth/api/v1/subscription/checkout', paid))).toBe(
      '409 subscription_already_exists',
    )
  })

  it('is found by its notification alone, and follows what Google says', async () => {
    const client = await createConfirmedClient(app)
    const { accountToken } = await infoOf(client)
    const token = play.buy({ accountToken })
    expect(await notify(token)).toBe(200)
    await until(client, { status: 'paid' })
    play.change(token, { state: 'ON_HOLD', expiry: new Date(clock.now().getTime() - DAY_MS) })
    await notify(token)
    await until(client, { status: 'unpaid', canChoosePlan: false })
    play.change(token, { state: 'ACTIVE', expiry: new Date(clock.now().getTime() + 9 * DAY_MS) })
    await notify(token)
    await until(client, { status: 'paid' })
    play.change(token, { state: 'CANCELED', isRenewing: false })
    await notify(token)
    await until(client, { status: 'canceled', nextPaymentDate: null })
    play.voided.add(token)
    await push({ voidedPurchaseNotification: { purchaseToken: token } })
    await until(client, { status: 'expired', canChoosePlan: true })
  })

  it('that is pending gives nothing and is not acknowledged until it is paid', async () => {
    const client = await createConfirmedClient(app)
    const token = play.buy({ state: 'PENDING' })
    expect(await client.ok(show(client, token))).toMatchObject({ status: 'none' })
    expect(play.purchases.get(token)?.isAcknowledged).toBe(false)
    play.change(token, { state: 'ACTIVE' })
    await notify(token)
    await until(client, { status: 'paid' })
    expect(play.purchases.get(token)?.isAcknowledged).toBe(true)
  })

  it('belongs to the account that first proved it, and to none but the one that it names [SB5]', async () => {
    const [one, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    const token = play.buy()
    await one.ok(show(one, token))
    expect(verdictOf(await show(other, token))).toBe(
      '409 subscription_already_exists belongs_to_another_account',
    )
    const named = play.buy({ accountToken: (await infoOf(one)).accountToken })
    expect(verdictOf(await show(other, named))).toBe('402 payment_failed belongs_to_another_account')
    expect(play.purchases.get(named)?.isAcknowledged).toBe(false)
    expect(await infoOf(other)).toMatchObject({ status: 'none' })
  })

  it('beside a live one is refused and not acknowledged; one that replaces it is not', async () => {
    const client = await createConfirmedClient(app)
    const first = play.buy()
    await client.ok(show(client, first))
    const second = play.buy()
    expect(verdictOf(await show(client, second))).toBe('409 subscription_already_exists')
    expect(play.purchases.get(second)?.isAcknowledged).toBe(false)
    const upgraded = play.buy({ replaces: first })
    expect(await client.ok(show(client, upgraded))).toMatchObject({ status: 'paid' })
  })

  it('that is acknowledged by its notification at the same moment is paid', async () => {
    const client = await createConfirmedClient(app)
    const token = play.buy()
    play.contested.add(token)
    expect(await client.ok(show(client, token))).toMatchObject({ status: 'paid' })
  })

  it('that Google does not know at once goes on, and ends once Google says that it is gone [SB6]', async () => {
    const client = await createConfirmedClient(app)
    const token = play.buy()
    await client.ok(show(client, token))
    const failures = await failuresOf()
    play.purchases.delete(token)
    expect(await notify(token)).toBe(200)
    await vi.waitFor(async () => expect(await failuresOf()).toBeGreaterThan(failures))
    expect(await infoOf(client)).toMatchObject({ status: 'paid' })
    play.gone.add(token)
    await notify(token)
    await until(client, { status: 'expired', canChoosePlan: true })
    expect(new Date((await infoOf(client)).accessUntil ?? '').getTime()).toBeLessThanOrEqual(
      clock.now().getTime(),
    )
  })

  it('that was voided and that Google knows no longer has ended', async () => {
    const client = await createConfirmedClient(app)
    const token = play.buy()
    await client.ok(show(client, token))
    play.purchases.delete(token)
    play.voided.add(token)
    await push({ voidedPurchaseNotification: { purchaseToken: token } })
    await until(client, { status: 'expired', canChoosePlan: true })
  })

  it('that was voided ends also where the list of voided ones could not be read at first', async () => {
    const client = await createConfirmedClient(app)
    const token = play.buy()
    await client.ok(show(client, token))
    const failures = await failuresOf()
    play.voided.add(token)
    play.breakWith(403, '/voidedpurchases')
    await push({ voidedPurchaseNotification: { purchaseToken: token } })
    await vi.waitFor(async () => expect(await failuresOf()).toBeGreaterThan(failures))
    play.breakWith(null)
    await until(client, { status: 'expired' })
    // Google still reports it as paid.
    expect(verdictOf(await show(client, token, 'restore'))).toBe('402 payment_failed nothing_to_restore')
  })

  it.each<[string, () => string, string, string]>([
    ['is not known', () => 'made-up', 'google', '402 payment_failed payment_invalid'],
    ['is not known, restored', () => 'made-up', 'restore', '402 payment_failed restore_failed'],
    ['is a test', () => play.buy({ isTest: true }), 'google', '402 payment_failed payment_invalid'],
    [
      'is over, restored',
      () => play.buy({ state: 'EXPIRED', expiry: new Date(clock.now().getTime() - DAY_MS) }),
      'restore',
      '402 payment_failed nothing_to_restore',
    ],
    [
      'is for another product',
      () => play.buy({ productId: 'x' }),
      'google',
      '402 payment_failed payment_invalid',
    ],
  ])('that %s is refused', async (_name, tokenOf, call, verdict) => {
    const client = await createConfirmedClient(app)
    expect(verdictOf(await show(client, tokenOf(), call))).toBe(verdict)
  })

  it('cannot be read while Google is away', async () => {
    const client = await createConfirmedClient(app)
    const token = play.buy()
    play.breakWith(503)
    const answer = await show(client, token)
    play.breakWith(null)
    expect(verdictOf(answer)).toBe('402 payment_failed store_unavailable')
  })
})

describe('a notification of Google Play', () => {
  it.each<[string, Record<string, unknown>]>([
    ['of another service account', { email: 'other@x.test' }],
    ['of an address that is not verified', { email_verified: false }],
    ['for another audience', { aud: 'https://other.test' }],
    ['of another issuer', { iss: 'https://issuer.test' }],
    ['that is too old', { exp: 1 }],
  ])('%s is refused', async (_name, claims) => {
    const client = await createConfirmedClient(app)
    const token = play.buy({ accountToken: (await infoOf(client)).accountToken })
    expect(await notify(token, { claims })).toBe(400)
    expect((await infoOf(client)).status).toBe('none')
  })

  it('of another app is ignored, and one that comes twice counts once', async () => {
    const asked = play.asked.length
    expect(await push({ packageName: 'other.app', subscriptionNotification: { purchaseToken: 'x' } })).toBe(
      200,
    )
    expect(play.asked.length).toBe(asked)
    const client = await createConfirmedClient(app)
    const token = play.buy({ accountToken: (await infoOf(client)).accountToken })
    const more = { id: 'the-same' }
    expect([await notify(token, more), await notify(token, more)]).toEqual([200, 200])
    await until(client, { status: 'paid' })
    const reads = play.asked.filter(
      (call) => call.includes(encodeURIComponent(token)) && call.startsWith('GET'),
    )
    expect(reads).toHaveLength(1)
  })
})
