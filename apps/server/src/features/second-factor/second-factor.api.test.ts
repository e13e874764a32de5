import { secondFactorOptionsSchema, secondFactorStatusSchema } from '@senca/contract/second-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSoftwareAuthenticator } from '#testing/doubles/software-authenticator.ts'
import {
  addPasskey,
  addTotp,
  codeOf,
  originOf,
  setConfirmed,
  stateOf,
} from '#testing/homes/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'

const PREFIX = '/auth/account/second-factor'
const MINUTE_MS = 60_000
const PROOF = { json: { password: GOOD_PASSWORD } }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const registered = async (own = app) => {
  const email = newEmail()
  const client = createTestClient(own)
  await client.ok(client.register(email))
  await setConfirmed(own, client)
  return { email, client }
}
const statusOf = async (client: TestClient) =>
  secondFactorStatusSchema.parse(await client.ok(client.call('GET', PREFIX)))
/** A browser that has given the password and must now do the second step. */
const halfIn = async (email: string, own = app) => {
  const client = createTestClient(own)
  return { client, state: stateOf(await client.logIn(email)) }
}
const finish = (client: TestClient, json: Record<string, unknown>) =>
  client.call('POST', '/auth/login/second', { json })
const optionsOf = async (client: TestClient, state: string) =>
  secondFactorOptionsSchema.parse(
    await client.ok(client.call('POST', '/auth/login/second/options', { json: { state } })),
  )

describe('an authenticator app', () => {
  it('is shown a secret for the password, counts once confirmed, and brings ten recovery codes [AT7]', async () => {
    const { client, email } = await registered()
    expect(await statusOf(client)).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    const { secret, uri, recoveryCodes } = await addTotp(app, client)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`otpauth://totp/Senca:${encodeURIComponent(email)}?issuer=Senca&secret=${secret}`)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(await statusOf(client)).toEqual({ totp: true, passkeys: [], recoveryCodesLeft: 10 })
  })

  it('does not count before it is confirmed, nor ten minutes after it was shown [AT7]', async () => {
    const { client, email } = await registered()
    const { secret } = Object(await client.ok(client.call('POST', `${PREFIX}/totp/start`, PROOF)))
    const wrong = await client.call('POST', `${PREFIX}/totp/confirm`, {
      json: { code: codeOf(secret, app, 9) },
    })
    expect([wrong.status, wrong.body]).toMatchObject([401, { error: 'invalid_credentials', key: 'code' }])
    expect((await createTestClient(app).logIn(email)).status).toBe(200)
    app.clock.advance(10 * MINUTE_MS)
    const late = await client.call('POST', `${PREFIX}/totp/confirm`, { json: { code: codeOf(secret, app) } })
    expect([late.status, errorOf(late)]).toEqual([410, 'confirmation_code_expired'])
    expect((await statusOf(client)).totp).toBe(false)
  })

  it('stays as it was while a new one is set up', async () => {
    const { client, email } = await registered()
    const { secret } = await addTotp(app, client)
    await client.ok(client.call('POST', `${PREFIX}/totp/start`, PROOF))
    const { client: other, state } = await halfIn(email)
    expect((await finish(other, { state, code: codeOf(secret, app) })).status).toBe(200)
  })

  it('is removed for the password, and the recovery codes with the last means', async () => {
    const { client, email } = await registered()
    await addTotp(app, client)
    const wrong = await client.call('POST', `${PREFIX}/totp/remove`, { json: { password: 'wrong-river-42' } })
    expect([wrong.status, wrong.body]).toMatchObject([401, { error: 'invalid_credentials', key: 'password' }])
    expect((await client.call('GET', '/auth/account/whoami')).status).toBe(200)
    expect((await statusOf(client)).totp).toBe(true)
    await client.ok(client.call('POST', `${PREFIX}/totp/remove`, PROOF))
    expect(await statusOf(client)).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    expect((await createTestClient(app).logIn(email)).status).toBe(200)
  })
})

describe('a new means', () => {
  it.each([
    ['totp/start', { password: GOOD_PASSWORD }],
    ['totp/confirm', { code: '123456' }],
    ['passkey/start', { password: GOOD_PASSWORD }],
    [
      'passkey/add',
      { name: 'Key', credential: createSoftwareAuthenticator().create({ challenge: 'x', origin: 'x' }) },
    ],
  ])('is refused to an account that is not confirmed: %s [AT7]', async (call, json) => {
    const { client } = await registered()
    await setConfirmed(app, client, false)
    const answer = await client.call('POST', `${PREFIX}/${call}`, { json })
    expect([answer.status, errorOf(answer)]).toEqual([403, 'account_confirmation_required'])
  })
})

