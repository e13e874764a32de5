import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entitlementExportSchema } from '@senca/contract/billing'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { spawnServer } from '#testing/server-process.ts'
import { createStripeDouble, type StripeDouble } from '#testing/stripe-double.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const ACCOUNTS = 6
const ROUNDS = 4

let dataDir: string
let stripe: StripeDouble
let server: ChildProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'senca-billing-'))
})
afterEach(async () => {
  server?.kill('SIGKILL')
  await stripe.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

/** Starts the server with its own database, and waits until it is ready. */
async function start() {
  const { child, printed } = spawnServer(dataDir, {
    ...stripe.environment,
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

it('what Stripe told before the server was killed is worked off at the next start, and nothing is refunded twice', async () => {
  const clock = createFakeClock(new Date())
  stripe = await createStripeDouble({ clock })
  let app = await start()
  const ids: string[] = []
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const client = createTestClient(app)
    await client.ok(client.register(newEmail()))
  }
  ids.push(...(await accountIdsOf(app.place)))
  expect(ids).toHaveLength(ACCOUNTS)

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
  const kept = ids.map((id) => stripe.subscribe(id, 'monthly'))
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
  expect(kept.map((id) => stripe.get(id).invoice?.charge?.refunded)).toEqual(kept.map(() => false))
  expect(stripe.refunds.toSorted()).toEqual([...new Set(stripe.refunds)].toSorted())
  expect(stripe.refunds).toHaveLength(surplus.length)
}, 400_000)

/** The accounts in the database of a running server. */
async function accountIdsOf(place: string): Promise<string[]> {
  const [, port = '', socket = ''] = await Promise.all([
    null,
    readFile(join(place, 'postmaster.pid'), 'utf8').then((text) => text.split('\n')[3] ?? ''),
    readFile(join(place, 'postmaster.pid'), 'utf8').then((text) => text.split('\n')[4] ?? ''),
  ])
  const client = new Client({ host: socket, port: Number(port), user: 'senca', database: 'senca' })
  await client.connect()
  const { rows } = await client.query('select id from accounts')
  await client.end()
  return rows.map(({ id }) => String(id))
}
