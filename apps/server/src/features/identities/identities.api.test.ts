import type { Profile } from '@senca/contract'
import { exchangeAnswerSchema } from '@senca/contract/account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenIdProvider, type OpenIdProvider } from '#testing/doubles/openid-provider.ts'
import {
  startTestMailServer,
  type TestMailServer,
  tokenIn as tokenOf,
} from '#testing/doubles/test-mail-server.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { addTotp, codeOf, setConfirmed, stateOf } from '#testing/homes/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, newEmail, type TestClient } from '#testing/test-client.ts'

const CLIENT_ID = 'senca-at-google'
const APPLE_ID = 'senca.at.apple'

const clock = createFakeClock(new Date())
let mailServer: TestMailServer
let google: OpenIdProvider
let apple: OpenIdProvider
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  google = await createOpenIdProvider({ clock })
  apple = await createOpenIdProvider({ clock })
  app = await createTestApp({
    clock,
    environment: {
      SMTP_URL: mailServer.url,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_ISSUER: google.issuer,
      APPLE_CLIENT_ID: APPLE_ID,
      APPLE_REDIRECT_URI: 'https://senca.example/',
      APPLE_ISSUER: apple.issuer,
    },
  })
})
afterAll(async () => {
  await app.close()
  await google.close()
  await apple.close()
  await mailServer.close()
})

let subjects = 0
const newSubject = () => {
  subjects += 1
  return `subject-${subjects}`
}
interface Claims {
  sub: string
  email?: string
  email_verified?: boolean | string
}
const byGoogle = async (
  claims: Claims,
  client = createTestClient(app),
  { lang = '', headers = {} }: { lang?: string; headers?: Record<string, string> } = {},
) => {
  const idtoken = await google.sign({ aud: CLIENT_ID, ...claims })
  return client.call('POST', `/auth/login${lang}`, { form: { idtoken }, headers })
}
const byApple = async (claims: Claims, client = createTestClient(app)) => {
  const idtoken = await apple.sign({ aud: APPLE_ID, ...claims })
  return client.call('POST', '/auth/login', { form: { idtoken } })
}
const whoAmI = async (client: TestClient) => client.call('GET', '/auth/account/whoami')
const confirm = (email: string) =>
  app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
const accountIdOf = async (email: string) => {
  const { rows } = await app.database.pool.query<{ id: string }>('select id from accounts where email = $1', [
    email,
  ])
  expect(rows).toHaveLength(1)
  return rows[0]?.id
}
const registered = async (email = newEmail()) => {
  const client = createTestClient(app)
  await client.ok(client.register(email))
  return { email, client }
}
const trailOf = async (client: TestClient) => {
  const { events } = Object(await client.ok(client.call('GET', '/auth/account/events')))
  return events.map(({ kind, detail }: Record<string, unknown>) => [kind, detail])
}

