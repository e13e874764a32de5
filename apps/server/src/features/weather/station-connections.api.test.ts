import { hookKeySchema, weatherNowSchema, weatherSourcesSchema } from '@senca/contract/automation'
import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { connectToSpace } from '#testing/space-clients.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

let app: TestApp
let stations: MqttClient[] = []
beforeAll(async () => {
  app = await createTestApp()
})
afterEach(() => {
  for (const station of stations) station.end(true)
  stations = []
})
afterAll(() => app.close())

const keyOf = async (client: TestClient): Promise<string> =>
  hookKeySchema.parse(await client.ok(client.api('POST', '/auth/api/v1/hook/key', {}))).key

async function signIn(password: string, clientId = `station-test-${stations.length}`): Promise<MqttClient> {
  const url = `mqtt://${app.mqtt.host}:${app.mqtt.port}`
  const station = await connectAsync(url, { clientId, username: 'station', password, reconnectPeriod: 0 })
  station.on('error', () => {})
  stations.push(station)
  return station
}

const publish = (station: MqttClient, body: unknown, topic = 'senca/weather') =>
  station.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos: 1 })

const weatherOf = async (client: TestClient) =>
  weatherNowSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/weather/now', {})))

const ignored = async (reason: string): Promise<number> => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })
  const line = new RegExp(`senca_station_messages_ignored_total\\{reason="${reason}"\\} (\\d+)`)
  return Number(line.exec(await answer.text())?.[1] ?? 0)
}

const ended = (station: MqttClient) => vi.waitFor(() => expect(station.connected).toBe(false))

it('takes what a station publishes, each value for its own home', async () => {
  const owner = await createConfirmedClient(app)
  const other = await createConfirmedClient(app)
  const station = await signIn(await keyOf(owner))
  const measuredAt = new Date(app.clock.now().getTime() - 60_000).toISOString()
  await publish(station, { measuredAt, wind_gust: 9.4, temperature: -300, place: 'roof' })
  await vi.waitFor(async () => expect((await weatherOf(owner)).values).toEqual({ wind_gust: 9.4 }))
  expect(await weatherOf(owner)).toMatchObject({ source: 'station', measuredAt, isStale: false })
  expect((await weatherOf(other)).source).toBeNull()
  const { mqtt } = weatherSourcesSchema.parse(
    await owner.ok(owner.api('GET', '/auth/api/v1/weather/sources', {})),
  )
  expect(mqtt).toEqual({ host: 'localhost', port: app.mqtt.port })
})

it.each([
  ['of no home', 'station', 'nobodys-key'],
  ['without a password', 'station', ''],
  ['with the key of a home under another user name', 'other', null],
])('refuses a sign-in %s', async (_, username, password) => {
  const key = await keyOf(await createConfirmedClient(app))
  const url = `mqtt://${app.mqtt.host}:${app.mqtt.port}`
  const options = { clientId: username, username, password: password ?? key, reconnectPeriod: 0 }
  await expect(connectAsync(url, options)).rejects.toThrow(/Not authorized/)
})

it('may publish nothing else, and subscribe to nothing', async () => {
  const owner = await createConfirmedClient(app)
  const key = await keyOf(owner)
  const shade = await moveIn(app, owner, 'awning')
  const station = await signIn(key)
  const [granted] = await station.subscribeAsync('senca/weather').catch(() => [{ qos: 128 }])
  expect(granted?.qos).toBe(128)
  station.publish(`senca/${shade.id}/state`, '{"position":1}', { qos: 1 })
  await ended(station)
  expect((await owner.info(shade.id))[shade.id]?.state.position).not.toBe(1)
  await shade.device.end()
})

