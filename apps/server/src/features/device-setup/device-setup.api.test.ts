import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceListSchema, LIMITS } from '@senca/contract'
import { type SetupStarted, setupStartedSchema, setupStatusSchema } from '@senca/contract/setup'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashClaimCode } from '#features/devices/index.ts'
import { askDevice, receivedBy, refusal } from '#testing/device-calls.ts'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { connectFakeDevice, type FakeDevice } from '#testing/fake-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

/** Some tests wait for the answer of a device that must first forget its home. */
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const start = async (client: TestClient): Promise<SetupStarted> =>
  setupStartedSchema.parse(await client.ok(askDevice(client, 'setup/start', {})))
const statusOf = async (client: TestClient, setupCode: string) =>
  setupStatusSchema.parse(await client.ok(askDevice(client, 'setup/status', { setupCode })))
const becomes = (client: TestClient, setupCode: string, notified: object) =>
  vi.waitFor(async () => expect(await statusOf(client, setupCode)).toEqual(notified), { timeout: 120_000 })
const homeOf = async (client: TestClient): Promise<Record<string, string>> =>
  deviceListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device/list')))

const made = async (client: TestClient) => {
  const [one] = await client.provision('awning')
  if (one === undefined) throw new Error('nothing was provisioned')
  return one
}
type Made = Awaited<ReturnType<typeof made>>

/** Connects a device that was given a setup code; `more` is added to its status. */
const offer = (one: Made, setupCode: string, more: object = {}): Promise<FakeDevice> =>
  connectFakeDevice({ mqtt: app.mqtt, ...one, type: 'awning', status: { setupCode, ...more } })

