import { profileSchema, SUBJECTS, type Subject } from '@senca/contract'
import { scenarioSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ApiCall, describedCalls } from '#testing/api-description.ts'
import { createPublicKeyPem } from '#testing/device-key.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
import { askLinks, createConfirmedClient, linkRequest } from '#testing/link-home.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import {
  type Answer,
  createSignedInClient,
  createTestClient,
  errorOf,
  GOOD_PASSWORD,
  newEmail,
  type TestClient,
} from '#testing/test-client.ts'
import { moveIn } from '#testing/test-home.ts'
import { openSignedInSocket, openSocket, type TestSocket } from '#testing/test-socket.ts'

interface Request {
  query?: string
  form?: Record<string, string>
  json?: unknown
}

interface Row {
  request(deviceId: string): Request
  /** What the answer to another account must look like, where the call is about the owner's device. */
  other?(deviceId: string): unknown
  /** It answers the owner nothing. */
  isSilent?: boolean
  /** What even the owner is told, where a right request needs more than this test has. */
  refusal?: string
  /** It is for accounts that are not confirmed yet. */
  isForUnconfirmed?: boolean
}

/** Every call with an account of its own: it grows with the API. */
const SWEEP_MS = 60_000

const noDevice = (deviceId: string) => [
  { status: 'error', error: 'device_not_exist', device_ids: [deviceId] },
]

const gone = (deviceId: string) => ({ error: 'device_not_exist', device_id: deviceId })

/** What is asked for by an id that nobody has. */
const nothingThere = {
  other: () => ({ error: 'resource_not_found' }),
  refusal: 'resource_not_found',
  isSilent: true,
}

const PROOF = { json: { password: GOOD_PASSWORD } }

const NO_TOKEN = 'A'.repeat(43)