it('[HW5] is also what publishes to its topic in the space of an account, live', async () => {
  const owner = await createConfirmedClient(app)
  const login = mqttCredentialsSchema.parse(
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials', { json: {} })),
  )
  const { client } = await connectToSpace({ mqtt: app.mqtt, ...login })
  stations.push(client)
  const measuredAt = app.clock.now().toISOString()
  await client.publishAsync('senca/weather', JSON.stringify({ measuredAt, wind_gust: 7.5 }), { qos: 1 })
  await vi.waitFor(async () =>
    expect(await weatherOf(owner)).toMatchObject({ source: 'station', measuredAt, isStale: false }),
  )
})

it('never replaces the connection of a device or of another station by its client id', async () => {
  const owner = await createConfirmedClient(app)
  const key = await keyOf(owner)
  const shade = await moveIn(app, owner, 'awning')
  const first = await signIn(key, 'same')
  await signIn(await keyOf(await createConfirmedClient(app)), 'same')
  await signIn(key, shade.id)
  await publish(first, { humidity: 40 })
  await vi.waitFor(async () => expect((await weatherOf(owner)).values).toEqual({ humidity: 40 }))
  expect((await owner.info(shade.id))[shade.id]?.connected).toBe(true)
  await shade.device.end()
})

it('cuts what uses a key that is replaced, and refuses it then', async () => {
  const owner = await createConfirmedClient(app)
  const key = await keyOf(owner)
  const station = await signIn(key)
  const next = await keyOf(owner)
  await ended(station)
  await expect(signIn(key)).rejects.toThrow(/Not authorized/)
  await publish(await signIn(next), { humidity: 41 })
  await vi.waitFor(async () => expect((await weatherOf(owner)).values).toEqual({ humidity: 41 }))
})

it('cuts a station at its next message when another instance replaced the key', async () => {
  const owner = await createConfirmedClient(app)
  const station = await signIn(await keyOf(owner))
  await app.database.pool.query("update hook_keys set key_hash = 'replaced ' || account_id")
  await publish(station, { humidity: 42 }).catch(() => {})
  await ended(station)
  expect((await weatherOf(owner)).source).toBeNull()
})

it.each([
  ['no JSON', 'unreadable', '{'],
  ['no object', 'unreadable', '[1]'],
  ['a time that cannot be read', 'unreadable', { measuredAt: 'yesterday', humidity: 3 }],
  ['a time that lies ahead', 'wrong time', { measuredAt: '2096-01-01T00:00:00Z', humidity: 3 }],
  ['too much', 'too large', JSON.stringify({ humidity: 3, more: 'x'.repeat(5_000) })],
])('drops %s, counts it, and reads on', async (_, reason, body) => {
  const owner = await createConfirmedClient(app)
  const station = await signIn(await keyOf(owner))
  const before = await ignored(reason)
  await publish(station, body)
  await publish(station, { humidity: 43, temperature: 'warm', __proto__: 1 })
  await vi.waitFor(async () => expect((await weatherOf(owner)).values).toEqual({ humidity: 43 }))
  expect(await ignored(reason)).toBe(before + 1)
})

it('takes one report a second after sixty at once, from all connections of a home', async () => {
  const owner = await createConfirmedClient(app)
  const key = await keyOf(owner)
  const [one, two] = [await signIn(key), await signIn(key)]
  const before = await ignored('too often')
  for (let count = 0; count < 35; count += 1) {
    await publish(one, { humidity: 44 })
    await publish(two, { humidity: 44 })
  }
  expect(await ignored('too often')).toBe(before + 10)
  app.clock.advance(1_000)
  await publish(one, { humidity: 45 })
  await vi.waitFor(async () => expect((await weatherOf(owner)).values).toEqual({ humidity: 45 }))
})

it('keeps five connections of a home: one more ends the oldest', async () => {
  const key = await keyOf(await createConfirmedClient(app))
  const own: MqttClient[] = []
  for (let count = 0; count < 6; count += 1) own.push(await signIn(key))
  const [oldest, ...others] = own
  if (oldest === undefined) throw new Error('no station')
  await ended(oldest)
  expect(others.every(({ connected }) => connected)).toBe(true)
})
