import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { createBridge } from '#testing/homes/bridge-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import {
  askWebhooks,
  createWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '#testing/homes/webhook-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

const DAY_MS = 86_400_000
/** The longest delays between the attempts. */
const LATEST_S = [6, 360, 2_160, 8_640, 21_600, 43_200, 60_480, 86_400]

let mailServer: TestMailServer
let app: TestApp
let receiver: WebhookReceiver
let anna: Person
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
  await app.twin()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
  await mailServer.close()
})
beforeEach(async () => {
  anna = await createPerson(app)
  receiver.received.length = 0
  receiver.answerWith(200)
})

const hook = async () => {
  const path = `/${crypto.randomUUID()}`
  const { id: bridge } = await createBridge(anna, [])
  const made = await createWebhook(anna, {
    bridge,
    url: `${receiver.url}${path}`,
    events: ['device.state'],
  })
  return { ...made, path }
}
const pass = (seconds: number) => {
  app.clock.advance(seconds * 1_000)
  anna.forgetApiToken()
}
const arrived = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count))
const settled = async (id: string, attempts: number) =>
  vi.waitFor(async () => expect((await listDeliveries(anna, id))[0]).toMatchObject({ attempts }))

describe('a receiver that fails [BR56]', () => {
  it('gets the same message under the same id nine times, and then never again', async () => {
    const { id } = await hook()
    receiver.answerWith(500)
    const delivery = await testWebhook(anna, id)
    for (const [index, seconds] of LATEST_S.entries()) {
      await settled(id, index + 1)
      const [shown] = await listDeliveries(anna, id)
      expect(shown).toMatchObject({ id: delivery, event: 'webhook.test', status: 500 })
      const ms = new Date(shown?.nextAt ?? 0).getTime() - app.clock.now().getTime()
      expect(ms).toBeGreaterThanOrEqual((seconds / 1.2) * 0.8 * 1_000 - 1)
      expect(ms).toBeLessThanOrEqual(seconds * 1_000)
      pass(Math.floor(ms / 1_000) - 1)
      expect(receiver.received).toHaveLength(index + 1)
      pass(3)
      await arrived(index + 2)
    }
    await settled(id, 9)
    expect((await listDeliveries(anna, id))[0]).toMatchObject({ attempts: 9, status: 500, nextAt: null })
    expect(new Set(receiver.received.map((each) => each.id))).toEqual(new Set([delivery]))
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1)
    expect((await listWebhooks(anna))[0]).toMatchObject({ enabled: true, problem: null })
  })

  it('says by Retry-After when the next attempt comes', async () => {
    const { id } = await hook()
    receiver.answerWith(429, { 'retry-after': '1800' })
    await testWebhook(anna, id)
    await settled(id, 1)
    pass(1_795)
    expect(receiver.received).toHaveLength(1)
    receiver.answerWith(204)
    pass(6)
    await arrived(2)
    await settled(id, 2)
    expect(await listDeliveries(anna, id)).toMatchObject([{ status: 204, nextAt: null }])
  })

  it('that answers 410 is switched off at once, with a mail, and can be switched on again', async () => {
    const { id } = await hook()
    receiver.answerWith(410)
    await testWebhook(anna, id)
    await vi.waitFor(async () =>
      expect(await listWebhooks(anna)).toMatchObject([{ enabled: false, problem: 'gone' }]),
    )
    expect(await listDeliveries(anna, id)).toMatchObject([{ attempts: 1, status: 410, nextAt: null }])
    await vi.waitFor(() =>
      expect(
        mailServer.received.filter(
          ({ envelope, mail }) => envelope.to.includes(anna.email) && /webhook/i.test(mail.subject ?? ''),
        ),
      ).toHaveLength(1),
    )
    receiver.answerWith(200)
    expect(await anna.ok(askWebhooks(anna, 'update', { id, enabled: true }))).toMatchObject({
      enabled: true,
      problem: null,
      failingSince: null,
    })
  })

  it('for five days is switched off, with a mail', async () => {
    const { id } = await hook()
    receiver.answerWith(503)
    await testWebhook(anna, id)
    await settled(id, 1)
    const since = app.clock.now().toISOString()
    expect(await listWebhooks(anna)).toMatchObject([{ enabled: true, failingSince: since }])
    await app.clock.leap(5 * DAY_MS)
    anna.forgetApiToken()
    await testWebhook(anna, id)
    await vi.waitFor(async () =>
      expect(await listWebhooks(anna)).toMatchObject([{ enabled: false, problem: 'failing' }]),
    )
    await vi.waitFor(async () =>
      expect((await listDeliveries(anna, id)).map(({ nextAt }) => nextAt)).toEqual([null, null]),
    )
    await vi.waitFor(() =>
      expect(
        mailServer.received.some(
          ({ envelope, mail }) => envelope.to.includes(anna.email) && /five days/.test(mail.text ?? ''),
        ),
      ).toBe(true),
    )
  })

  it('once is not failing any more after a delivery', async () => {
    const { id } = await hook()
    receiver.answerWith(500)
    await testWebhook(anna, id)
    await settled(id, 1)
    receiver.answerWith(200)
    pass(7)
    await arrived(2)
    await vi.waitFor(async () => expect(await listWebhooks(anna)).toMatchObject([{ failingSince: null }]))
  })
})

