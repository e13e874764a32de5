import { profileSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiCall, describedCalls } from '#testing/api-description.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { PERMISSION_ROWS } from '#testing/permission-rows/permission-rows.ts'
import type { Row } from '#testing/permission-rows/row.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import {
  type Answer,
  createSignedInClient,
  createTestClient,
  errorOf,
  newEmail,
  type TestClient,
} from '#testing/test-client.ts'

/** Every call with its own account, so it grows with the API. */
const SWEEP_MS = 600_000

let app: TestApp
let owner: TestClient
let calls: ApiCall[]
let deviceId: string
let deviceName: string
let device: FakeDevice
/** A confirmed account to which devices can be offered. */
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

/** There are more calls, each with its own account, than an address may register in an hour. */
const forgetRegistrations = () => app.database.pool.query('delete from rate_limits')

const isStillThere = async () => expect(Object.keys(await owner.info(deviceId))).toEqual([deviceId])

const rowOf = ({ name }: ApiCall): Row => {
  const row = PERMISSION_ROWS[name]
  if (row === undefined) throw new Error(`${name} has no row in the permission matrix`)
  return row
}

/** Makes a call with a client's cookie and, for calls with a bearer token, with the token. */
const send = async (call: ApiCall, client: TestClient, bearer: string | null): Promise<Answer> => {
  const { query = '', ...request } = rowOf(call).request(deviceId, { app, receiverEmail })
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  return client.call(call.method, `${call.path}?${query}`, { ...request, headers })
}

const isByBearer = ({ access }: ApiCall) =>
  access === 'api-token' || access === 'api-token-or-link' || access === 'operator'
const callsBy = (...accesses: ApiCall['access'][]) => calls.filter(({ access }) => accesses.includes(access))

const MADE_BEFORE = /(room|group|moment|scenario|role|transfer)\/list$|home\/create$|transfer\/cancel$/

/** The order of calls: those that create what is listed come first, and deletions come last. */
const inTurn = (all: readonly ApiCall[]): ApiCall[] => {
  const turn = ({ method, name }: ApiCall) => (method === 'DELETE' ? 2 : Number(MADE_BEFORE.test(name)))
  return all.toSorted((a, b) => turn(a) - turn(b))
}

describe('the permission matrix', () => {
  it('has a row for every call of the API description, and no row without a call', () => {
    expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(PERMISSION_ROWS).toSorted())
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
    const before = device.received.length
    for (const call of inTurn(callsBy('api-token', 'api-token-or-link'))) {
      const { other: expected } = rowOf(call)
      const answer = await send(call, other, token)
      expect([call.name, answer.body]).toMatchObject([call.name, expected?.(deviceId)])
      expect(JSON.stringify(answer.body)).not.toContain(deviceName)
    }
    expect(device.received).toHaveLength(before)
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