/** A good request for every call there is: a call that is not here fails the test. */
const CALLS: Record<string, Row> = {
  'POST /auth/register': {
    request: () => ({ form: { email: newEmail(), password: GOOD_PASSWORD, confirm_type: 'link' } }),
  },
  'POST /auth/login': { request: () => ({ form: { login: 'nobody@example.com', password: GOOD_PASSWORD } }) },
  'GET /auth/login/nonce': { request: () => ({}) },
  'POST /auth/login/second/options': { request: () => ({ json: { state: 'x' } }) },
  'POST /auth/login/second': { request: () => ({ json: { state: 'x', code: '123456' } }) },
  'POST /auth/logout': { request: () => ({}) },
  'POST /auth/logout-all': { request: () => ({}) },
  'GET /auth/account/whoami': { request: () => ({}) },
  'POST /auth/account/locale': { request: () => ({ json: { locale: 'de' } }) },
  'GET /auth/account/preferences': { request: () => ({}) },
  'POST /auth/account/preferences': { request: () => ({ json: { density: 'compact' } }) },
  'GET /auth/account/sessions': { request: () => ({}) },
  'POST /auth/account/sessions/revoke': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    refusal: 'resource_not_found',
  },
  'GET /auth/account/events': { request: () => ({}) },
  'GET /auth/account/second-factor': { request: () => ({}) },
  'POST /auth/account/second-factor/totp/start': { request: () => PROOF },
  'POST /auth/account/second-factor/totp/confirm': {
    request: () => ({ json: { code: '123456' } }),
    refusal: 'confirmation_code_expired',
  },
  'POST /auth/account/second-factor/totp/remove': { request: () => PROOF },
  'POST /auth/account/second-factor/passkey/start': { request: () => PROOF },
  'POST /auth/account/second-factor/passkey/add': {
    request: () => ({
      json: { name: 'Key', credential: createSoftwareAuthenticator().get({ challenge: 'x', origin: 'x' }) },
    }),
    refusal: 'confirmation_code_expired',
  },
  'POST /auth/account/second-factor/passkey/remove': {
    request: () => ({ json: { ...PROOF.json, id: 'x' } }),
    refusal: 'resource_not_found',
  },
  'POST /auth/account/second-factor/recovery/renew': {
    request: () => PROOF,
    refusal: 'resource_not_found',
  },
  'GET /auth/account/confirm': {
    request: () => ({}),
    refusal: 'too_many_requests',
    isForUnconfirmed: true,
  },
  'POST /auth/account/confirm': { request: () => ({ form: { token: NO_TOKEN } }) },
  'POST /auth/account/{token}/confirm': { request: () => ({ form: { state: NO_TOKEN } }) },
  'POST /auth/account/changepassword': {
    request: () => ({
      json: { old_password: GOOD_PASSWORD, new_password: 'river-lamp-43', confirm_password: 'river-lamp-43' },
    }),
  },
  'GET /auth/account/addpassword': { request: () => ({}), refusal: 'password_already_set' },
  'POST /auth/account/addpassword': {
    request: () => ({ json: { request: NO_TOKEN, password: GOOD_PASSWORD } }),
  },
  'GET /auth/account/resetpassword': { request: () => ({ query: 'email=nobody@example.com' }) },
  'POST /auth/account/reset': { request: () => ({ form: { token: NO_TOKEN } }) },
  'POST /auth/account/{token}/reset': {
    request: () => ({ form: { state: NO_TOKEN, new_password: GOOD_PASSWORD } }),
  },
  'GET /auth/account/delete': { request: () => ({}) },
  'POST /auth/account/delete': { request: () => ({ form: { token: NO_TOKEN } }) },
  'POST /auth/account/{token}/delete': { request: () => ({ form: { state: NO_TOKEN } }) },
  'GET /auth/account/websocket/token': { request: () => ({}) },
  'GET /auth/api/v1/device/list': { request: () => ({ query: 'index=token' }), other: () => ({}) },
  'GET /auth/api/v1/device/info': { request: (id) => ({ query: `devicetoken=${id}` }), other: () => ({}) },
  'POST /auth/api/v1/device/claim': {
    request: () => ({ json: { claimCode: 'AAAA-AAAA-AAAA', name: 'Stolen' } }),
    other: () => ({ error: 'device_not_exist' }),
  },
  'POST /auth/api/v1/device/move': {
    request: (id) => ({ json: { commands: [{ token: id, command: 'move', position: 50 }] } }),
    other: noDevice,
  },
  'POST /auth/api/v1/device/abort': {
    request: (id) => ({ json: { commands: [{ token: id }] } }),
    other: noDevice,
  },
  'DELETE /auth/api/v1/device/delete': {
    request: (id) => ({ query: `devicetoken=${id}&force=true` }),
    other: noDevice,
  },
  'POST /auth/api/v1/device/rename': {
    request: (id) => ({ json: { token: id, name: 'Another' } }),
    other: gone,
  },
  'POST /auth/api/v1/device/settings': {
    request: (id) => ({ json: { token: id, settings: { motorInverted: true } } }),
    other: gone,
  },
  'POST /auth/api/v1/device/favourite': {
    request: (id) => ({ json: { token: id, position: 30 } }),
    other: gone,
  },
  'POST /auth/api/v1/device/ventilation': {
    request: (id) => ({ json: { token: id, position: 90 } }),
    other: gone,
  },
  'POST /auth/api/v1/device/restart': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/recalibrate': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/unlock-guard': {
    request: (id) => ({ json: { token: id, unlockBy: 'hold', password: GOOD_PASSWORD } }),
    other: gone,
    refusal: 'device_unsupported_action',
  },
  'POST /auth/api/v1/device/unlock-challenge': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    refusal: 'device_unsupported_action',
  },
  'GET /auth/api/v1/activity/list': { request: (id) => ({ query: `devicetoken=${id}` }), other: gone },
  'GET /auth/api/v1/activity/export': { request: (id) => ({ query: `devicetoken=${id}` }), other: gone },
  'POST /auth/api/v1/device-link/create': {
    request: (id) => ({ json: linkRequest(app, [id]) }),
    other: gone,
  },
  'POST /auth/api/v1/device-link/update': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'POST /auth/api/v1/device-link/delete': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'GET /auth/api/v1/device-link/list': { request: () => ({}), other: () => [] },
  'GET /auth/api/v1/device-link/freeze': {
    request: () => ({}),
    other: () => ({ frozen: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device-link/freeze': {
    request: () => ({ json: { frozen: false } }),
    other: () => ({ frozen: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device-link/info': { request: () => ({ json: {} }) },
  'POST /auth/api/v1/device-link/devices': { request: () => ({ json: {} }) },
  'POST /auth/api/v1/device-link/action': {
    request: (id) => ({ json: { deviceIds: [id], action: { command: 'move', position: 50 } } }),
  },
  'POST /auth/api/v1/device-link/stop': { request: (id) => ({ json: { deviceIds: [id] } }) },
  'GET /auth/api/v1/access/list': { request: (id) => ({ query: `devicetoken=${id}` }), other: gone },
  'POST /auth/api/v1/room/create': {
    request: (id) => ({ json: { name: 'Room', devices: [id] } }),
    other: gone,
  },
  'GET /auth/api/v1/room/list': { request: () => ({}), other: () => [] },
  'POST /auth/api/v1/room/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'POST /auth/api/v1/room/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    other: () => ({ error: 'resource_not_found' }),
    refusal: 'resource_not_found',
    isSilent: true,
  },
  'GET /auth/api/v1/home/info': { request: () => ({}), ...nothingThere },
  'GET /auth/api/v1/home/sun': {
    request: () => ({}),
    other: () => ({ error: 'data_missing', key: 'home' }),
    refusal: 'data_missing',
    isSilent: true,
  },
  'POST /auth/api/v1/home/update': { request: () => ({ json: { name: 'Another' } }), ...nothingThere },
  // A home of its own: it says nothing of anybody's devices.
  'POST /auth/api/v1/home/create': {
    request: () => ({ json: { name: 'Home', lat: 46, lon: 14 } }),
    other: () => ({ lat: 46, lon: 14 }),
    isSilent: true,
  },
  'POST /auth/api/v1/group/create': {
    request: (id) => ({ json: { name: 'Group', devices: [id] } }),
    other: gone,
  },
  'GET /auth/api/v1/group/list': { request: () => ({}), other: () => [] },
  'POST /auth/api/v1/group/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/group/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/group/move': {
    request: () => ({ json: { id: crypto.randomUUID(), command: 'move', position: 50 } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/group/abort': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/create': {
    request: (id) => ({
      json: {
        name: 'Scenario',
        enabled: true,
        targets: [id],
        triggers: [],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      },
    }),
    other: gone,
  },
  'GET /auth/api/v1/scenario/list': { request: () => ({}), other: () => [] },
  'GET /auth/api/v1/scenario/outlook': { request: () => ({}), other: () => [], isSilent: true },
  'GET /auth/api/v1/scenario/info': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'GET /auth/api/v1/scenario/history': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/run': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/scenario/skip': {
    request: () => ({ json: { id: crypto.randomUUID(), at: '2030-01-01T07:00:00.000Z', skip: true } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/weather/now': { request: () => ({}), other: () => ({ values: {} }), isSilent: true },
  'GET /auth/api/v1/weather/forecast': { request: () => ({}), other: () => [], isSilent: true },
  'GET /auth/api/v1/weather/sources': {
    request: () => ({}),
    other: () => ({ netatmo: { linkedAt: null } }),
    isSilent: true,
  },
  'POST /auth/api/v1/weather/netatmo/link': { request: () => ({}), ...nothingThere },
  'POST /auth/api/v1/weather/netatmo/unlink': { request: () => ({}), other: () => ({}), isSilent: true },
  'GET /auth/weather/netatmo/callback': { request: () => ({}) },
  'GET /auth/api/v1/subscription/info': {
    request: () => ({}),
    other: () => ({ status: 'none' }),
    isSilent: true,
  },
  'GET /auth/api/v1/hook/key': {
    request: () => ({}),
    other: () => ({ exists: expect.any(Boolean) }),
    isSilent: true,
  },
  'POST /auth/api/v1/hook/key': {
    request: () => ({}),
    other: () => ({ key: expect.any(String) }),
    isSilent: true,
  },
  'POST /auth/hook/{key}': { request: () => ({ json: { type: 'alarm', source: 'hail', on: false } }) },
  'POST /auth/api/v1/security/alarm': {
    request: () => ({ json: { source: 'hail', on: false } }),
    other: () => ({ source: 'hail', on: false, since: null }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/weather': {
    request: (id) => ({ json: { token: id, automatic: true } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/override': {
    request: (id) => ({ json: { token: id, command: 'move', position: 30, reason: 'Caught in it' } }),
    other: gone,
  },
  'POST /auth/api/v1/weather/replay': {
    request: () => ({
      json: {
        triggers: [{ type: 'Weather', measurement: 'rain', condition: 'gt', value: 1, lat: 46, lon: 14 }],
      },
    }),
    other: () => ({ count: 0 }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/doorway': {
    request: (id) => ({ json: { token: id, door: null } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/sun': {
    request: (id) => ({ json: { token: id, azimuth: 180, mode: 'off' } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/setup/start': {
    request: () => ({ json: {} }),
    other: () => ({ tls: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/setup/status': {
    request: () => ({ json: { setupCode: 'AAAA-AAAA-AAAA' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/device/replace': {
    request: (id) => ({ json: { token: id, claimCode: 'AAAA-AAAA-AAAA' } }),
    other: gone,
    refusal: 'device_not_exist',
    isSilent: true,
  },
  'POST /auth/api/v1/device/publickey/add': {
    request: (id) => ({ json: { token: id, publicKey: createPublicKeyPem() } }),
    other: gone,
    isSilent: true,
  },
  'GET /auth/api/v1/device/publickey/list': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/publickey/delete': {
    request: (id) => ({ json: { token: id, keyId: 'none' } }),
    other: gone,
    refusal: 'resource_not_found',
  },
  'POST /auth/api/v1/device/publickey/request': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    refusal: 'public_key_invalid',
  },
  'GET /auth/api/v1/device/secret': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/secret': {
    request: (id) => ({ json: { token: id, enabled: true } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/upgrade': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    refusal: 'device_upgrade_not_available',
  },
  'GET /auth/api/v1/device/upgrade': {
    request: (id) => ({ query: `devicetoken=${id}` }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/upgrade-all': {
    request: () => ({ json: {} }),
    other: () => ({ queued: 0 }),
    isSilent: true,
  },
  'GET /auth/api/v1/device/upgrade-all': {
    request: () => ({}),
    other: () => ({ total: 0 }),
    isSilent: true,
  },
  'GET /auth/api/v1/role/list': { request: () => ({}), other: () => [] },
  'GET /auth/api/v1/role/received': { request: () => ({}), other: () => [], isSilent: true },
  'POST /auth/api/v1/role/create': {
    request: (id) => ({ json: { name: 'Role', permissions: ['view'], devices: [id] } }),
    other: gone,
  },
  'POST /auth/api/v1/role/update': {
    request: () => ({ json: { id: crypto.randomUUID(), name: 'Another' } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/role/delete': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'POST /auth/api/v1/role/leave': {
    request: () => ({ json: { id: crypto.randomUUID() } }),
    ...nothingThere,
  },
  'GET /auth/api/v1/role/report': {
    request: () => ({ query: `id=${crypto.randomUUID()}` }),
    ...nothingThere,
  },
  'GET /auth/api/v1/account/freeze-sharing': {
    request: () => ({}),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/account/freeze-sharing': {
    request: () => ({ json: { on: false } }),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'GET /auth/account/freeze-sharing': {
    request: () => ({}),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'POST /auth/account/freeze-sharing': {
    request: () => ({ json: { on: false } }),
    other: () => ({ on: false }),
    isSilent: true,
  },
  'POST /auth/api/v1/device/test-move': {
    request: (id) => ({ json: { token: id, direction: 'close', ms: 1 } }),
    other: gone,
    // The device of this test stands where it is told not to.
    refusal: 'device_update_failed',
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer': {
    request: (id) => ({ json: { token: id, email: receiverEmail } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer/home': {
    request: (id) => ({ json: { devices: [id], email: receiverEmail } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer/info': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'confirmation_invalid' }),
    refusal: 'confirmation_invalid',
    isSilent: true,
  },
  'POST /auth/api/v1/device/transfer/accept': {
    request: () => ({ json: { token: NO_TOKEN } }),
    other: () => ({ error: 'confirmation_invalid' }),
    refusal: 'confirmation_invalid',
    isSilent: true,
  },
  'GET /auth/api/v1/device/transfer/list': { request: () => ({}), other: () => [] },
  'POST /auth/api/v1/device/transfer/cancel': {
    request: (id) => ({ json: { token: id } }),
    other: gone,
    isSilent: true,
  },
  'POST /auth/api/v1/operator/device/provision': { request: () => ({ json: { type: 'awning', count: 1 } }) },
}

let app: TestApp
let owner: TestClient
let calls: ApiCall[]
let deviceId: string
let deviceName: string
let device: FakeDevice
/** Of a confirmed account that devices may be offered to. */
let receiverEmail: string
beforeAll(async () => {
  app = await createTestApp()
  calls = await describedCalls(app.http)
  owner = await createConfirmedClient(app)
  const receiver = await createConfirmedClient(app)
  receiverEmail = profileSchema.parse(await receiver.ok(receiver.call('GET', '/auth/account/whoami'))).email
  const home = await moveIn(app, owner, 'roller_shutter')
  deviceId = home.id
  deviceName = home.name
  device = home.device
})
afterAll(async () => {
  await device.end()
  await app.close()
})

/** There are more calls, each with an account of its own, than accounts that an address may register in an hour. */
const forgetRegistrations = () => app.database.pool.query('delete from rate_limits')

const isStillThere = async () => expect(Object.keys(await owner.info(deviceId))).toEqual([deviceId])

const rowOf = ({ name }: ApiCall): Row => {
  const row = CALLS[name]
  if (row === undefined) throw new Error(`${name} has no row in the permission matrix`)
  return row
}

/** Makes a call with a client's cookie and, where the call is made by bearer, with a token. */
const send = async (call: ApiCall, client: TestClient, bearer: string | null): Promise<Answer> => {
  const { query = '', ...request } = rowOf(call).request(deviceId)
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  return client.call(call.method, `${call.path}?${query}`, { ...request, headers })
}

const isByBearer = ({ access }: ApiCall) =>
  access === 'api-token' || access === 'api-token-or-link' || access === 'operator'
const callsBy = (...accesses: ApiCall['access'][]) => calls.filter(({ access }) => accesses.includes(access))

const MADE_BEFORE = /(room|group|scenario|role|transfer)\/list$|home\/create$|transfer\/cancel$/

/** What is listed is made before, a home is made after the refusals of one that is not there, what is deleted can be asked for nothing. */
const inTurn = (all: readonly ApiCall[]): ApiCall[] => {
  const turn = ({ method, name }: ApiCall) => (method === 'DELETE' ? 2 : Number(MADE_BEFORE.test(name)))
  return all.toSorted((a, b) => turn(a) - turn(b))
}

describe('the permission matrix', () => {
  it('has a row for every call of the API description, and no row without a call', () => {
    expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(CALLS).toSorted())
  })

  it('refuses every call but the public ones without an identity', async () => {
    for (const call of callsBy('session', 'session-or-link', 'api-token', 'api-token-or-link', 'operator')) {
      const answer = await send(call, createTestClient(app), null)
      expect([call.name, answer.status, errorOf(answer)]).toEqual([
        call.name,
        401,
        isByBearer(call) ? 'api_token_missing' : 'login_required',
      ])
    }
    await isStillThere()
  })

  it('refuses every call but the public ones with a token that is none', async () => {
    for (const call of callsBy('session', 'session-or-link', 'api-token', 'api-token-or-link', 'operator')) {
      const client = createTestClient(app)
      client.setCookie(`senca_session=${'A'.repeat(43)}`)
      const answer = await send(call, client, 'A'.repeat(43))
      expect([call.name, answer.status, errorOf(answer)]).toEqual([
        call.name,
        401,
        isByBearer(call) ? 'api_token_invalid' : 'login_required',
      ])
    }
    await isStillThere()
  })

  it('refuses every call but the public ones with a session that has ended', async () => {
    const email = newEmail()
    const client = createTestClient(app)
    await client.register(email)
    const token = await client.apiToken()
    const cookie = client.cookie()
    await client.ok(client.call('POST', '/auth/logout'))
    for (const call of callsBy('session', 'session-or-link', 'api-token', 'api-token-or-link', 'operator')) {
      client.setCookie(cookie)
      const answer = await send(call, client, token)
      expect([call.name, errorOf(answer)]).toEqual([
        call.name,
        isByBearer(call) ? 'api_token_invalid' : 'login_required',
      ])
    }
    await isStillThere()
  })

  it('shows another account nothing of the device, and lets it do nothing with it', async () => {
    const other = await createConfirmedClient(app)
    const token = await other.apiToken()
    const before = device.heard.length
    for (const call of inTurn(callsBy('api-token', 'api-token-or-link'))) {
      const { other: expected } = rowOf(call)
      const answer = await send(call, other, token)
      expect([call.name, answer.body]).toMatchObject([call.name, expected?.(deviceId)])
      expect(JSON.stringify(answer.body)).not.toContain(deviceName)
    }
    expect(device.heard).toHaveLength(before)
    await isStillThere()
  })

  it('keeps the operator’s calls from every account', async () => {
    for (const call of callsBy('operator')) {
      expect(errorOf(await send(call, owner, await owner.apiToken()))).toBe('api_token_invalid')
      expect((await send(call, createTestClient(app), OPERATOR_TOKEN)).status).toBe(200)
    }
  })

  it('lets the owner do everything', { timeout: SWEEP_MS }, async () => {
    const all = inTurn(callsBy('session', 'session-or-link', 'api-token', 'api-token-or-link'))
    for (const call of all) {
      const { name } = call
      const { refusal, isSilent = false, isForUnconfirmed = false } = rowOf(call)
      await forgetRegistrations()
      const client = await (isForUnconfirmed ? createSignedInClient(app) : createConfirmedClient(app))
      const isAboutDevice = rowOf(call).other !== undefined && !name.endsWith('/claim')
      const bearer = isByBearer(call) ? await (isAboutDevice ? owner : client).apiToken() : null
      const answer = await send(call, client, bearer)
      if (name.endsWith('/claim')) expect(errorOf(answer)).toBe('device_not_exist')
      else if (refusal !== undefined) expect([name, errorOf(answer)]).toEqual([name, refusal])
      else expect([name, answer.status]).toEqual([name, 200])
      if (isAboutDevice && !isSilent) expect(JSON.stringify(answer.body)).toContain(deviceId)
    }
  })
})

let scenarioId = ''
const askScenarios = (call: string, json: object) =>
  owner.ok(owner.api('POST', `/auth/api/v1/scenario/${call}`, { json }))
const makeScenario = async (deviceId: string): Promise<string> => {
  const actions = [{ type: 'MoveSelf', position: 0.5 }]
  const made = await askScenarios('create', {
    name: 'S',
    enabled: true,
    targets: [deviceId],
    triggers: [],
    actions,
  })
  return scenarioSchema.parse(made).id
}

type Happening = (home: Awaited<ReturnType<typeof moveIn>>) => unknown

/** What makes each subject happen to the owner's device; the sockets that may not hear it are silent. */
const HAPPENINGS: Record<Subject, Happening | 'of the sign-in' | 'not yet told'> = {
  'auth.login': 'of the sign-in',
  'auth.accepted': 'of the sign-in',
  'auth.expired': 'of the sign-in',
  'auth.rejected': 'of the sign-in',
  'scenario.created': async (home) => {
    scenarioId = await makeScenario(home.id)
  },
  'scenario.updated': () => askScenarios('update', { id: scenarioId, name: 'Later' }),
  'scenario.status_updated': () => askScenarios('run', { id: scenarioId }),
  'scenario.deleted': () => askScenarios('delete', { id: scenarioId }),
  'groups.updated': (home) =>
    owner.ok(owner.api('POST', '/auth/api/v1/group/create', { json: { name: 'G', devices: [home.id] } })),
  'sharing.updated': () => askLinks(owner, 'freeze', { frozen: true }),
  'rooms.updated': (home) =>
    owner.ok(owner.api('POST', '/auth/api/v1/room/create', { json: { name: 'R', devices: [home.id] } })),
  'roles.updated': (home) =>
    owner.ok(
      owner.api('POST', '/auth/api/v1/role/create', {
        json: { name: 'R', permissions: ['view'], devices: [home.id] },
      }),
    ),
  'device.created': () => {},
  'device.updated': (home) => home.device.publish('status', { connected: true, type: 'awning', version: 1 }),
  'device.state_update': (home) => home.device.report({ position: 0.77 }),
  'device.deleted': (home) => owner.delete(home.id),
}

describe('the permission matrix of the websocket', () => {
  it('tells every subject to the owner and to nobody else', async () => {
    const happenings = SUBJECTS.flatMap((subject) => {
      const happening = HAPPENINGS[subject]
      return typeof happening === 'function' ? [{ subject, happening }] : []
    })
    // After its deletion nothing can happen to it any more.
    happenings.sort((a, b) => Number(a.subject === 'device.deleted') - Number(b.subject === 'device.deleted'))
    await forgetRegistrations()
    owner = await createConfirmedClient(app)
    const mine = await openSignedInSocket(app, await owner.websocketToken())
    const other = await createSignedInClient(app)
    const theirs = await openSignedInSocket(app, await other.websocketToken())
    const nobody = await openSocket(app)
    const garbage = await openSocket(app)
    garbage.send({ subject: 'auth.login', data: { token: 'A'.repeat(43) } })
    await garbage.next('auth.rejected')
    const ended = await createSignedInClient(app)
    const dead = await openSignedInSocket(app, await ended.websocketToken())
    await ended.call('POST', '/auth/logout')

    const home = await moveIn(app, owner, 'awning')
    for (const { subject, happening } of happenings) {
      const mark = subject === 'device.created' ? 0 : mine.heard.length
      await happening(home)
      await vi.waitFor(() =>
        expect(mine.heard.slice(mark).map((message) => message.subject)).toContain(subject),
      )
    }
    const said = ({ heard }: TestSocket) => heard.map((message) => message.subject)
    expect([theirs, nobody, garbage, dead].map(said)).toEqual([
      ['auth.accepted'],
      [],
      ['auth.rejected'],
      ['auth.accepted'],
    ])
    for (const socket of [mine, theirs, nobody, garbage, dead]) socket.end()
    await home.device.end()
  })
})
