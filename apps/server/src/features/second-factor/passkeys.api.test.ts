import {
  secondFactorOptionsSchema,
  secondFactorStatusSchema,
  webAuthnOptionsSchema,
} from '@senca/contract/second-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSoftwareAuthenticator } from '#testing/doubles/software-authenticator.ts'
import { addPasskey, originOf, setConfirmed, stateOf } from '#testing/homes/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'

const PREFIX = '/auth/account/second-factor'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const registered = async () => {
  const email = newEmail()
  const client = createTestClient(app)
  await client.ok(client.register(email))
  await setConfirmed(app, client)
  return { email, client }
}
const statusOf = async (client: TestClient) =>
  secondFactorStatusSchema.parse(await client.ok(client.call('GET', PREFIX)))
const startPasskey = async (client: TestClient) =>
  webAuthnOptionsSchema.parse(
    await client.ok(client.call('POST', `${PREFIX}/passkey/start`, { json: { password: GOOD_PASSWORD } })),
  )
const add = (client: TestClient, credential: object, name = 'Key') =>
  client.call('POST', `${PREFIX}/passkey/add`, { json: { name, credential } })
const halfIn = async (email: string) => {
  const client = createTestClient(app)
  const state = stateOf(await client.logIn(email))
  const answer = client.call('POST', '/auth/login/second/options', { json: { state } })
  const { means, passkey } = secondFactorOptionsSchema.parse(await client.ok(answer))
  const show = (credential: object) =>
    client.call('POST', '/auth/login/second', { json: { state, credential } })
  return { client, means, passkey, challenge: String(passkey?.challenge), show }
}

