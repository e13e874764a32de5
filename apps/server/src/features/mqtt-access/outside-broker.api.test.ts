import { type MqttCredentials, mqttCredentialsSchema } from '@senca/contract/mqtt'
import { afterEach, expect, it, vi } from 'vitest'
import {
  ASKING_BROKER,
  ASKING_BROKER_ENVIRONMENT,
  createAskingBroker,
} from '#testing/doubles/asking-broker.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

let app: TestApp
afterEach(() => app.close())

async function open(environment: Record<string, string> = {}) {
  const broker = createAskingBroker()
  app = await createTestApp({ environment: { ...ASKING_BROKER_ENVIRONMENT, ...environment }, broker })
  const owner = await createConfirmedClient(app)
  const { rows } = await app.database.pool.query<{ id: string }>('select id from accounts')
  return { broker, owner, accountId: rows[0]?.id ?? '' }
}

const createLogin = async (owner: TestClient): Promise<MqttCredentials> =>
  mqttCredentialsSchema.parse(
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials', { json: {} })),
  )
const ask = (owner: TestClient, call: string, json: object) => {
  const headers = { authorization: `Bearer ${ASKING_BROKER.hookSecret}` }
  return owner.ok(owner.call('POST', `/auth/broker/${call}`, { json, headers }))
}

it('[HW12] a login at a broker that asks has a prefix to type, and its connections end with it', async () => {
  const { broker, owner, accountId } = await open()
  const { username, password, ...login } = await createLogin(owner)
  const topicPrefix = `home/${accountId}/`
  expect(login).toEqual({
    name: 'default',
    host: 'localhost',
    port: 1,
    tls: false,
    tlsPort: null,
    topicPrefix,
    discoveryPrefix: 'homeassistant',
  })
  const clientid = `${username}-zigbee2mqtt`
  const signIn = { clientid, username, password }
  expect(await ask(owner, 'authenticate', signIn)).toEqual({
    result: 'allow',
    is_superuser: false,
    client_attrs: { home: accountId },
  })
  const action = { clientid, username, action: 'publish', topic: `${topicPrefix}zigbee2mqtt/x` }
  expect(await ask(owner, 'authorize', action)).toEqual({ result: 'allow' })
  expect(await ask(owner, 'authorize', { ...action, topic: 'zigbee2mqtt/x' })).toEqual({ result: 'deny' })
  const cut = vi.spyOn(broker, 'disconnect').mockImplementation(() => {})
  await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials/delete', { json: { name: 'default' } }))
  await vi.waitFor(() => expect(new Set(cut.mock.calls.flat())).toEqual(new Set([username, clientid])))
  expect(await ask(owner, 'authenticate', signIn)).toEqual({ result: 'deny' })
  expect(await ask(owner, 'authorize', action)).toEqual({ result: 'deny' })
})

it('[HW12] where a listener of the broker adds the prefix, nothing has to be typed', async () => {
  const { owner, accountId } = await open({ MQTT_HOME_PORT: '8884' })
  const { username, ...login } = await createLogin(owner)
  expect(login).toMatchObject({ port: 8884, topicPrefix: '' })
  const action = {
    clientid: username,
    username,
    action: 'subscribe',
    topic: '#',
    mountpoint: `home/${accountId}/`,
  }
  expect(await ask(owner, 'authorize', action)).toEqual({ result: 'allow' })
})
