import { profileSchema } from '@senca/contract'
import { passkeyLoginStartSchema, secondFactorStatusSchema } from '@senca/contract/second-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { createSoftwareAuthenticator } from '#testing/doubles/software-authenticator.ts'
import { addPasskey, addTotp, originOf, setConfirmed } from '#testing/homes/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, refusalOf } from '#testing/test-client.ts'

const MINUTE_MS = 60_000
const WRONG_PASSKEY = { status: 401, error: 'invalid_credentials', key: 'credential' }
const OVER = { status: 401, error: 'login_required', key: 'state' }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: 'loopback' } })
})
afterAll(() => app.close())

let lastHost = 0
/** A browser at an address of its own, so that failures of one test slow no other. */
function browser(own = app) {
  lastHost += 1
  const headers = { 'x-forwarded-for': `198.18.7.${lastHost}` }
  const client = createTestClient(own)
  const post = (path: string, json: object) => client.call('POST', path, { json, headers })
  return {
    client,
    start: async () => passkeyLoginStartSchema.parse(await client.ok(post('/auth/login/passkey/start', {}))),
    show: (state: string, credential: object) => post('/auth/login/passkey', { state, credential }),
    logIn: (email: string, password = GOOD_PASSWORD) =>
      client.call('POST', '/auth/login', { form: { login: email, password }, headers }),
  }
}

/** An account with a passkey, and what the browser answers with it for a challenge. */
async function passkeyHome(own = app) {
  const email = newEmail()
  const owner = createTestClient(own)
  await owner.ok(owner.register(email))
  const { authenticator } = await addPasskey(own, owner)
  const { rows } = await own.database.pool.query('select id from accounts where email = $1', [email])
  const accountId = String(rows[0]?.id)
  const sign = (challenge: string, scene: Partial<Parameters<typeof authenticator.get>[0]> = {}) =>
    authenticator.get({ challenge, origin: originOf(own), accountId, ...scene })
  return { email, owner, authenticator, accountId, sign }
}

const trailOf = async (client: ReturnType<typeof createTestClient>) => {
  const { events } = Object(await client.ok(client.call('GET', '/auth/account/events')))
  return events.map(({ kind, detail }: Record<string, unknown>) => [kind, detail])
}

describe('a login by a passkey alone', () => {
  it('asks for any passkey of this place, verified, and answers like a password login [AT15]', async () => {
    const { email, sign } = await passkeyHome()
    const { client, start, show } = browser()
    const { state, options } = await start()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const answer = await show(state, sign(options.challenge))
    expect(answer.status).toBe(200)
    expect(profileSchema.parse(answer.body)).toMatchObject({ email, confirmed: true, password_set: true })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^senca_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect((await client.call('GET', '/auth/account/whoami')).body).toMatchObject({ email })
    expect((await trailOf(client))[0]).toEqual(['signed_in', 'passkey'])
    const status = await client.ok(client.call('GET', '/auth/account/second-factor'))
    const [passkey] = secondFactorStatusSchema.parse(status).passkeys
    expect(passkey?.lastUsedAt).toBe(app.clock.now().toISOString())
  })

  it('stands for both steps, also beside an authenticator app [AT15]', async () => {
    const { owner, sign } = await passkeyHome()
    await addTotp(app, owner)
    const { start, show } = browser()
    const { state, options } = await start()
    expect((await show(state, sign(options.challenge))).status).toBe(200)
  })

  it('replaces the session of the browser', async () => {
    const { owner, sign } = await passkeyHome()
    const before = owner.cookie()
    const { state, options } = passkeyLoginStartSchema.parse(
      await owner.ok(owner.call('POST', '/auth/login/passkey/start', { json: {} })),
    )
    const json = { state, credential: sign(options.challenge) }
    await owner.ok(owner.call('POST', '/auth/login/passkey', { json }))
    expect(owner.cookie()).not.toBe(before)
    const old = createTestClient(app)
    old.setCookie(before)
    expect(errorOf(await old.call('GET', '/auth/account/whoami'))).toBe('login_required')
  })

  it('lets an account without confirmed address in, as its password does', async () => {
    const { email, owner, sign } = await passkeyHome()
    await setConfirmed(app, owner, false)
    const { start, show, logIn } = browser()
    const { state, options } = await start()
    const answer = await show(state, sign(options.challenge))
    expect([answer.status, answer.body]).toMatchObject([200, { email, confirmed: false }])
    expect(errorOf(await logIn(email))).toBe('second_factor_required')
  })
})