describe('every change of the means', () => {
  it.each(['totp/start', 'totp/remove', 'passkey/start', 'recovery/renew'])(
    'asks for the password: %s [AT8]',
    async (call) => {
      const { client } = await registered()
      const answer = await client.call('POST', `${PREFIX}/${call}`, { json: { password: 'wrong-river-42' } })
      expect([answer.status, answer.body]).toMatchObject([
        401,
        { error: 'invalid_credentials', key: 'password' },
      ])
    },
  )

  it('takes a sign-in of the last ten minutes for an account without a password [AT8]', async () => {
    const { client, email } = await registered()
    await app.database.pool.query('update accounts set password_hash = null where email = $1', [email])
    const json = { password: '' }
    expect((await client.call('POST', `${PREFIX}/totp/start`, { json })).status).toBe(200)
    app.clock.advance(10 * MINUTE_MS + 1)
    const stale = await client.call('POST', `${PREFIX}/totp/start`, { json })
    expect([stale.status, errorOf(stale)]).toEqual([403, 'insufficient_permission'])
  })

  it('renews recovery codes only where there is a second step', async () => {
    const { client, email } = await registered()
    expect(errorOf(await client.call('POST', `${PREFIX}/recovery/renew`, PROOF))).toBe('resource_not_found')
    const { recoveryCodes: old } = await addTotp(app, client)
    const renewed = Object(await client.ok(client.call('POST', `${PREFIX}/recovery/renew`, PROOF)))
    expect(renewed.recoveryCodes).toHaveLength(10)
    const { client: other, state } = await halfIn(email)
    expect((await finish(other, { state, code: old[0] })).status).toBe(401)
    expect((await finish(other, { state, code: renewed.recoveryCodes[0] })).status).toBe(200)
    expect((await statusOf(client)).recoveryCodesLeft).toBe(9)
  })
})

