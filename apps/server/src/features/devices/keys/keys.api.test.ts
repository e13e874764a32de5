import { publicKeyAddedSchema, publicKeyListSchema } from '@senca/contract/hardware'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, claimUnseen, refusal } from '#testing/device-calls.ts'
import { createDeviceKey, createPublicKeyPem, type DeviceKey, signDeviceToken } from '#testing/device-key.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
const SAME = createPublicKeyPem()
const clients: MqttClient[] = []
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await app.close()
})

/** Signs in as a device. Throws the error with which the broker refuses it. */
async function signIn(id: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${app.mqtt.port}`, {
    clientId: id,
    username: id,
    password,
    reconnectPeriod: 0,
    connectTimeout: 3_000,
  })
  client.on('error', () => {})
  clients.push(client)
  return client
}
const isLetIn = (id: string, password: string) =>
  signIn(id, password).then(
    async (client) => {
      await client.endAsync(true)
      return true
    },
    () => false,
  )
const tokenOf = (key: DeviceKey, sub: string, more: object = {}) =>
  signDeviceToken(key, { sub, now: app.clock.now(), ...more })

async function addKey(client: TestClient, token: string, publicKey: unknown): Promise<string> {
  const answer = await client.ok(askDeviceKey(client, 'add', { token, publicKey }))
  return publicKeyAddedSchema.parse(answer).keyId
}
const askDeviceKey = (client: TestClient, call: string, json: object) =>
  askDevice(client, `publickey/${call}`, json)
const listKeys = async (id: string) =>
  publicKeyListSchema.parse(
    await owner.ok(owner.api('GET', `/auth/api/v1/device/publickey/list?devicetoken=${id}`)),
  )
const closes = (client: MqttClient) =>
  vi.waitFor(() => expect(client.connected).toBe(false), { timeout: 1_000, interval: 20 })

describe('a key', () => {
  it.each(['ES256', 'EdDSA'] as const)(
    'of %s lets its device in, and says when it did [DP34]',
    async (algorithm) => {
      const { id } = await claimUnseen(owner, 'awning')
      const key = createDeviceKey(algorithm)
      const keyId = await addKey(owner, id, key.pem)
      expect(await listKeys(id)).toEqual([
        { keyId, publicKey: key.pem, createdAt: app.clock.now().toISOString(), lastUsedAt: null },
      ])
      expect(await isLetIn(id, await tokenOf(key, id))).toBe(true)
      await vi.waitFor(async () =>
        expect((await listKeys(id))[0]?.lastUsedAt).toBe(app.clock.now().toISOString()),
      )
    },
  )

  it('given as a JWK is kept in PEM', async () => {
    const { id } = await claimUnseen(owner, 'awning')
    const key = createDeviceKey()
    await addKey(owner, id, key.publicKey.export({ format: 'jwk' }))
    expect((await listKeys(id)).map(({ publicKey }) => publicKey)).toEqual([key.pem])
  })

  it('of another device lets nobody in, whatever the token says', async () => {
    const [mine, other] = [await claimUnseen(owner, 'awning'), await claimUnseen(owner, 'awning')]
    const key = createDeviceKey()
    const keyId = await addKey(owner, other.id, key.pem)
    expect(await isLetIn(mine.id, await tokenOf(key, mine.id, { header: { kid: keyId } }))).toBe(false)
    expect(await isLetIn(mine.id, await tokenOf(key, other.id))).toBe(false)
  })

  it('is refused where any device has it, also at once', async () => {
    const devices = await Promise.all([1, 2, 3, 4].map(() => claimUnseen(owner, 'awning')))
    const publicKey = createPublicKeyPem()
    const answers = await Promise.all(
      devices.map(({ id: token }) => askDeviceKey(owner, 'add', { token, publicKey })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused === undefined ? null : refusal(refused)).toEqual([
      409,
      'public_key_already_exists',
      'publicKey',
    ])
  })

  it('is the third at most, also at once [DP35]', async () => {
    const { id: token } = await claimUnseen(owner, 'awning')
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => askDeviceKey(owner, 'add', { token, publicKey: createPublicKeyPem() })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused === undefined ? null : refusal(refused)).toEqual([
      409,
      'public_keys_limit_exceeded',
      'publicKey',
    ])
  })

  it.each([[7], [null], ['nonsense'], [{}], [[]], [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }]])(
    '%j is invalid',
    async (publicKey) => {
      const { id: token } = await claimUnseen(owner, 'awning')
      expect(refusal(await askDeviceKey(owner, 'add', { token, publicKey }))).toEqual([
        400,
        'public_key_invalid',
        'publicKey',
      ])
    },
  )

  it('is refused for controllers of the first generation', async () => {
    const shade = await moveIn(app, owner, 'awning', { status: { version: 1 } })
    const json = { token: shade.id, publicKey: createPublicKeyPem() }
    for (const call of ['add', 'request'])
      expect(refusal(await askDeviceKey(owner, call, call === 'add' ? json : { token: shade.id }))).toEqual([
        400,
        'device_unsupported_action',
        undefined,
      ])
    await shade.device.end()
  })

  it('is not for others', async () => {
    const { id: token } = await claimUnseen(owner, 'awning')
    const keyId = await addKey(owner, token, createPublicKeyPem())
    const stranger = await createSignedInClient(app)
    for (const answer of [
      await askDeviceKey(stranger, 'add', { token, publicKey: createPublicKeyPem() }),
      await askDeviceKey(stranger, 'delete', { token, keyId }),
      await askDeviceKey(stranger, 'request', { token }),
      await askDevice(stranger, 'secret', { token, enabled: false }),
    ])
      expect(refusal(answer)).toEqual([404, 'device_not_exist', undefined])
    expect(await listKeys(token)).toHaveLength(1)
  })
})

describe('the end of a key', () => {
  it('closes its connection within a second, and no other [DV13]', async () => {
    const { id: token, secret } = await claimUnseen(owner, 'awning')
    const [one, two] = [createDeviceKey(), createDeviceKey()]
    const first = await addKey(owner, token, one.pem)
    const second = await addKey(owner, token, two.pem)
    const connected = await signIn(token, await tokenOf(one, token))
    await owner.ok(askDeviceKey(owner, 'delete', { token, keyId: second }))
    // Long enough for the connection to be closed, which must not happen.
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(connected.connected).toBe(true)
    await owner.ok(askDeviceKey(owner, 'delete', { token, keyId: first }))
    await closes(connected)
    expect(await isLetIn(token, await tokenOf(one, token))).toBe(false)
    expect(await isLetIn(token, secret)).toBe(true)
    expect(refusal(await askDeviceKey(owner, 'delete', { token, keyId: first }))).toEqual([
      404,
      'resource_not_found',
      'keyId',
    ])
  })

  it('is known to another instance [DV13]', async () => {
    const { id: token } = await claimUnseen(owner, 'awning')
    const key = createDeviceKey()
    const keyId = await addKey(owner, token, key.pem)
    const connected = await signIn(token, await tokenOf(key, token))
    const twin = await app.twin()
    const json = { token, keyId }
    const there = await fetch(`${twin.url}/auth/api/v1/device/publickey/delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await owner.apiToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    expect(there.status).toBe(200)
    await closes(connected)
    await twin.close()
  })

  it('comes with the end of its token', async () => {
    const { id: token } = await claimUnseen(owner, 'awning')
    const key = createDeviceKey()
    await addKey(owner, token, key.pem)
    const connected = await signIn(token, await tokenOf(key, token, { lastsS: 60 }))
    app.clock.advance(58_000)
    // Long enough for the connection to be closed, which must not happen.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(connected.connected).toBe(true)
    app.clock.advance(2_000)
    await closes(connected)
  })

  it.each([
    ['a factory reset', 'reset'],
    ['its deletion', 'delete'],
  ])('comes with %s, and the secret counts again [DV14]', async (_name, how) => {
    const key = createDeviceKey()
    const shade = await moveIn(app, owner, 'falcon')
    await addKey(owner, shade.id, key.pem)
    await owner.ok(askDevice(owner, 'secret', { token: shade.id, enabled: false }))
    await closes(shade.device.client)
    const device = await connectFakeDevice({
      mqtt: app.mqtt,
      id: shade.id,
      secret: await tokenOf(key, shade.id),
      type: 'falcon',
    })
    if (how === 'reset')
      device.publish('status', { connected: true, type: 'falcon', version: 2, factoryReset: true })
    else await owner.ok(owner.api('DELETE', `/auth/api/v1/device/delete?devicetoken=${shade.id}&force=true`))
    await closes(device.client)
    expect(await isLetIn(shade.id, await tokenOf(key, shade.id))).toBe(false)
    expect(await isLetIn(shade.id, shade.secret)).toBe(true)
  })
})

