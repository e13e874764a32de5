import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenIdProvider, type OpenIdProvider } from '#testing/doubles/openid-provider.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createTestClient, errorOf, newEmail } from '#testing/test-client.ts'

const CLIENT_ID = 'senca-at-google'
const APPLE_ID = 'senca.at.apple'

const clock = createFakeClock(new Date())
let provider: OpenIdProvider
let apple: OpenIdProvider
let app: TestApp
beforeAll(async () => {
  provider = await createOpenIdProvider({ clock })
  apple = await createOpenIdProvider({ clock })
  app = await createTestApp({
    clock,
    environment: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_ISSUER: provider.issuer,
      APPLE_CLIENT_ID: APPLE_ID,
      APPLE_REDIRECT_URI: 'https://senca.example/',
      APPLE_ISSUER: apple.issuer,
    },
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
  await apple.close()
})

let subjects = 0
const person = () => {
  subjects += 1
  return { sub: `subject-${subjects}`, aud: CLIENT_ID, email: newEmail(), email_verified: true }
}
const signIn = (idtoken: string, client = createTestClient(app)) =>
  client.call('POST', '/auth/login', { form: { idtoken } })

const expectRefused = (answer: Answer) => {
  expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_credentials' }])
  expect(answer.body).not.toHaveProperty('key')
  expect(answer.headers.getSetCookie().filter((set) => set.startsWith('senca_session='))).toEqual([])
}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an id token', () => {
  it.each([0, 1])('signs in whom its issuer vouches for, by RS256 and by ES256 (%i)', async (key) => {
    const claims = person()
    const client = createTestClient(app)
    const answer = await signIn(await provider.sign(claims, { key: provider.signer(key) }), client)
    expect([answer.status, answer.body]).toEqual([
      200,
      { email: claims.email, confirmed: true, password_set: false, locale: 'en' },
    ])
    expect((await client.call('GET', '/auth/account/whoami')).body).toEqual(answer.body)
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['for another audience', () => ({ aud: 'another-app' })],
    ['for another audience too, on whose behalf it was made', () => ({ aud: [CLIENT_ID, 'x'], azp: 'x' })],
    ['without an audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://issuer.example' })],
    ['of the other provider’s name', () => ({ iss: apple.issuer })],
    ['for the other provider’s client', () => ({ aud: APPLE_ID })],
    ['of Google’s name, where another issuer is configured', () => ({ iss: 'accounts.google.com' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['that is expired', () => ({ exp: provider.now() - 31 })],
    ['without an end', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: provider.now() + 31 })],
    ['of tomorrow', () => ({ iat: provider.now() + 31 })],
    ['of the day before yesterday', () => ({ iat: provider.now() - 2 * 86_400 })],
    ['without the time it was made', () => ({ iat: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    [
      'that is a logout token',
      () => ({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
    ],
    ['with an empty subject', () => ({ sub: '' })],
    ['with a subject that cannot be kept', () => ({ sub: 'a\u0000b' })],
    ['with a subject without end', () => ({ sub: 'x'.repeat(256) })],
    ['with a nonce that nobody asked for', () => ({ nonce: 'made-up' })],
    ['without an e-mail address, of somebody unknown', () => ({ email: undefined })],
    ['with no address for an e-mail address', () => ({ email: 'anna' })],
  ])('%s is refused', async (_name, wrong) => {
    expectRefused(await signIn(await provider.sign({ ...person(), ...wrong() })))
  })

  it('is refused when another key has signed it, whatever name it gives the key', async () => {
    const key = await provider.createKey()
    expectRefused(await signIn(await provider.sign(person(), { key })))
    const header = { kid: provider.signer(0).kid }
    expectRefused(await signIn(await provider.sign(person(), { key, header })))
    expectRefused(await signIn(await provider.sign(person(), { key: apple.signer(0), header })))
  })

  it('is refused without a signature, and with one of a secret that everybody knows', async () => {
    const claims = provider.claimsOf(person())
    const { kid } = provider.signer(0)
    expectRefused(await signIn(`${encode({ alg: 'none', kid })}.${encode(claims)}.`))
    expectRefused(await signIn(`${encode({ alg: 'None', kid })}.${encode(claims)}.`))
    const unsigned = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`
    for (const secret of [await provider.publicKeyPem(), (await provider.publicKeyPem()).trim(), '']) {
      const signature = createHmac('sha256', secret).update(unsigned).digest('base64url')
      expectRefused(await signIn(`${unsigned}.${signature}`))
    }
  })

  it('is refused by an algorithm that is not agreed on, though the issuer has a key for it [AT4]', async () => {
    const key = await provider.createKey('PS256')
    provider.publish(key)
    clock.advance(30_000)
    const agreed = await provider.createKey()
    provider.publish(agreed)
    expect((await signIn(await provider.sign(person(), { key: agreed }))).status).toBe(200)
    expectRefused(await signIn(await provider.sign(person(), { key })))
  })

  it('is refused once anything in it is changed', async () => {
    const [header = '', , signature = ''] = (await provider.sign(person())).split('.')
    const claims = provider.claimsOf({ ...person(), sub: 'another' })
    expectRefused(await signIn(`${header}.${encode(claims)}.${signature}`))
  })

  it.each(['', '.', '..', 'a.b.c', 'x'.repeat(4_096), 'e30.e30.e30', '{}'])('is not %j', async (text) => {
    expectRefused(await signIn(text))
  })

  it('may be half a minute off [AT4]', async () => {
    const claims = { exp: provider.now() - 25, nbf: provider.now() + 25, iat: provider.now() + 25 }
    expect((await signIn(await provider.sign({ ...person(), ...claims }))).status).toBe(200)
  })
})

describe('an id token without a nonce', () => {
  it('counts once, also when it is shown at once, and with its signature written otherwise [AT2]', async () => {
    const token = await provider.sign(person(), { key: provider.signer(1) })
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
    expectRefused(await signIn(token))
    expectRefused(await signIn(otherSignatureOf(token)))
  })

  it('counts once over a restart too', async () => {
    const token = await provider.sign(person())
    expect((await signIn(token)).status).toBe(200)
    await app.restart()
    expectRefused(await signIn(token))
  })
})

/** In ECDSA, if (r, s) is a signature, then (r, n − s) is a valid signature of the same data. */
function otherSignatureOf(token: string): string {
  const [header, claims, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const n = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
  const s = n - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  return [header, claims, other.toString('base64url')].join('.')
}

describe('a nonce', () => {
  const askNonce = async () => {
    const client = createTestClient(app)
    const answer = await client.call('GET', '/auth/login/nonce')
    return { client, answer, nonce: String(Object(answer.body).nonce) }
  }

  it('is given out with a cookie that scripts and other sites do not get, for ten minutes', async () => {
    const { answer, nonce } = await askNonce()
    const [set = ''] = answer.headers.getSetCookie()
    expect(nonce).toMatch(/^[\w-]{43}$/)
    expect(set).toMatch(/^senca_nonce=[\w-]+; Path=\/auth\/login; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const end = Date.parse(/Expires=([^;]+)/.exec(set)?.[1] ?? '')
    expect(Math.round((end - app.clock.now().getTime()) / 60_000)).toBe(10)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(set).not.toContain(nonce)
    const again = await askNonce()
    expect(again.nonce).not.toBe(nonce)
  })

  it('lets in with its cookie, once [AT2]', async () => {
    const { client, nonce } = await askNonce()
    const claims = person()
    const cookie = client.cookieHeader()
    expect((await signIn(await provider.sign({ ...claims, nonce }), client)).status).toBe(200)
    const replay = await provider.sign({ ...claims, nonce })
    const withCookie = { form: { idtoken: replay }, headers: { cookie } }
    expectRefused(await createTestClient(app).call('POST', '/auth/login', withCookie))
  })

  it('does not let in without its cookie, with another’s, a made-up one or a late one', async () => {
    const mine = await askNonce()
    const theirs = await askNonce()
    const token = await provider.sign({ ...person(), nonce: mine.nonce })
    expectRefused(await signIn(token))
    expectRefused(await signIn(token, theirs.client))
    const made = createTestClient(app)
    const headers = { cookie: `senca_nonce=${Buffer.alloc(90).toString('base64url')}` }
    expectRefused(await made.call('POST', '/auth/login', { form: { idtoken: token }, headers }))
    clock.advance(10 * 60_000)
    expectRefused(await signIn(token, mine.client))
  })

  it('is not given to what another site makes a browser ask', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await createTestClient(app).call('GET', '/auth/login/nonce', { headers })
    expect([answer.status, errorOf(answer)]).toEqual([403, 'insufficient_permission'])
  })
})
