import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entitlementExportSchema } from '@senca/contract/billing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createFakeClock } from '#testing/fake-clock.ts'
import { spawnServer } from '#testing/server-process.ts'
import { createStripeDouble, type StripeDouble } from '#testing/stripe-double.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/test-mail-server.ts'

const ACCOUNTS = 6
const ROUNDS = 3

let dataDir: string
let stripe: StripeDouble
let mails: TestMailServer
let server: ChildProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'senca-billing-'))
})
afterEach(async () => {
  server?.kill('SIGKILL')
  await Promise.all([stripe.close(), mails.close()])
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

/** Starts the server with its own database, and waits until it is ready. */
async function start() {
  const { child, printed } = spawnServer(dataDir, {
    ...stripe.environment,
    SMTP_URL: mails.url,
    SESSION_SECRET: 'secret-of-the-crash-test',
    OPERATOR_TOKEN,
    LOG_LEVEL: 'error',
  })
  server = child
  return vi.waitFor(
    () => {
      const port = /^Senca is ready: \S+:(\d+)$/m.exec(printed.out)?.[1]
      const place = /^Database: (.*)$/m.exec(printed.out)?.[1]
      if (port === undefined || place === undefined)
        throw new Error(`not ready: ${printed.out}${printed.error}`)
      return { child, place, url: `http://127.0.0.1:${port}` }
    },
    { timeout: 60_000, interval: 50 },
  )
}
type Started = Awaited<ReturnType<typeof start>>

/** Ends the server without a word, and its database with it where `isWhole`. */
async function kill({ child, place }: Started, isWhole: boolean): Promise<void> {
  const postmaster = Number.parseInt(await readFile(join(place, 'postmaster.pid'), 'utf8'), 10)
  child.kill('SIGKILL')
  if (isWhole) process.kill(postmaster, 'SIGKILL')
  await vi.waitFor(() => expect(child.signalCode ?? child.exitCode).not.toBeNull())
}

async function statuses(url: string): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  const answer = await fetch(`${url}/auth/api/v1/operator/subscription/export`, { headers })
  const { entitlements } = entitlementExportSchema.parse(await answer.json())
  return new Map(entitlements.map(({ accountId, status, plan }) => [accountId, `${status} ${plan}`]))
}

/** The page of payment of a new account, which is confirmed. */
async function pageOfNew(app: Started): Promise<string> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const [letter] = await mails.to(email, 1)
  if (letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const exchanged = await client.ok(client.call('POST', '/auth/account/confirm', { form: { token } }))
  const { state } = z.parse(z.object({ state: z.string() }), exchanged)
  await client.ok(client.call('POST', `/auth/account/${token}/confirm`, { form: { state } }))
  client.forgetApiToken()
  const json = { plan: 'monthly' }
  const opened = await client.ok(client.api('POST', '/auth/api/v1/subscription/checkout', { json }))
  return z.parse(z.object({ url: z.string() }), opened).url
}

it('what Stripe told before the server was killed is worked off at the next start, and nothing is refunded twice', async () => {
  const clock = createFakeClock(new Date())
  stripe = await createStripeDouble({ clock })
  mails = await startTestMailServer()
  let app = await start()
  const ids: string[] = []
  const kept: string[] = []
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const page = await pageOfNew(app)
    const session = stripe.sessions.get(page.split('/').at(-1) ?? '')
    if (session === undefined) throw new Error('no page')
    ids.push(session.metadata.senca_account ?? '')
    kept.push(stripe.pay(page))
  }

  /** Tells of a subscription until it is answered 200, as Stripe does. */
  const told = async (id: string, event: string): Promise<void> => {
    for (;;) {
      const { body, headers } = stripe.event('customer.subscription.updated', stripe.shown(id), event)
      const status = await fetch(`${app.url}/auth/billing/stripe`, { method: 'POST', body, headers }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  await Promise.all(kept.map((id) => told(id, `evt_begin_${id}`)))
  await vi.waitFor(async () => expect([...(await statuses(app.url)).values()]).toHaveLength(ACCOUNTS), {
    timeout: 20_000,
  })

  const surplus: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.advance(5_000)
    // Somebody pays a second time in another window: it is canceled and refunded, once.
    const second = ids.map((id) => stripe.subscribe(id, 'yearly'))
    surplus.push(...second)
    for (const id of kept) stripe.change(id, { isCanceledAtEnd: round % 2 === 0 })
    const asked = stripe.asked.length
    const telling = Promise.all([...kept, ...second].map((id) => told(id, `evt_${round}_${id}`)))
    // In the midst of what Stripe is asked for.
    const goal = asked + 1 + Math.floor(Math.random() * 3 * ACCOUNTS)
    const giveUpAt = Date.now() + 3_000
    while (stripe.asked.length < goal && Date.now() < giveUpAt)
      await new Promise((done) => setTimeout(done, 1))
    await kill(app, round % 2 === 1)
    app = await start()
    await telling
  }
  const expected = `${ROUNDS % 2 === 1 ? 'canceled' : 'paid'} monthly`
  await vi.waitFor(
    async () => {
      const found = await statuses(app.url)
      expect(ids.map((id) => found.get(id))).toEqual(ids.map(() => expected))
      expect(surplus.map((id) => stripe.get(id).status)).toEqual(surplus.map(() => 'canceled'))
      expect(surplus.map((id) => stripe.get(id).invoice?.charge?.refunded)).toEqual(surplus.map(() => true))
    },
    { timeout: 90_000, interval: 500 },
  )
  // Those are in their trial: there is nothing that could have been given back.
  expect(kept.map((id) => stripe.get(id).invoice?.charge)).toEqual(kept.map(() => null))
  expect(stripe.refunds.toSorted()).toEqual([...new Set(stripe.refunds)].toSorted())
  expect(stripe.refunds).toHaveLength(surplus.length)
}, 400_000)