describe('the state of a passkey login', () => {
  it('is used once, also by two who show it at once [AT15]', async () => {
    const { sign } = await passkeyHome()
    const { start, show } = browser()
    const { state, options } = await start()
    // A counter of zero is that of passkeys which have none, so only the state protects from a second use.
    const credentials = [0, 0, 0].map((counter) => sign(options.challenge, { counter }))
    await app.database.pool.query('update passkeys set counter = 0 where id = $1', [credentials[0]?.id])
    const answers = await Promise.all(credentials.map((credential) => show(state, credential)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(refusalOf(await show(state, sign(options.challenge, { counter: 0 })))).toMatchObject(OVER)
  })

  it('is over after five minutes, holds over a restart, and is taken from nobody else', async () => {
    const own = await createTestApp()
    const { sign } = await passkeyHome(own)
    const { start, show } = browser(own)
    const kept = await start()
    const late = await start()
    await own.restart()
    expect((await show(kept.state, sign(kept.options.challenge))).status).toBe(200)
    expect(refusalOf(await show(kept.state, sign(late.options.challenge)))).toMatchObject(WRONG_PASSKEY)
    own.clock.advance(5 * MINUTE_MS)
    expect(refusalOf(await show(late.state, sign(late.options.challenge)))).toMatchObject(OVER)
    expect(refusalOf(await show('made-up', sign(late.options.challenge)))).toMatchObject(OVER)
    const changed = `${kept.state.startsWith('A') ? 'B' : 'A'}${kept.state.slice(1)}`
    expect(refusalOf(await show(changed, sign(kept.options.challenge)))).toMatchObject(OVER)
    await own.close()
  })
})

describe('a passkey that is refused', () => {
  it.each([
    ['of another page', { origin: 'http://localhost:1' }],
    ['of another site', { origin: 'https://senca.example' }],
    ['for another place', { rpId: 'senca.example' }],
    ['of a person whom nothing verified', { isUserVerified: false }],
    ['with another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with a counter that does not grow', { counter: 1 }],
    ['with a counter that goes back', { counter: 0 }],
    ['kept for another account', { accountId: crypto.randomUUID() }],
    ['kept for no account', { accountId: '' }],
  ])('is one %s [AT15]', async (_name, wrong) => {
    const { sign } = await passkeyHome()
    const { start, show } = browser()
    const { state, options } = await start()
    const answer = await show(state, sign(options.challenge, wrong))
    expect(refusalOf(answer)).toMatchObject(WRONG_PASSKEY)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('is one that was made as a second step and does not say for whom', async () => {
    const { authenticator } = await passkeyHome()
    const { start, show } = browser()
    const { state, options } = await start()
    const credential = authenticator.get({ challenge: options.challenge, origin: originOf(app) })
    expect(refusalOf(await show(state, credential))).toMatchObject(WRONG_PASSKEY)
  })

  it('is one that is signed by another key, is unknown, removed, or of a deleted account', async () => {
    const { email, owner, authenticator, accountId, sign } = await passkeyHome()
    const { start, show } = browser()
    const tryWith = async (make: (challenge: string) => object) => {
      const { state, options } = await start()
      return refusalOf(await show(state, make(options.challenge)))
    }
    const unknown = (challenge: string) =>
      createSoftwareAuthenticator().get({ challenge, origin: originOf(app), accountId })
    const forged = (challenge: string) => ({
      ...unknown(challenge),
      id: authenticator.id,
      rawId: authenticator.id,
    })
    expect(await tryWith(unknown)).toMatchObject(WRONG_PASSKEY)
    expect(await tryWith(forged)).toMatchObject(WRONG_PASSKEY)
    const second = await addPasskey(app, owner)
    const json = { id: second.authenticator.id, password: GOOD_PASSWORD }
    await owner.ok(owner.call('POST', '/auth/account/second-factor/passkey/remove', { json }))
    const removed = (challenge: string) =>
      second.authenticator.get({ challenge, origin: originOf(app), accountId })
    expect(await tryWith(removed)).toMatchObject(WRONG_PASSKEY)
    await deleteAccount(app, owner, email)
    expect(await tryWith(sign)).toMatchObject(WRONG_PASSKEY)
  })

  it('is one of the demo account while the demo is off', async () => {
    const { accountId, sign } = await passkeyHome()
    const demo = 'demo@senca.local'
    await app.database.pool.query('update accounts set email = $1, email_key = $1 where id = $2', [
      demo,
      accountId,
    ])
    const { start, show } = browser()
    const { state, options } = await start()
    expect(refusalOf(await show(state, sign(options.challenge)))).toMatchObject(WRONG_PASSKEY)
  })

  it.each([
    ['nothing in it', {}],
    ['no base64', { clientDataJSON: '<>', authenticatorData: 7, signature: [] }],
    [
      'an account that is no id',
      { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'Jw' },
    ],
  ])('is one with %s', async (_name, response) => {
    const { authenticator } = await passkeyHome()
    const { start, show } = browser()
    const { state } = await start()
    const { id } = authenticator
    expect(refusalOf(await show(state, { id, rawId: id, type: 'public-key', response }))).toMatchObject(
      WRONG_PASSKEY,
    )
  })

  it('is in the trail of its account, and counts with wrong passwords [AT15]', async () => {
    const { email, owner, sign } = await passkeyHome()
    const { start, show, logIn } = browser()
    const { state, options } = await start()
    const wrong = () => show(state, sign(options.challenge, { isUserVerified: false }))
    for (let guess = 0; guess < 5; guess += 1) expect((await wrong()).status).toBe(401)
    expect((await trailOf(owner))[0]).toEqual(['sign_in_failed', 'passkey'])
    for (let guess = 0; guess < 5; guess += 1) await logIn(email, 'mistyped-river-43')
    const slowed = await show(state, sign(options.challenge))
    expect([slowed.status, errorOf(slowed)]).toEqual([429, 'too_many_requests'])
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await logIn(email)).status).toBe(429)
    app.clock.advance(15 * MINUTE_MS)
    const later = await start()
    expect((await show(later.state, sign(later.options.challenge))).status).toBe(200)
  })

  it('of nobody slows its address after 120 an hour', async () => {
    const { sign } = await passkeyHome()
    const { start, show } = browser()
    const { state, options } = await start()
    const nobody = createSoftwareAuthenticator()
    const guess = () => show(state, nobody.get({ challenge: options.challenge, origin: originOf(app) }))
    for (let count = 0; count < 120; count += 1) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    expect((await show(state, sign(options.challenge))).status).toBe(429)
  })
})
