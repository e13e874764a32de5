import { deletionExchangeSchema } from '@senca/contract/account'
import { subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PLAY_PRODUCTS } from '#testing/doubles/google-play-double.ts'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

let mails: TestMailServer
let shops: ThreeShops
beforeAll(async () => {
  mails = await startTestMailServer()
  shops = await createThreeShops({ SMTP_URL: mails.url })
})
afterAll(async () => {
  await shops.close()
  await mails.close()
})

async function confirmed(): Promise<{ client: TestClient; email: string; token: string }> {
  const client = createTestClient(shops.app)
  const email = newEmail()
  await client.ok(client.register(email))
  await shops.app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  const info = await client.ok(client.api('GET', '/auth/api/v1/subscription/info'))
  return { client, email, token: subscriptionSchema.parse(info).accountToken }
}

/** Requests the link that deletes an account and exchanges it. Also returns the text of the e-mail. */
async function exchange({ client, email }: { client: TestClient; email: string }) {
  await client.ok(client.call('GET', '/auth/account/delete?confirmtype=link'))
  const letter = (await mails.to(email, 2)).at(-1)
  if (letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const browser = createTestClient(shops.app)
  const answer = await browser.ok(browser.call('POST', '/auth/account/delete', { form: { token } }))
  return { token, browser, text: letter.mail.text ?? '', ...deletionExchangeSchema.parse(answer) }
}

it('who deletes an account is notified which subscriptions continue in a store, and where to cancel them', async () => {
  const { play } = shops
  const owner = await confirmed()
  const purchaseToken = play.buy({ accountToken: owner.token })
  const json = { purchaseToken, productId: PLAY_PRODUCTS.monthly }
  await owner.client.ok(owner.client.api('POST', '/auth/api/v1/subscription/google', { json }))
  const { token, state, storeSubscriptions, text, browser } = await exchange(owner)
  const [bought, ...more] = storeSubscriptions ?? []
  expect(more).toEqual([])
  expect(bought).toEqual({
    provider: 'google_play',
    manageUrl: `https://play.google.com/store/account/subscriptions?sku=${PLAY_PRODUCTS.monthly}&package=${play.package}`,
  })
  expect(text).toContain(bought?.manageUrl)
  await browser.ok(browser.call('POST', `/auth/account/${token}/delete`, { form: { state } }))
  // The store subscription continues and sends notifications. It belongs to nobody, and no error results.
  const [, google] = shops.years
  expect(await google?.happen(purchaseToken, 'renewed')()).toBe(200)
  await vi.waitFor(async () => {
    const { rows } = await shops.app.database.pool.query(
      'select id from billing_events where settled_at is null',
    )
    expect(rows).toEqual([])
  }, 240_000)
  const { rows } = await shops.app.database.pool.query('select 1 from subscriptions where reference = $1', [
    purchaseToken,
  ])
  expect(rows).toEqual([])
})

it('one that is canceled in its store already is not named', async () => {
  const owner = await confirmed()
  const purchaseToken = shops.play.buy({ accountToken: owner.token, state: 'CANCELED', isRenewing: false })
  const json = { purchaseToken, productId: PLAY_PRODUCTS.monthly }
  await owner.client.ok(owner.client.api('POST', '/auth/api/v1/subscription/google', { json }))
  expect((await exchange(owner)).storeSubscriptions).toEqual([])
})
