import { publicKeyAddedSchema } from '@senca/contract/hardware'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describedCalls } from '#testing/api-description.ts'
import { askDevice, claimUnseen } from '#testing/device-calls.ts'
import { createDeviceKey, signDeviceToken } from '#testing/device-key.ts'
import {
  ASKING_BROKER,
  ASKING_BROKER_ENVIRONMENT,
  createAskingBroker,
} from '#testing/doubles/asking-broker.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
const broker = createAskingBroker()
beforeAll(async () => {
  app = await createTestApp({ environment: ASKING_BROKER_ENVIRONMENT, broker })
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const ask = async (call: string, json: object) => {
  const headers = { authorization: `Bearer ${ASKING_BROKER.hookSecret}` }
  return owner.ok(owner.call('POST', `/auth/broker/${call}`, { json, headers }))
}
const signIn = (id: string, password: string) =>
  ask('authenticate', { clientid: id, username: id, password, peerhost: '10.0.0.7' })

it('a broker that asks is described with the other calls', async () => {
  const calls = await describedCalls(app.http)
  expect(calls.map(({ name }) => name).filter((name) => name.includes('/broker/'))).toEqual([
    'POST /auth/broker/authenticate',
    'POST /auth/broker/authorize',
    'POST /auth/broker/disconnected',
  ])
})

it('lets in devices by their secret, and the server before it has started', async () => {
  const { id, secret } = await claimUnseen(owner, 'awning')
  expect(await signIn(id, secret)).toEqual({ result: 'allow', is_superuser: false })
  expect(await signIn(id, `${secret.slice(1)}0`)).toEqual({ result: 'deny' })
  expect(await signIn('senca', ASKING_BROKER.password)).toEqual({ result: 'allow', is_superuser: true })
  const publish = { clientid: id, username: id, action: 'publish', topic: `senca/${id}/state` }
  expect(await ask('authorize', publish)).toEqual({ result: 'allow' })
  expect(await ask('authorize', { ...publish, topic: 'senca/another-device/state' })).toEqual({
    result: 'deny',
  })
  expect(await ask('authorize', { ...publish, action: 'subscribe' })).toEqual({ result: 'deny' })
})

it('lets in devices by a token until it ends, and cuts them when their key does', async () => {
  const { id } = await claimUnseen(owner, 'awning')
  const key = createDeviceKey()
  const added = await owner.ok(askDevice(owner, 'publickey/add', { token: id, publicKey: key.pem }))
  const token = await signDeviceToken(key, { sub: id, now: app.clock.now() })
  expect(await signIn(id, token)).toEqual({
    result: 'allow',
    is_superuser: false,
    expire_at: expect.any(Number),
  })
  const cut = vi.spyOn(broker, 'disconnect').mockImplementation(() => {})
  const { keyId } = publicKeyAddedSchema.parse(added)
  await owner.ok(askDevice(owner, 'publickey/delete', { token: id, keyId }))
  await vi.waitFor(() => expect(cut).toHaveBeenCalledWith(id))
  expect(await signIn(id, token)).toEqual({ result: 'deny' })
})

it('offers stations no MQTT, because the broker does not report which one publishes', async () => {
  const station = { clientid: 'station', username: 'station', password: 'any' }
  expect(await ask('authenticate', station)).toEqual({ result: 'deny' })
  expect(await owner.ok(owner.api('GET', '/auth/api/v1/weather/sources'))).not.toHaveProperty('mqtt')
})
