import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { createBridge } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createWebhook, listDeliveries, testWebhook } from '#testing/homes/webhook-home.ts'
import { ownServer } from '#testing/server-process.ts'

const COUNT = 10

let database: TestDatabase
let receiver: WebhookReceiver
beforeEach(async () => {
  database = await createTestDatabase()
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await database.drop()
  await receiver.close()
})
const startServer = ownServer()

it('what was acknowledged is delivered after kill -9 of the server, under its id [BR56]', async () => {
  const first = await startServer({ DATABASE_URL: database.url })
  const server = { ...first, database }
  const owner = await createConfirmedClient(server)
  const { id: bridge } = await createBridge(owner, [])
  const { id } = await createWebhook(owner, { bridge, url: receiver.url, events: ['device.state'] })
  receiver.answerBy(() => {})
  const sent: string[] = []
  for (let count = 0; count < COUNT; count += 1) sent.push(await testWebhook(owner, id))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1))
  first.child.kill('SIGKILL')
  receiver.answerWith(200)
  Object.assign(server, await startServer({ DATABASE_URL: database.url }))
  await vi.waitFor(
    async () => {
      const deliveries = await listDeliveries(owner, id)
      expect(deliveries.map(({ status, nextAt }) => [status, nextAt])).toEqual(sent.map(() => [200, null]))
    },
    { timeout: 60_000 },
  )
  expect(new Set(receiver.received.map((hook) => hook.id))).toEqual(new Set(sent))
}, 240_000)