describe('a set-up code', () => {
  it('brings one device into the home, under a name of its own, and notifies the device', async () => {
    const owner = await createConfirmedClient(app)
    const started = await start(owner)
    expect(started).toMatchObject({ host: 'localhost', port: app.mqtt.port, tls: false })
    expect(Date.parse(started.expiresAt) - app.clock.now().getTime()).toBe(LIMITS.SETUP_CODE_TTL_MS)
    expect(await statusOf(owner, started.setupCode)).toEqual({ status: 'waiting' })

    const one = await made(owner)
    const device = await offer(one, started.setupCode)
    await becomes(owner, started.setupCode, { status: 'claimed', token: one.id })
    expect(await homeOf(owner)).toEqual({ [one.id]: 'Awning' })
    await receivedBy(device, 'settings')
    // Case and separators do not matter.
    const { setupCode } = started
    expect(await statusOf(owner, setupCode.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      status: 'claimed',
    })
    await device.end()
  })

  it('is used once: another device is not taken, and the first stays [DV19]', async () => {
    const owner = await createConfirmedClient(app)
    const { setupCode } = await start(owner)
    const [first, second] = [await made(owner), await made(owner)]
    const one = await offer(first, setupCode)
    await becomes(owner, setupCode, { status: 'claimed', token: first.id })
    const other = await offer(second, setupCode)
    await becomes(owner, setupCode, { status: 'failed', reason: 'used' })
    expect(Object.keys(await homeOf(owner))).toEqual([first.id])
    one.publish('status', { connected: true, type: 'awning', version: 2, setupCode })
    await becomes(owner, setupCode, { status: 'claimed', token: first.id })
    await Promise.all([one.end(), other.end()])
  })

  it('of two devices that offer it at once takes one', async () => {
    const owner = await createConfirmedClient(app)
    const { setupCode } = await start(owner)
    const both = await Promise.all(
      [await made(owner), await made(owner)].map((each) => offer(each, setupCode)),
    )
    await vi.waitFor(async () => expect(Object.keys(await homeOf(owner))).toHaveLength(1))
    await vi.waitFor(async () => expect((await statusOf(owner, setupCode)).status).not.toBe('waiting'))
    expect(Object.keys(await homeOf(owner))).toHaveLength(1)
    await Promise.all(both.map((device) => device.end()))
  })

  it('never takes a device of another home that was not reset, and takes it once it was [DV20]', async () => {
    const [owner, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    const one = await made(other)
    await other.claim(one.claimCode, 'Mine')
    const { setupCode } = await start(owner)
    const device = await offer(one, setupCode)
    await becomes(owner, setupCode, { status: 'failed', reason: 'belongs_to_another_home' })
    expect(Object.keys(await homeOf(other))).toEqual([one.id])
    expect(await homeOf(owner)).toEqual({})

    device.publish('status', { connected: true, type: 'awning', version: 2, setupCode, factoryReset: true })
    await becomes(owner, setupCode, { status: 'claimed', token: one.id })
    expect(await homeOf(other)).toEqual({})
    expect(Object.keys(await homeOf(owner))).toEqual([one.id])
    await device.end()
  })

  it('of its own home is answered with claimed, and the device keeps its name', async () => {
    const owner = await createConfirmedClient(app)
    const one = await made(owner)
    await owner.claim(one.claimCode, 'Terrace')
    const { setupCode } = await start(owner)
    const device = await offer(one, setupCode, { factoryReset: true })
    await becomes(owner, setupCode, { status: 'claimed', token: one.id })
    expect(await homeOf(owner)).toEqual({ [one.id]: 'Terrace' })
    await receivedBy(device, 'settings')
    await device.end()
  })

  it('takes a device that was deleted while it was away once it has forgotten its home', async () => {
    const [owner, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    const one = await made(other)
    await other.claim(one.claimCode, 'Mine')
    await other.delete(one.id, true)
    const { setupCode } = await start(owner)
    const device = await offer(one, setupCode)
    await becomes(owner, setupCode, { status: 'claimed', token: one.id })
    expect(device.received.map(({ command }) => command)).toContain('forget')
    await device.end()
  })

  it('of a device that never confirms that it has forgotten its home is reported as unreachable', async () => {
    const [owner, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    const one = await made(other)
    await other.claim(one.claimCode, 'Mine')
    await other.delete(one.id, true)
    const { setupCode } = await start(owner)
    const silent = await connectFakeDevice({
      mqtt: app.mqtt,
      ...one,
      type: 'awning',
      status: { setupCode },
      onCommand: () => {},
    })
    await becomes(owner, setupCode, { status: 'connected' })
    await receivedBy(silent, 'forget')
    await app.clock.advanceAsync(LIMITS.COMMAND_ACK_MS + 1_000)
    await becomes(owner, setupCode, { status: 'failed', reason: 'unreachable' })
    expect(await homeOf(owner)).toEqual({})
    await silent.end()
  })

  it('ends after thirty minutes', async () => {
    const owner = await createConfirmedClient(app)
    const { setupCode } = await start(owner)
    await app.clock.advanceAsync(LIMITS.SETUP_CODE_TTL_MS)
    owner.forgetApiToken()
    expect(await statusOf(owner, setupCode)).toEqual({ status: 'failed', reason: 'expired' })
    const one = await made(owner)
    const device = await offer(one, setupCode)
    const fresh = await start(owner)
    device.publish('status', { connected: true, type: 'awning', version: 2, setupCode: fresh.setupCode })
    await becomes(owner, fresh.setupCode, { status: 'claimed', token: one.id })
    expect(await statusOf(owner, setupCode)).toEqual({ status: 'failed', reason: 'expired' })
    await device.end()
  })

  it('is there five times at most, also of many that are asked for at once', async () => {
    const owner = await createConfirmedClient(app)
    const answers = await Promise.all(Array.from({ length: 8 }, () => askDevice(owner, 'setup/start', {})))
    const open = answers.filter(({ status }) => status === 200)
    expect(open).toHaveLength(LIMITS.SETUP_CODES_OPEN)
    expect(refusal(await askDevice(owner, 'setup/start', {}))).toEqual([
      409,
      'setup_codes_limit_exceeded',
      undefined,
    ])
    const { setupCode } = setupStartedSchema.parse(open[0]?.body)
    const one = await made(owner)
    const device = await offer(one, setupCode)
    await becomes(owner, setupCode, { status: 'claimed', token: one.id })
    await start(owner)
    await device.end()
  })

  it('is of its account alone, and nobody’s elsewhere', async () => {
    const [owner, other] = [await createConfirmedClient(app), await createConfirmedClient(app)]
    const { setupCode } = await start(owner)
    for (const code of [setupCode, 'NONE'])
      expect(refusal(await askDevice(other, 'setup/status', { setupCode: code }))).toEqual([
        404,
        'resource_not_found',
        'setupCode',
      ])
    for (const json of [{ network: 'ADC_abc123' }, { network: 'ADC_ABC10X' }, { network: 1 }, { more: 1 }])
      expect((await askDevice(owner, 'setup/start', json)).status).toBe(400)
    expect((await askDevice(owner, 'setup/start', { network: 'ADC_ABC234' })).status).toBe(200)
  })

  it('goes with its account', async () => {
    const owner = await createConfirmedClient(app)
    const { setupCode } = await start(owner)
    const { pool } = app.database
    await pool.query(
      'delete from accounts where id = (select account_id from setup_codes where code_hash = $1)',
      [hashClaimCode(setupCode)],
    )
    const one = await made(owner)
    const device = await offer(one, setupCode)
    const next = await createConfirmedClient(app)
    const fresh = await start(next)
    device.publish('status', { connected: true, type: 'awning', version: 2, setupCode: fresh.setupCode })
    await becomes(next, fresh.setupCode, { status: 'claimed', token: one.id })
    expect(await homeOf(next)).toEqual({ [one.id]: 'Awning' })
    await device.end()
  })
})

describe('with an encrypted port', () => {
  it('a set-up leads devices to it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'senca-set-up-'))
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
    const { pem, pair } = issue('localhost', null, [CA])
    await writeFile(certificate, pem)
    await writeFile(key, pair.privatePem)
    const environment = { MQTTS_PORT: '0', TLS_CERT: certificate, TLS_KEY: key }
    const encrypted = await createTestApp({ environment })
    const owner = await createConfirmedClient(encrypted)
    const { setupCode, host, port, tls } = await start(owner)
    expect([host, tls]).toEqual(['localhost', true])
    expect(port).not.toBe(encrypted.mqtt.port)

    const one = await made(owner)
    const client = await connectAsync(`mqtts://${host}:${port}`, {
      clientId: one.id,
      username: one.id,
      password: one.secret,
      servername: host,
      ca: pem,
    })
    const status = { connected: true, type: 'awning', version: 2, setupCode }
    await client.publishAsync(`senca/${one.id}/status`, JSON.stringify(status), { qos: 1, retain: true })
    await becomes(owner, setupCode, { status: 'claimed', token: one.id })
    await client.endAsync(true)
    await encrypted.close()
    await rm(folder, { recursive: true, force: true })
  })
})