describe('a new passkey', () => {
  it('is made for this place and account, and kept under its name', async () => {
    const { client, email } = await registered()
    const { authenticator, options, recoveryCodes } = await addPasskey(app, client, ' Ključ na mizi ')
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Senca' },
      user: { name: email },
      attestation: 'none',
    })
    expect(recoveryCodes).toHaveLength(10)
    expect(await statusOf(client)).toMatchObject({
      totp: false,
      passkeys: [{ id: authenticator.id, name: 'Ključ na mizi', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    })
    const second = await addPasskey(app, client, 'Second')
    expect(second.recoveryCodes).toEqual([])
    expect(second.options).toMatchObject({ excludeCredentials: [{ id: authenticator.id }] })
  })

  it.each([
    ['of another page', { origin: 'http://localhost:1' }],
    ['of another site', { origin: 'https://senca.example' }],
    ['for another place', { rpId: 'senca.example' }],
    ['with another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('is refused %s', async (_name, wrong) => {
    const { client } = await registered()
    const { challenge } = await startPasskey(client)
    const credential = createSoftwareAuthenticator().create({ challenge, origin: originOf(app), ...wrong })
    const answer = await add(client, credential)
    expect([answer.status, answer.body]).toMatchObject([
      401,
      { error: 'invalid_credentials', key: 'credential' },
    ])
    expect((await statusOf(client)).passkeys).toEqual([])
  })

  it('is refused without a challenge, with a used one and with one of ten minutes ago', async () => {
    const { client } = await registered()
    const fresh = () => createSoftwareAuthenticator()
    const origin = originOf(app)
    expect(errorOf(await add(client, fresh().create({ challenge: 'x', origin })))).toBe(
      'confirmation_code_expired',
    )
    const { challenge } = await startPasskey(client)
    await client.ok(add(client, fresh().create({ challenge, origin })))
    expect(errorOf(await add(client, fresh().create({ challenge, origin })))).toBe(
      'confirmation_code_expired',
    )
    const late = await startPasskey(client)
    app.clock.advance(600_000)
    expect(errorOf(await add(client, fresh().create({ challenge: late.challenge, origin })))).toBe(
      'confirmation_code_expired',
    )
  })

  it('is not taken from another account', async () => {
    const { client: anna } = await registered()
    const { authenticator } = await addPasskey(app, anna)
    const { client: bor } = await registered()
    const { challenge } = await startPasskey(bor)
    const answer = await add(bor, authenticator.create({ challenge, origin: originOf(app) }))
    expect([answer.status, errorOf(answer)]).toEqual([409, 'public_key_already_exists'])
    expect((await statusOf(anna)).passkeys).toHaveLength(1)
  })

  it.each([
    ['nothing in it', {}],
    ['no CBOR', { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: '____' }],
    ['no base64', { clientDataJSON: '<>', attestationObject: 7 }],
    ['levels without end', { clientDataJSON: 'e30', attestationObject: 'gYGB'.repeat(8_000) }],
  ])('with %s is refused', async (_name, response) => {
    const { client } = await registered()
    await startPasskey(client)
    const answer = await add(client, { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response })
    expect([answer.status, errorOf(answer)]).toEqual([401, 'invalid_credentials'])
  })
})

describe('signing in with a passkey as the second step', () => {
  it('asks for one that the account has, and notes its use', async () => {
    const { client: first, email } = await registered()
    const { authenticator } = await addPasskey(app, first)
    const { client, means, passkey, challenge, show } = await halfIn(email)
    expect(means).toEqual(['passkey', 'recovery'])
    expect(passkey).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: authenticator.id }] })
    const answer = await show(authenticator.get({ challenge, origin: originOf(app) }))
    expect([answer.status, answer.body]).toMatchObject([200, { email }])
    const { passkeys } = await statusOf(client)
    expect(passkeys[0]?.lastUsedAt).toBe(app.clock.now().toISOString())
  })

  it.each([
    ['of another page', { origin: 'http://localhost:1' }],
    ['of another site', { origin: 'https://senca.example' }],
    ['for another place', { rpId: 'senca.example' }],
    ['with another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with a counter that does not grow', { counter: 1 }],
    ['with a counter that goes back', { counter: 0 }],
  ])('refuses an answer %s', async (_name, wrong) => {
    const { client: first, email } = await registered()
    const { authenticator } = await addPasskey(app, first)
    const { challenge, show } = await halfIn(email)
    const answer = await show(authenticator.get({ challenge, origin: originOf(app), ...wrong }))
    expect([answer.status, answer.body]).toMatchObject([
      401,
      { error: 'invalid_credentials', key: 'credential' },
    ])
    expect(answer.headers.getSetCookie()).toEqual([])
    const right = await show(authenticator.get({ challenge, origin: originOf(app), counter: 5 }))
    expect(right.status).toBe(200)
  })

  it('refuses a signature by another key, and an answer shown twice', async () => {
    const { client: first, email } = await registered()
    const { authenticator } = await addPasskey(app, first)
    const { challenge, show } = await halfIn(email)
    const forged = createSoftwareAuthenticator().get({ challenge, origin: originOf(app) })
    const answer = await show({ ...forged, id: authenticator.id, rawId: authenticator.id })
    expect(answer.status).toBe(401)
    const right = authenticator.get({ challenge, origin: originOf(app) })
    expect((await show(right)).status).toBe(200)
    expect((await show(right)).status).toBe(401)
    const next = await halfIn(email)
    expect((await next.show(right)).status).toBe(401)
  })

  it('is over once the passkey is removed, of which only the owner is able', async () => {
    const { client, email } = await registered()
    const { authenticator } = await addPasskey(app, client)
    const json = { id: authenticator.id, password: GOOD_PASSWORD }
    const { client: other } = await registered()
    expect(errorOf(await other.call('POST', `${PREFIX}/passkey/remove`, { json }))).toBe('resource_not_found')
    expect((await statusOf(client)).passkeys).toHaveLength(1)
    await client.ok(client.call('POST', `${PREFIX}/passkey/remove`, { json }))
    expect(await statusOf(client)).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    expect((await createTestClient(app).logIn(email)).status).toBe(200)
  })
})
