import { LIMITS } from '@senca/contract'
import { securityEventsSchema } from '@senca/contract/account'
import {
  type MqttCredentials,
  mqttCredentialsSchema,
  mqttLoginsSchema,
  mqttStatusSchema,
} from '@senca/contract/mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { connectToSpace } from '#testing/space-clients.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'

const CALL = '/auth/api/v1/mqtt'
const BIRTH = 'homeassistant/status online'
const HOUR_MS = 3_600_000

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

async function createOwner() {
  const owner = createTestClient(app)
  const email = newEmail()
  await owner.ok(owner.register(email))
  await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  return { owner, email }
}

const create = (owner: TestClient, json: object = {}) => owner.api('POST', `${CALL}/credentials`, { json })
const createLogin = async (owner: TestClient, json: object = {}): Promise<MqttCredentials> =>
  mqttCredentialsSchema.parse(await owner.ok(create(owner, json)))
const remove = (owner: TestClient, name: string) =>
  owner.api('POST', `${CALL}/credentials/delete`, { json: { name } })
const list = async (owner: TestClient) =>
  mqttLoginsSchema.parse(await owner.ok(owner.api('GET', `${CALL}/credentials/list`)))
const statusOf = async (owner: TestClient) =>
  mqttStatusSchema.parse(await owner.ok(owner.api('GET', `${CALL}/status`)))
const eventsOf = async (owner: TestClient) =>
  securityEventsSchema.parse(await owner.ok(owner.call('GET', '/auth/account/events'))).events

const join = (login: MqttCredentials, options: object = {}) =>
  connectToSpace({ mqtt: app.mqtt, username: login.username, password: login.password }, options)
const closeOf = ({ client }: Awaited<ReturnType<typeof join>>) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))

describe('[HW3] a login', () => {
  it('has everything that must be typed, and lets a stock client in', async () => {
    const { owner } = await createOwner()
    const login = await createLogin(owner)
    expect(login).toEqual({
      name: 'default',
      host: 'localhost',
      port: app.mqtt.port,
      tls: false,
      tlsPort: null,
      username: expect.stringMatching(/^h[a-z2-9]{12}$/),
      password: expect.stringMatching(/^[A-Za-z2-9]{24}$/),
      topicPrefix: '',
      discoveryPrefix: 'homeassistant',
    })
    const { rows } = await app.database.pool.query('select to_jsonb(t)::text as row from mqtt_logins t')
    expect(JSON.stringify(rows)).not.toContain(login.password)
    expect(await list(owner)).toEqual([
      {
        name: 'default',
        username: login.username,
        createdAt: expect.any(String),
        lastUsedAt: null,
        connections: 0,
      },
    ])

    const { client, received } = await join(login, { clientId: 'zigbee2mqtt' })
    await client.subscribeAsync('#')
    await client.publishAsync('zigbee2mqtt/bridge/state', 'online', { qos: 1, retain: true })
    await vi.waitFor(() => expect(received).toEqual([BIRTH, 'zigbee2mqtt/bridge/state online']))
    expect(await list(owner)).toMatchObject([{ connections: 1, lastUsedAt: expect.any(String) }])
    expect(await statusOf(owner)).toEqual({
      limits: { connections: 200, retained: 10_000, retainedBytes: 16_777_216, entities: 2_000 },
      usage: { connections: 1, retained: 2, retainedBytes: 56, entities: 0 },
      connections: [{ name: 'default', clientId: 'zigbee2mqtt', since: expect.any(String) }],
      notices: [],
    })
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toMatch(/^senca_home_connections 1$/m)
    expect(metrics).toMatch(/^senca_home_messages_total\{direction="in"\} 1$/m)
    expect(metrics).toMatch(/^senca_home_messages_total\{direction="out"\} 2$/m)
    await client.endAsync()
  })

  it.each([
    ['no name', { name: '' }],
    ['a long name', { name: 'x'.repeat(41) }],
    ['a name that is no text', { name: 7 }],
    ['an unknown field', { username: 'mine' }],
  ])('is refused with %s', async (_name, json) => {
    const { owner } = await createOwner()
    expect(errorOf(await create(owner, json))).toBe('malformed_request')
  })

  it('needs a confirmed account', async () => {
    const stranger = createTestClient(app)
    await stranger.ok(stranger.register(newEmail()))
    expect(errorOf(await create(stranger))).toBe('account_confirmation_required')
  })

  it('is one of 20, of which 30 are made in an hour; names are unique without case', async () => {
    const { owner } = await createOwner()
    for (let n = 0; n < LIMITS.MQTT_LOGINS_PER_ACCOUNT; n += 1)
      await createLogin(owner, { name: `Bridge ${n}` })
    const refused = await create(owner, { name: 'One more' })
    expect([refused.status, errorOf(refused)]).toEqual([409, 'mqtt_credentials_limit_exceeded'])
    await createLogin(owner, { name: 'BRIDGE 7' })
    expect((await list(owner)).filter(({ name }) => /bridge 7/i.test(name))).toMatchObject([
      { name: 'BRIDGE 7' },
    ])
    for (let n = 0; n < 8; n += 1) await createLogin(owner, { name: 'Bridge 1' })
    expect(errorOf(await create(owner, { name: 'Bridge 1' }))).toBe('too_many_requests')
  })

  it('is removed without the others: by its name, else it is unknown', async () => {
    const { owner } = await createOwner()
    const [one, other] = [
      await createLogin(owner, { name: 'One' }),
      await createLogin(owner, { name: 'Other' }),
    ]
    const [first, second] = [await join(one), await join(other)]
    const closed = closeOf(first)
    await owner.ok(remove(owner, 'ONE'))
    await closed
    await expect(join(one)).rejects.toMatchObject({ code: 5 })
    expect(second.client.connected).toBe(true)
    const unknown = await remove(owner, 'One')
    expect([unknown.status, unknown.body]).toMatchObject([404, { error: 'resource_not_found', key: 'name' }])
    await second.client.endAsync()
  })
})

