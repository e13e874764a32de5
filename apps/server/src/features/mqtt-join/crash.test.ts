import { joinedBrokerSchema } from '@senca/contract/mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { ownServer } from '#testing/server-process.ts'

let mosquitto: Mosquitto
beforeAll(async () => {
  mosquitto = await createMosquitto(async () => ['allow_anonymous true'])
  await mosquitto.start()
})
afterAll(() => mosquitto.remove())
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
const startServer = ownServer()

it('[HW16] a joined broker outlives kill -9 of the server, with its password', async () => {
  const first = await startServer({ DATABASE_URL: database.url })
  const server = { ...first, database }
  const owner = await createConfirmedClient(server)
  const json = { host: '127.0.0.1', port: mosquitto.port, tls: false, username: 'me', password: 'secret' }
  await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/join', { json }))
  first.child.kill('SIGKILL')
  Object.assign(server, await startServer({ DATABASE_URL: database.url }))
  await vi.waitFor(
    async () =>
      expect(
        joinedBrokerSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/mqtt/join'))),
      ).toMatchObject({
        status: 'connected',
        username: 'me',
      }),
    { timeout: 60_000 },
  )
}, 240_000)
