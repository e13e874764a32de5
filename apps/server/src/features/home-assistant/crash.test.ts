import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { API } from '#testing/homes/bridge-home.ts'
import { connectHome, createHomeBridge, homeOf } from '#testing/homes/home-assistant-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { ownServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'

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

it('after kill -9 both brokers say again what is true, under the same keys', async () => {
  const first = await startServer({ DATABASE_URL: database.url, OPERATOR_TOKEN })
  const server = { ...first, database }
  const owner = await createConfirmedClient(server)
  const json = { host: '127.0.0.1', port: mosquitto.port, tls: false }
  await owner.ok(owner.api('POST', `${API}/mqtt/join`, { json }))
  const [device] = await owner.provision('roller_shutter')
  if (device === undefined) throw new Error('no device was provisioned')
  await owner.claim(device.claimCode, 'Kitchen')
  const own = await createHomeBridge(owner, [device.id])
  const joined = await createHomeBridge(owner, [device.id], { options: { broker: 'joined' } })
  const atMosquitto = await connectHome({ host: '127.0.0.1', port: mosquitto.port }, joined.bridge.id)
  const atSenca = await homeOf(first, own)
  const status = () => atMosquitto.payloads.get(`senca-bridge/${joined.bridge.id}/status`)
  await vi.waitFor(() => expect(status()).toBe('online'))
  const idsOf = (home: typeof atSenca) =>
    [...home.configs().values()].map(({ unique_id: id }) => id).toSorted()
  const before = [idsOf(atSenca), idsOf(atMosquitto)]
  expect(before.map(({ length }) => length)).toEqual([6, 6])

  first.child.kill('SIGKILL')
  await vi.waitFor(() => expect(status()).toBe('offline'))
  Object.assign(server, await startServer({ DATABASE_URL: database.url, OPERATOR_TOKEN }))
  // The lease of the broker that is joined ends first.
  await vi.waitFor(() => expect(status()).toBe('online'), { timeout: 200_000 })
  const again = await homeOf(server, own)
  await vi.waitFor(() => expect([idsOf(again), idsOf(atMosquitto)]).toEqual(before))
  expect(again.stateOf('availability')).toBe('offline')
  for (const home of [atMosquitto, again]) await home.end()
}, 400_000)