describe('[HW4] the connections of a login', () => {
  it('end when it is replaced, with their wills; a change of the password of the account ends none', async () => {
    const { owner } = await createOwner()
    const login = await createLogin(owner)
    const witness = await join(await createLogin(owner, { name: 'witness' }))
    await witness.client.subscribeAsync('will')
    const connected = await join(login, {
      will: { topic: 'will', payload: Buffer.from('gone'), qos: 0, retain: false },
    })
    const json = {
      old_password: GOOD_PASSWORD,
      new_password: 'river-lamp-43',
      confirm_password: 'river-lamp-43',
    }
    await owner.ok(owner.call('POST', '/auth/account/changepassword', { json }))
    expect(connected.client.connected).toBe(true)
    const closed = closeOf(connected)
    const next = await createLogin(owner)
    await closed
    await vi.waitFor(() => expect(witness.received).toEqual(['will gone']))
    await expect(join(login)).rejects.toMatchObject({ code: 5 })
    await (await join(next)).client.endAsync()
    await witness.client.endAsync()
  })

  it('end with the account, of which nothing stays', async () => {
    const { owner, email } = await createOwner()
    const login = await createLogin(owner)
    const connected = await join(login, {
      will: { topic: 'w/config', payload: Buffer.from('x'), qos: 0, retain: true },
    })
    await connected.client.publishAsync('a/config', 'kept', { qos: 1, retain: true })
    const countRows = async () =>
      (
        await app.database.pool.query('select 1 from mqtt_retained where topic in ($1, $2)', [
          'a/config',
          'w/config',
        ])
      ).rowCount
    await vi.waitFor(async () => expect(await countRows()).toBe(1))
    const closed = closeOf(connected)
    await deleteAccount(app, owner, email)
    await closed
    await expect(join(login)).rejects.toMatchObject({ code: 5 })
    expect(await countRows()).toBe(0)
  })
})

describe('[HW4] the owner is notified of logins', () => {
  it('by the security events of the account', async () => {
    const { owner } = await createOwner()
    await createLogin(owner, { name: 'Bridge' })
    await createLogin(owner, { name: 'Bridge' })
    await owner.ok(remove(owner, 'Bridge'))
    expect((await eventsOf(owner)).slice(0, 3)).toMatchObject([
      { kind: 'mqtt_login_deleted', detail: 'Bridge' },
      { kind: 'mqtt_login_replaced', detail: 'Bridge' },
      { kind: 'mqtt_login_created', detail: 'Bridge' },
    ])
  })

  it('by five e-mails at once, and one at the end of the hour for the others', async () => {
    const { owner, email } = await createOwner()
    for (let n = 1; n <= 7; n += 1) await createLogin(owner, { name: `Bridge ${n}` })
    // The first e-mail welcomes the account.
    const [, ...mails] = await mailServer.to(email, 6)
    expect(mails).toHaveLength(5)
    expect(mails[0]?.mail.subject).toBe('Senca: an MQTT login was created')
    expect(mails.map(({ mail }) => mail.text)).toEqual(
      [1, 2, 3, 4, 5].map((n) => expect.stringContaining(`Bridge ${n}.`)),
    )
    app.clock.advance(HOUR_MS)
    const all = await mailServer.to(email, 7)
    expect(all).toHaveLength(7)
    expect(all[6]?.mail.text).toContain('Bridge 6 and Bridge 7.')
  })
})

describe('[HW8] what a space retains', () => {
  it('is there after a restart, with the birth message', async () => {
    const { owner } = await createOwner()
    const login = await createLogin(owner)
    const first = await join(login)
    const binary = Buffer.from([0, 255, 1, 10])
    await first.client.publishAsync('a/config', 'kept', { qos: 1, retain: true })
    await first.client.publishAsync('homeassistant/status', 'changed by a client', { qos: 1, retain: true })
    await first.client.publishAsync('binary', binary, { qos: 2, retain: true })
    await first.client.publishAsync('removed', 'x', { qos: 1, retain: true })
    await first.client.publishAsync('removed', '', { qos: 1, retain: true })
    await app.restart()
    const second = await join(login)
    await second.client.subscribeAsync('#')
    await vi.waitFor(() =>
      expect(second.received.toSorted()).toEqual(['a/config kept', `binary ${binary.toString()}`, BIRTH]),
    )
    await second.client.endAsync()
  })
})

it('[HW45] notices name what was wrong, newest first, and are counted', async () => {
  const { owner } = await createOwner()
  const login = await createLogin(owner)
  const { client } = await join(login, { clientId: 'large' })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish('x', Buffer.alloc(5_000_000))
  await closed
  expect((await statusOf(owner)).notices).toEqual([
    {
      code: 'too_large',
      count: 1,
      firstAt: expect.any(String),
      lastAt: expect.any(String),
      clientId: 'large',
      detail: 'A packet is larger than allowed; the connection was ended.',
    },
  ])
})
