import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { ownServer } from '#testing/server-process.ts'
import { connectToSpace } from '#testing/space-clients.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
const startServer = ownServer()

it('[HW8] retained config topics outlive kill -9, and the login too', async () => {
  const first = await startServer({ DATABASE_URL: database.url })
  const owner = await createConfirmedClient({ ...first, database })
  const login = mqttCredentialsSchema.parse(
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials', { json: {} })),
  )
  const bridge = await connectToSpace({ mqtt: first.mqtt, ...login })
  const topics = Array.from({ length: 200 }, (_, n) => `homeassistant/cover/${n}/config`)
  for (const topic of topics)
    await bridge.client.publishAsync(topic, `{"name":"${topic}"}`, { qos: 1, retain: true })
  await vi.waitFor(
    async () =>
      expect(
        (await database.pool.query("select topic from mqtt_retained where topic like '%/config'")).rowCount,
      ).toBe(200),
    { timeout: 60_000 },
  )
  first.child.kill('SIGKILL')
  const next = await startServer({ DATABASE_URL: database.url })
  const again = await connectToSpace({ mqtt: next.mqtt, ...login })
  await again.client.subscribeAsync('homeassistant/cover/+/config')
  await vi.waitFor(() => expect(again.received).toHaveLength(200))
  expect(again.received.toSorted()).toEqual(topics.map((topic) => `${topic} {"name":"${topic}"}`).toSorted())
  await again.client.endAsync()
}, 240_000)