describe('the secret', () => {
  it('is switched off and on again, and lets nobody in meanwhile', async () => {
    const { id: token, secret } = await claimUnseen(owner, 'awning')
    const switched = (enabled: boolean) => askDevice(owner, 'secret', { token, enabled })
    expect(refusal(await switched(false))).toEqual([409, 'device_update_failed', 'enabled'])
    const key = createDeviceKey()
    const keyId = await addKey(owner, token, key.pem)
    const connected = await signIn(token, secret)
    expect(await owner.ok(switched(false))).toEqual({})
    await closes(connected)
    expect(await isLetIn(token, secret)).toBe(false)
    expect(await isLetIn(token, await tokenOf(key, token))).toBe(true)
    expect(refusal(await askDeviceKey(owner, 'delete', { token, keyId }))).toEqual([
      409,
      'device_update_failed',
      'keyId',
    ])
    expect(await owner.ok(owner.api('GET', `/auth/api/v1/device/secret?devicetoken=${token}`))).toEqual({
      enabled: false,
    })
    await owner.ok(switched(true))
    expect(await isLetIn(token, secret)).toBe(true)
    await owner.ok(askDeviceKey(owner, 'delete', { token, keyId }))
  })

  it('and the last key can never both be removed at once', async () => {
    const { id: token } = await claimUnseen(owner, 'awning')
    const keyId = await addKey(owner, token, createPublicKeyPem())
    const answers = await Promise.all([
      askDevice(owner, 'secret', { token, enabled: false }),
      askDeviceKey(owner, 'delete', { token, keyId }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a device that is asked for a key', () => {
  it('says one that is registered [DP35]', async () => {
    const key = createDeviceKey()
    const { id: token, device } = await moveIn(app, owner, 'awning', {
      onCommand: (command, own) =>
        own.publish('result', { id: command.id, status: 'success', publicKey: key.pem }),
    })
    const { keyId } = publicKeyAddedSchema.parse(await owner.ok(askDeviceKey(owner, 'request', { token })))
    expect(device.received.map(({ command }) => command)).toEqual(['register_key'])
    expect((await listKeys(token)).map((one) => [one.keyId, one.publicKey])).toEqual([[keyId, key.pem]])
    await device.end()
  })

  it.each([
    ['answers nothing', {}, 400, 'public_key_invalid'],
    ['answers nonsense', { publicKey: [1] }, 400, 'public_key_invalid'],
    [
      'answers that it knows no such command',
      { status: 'error', error: 'invalid_command' },
      400,
      'invalid_command',
    ],
  ])('and %s is reported to the caller', async (_name, reported, status, code) => {
    const { id: token, device } = await moveIn(app, owner, 'awning', {
      onCommand: (command, own) => own.publish('result', { id: command.id, status: 'success', ...reported }),
    })
    expect(refusal(await askDeviceKey(owner, 'request', { token })).slice(0, 2)).toEqual([status, code])
    await device.end()
  })

  it('is reported as offline when it is', async () => {
    const { id: token } = await claimUnseen(owner, 'awning')
    expect(refusal(await askDeviceKey(owner, 'request', { token })).slice(0, 2)).toEqual([
      409,
      'device_offline',
    ])
  })
})

describe('an operator', () => {
  const provision = (json: object) =>
    owner.call('POST', '/auth/api/v1/operator/device/provision', {
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      json: { type: 'awning', ...json },
    })

  it('provisions devices with keys, which outlive their first claim [DV14]', async () => {
    const keys = [createDeviceKey(), createDeviceKey('EdDSA')]
    const made = await owner.ok(provision({ count: 2, publicKeys: keys.map(({ pem }) => pem) }))
    const [first, second] = made as unknown as { id: string; claimCode: string }[]
    if (first === undefined || second === undefined) throw new Error('nothing was provisioned')
    await owner.claim(second.claimCode, 'With a key')
    for (const [nth, { id }] of [first, second].entries()) {
      const key = keys[nth]
      expect(key !== undefined && (await isLetIn(id, await tokenOf(key, id)))).toBe(true)
    }
  })

  it.each([
    ['one that cannot be read', ['nonsense', 'nonsense'], 'public_key_invalid'],
    ['too few', [createPublicKeyPem()], 'malformed_request'],
    ['the same twice', Array.from({ length: 2 }, () => SAME), 'public_key_already_exists'],
  ])('is refused %s, and nothing is made', async (_name, publicKeys, code) => {
    const answer = await provision({ count: 2, publicKeys })
    expect(refusal(answer)[1]).toBe(code)
  })
})