describe('the second step', () => {
  it('comes before any session, and is finished with a code of the app', async () => {
    const { client: first, email } = await registered()
    const { secret } = await addTotp(app, first)
    const client = createTestClient(app)
    const answer = await client.logIn(email)
    const state = stateOf(answer)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await optionsOf(client, state)).toEqual({ means: ['totp', 'recovery'], passkey: null })
    const done = await finish(client, { state, code: codeOf(secret, app) })
    expect([done.status, done.body]).toMatchObject([200, { email, confirmed: true, password_set: true }])
    expect(done.headers.getSetCookie()[0]).toMatch(/^senca_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect((await client.call('GET', '/auth/account/whoami')).status).toBe(200)
  })

  it('accepts a code of the step before and after, and no step twice nor an older one', async () => {
    const { client: first, email } = await registered()
    const { secret, confirmedWith } = await addTotp(app, first)
    const tryCode = async (code: string) => {
      const { client, state } = await halfIn(email)
      return (await finish(client, { state, code })).status
    }
    expect(await tryCode(confirmedWith)).toBe(401)
    app.clock.advance(2 * 30_000)
    const early = codeOf(secret, app, -1)
    expect(await tryCode(codeOf(secret, app, -2))).toBe(401)
    expect(await tryCode(codeOf(secret, app, 2))).toBe(401)
    expect(await tryCode(early)).toBe(200)
    expect(await tryCode(early)).toBe(401)
    expect(await tryCode(codeOf(secret, app, 1))).toBe(200)
    expect(await tryCode(codeOf(secret, app))).toBe(401)
  })

  it('is not passed twice with one code by two who come at once', async () => {
    const { client: first, email } = await registered()
    const { secret, recoveryCodes } = await addTotp(app, first)
    for (const code of [codeOf(secret, app), recoveryCodes[0]]) {
      const halves = await Promise.all([halfIn(email), halfIn(email), halfIn(email)])
      const answers = await Promise.all(halves.map(({ client, state }) => finish(client, { state, code })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    }
  })

  it('is not passed twice with one state by two who come at once', async () => {
    const { client: first, email } = await registered()
    const { recoveryCodes } = await addTotp(app, first)
    const { client, state } = await halfIn(email)
    const codes = recoveryCodes.slice(0, 4)
    const answers = await Promise.all(codes.map((code) => finish(createTestClient(app), { state, code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    expect(errorOf(await finish(client, { state, code: recoveryCodes[5] }))).toBe('login_required')
  })

  it('burns its state with the tenth wrong guess, also when they come at once [AT5]', async () => {
    const { client: first, email } = await registered()
    const { secret } = await addTotp(app, first)
    const { client, state } = await halfIn(email)
    const wrong = codeOf(secret, app, 500)
    const guesses = Array.from({ length: 14 }, () => finish(createTestClient(app), { state, code: wrong }))
    const errors = (await Promise.all(guesses)).map(errorOf).toSorted()
    expect(errors).toEqual([...Array(10).fill('invalid_credentials'), ...Array(4).fill('login_required')])
    expect(errorOf(await finish(client, { state, code: codeOf(secret, app) }))).toBe('login_required')
    const again = await halfIn(email)
    expect((await finish(again.client, { state: again.state, code: codeOf(secret, app) })).status).toBe(200)
  })

  it('is slowed for who asks for state after state, but not for a passkey [AT5]', async () => {
    const { client: first, email } = await registered()
    const { secret } = await addTotp(app, first)
    const { authenticator } = await addPasskey(app, first)
    const wrong = codeOf(secret, app, 500)
    for (let round = 0; round < 5; round += 1) {
      const { client, state } = await halfIn(email)
      for (let guess = 0; guess < 10; guess += 1) await finish(client, { state, code: wrong })
    }
    const { client, state } = await halfIn(email)
    const slowed = await finish(client, { state, code: codeOf(secret, app) })
    expect([slowed.status, errorOf(slowed)]).toEqual([429, 'too_many_requests'])
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const { passkey } = await optionsOf(client, state)
    const credential = authenticator.get({ challenge: String(passkey?.challenge), origin: originOf(app) })
    expect((await finish(client, { state, credential })).status).toBe(200)
    app.clock.advance(61 * MINUTE_MS)
    const later = await halfIn(email)
    expect((await finish(later.client, { state: later.state, code: codeOf(secret, app) })).status).toBe(200)
  })

  it('counts wrong recovery codes apart, and those of a stranger’s address not against the owner [AT6]', async () => {
    const own = await createTestApp({ environment: { TRUST_PROXY: 'loopback' } })
    const { client: owner, email } = await registered(own)
    const { secret, recoveryCodes } = await addTotp(own, owner)
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const tryFrom = async (address: string, code: string) => {
      const client = createTestClient(own)
      const form = { login: email, password: GOOD_PASSWORD }
      const state = stateOf(await client.call('POST', '/auth/login', { form, ...from(address) }))
      return (more: string) =>
        client.call('POST', '/auth/login/second', { json: { state, code: more || code }, ...from(address) })
    }
    for (let round = 0; round < 5; round += 1) {
      const guess = await tryFrom('203.0.113.9', '00000-00000')
      for (let count = 0; count < 10; count += 1) expect((await guess('')).status).toBe(401)
    }
    expect((await (await tryFrom('203.0.113.9', recoveryCodes[0] ?? ''))('')).status).toBe(429)
    expect((await (await tryFrom('203.0.113.9', codeOf(secret, own)))('')).status).toBe(200)
    expect((await (await tryFrom('198.51.100.4', recoveryCodes[0] ?? ''))('')).status).toBe(200)
    await own.close()
  }, 240_000)

  it('waits five minutes, over a restart of the server too', async () => {
    const own = await createTestApp()
    const { client: first, email } = await registered(own)
    const { secret } = await addTotp(own, first)
    const kept = await halfIn(email, own)
    const late = await halfIn(email, own)
    await own.restart()
    expect(
      (await finish(createTestClient(own), { state: kept.state, code: codeOf(secret, own) })).status,
    ).toBe(200)
    own.clock.advance(5 * MINUTE_MS)
    const client = createTestClient(own)
    expect(errorOf(await finish(client, { state: late.state, code: codeOf(secret, own) }))).toBe(
      'login_required',
    )
    expect(
      errorOf(await client.call('POST', '/auth/login/second/options', { json: { state: late.state } })),
    ).toBe('login_required')
    await own.close()
  })

  it('ends with the password that it followed', async () => {
    const { client: first, email } = await registered()
    const { secret } = await addTotp(app, first)
    const { client, state } = await halfIn(email)
    await app.database.pool.query(`update accounts set password_hash = 'another' where email = $1`, [email])
    const answer = await finish(client, { state, code: codeOf(secret, app) })
    expect([errorOf(answer), answer.headers.getSetCookie()]).toEqual(['login_required', []])
  })

  it('cannot be shown for another account', async () => {
    const { client: mine, email } = await registered()
    await addTotp(app, mine)
    const { client: theirs } = await registered()
    const { secret, recoveryCodes } = await addTotp(app, theirs)
    const { authenticator } = await addPasskey(app, theirs)
    const { client, state } = await halfIn(email)
    expect((await finish(client, { state, code: codeOf(secret, app) })).status).toBe(401)
    expect((await finish(client, { state, code: recoveryCodes[0] })).status).toBe(401)
    const credential = authenticator.get({ challenge: 'x', origin: originOf(app) })
    expect((await finish(client, { state, credential })).status).toBe(401)
  })

  it.each([
    ['neither code nor passkey', {}],
    [
      'both',
      { code: '123456', credential: createSoftwareAuthenticator().get({ challenge: 'x', origin: 'x' }) },
    ],
    ['an unknown field', { code: '123456', remember: true }],
  ])('refuses %s as malformed', async (_name, json) => {
    const answer = await finish(createTestClient(app), { state: 'x', ...json })
    expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request'])
  })

  it('records accepted and refused proofs in the trail', async () => {
    const { client: first, email } = await registered()
    const { secret, recoveryCodes } = await addTotp(app, first)
    const { client, state } = await halfIn(email)
    await finish(client, { state, code: codeOf(secret, app, 500) })
    await client.ok(finish(client, { state, code: recoveryCodes[0]?.toLowerCase().replace('-', ' ') }))
    const { events } = Object(await client.ok(client.call('GET', '/auth/account/events')))
    expect(events.map(({ kind, detail }: Record<string, unknown>) => [kind, detail]).slice(0, 4)).toEqual([
      ['signed_in', 'password'],
      ['recovery_code_used', null],
      ['second_factor_failed', null],
      ['second_factor_added', 'totp'],
    ])
  })
})