describe('a replay', () => {
  it('is a new message that names the one before', async () => {
    const { id } = await hook()
    const first = await testWebhook(anna, id)
    await arrived(1)
    const again = Object(await anna.ok(askWebhooks(anna, 'replay', { id, deliveryId: first })))
    await arrived(2)
    expect(again.id).not.toBe(first)
    expect(receiver.received[1]).toMatchObject({ id: again.id, body: { replayOf: first } })
    const [original, replayed] = receiver.received.map(({ body }) => body)
    expect({ ...replayed, replayOf: undefined }).toEqual({ ...original, replayOf: undefined })
    expect(await listDeliveries(anna, id)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: again.id, replayOf: first })]),
    )
    expect(
      refusalOf(await askWebhooks(anna, 'replay', { id, deliveryId: crypto.randomUUID() })),
    ).toMatchObject({ status: 404, error: 'resource_not_found', key: 'deliveryId' })
  })

  it('is possible 120 times an hour, with tests', async () => {
    const { id } = await hook()
    for (let count = 0; count < 120; count += 1) await testWebhook(anna, id)
    const refused = await askWebhooks(anna, 'test', { id })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('several webhooks and instances [BR57]', () => {
  it('get one message at a time each, four of an account at once, and each message once', async () => {
    const hooks = await Promise.all(Array.from({ length: 6 }, hook))
    const held: (() => void)[] = []
    receiver.answerBy((_hook, response) => void held.push(() => response.end()))
    const sent = await Promise.all(hooks.flatMap(({ id }) => [testWebhook(anna, id), testWebhook(anna, id)]))
    await vi.waitFor(() => expect(held).toHaveLength(4))
    // Both instances look for what is due.
    pass(2)
    await vi.waitFor(async () => expect(await app.database.pool.query('select 1')).toBeTruthy())
    expect(receiver.nowAtOnce()).toBe(4)
    receiver.answerWith(200)
    for (const answer of held.splice(0)) answer()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(sent.length))
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(sent.toSorted())
    expect(hooks.map(({ path }) => receiver.mostAtOnce(path))).toEqual(hooks.map(() => 1))
  })

  it('do not wait for one that hangs', async () => {
    const [slow, quick] = [await hook(), await hook()]
    const held: (() => void)[] = []
    receiver.answerBy(({ path }, response) => {
      if (path === slow.path) held.push(() => response.end())
      else response.end()
    })
    await testWebhook(anna, slow.id)
    await vi.waitFor(() => expect(held).toHaveLength(1))
    for (let count = 0; count < 5; count += 1) await testWebhook(anna, quick.id)
    await vi.waitFor(() =>
      expect(receiver.received.filter(({ path }) => path === quick.path)).toHaveLength(5),
    )
    for (const answer of held) answer()
  })
})
