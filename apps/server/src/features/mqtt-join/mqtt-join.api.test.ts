import { securityEventsSchema } from '@senca/contract/account'
import { joinedBrokerSchema } from '@senca/contract/mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail, refusalOf, type TestClient } from '#testing/test-client.ts'

const CALL = '/auth/api/v1/mqtt'
const PASSWORD = 'correct horse 7'

let mosquitto: Mosquitto
let app: TestApp
beforeAll(async () => {
  mosquitto = await createMosquitto(async () => ['allow_anonymous true'])
  await mosquitto.start()
  app = await createTestApp()
})
afterAll(async () => {
  await app.close()
  await mosquitto.remove()
})
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function createOwner() {
  const owner = createTestClient(app)
  const email = newEmail()
  await owner.ok(owner.register(email))
  await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  return { owner, email }
}

const join = (owner: TestClient, json: object = {}) =>
  owner.api('POST', `${CALL}/join`, {
    json: { host: '127.0.0.1', port: mosquitto.port, tls: false, ...json },
  })
const leave = (owner: TestClient) => owner.api('POST', `${CALL}/leave`, { json: {} })
const joined = async (owner: TestClient) => owner.ok(owner.api('GET', `${CALL}/join`))
const statusOf = async (owner: TestClient) => joinedBrokerSchema.parse(await joined(owner))
const rows = async () =>
  (await app.database.pool.query('select to_jsonb(t)::text as row from joined_brokers t')).rows
const gaugeOf = async (status: string) => {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(new RegExp(`^senca_joined_brokers\\{status="${status}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

describe('[HW14] a broker that a person runs', () => {
  it('is joined when it works, shown without its password, and left', async () => {
    const owner = await createConfirmedClient(app)
    expect(await joined(owner)).toEqual({})
    const answer = await owner.ok(join(owner, { username: 'me', password: PASSWORD }))
    const expected = {
      host: '127.0.0.1',
      port: mosquitto.port,
      tls: false,
      username: 'me',
      discoveryPrefix: 'homeassistant',
      status: 'connected',
      since: app.clock.now().toISOString(),
      lastError: null,
      entities: 0,
    }
    expect(answer).toEqual(expected)
    expect(await joined(owner)).toEqual(expected)
    expect(await gaugeOf('connected')).toBe(1)
    expect(JSON.stringify(await rows())).not.toContain(PASSWORD)
    expect(await owner.ok(leave(owner))).toEqual({})
    expect(await joined(owner)).toEqual({})
    expect(await gaugeOf('connected')).toBe(0)
    expect(await owner.ok(leave(owner))).toEqual({})
    const { events } = securityEventsSchema.parse(await owner.ok(owner.call('GET', '/auth/account/events')))
    const detail = `127.0.0.1:${mosquitto.port}`
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'mqtt_broker_left', detail },
      { kind: 'mqtt_broker_joined', detail },
    ])
  })

  it('is not saved when it cannot be used, and the one before stays', async () => {
    const { owner, email } = await createOwner()
    await owner.ok(join(owner))
    const refused = await join(owner, { port: Number(new URL(app.url).port) })
    expect(refusalOf(refused)).toMatchObject({ error: 'broker_unusable', error_detail: 'not_mqtt' })
    expect(refused.status).toBe(409)
    expect(await statusOf(owner)).toMatchObject({ port: mosquitto.port, status: 'connected' })
    expect(refusalOf(await join(owner, { host: 'no-such-host.invalid' }))).toMatchObject({
      error_detail: 'dns',
    })
    await owner.ok(join(owner, { discoveryPrefix: 'home/ha' }))
    expect(await statusOf(owner)).toMatchObject({ discoveryPrefix: 'home/ha', status: 'connected' })
    expect(await gaugeOf('connected')).toBe(1)
    await deleteAccount(app, owner, email)
    expect(await gaugeOf('connected')).toBe(0)
    expect(await rows()).toEqual([])
  })

  it('is connected to again after a restart, by itself after an outage, and only while it is joined', async () => {
    const owner = await createConfirmedClient(app)
    await owner.ok(join(owner))
    await app.restart()
    await vi.waitFor(async () => expect(await statusOf(owner)).toMatchObject({ status: 'connected' }))
    await mosquitto.kill()
    await vi.waitFor(async () =>
      expect(await statusOf(owner)).toMatchObject({ status: 'unreachable', lastError: 'unreachable' }),
    )
    await mosquitto.start()
    // Once: the new connection has a second by the same clock for each answer.
    app.clock.advance(1_000)
    await vi.waitFor(async () => expect(await statusOf(owner)).toMatchObject({ status: 'connected' }))
    await owner.ok(leave(owner))
    expect(await joined(owner)).toEqual({})
  })

  it('is tried ten times in an hour at most, by confirmed accounts', async () => {
    const owner = await createConfirmedClient(app)
    for (let times = 1; times <= 10; times += 1)
      expect((await join(owner, { host: 'fe80::1' })).status).toBe(409)
    expect((await join(owner)).status).toBe(429)
    const stranger = createTestClient(app)
    await stranger.ok(stranger.register(newEmail()))
    expect(refusalOf(await join(stranger))).toMatchObject({ error: 'account_confirmation_required' })
  })

  it.each([
    ['no host', { host: '' }, 'host'],
    ['an address of another kind', { host: 'mqtt://broker' }, 'host'],
    ['a port that is none', { port: 70_000 }, 'port'],
    ['no word about TLS', { tls: undefined }, 'tls'],
    ['a control character in the login', { username: 'me\n' }, 'username'],
    ['a control character in the password', { password: 'a\u0007b' }, 'password'],
    ['a wildcard in the prefix', { discoveryPrefix: 'home/#' }, 'discoveryPrefix'],
    ['certificates that are none', { tls: true, ca: 'hello' }, 'ca'],
    ['too many certificates', { tls: true, ca: 'x'.repeat(16_385) }, 'ca'],
  ])('is refused with %s', async (_name, json, key) => {
    const owner = await createConfirmedClient(app)
    expect(refusalOf(await join(owner, json))).toMatchObject({ error: 'malformed_request', key })
  })
})

describe('[HW15] BROKER_JOIN', () => {
  const appWith = async (environment: Record<string, string>) => {
    const other = await app.twin(environment)
    closers.push(other.close)
    return createConfirmedClient({ ...app, url: other.url })
  }

  it('is off: no broker is joined or shown', async () => {
    const owner = await appWith({ BROKER_JOIN: 'off' })
    expect(refusalOf(await join(owner))).toMatchObject({
      error: 'broker_unusable',
      error_detail: 'not_allowed',
    })
    expect(await joined(owner)).toEqual({})
  })

  it.each([
    { host: '127.0.0.1', tls: true },
    { host: 'localhost', tls: true },
    { host: '::1', tls: true },
    { host: '127.0.0.1', tls: false },
  ])('is public: $host is not reached', async (json) => {
    const owner = await appWith({ BROKER_JOIN: 'public' })
    expect(refusalOf(await join(owner, json))).toMatchObject({ error_detail: 'not_allowed' })
  })

  it('reaches no port of this server itself', async () => {
    const owner = await createConfirmedClient(app)
    expect(refusalOf(await join(owner, { port: app.mqtt.port }))).toMatchObject({
      error_detail: 'not_allowed',
    })
  })
})
