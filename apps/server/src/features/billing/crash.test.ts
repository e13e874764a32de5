import { subscriptionSchema } from '@senca/contract/billing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { sizeOfRun } from '#testing/full-run.ts'
import type { Delivery } from '#testing/homes/shop-years.ts'
import { createShopDoubles, type ShopDoubles } from '#testing/homes/three-shops.ts'
import { killServer, ownServer } from '#testing/server-process.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const ACCOUNTS_OF_EACH = 3
const ROUNDS = sizeOfRun(2, 1)

let shops: ShopDoubles
let mails: TestMailServer
beforeEach(async () => {
  shops = await createShopDoubles()
  mails = await startTestMailServer()
})
afterEach(() => Promise.all([shops.close(), mails.close()]))
const startServer = ownServer()
/** Starts the server on the same port as before. */
const start = (port = '0') => startServer({ ...shops.environment, PORT: port, SMTP_URL: mails.url })
type Started = Awaited<ReturnType<typeof start>>

const infoOf = async (client: TestClient) => {
  client.forgetApiToken()
  return subscriptionSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/subscription/info')))
}
const standingOf = async (client: TestClient): Promise<string> => {
  const { status, plan } = await infoOf(client)
  return `${status} ${plan}`
}

/** A new confirmed account. */
async function register(app: Started): Promise<{ client: TestClient; token: string }> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const [letter] = await mails.to(email, 1)
  if (letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const exchanged = await client.ok(client.call('POST', '/auth/account/confirm', { form: { token } }))
  const { state } = z.parse(z.object({ state: z.string() }), exchanged)
  await client.ok(client.call('POST', `/auth/account/${token}/confirm`, { form: { state } }))
  return { client, token: (await infoOf(client)).accountToken }
}

/** Pays on the checkout page. Returns the subscription. */
async function payOnWeb(client: TestClient): Promise<string> {
  const json = { plan: 'monthly' }
  const opened = await client.ok(client.api('POST', '/auth/api/v1/subscription/checkout', { json }))
  return shops.stripe.pay(z.parse(z.object({ url: z.string() }), opened).url)
}

/** Repeats a notification until the answer is 200, as shops do. */
async function notify(deliver: Delivery): Promise<void> {
  while ((await deliver().catch(() => 0)) !== 200) await new Promise((done) => setTimeout(done, 100))
}

it('what shops reported before the server was killed is processed at the next start, and nothing is done twice', async () => {
  const { clock, stripe, play, store } = shops
  let app = await start()
  const { url, port } = app
  const [ofStripe, ofGoogle, ofApple] = shops.notifyingOf(url)
  const people: { client: TestClient; token: string }[] = []
  for (let index = 0; index < 3 * ACCOUNTS_OF_EACH; index += 1) people.push(await register(app))
  const onWeb = await Promise.all(people.slice(0, ACCOUNTS_OF_EACH).map(({ client }) => payOnWeb(client)))
  const googleTokens = people.slice(ACCOUNTS_OF_EACH, 2 * ACCOUNTS_OF_EACH).map(({ token }) => token)
  let inPlay = googleTokens.map((token) => ofGoogle.subscribe({ id: '', token }, 'monthly'))
  const inStore = people
    .slice(2 * ACCOUNTS_OF_EACH)
    .map(({ token }) => ofApple.subscribe({ id: '', token }, 'monthly'))
  const ids = onWeb.map((id) => stripe.get(id).metadata.senca_account ?? '')

  const standings = () => Promise.all(people.map(({ client }) => standingOf(client)))
  await Promise.all([
    ...onWeb.map((id) => notify(ofStripe.happen(id, 'resumed'))),
    ...inPlay.map((id) => notify(ofGoogle.happen(id, 'resumed'))),
    ...inStore.map((id) => notify(ofApple.happen(id, 'resumed'))),
  ])
  await vi.waitFor(async () => expect(await standings()).toEqual(people.map(() => 'paid monthly')), 60_000)

  const asked = () => stripe.asked.length + play.asked.length + store.asked.length
  const surplus: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.advance(5_000)
    const event = round % 2 === 0 ? 'canceled' : 'resumed'
    // A second payment in another window is canceled and refunded once.
    const second = ids.map((id) => stripe.subscribe(id, 'yearly'))
    surplus.push(...second)
    // A change of plan in the store is a new purchase. It is acknowledged and ends the one before.
    inPlay = inPlay.map((replaces, at) => play.buy({ replaces, accountToken: googleTokens[at] ?? null }))
    const before = asked()
    const notifying = Promise.all(
      [
        ...onWeb.map((id) => ofStripe.happen(id, event)),
        ...second.map((id) => ofStripe.happen(id, 'resumed')),
        ...inPlay.map((id) => ofGoogle.happen(id, event)),
        ...inStore.map((id) => ofApple.happen(id, event)),
      ].map(notify),
    )
    // The server is killed while it queries the shops.
    const goal = before + 1 + Math.floor(Math.random() * 6 * ACCOUNTS_OF_EACH)
    const giveUpAt = Date.now() + 3_000
    while (asked() < goal && Date.now() < giveUpAt) await new Promise((done) => setTimeout(done, 1))
    await killServer(app, round % 2 === 1)
    app = await start(port)
    await notifying
  }
  const expected = `${ROUNDS % 2 === 1 ? 'canceled' : 'paid'} monthly`
  await vi.waitFor(
    async () => {
      expect(await standings()).toEqual(people.map(() => expected))
      expect(surplus.map((id) => stripe.get(id).status)).toEqual(surplus.map(() => 'canceled'))
      expect(surplus.map((id) => stripe.get(id).invoice?.charge?.refunded)).toEqual(surplus.map(() => true))
      expect(inPlay.map((id) => play.purchases.get(id)?.isAcknowledged)).toEqual(inPlay.map(() => true))
    },
    { timeout: 120_000, interval: 500 },
  )
  // These subscriptions are in their trial, so there is nothing to refund.
  expect(onWeb.map((id) => stripe.get(id).invoice?.charge)).toEqual(onWeb.map(() => null))
  expect(stripe.refunds.toSorted()).toEqual([...new Set(stripe.refunds)].toSorted())
  expect(stripe.refunds).toHaveLength(surplus.length)
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/^senca_billing_unsettled 0$/m)
  }, 240_000)
}, 400_000)