describe('somebody new', () => {
  it('gets a confirmed account without a password', async () => {
    const client = createTestClient(app)
    const email = newEmail()
    const profile = { email, confirmed: true, password_set: false, locale: 'en' } satisfies Profile
    const answer = await byGoogle({ sub: newSubject(), email, email_verified: true }, client)
    expect([answer.status, answer.body]).toEqual([200, profile])
    expect(await trailOf(client)).toEqual([
      ['signed_in', 'google'],
      ['account_created', 'google'],
    ])
  })

  it.each([
    ['the query', { lang: '?lang=sl', headers: { 'accept-language': 'de' } }, 'sl'],
    ['the browser', { headers: { 'accept-language': 'fr, de-AT;q=0.8, it;q=0.9, *;q=0.1' } }, 'it'],
    ['nobody', { lang: '?lang=xx', headers: { 'accept-language': 'fr;q=x,,;;' } }, 'en'],
  ])('gets the language of %s', async (_name, options, locale) => {
    const claims = { sub: newSubject(), email: newEmail(), email_verified: true }
    expect((await byGoogle(claims, createTestClient(app), options)).body).toMatchObject({ locale })
  })

  it('gets one account when they come twice at once', async () => {
    const claims = { sub: newSubject(), email: newEmail(), email_verified: true }
    const answers = await Promise.all(Array.from({ length: 6 }, () => byGoogle(claims)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await accountIdOf(claims.email)
  })

  it('whose address nobody has verified gets an account that is not confirmed', async () => {
    const email = newEmail()
    const answer = await byGoogle({ sub: newSubject(), email, email_verified: false })
    expect(answer.body).toMatchObject({ email, confirmed: false, password_set: false })
  })
})

describe('somebody known', () => {
  it('is known by subject, whatever the address, and without one as Apple does later', async () => {
    const sub = newSubject()
    const email = newEmail()
    expect((await byApple({ sub, email, email_verified: 'true' })).body).toMatchObject({ confirmed: true })
    expect((await byApple({ sub })).body).toMatchObject({ email })
    const other = { sub, email: newEmail(), email_verified: 'true' }
    expect((await byApple(other)).body).toMatchObject({ email })
  })

  it('is somebody else at another provider with the same subject', async () => {
    const sub = newSubject()
    const first = newEmail()
    await byGoogle({ sub, email: first, email_verified: true })
    const second = newEmail()
    expect((await byApple({ sub, email: second, email_verified: 'true' })).body).toMatchObject({
      email: second,
    })
  })

  it('signs in to the same account from both providers by one verified address', async () => {
    const email = newEmail()
    await byGoogle({ sub: newSubject(), email, email_verified: true })
    expect(
      (await byApple({ sub: newSubject(), email: email.toUpperCase(), email_verified: 'true' })).status,
    ).toBe(200)
    await accountIdOf(email)
  })
})

describe('an account with a password', () => {
  it('is linked by a verified address once it is confirmed, and keeps password and sessions', async () => {
    const { email, client } = await registered()
    await confirm(email)
    const other = createTestClient(app)
    const answer = await byGoogle({ sub: newSubject(), email, email_verified: true }, other)
    expect(answer.body).toMatchObject({ email, confirmed: true, password_set: true })
    expect((await whoAmI(client)).status).toBe(200)
    expect((await createTestClient(app).logIn(email)).status).toBe(200)
    expect((await trailOf(other)).slice(0, 3)).toContainEqual(['identity_linked', 'google'])
  })

  it.each([
    ['an unverified address', { email_verified: false }],
    ['an address of which nothing is said', {}],
    ['an address that is called unverified in text', { email_verified: 'false' }],
  ])('is never linked by %s, confirmed or not [AT3]', async (_name, verified) => {
    const { email, client } = await registered()
    for (const isConfirmed of [false, true]) {
      if (isConfirmed) await confirm(email)
      const answer = await byGoogle({ sub: newSubject(), email, ...verified })
      expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_credentials' }])
      expect(answer.body).not.toHaveProperty('key')
      expect(answer.headers.getSetCookie()).toEqual([])
      expect((await whoAmI(client)).body).toMatchObject({ email, confirmed: isConfirmed, password_set: true })
      expect((await createTestClient(app).logIn(email)).status).toBe(200)
    }
  })

  it('that somebody registered under a foreign address is the owner’s alone once they come [AT3]', async () => {
    const { email, client: hijacker } = await registered()
    const { secret } = await addTotp(app, hijacker)
    await setConfirmed(app, hijacker, false)
    const token = await hijacker.apiToken()
    const half = createTestClient(app)
    const state = stateOf(await half.logIn(email))
    const owner = createTestClient(app)
    const answer = await byGoogle({ sub: newSubject(), email, email_verified: true }, owner)
    expect([answer.status, answer.body]).toMatchObject([200, { email, confirmed: true, password_set: false }])
    expect(errorOf(await whoAmI(hijacker))).toBe('login_required')
    const [letter] = await mailServer.to(email)
    const dead = { token: tokenOf(letter ?? expect.fail('no letter')) }
    expect(errorOf(await hijacker.call('POST', '/auth/account/confirm', { form: dead }))).toBe(
      'account_already_confirmed',
    )
    const headers = { authorization: `Bearer ${token}` }
    expect(errorOf(await hijacker.call('GET', '/auth/api/v1/device/list', { headers }))).toBe(
      'api_token_invalid',
    )
    expect(errorOf(await createTestClient(app).logIn(email))).toBe('invalid_credentials')
    const json = { state, code: codeOf(secret, app) }
    expect(errorOf(await half.call('POST', '/auth/login/second', { json }))).toBe('login_required')
    expect((await whoAmI(owner)).status).toBe(200)
    expect((await owner.call('GET', '/auth/account/second-factor')).body).toMatchObject({ totp: false })
  })

  it('that somebody keeps signing in to while its owner comes is the owner’s alone', async () => {
    const { email } = await registered()
    const hijackers = Array.from({ length: 12 }, () => createTestClient(app))
    const owner = createTestClient(app)
    const attempts = hijackers.map((client) => client.logIn(email))
    const claims = { sub: newSubject(), email, email_verified: true }
    const [answer] = await Promise.all([byGoogle(claims, owner), ...attempts])
    expect(answer.status).toBe(200)
    for (const client of hijackers) expect((await whoAmI(client)).status).toBe(401)
    expect((await whoAmI(owner)).status).toBe(200)
  })

  it('made with an unverified address of somebody else is the owner’s alone once they come', async () => {
    const email = newEmail()
    const hijacker = createTestClient(app)
    const sub = newSubject()
    await byGoogle({ sub, email, email_verified: false }, hijacker)
    const owner = createTestClient(app)
    const claims = { sub: newSubject(), email, email_verified: true }
    expect((await byGoogle(claims, owner)).body).toMatchObject({ email, confirmed: true })
    expect((await whoAmI(hijacker)).status).toBe(401)
    expect((await byGoogle({ sub, email, email_verified: false })).status).toBe(401)
    expect((await whoAmI(owner)).status).toBe(200)
  })
})

describe('an account made by a provider that did not vouch for the address', () => {
  const tokenIn = async (email: string) => {
    const [letter] = await mailServer.to(email)
    if (letter === undefined) throw new Error('no letter')
    return tokenOf(letter)
  }
  const made = async () => {
    const claims = { sub: newSubject(), email: newEmail(), email_verified: false }
    const hijacker = createTestClient(app)
    await hijacker.ok(byGoogle(claims, hijacker))
    return { claims, email: claims.email, hijacker }
  }
  const expectOut = async ({ claims, hijacker }: Awaited<ReturnType<typeof made>>) => {
    expect((await whoAmI(hijacker)).status).toBe(401)
    expect((await byGoogle(claims)).status).toBe(401)
    expect((await createTestClient(app).logIn(claims.email, 'river-lamp-43')).status).toBe(200)
  }

  it('is the owner’s alone after a reset', async () => {
    const hijacked = await made()
    const owner = createTestClient(app)
    const query = `email=${encodeURIComponent(hijacked.email)}`
    await owner.ok(owner.call('GET', `/auth/account/resetpassword?${query}`))
    const token = await tokenIn(hijacked.email)
    const exchanged = await owner.ok(owner.call('POST', '/auth/account/reset', { form: { token } }))
    const { state } = exchangeAnswerSchema.parse(exchanged)
    const form = { state, new_password: 'river-lamp-43' }
    await owner.ok(owner.call('POST', `/auth/account/${token}/reset`, { form }))
    await expectOut(hijacked)
  })

  it('is the owner’s alone once they give it a password', async () => {
    const hijacked = await made()
    await hijacked.hijacker.ok(hijacked.hijacker.call('GET', '/auth/account/addpassword'))
    const json = { request: await tokenIn(hijacked.email), password: 'river-lamp-43' }
    const owner = createTestClient(app)
    await owner.ok(owner.call('POST', '/auth/account/addpassword', { json }))
    await expectOut(hijacked)
  })
})

it('a federated sign-in asks for the second step too, and one without a password proves itself by it', async () => {
  const claims = { sub: newSubject(), email: newEmail(), email_verified: true }
  const client = createTestClient(app)
  await byGoogle(claims, client)
  const { secret } = await addTotp(app, client, '')
  const half = createTestClient(app)
  const answer = await byGoogle(claims, half)
  const state = stateOf(answer)
  expect(answer.headers.getSetCookie()).toEqual([])
  const json = { state, code: codeOf(secret, app) }
  expect((await half.call('POST', '/auth/login/second', { json })).body).toMatchObject({
    email: claims.email,
  })
  expect((await trailOf(half))[0]).toEqual(['signed_in', 'google'])
})

describe('a provider', () => {
  it('that is not configured lets nobody in', async () => {
    const own = await createTestApp()
    const idtoken = await google.sign({ sub: 'x', aud: CLIENT_ID, email: newEmail(), email_verified: true })
    const answer = await createTestClient(own).call('POST', '/auth/login', { form: { idtoken } })
    expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_credentials' }])
    expect(answer.body).not.toHaveProperty('key')
    await own.close()
  })

  it('that cannot be reached is answered as a failure of the server, and the token still counts later [AT1]', async () => {
    const own = await createTestApp({
      clock,
      environment: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: google.issuer },
    })
    const idtoken = await google.sign({ sub: 'y', aud: CLIENT_ID, email: newEmail(), email_verified: true })
    google.breakWith(() => ({ status: 503, body: '' }))
    const answer = await createTestClient(own).call('POST', '/auth/login', { form: { idtoken } })
    expect([answer.status, errorOf(answer)]).toEqual([500, 'internal_error'])
    google.breakWith(null)
    clock.advance(5_000)
    expect((await createTestClient(own).call('POST', '/auth/login', { form: { idtoken } })).status).toBe(200)
    await own.close()
  })
})
