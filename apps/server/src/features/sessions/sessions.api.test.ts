import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilBlocked } from '#testing/database/until-blocked.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import {
  createSignedInClient,
  createTestClient,
  errorOf,
  GOOD_PASSWORD,
  newEmail,
} from '#testing/test-client.ts'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('registering', () => {
  it('makes an unconfirmed account, signs it in and keeps the language', async () => {
    const client = createTestClient(app)
    const email = newEmail()
    const form = { email, password: GOOD_PASSWORD, confirm_type: 'link' }
    const answer = await client.call('POST', '/auth/register?lang=sl', { form })
    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(await client.ok(client.call('GET', '/auth/account/whoami'))).toEqual({
      email,
      confirmed: false,
      password_set: true,
      locale: 'sl',
    })
  })

  it('takes both forms of a domain with letters beyond ASCII for one address', async () => {
    const unicode = `${randomUUID()}@gršć.si`
    const punycode = unicode.replace('gršć.si', domainToASCII('gršć.si'))
    const client = createTestClient(app)
    await client.ok(client.register(unicode))
    expect(errorOf(await createTestClient(app).register(punycode))).toBe('email_already_in_use')
    await client.ok(createTestClient(app).logIn(punycode))
    // Earlier versions stored the form that was typed.
    const key = 'update accounts set email_key = $2 where email_key = $1'
    await app.database.pool.query(key, [unicode, punycode])
    await client.ok(createTestClient(app).logIn(unicode))
    expect(errorOf(await createTestClient(app).register(unicode))).toBe('email_already_in_use')
  })

  it.each([
    ['a bad e-mail', { email: 'anna', password: GOOD_PASSWORD }, 400, 'malformed_request'],
    ['no e-mail', { password: GOOD_PASSWORD }, 400, 'malformed_request'],
    ['no password', { email: 'a@example.com' }, 400, 'missing_password'],
    ['a short password', { email: 'a@example.com', password: 'kX9#mP2' }, 400, 'password_not_strong_enough'],
    [
      'a weak password',
      { email: 'a@example.com', password: 'password123' },
      400,
      'password_not_strong_enough',
    ],
    [
      'an unknown field',
      { email: 'a@example.com', password: GOOD_PASSWORD, admin: '1' },
      400,
      'malformed_request',
    ],
    [
      'an unknown way to confirm',
      { email: 'a@example.com', password: GOOD_PASSWORD, confirm_type: 'x' },
      400,
      'malformed_request',
    ],
  ])('refuses %s', async (_name, form, status, error) => {
    const answer = await createTestClient(app).call('POST', '/auth/register', { form })
    expect([answer.status, errorOf(answer)]).toEqual([status, error])
  })

  it('takes an address once, whatever its case, also when two come at once', async () => {
    const email = newEmail()
    const answers = await Promise.all([
      createTestClient(app).register(email),
      createTestClient(app).register(email.toUpperCase()),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && errorOf(refused)).toBe('email_already_in_use')
  })
})

describe('logging in', () => {
  it.each([
    ['', false],
    [' with a second step', true],
  ])('is refused%s while the account is being deleted', async (_name, hasSecondStep) => {
    const email = newEmail()
    await createTestClient(app).register(email)
    const pool = new pg.Pool({ connectionString: app.database.url, max: 2 })
    const deleter = await pool.connect()
    try {
      if (hasSecondStep) {
        await pool.query(
          "insert into passkeys (id, account_id, name, public_key, counter, transports, created_at) select $2, id, 'Key', '', 0, '[]', now() from accounts where email = $1",
          [email, `passkey-of-${email}`],
        )
      }
      await deleter.query('begin')
      await deleter.query('delete from accounts where email = $1', [email])
      const late = createTestClient(app).logIn(email)
      await untilBlocked(pool, deleter)
      await deleter.query('commit')
      const answer = await late
      expect([answer.status, answer.body]).toMatchObject([
        401,
        { error: 'invalid_credentials', key: 'login' },
      ])
    } finally {
      deleter.release()
      await pool.end()
    }
  })

  it('answers the profile and sets a cookie that scripts and other sites do not get', async () => {
    const email = newEmail()
    await createTestClient(app).register(email)
    const client = createTestClient(app)
    const answer = await client.logIn(` ${email.toUpperCase()} `)
    expect(answer.body).toMatchObject({ email, confirmed: false, password_set: true, locale: 'en' })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^senca_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect(answer.headers.getSetCookie()[0]).not.toContain('Secure')
  })

  it('sets a cookie for https only where people come by https', async () => {
    const own = await createTestApp({ publicUrl: 'https://home.example.com' })
    const answer = await createTestClient(own).register(newEmail())
    expect(answer.headers.getSetCookie()[0]).toContain('; Secure')
    await own.close()
  })

  it.each([
    [
      'a wrong password',
      (email: string) => ({ login: email, password: 'wrong-one-7' }),
      401,
      'invalid_credentials',
      'password',
    ],
    [
      'an unknown address',
      () => ({ login: 'nobody@example.com', password: GOOD_PASSWORD }),
      401,
      'invalid_credentials',
      'login',
    ],
    [
      'no address at all',
      () => ({ login: '\u{1F600}', password: GOOD_PASSWORD }),
      401,
      'invalid_credentials',
      'login',
    ],
    ['a form without a login', () => ({ password: 'x' }), 400, 'missing_login', 'login'],
    ['a form without a password', () => ({ login: 'x' }), 400, 'missing_password', 'password'],
    ['a form without fields', () => ({}), 400, 'data_missing', undefined],
    [
      'an unknown field',
      () => ({ login: 'x', password: 'x', remember: '1' }),
      400,
      'malformed_request',
      undefined,
    ],
  ])('refuses %s', async (_name, formFor, status, error, key) => {
    const email = newEmail()
    await createTestClient(app).register(email)
    const answer = await createTestClient(app).call('POST', '/auth/login', { form: { ...formFor(email) } })
    expect([answer.status, answer.body]).toMatchObject([status, { error }])
    expect(answer.body).toHaveProperty('error_description')
    if (key === undefined) expect(answer.body).not.toHaveProperty('key')
    else expect(answer.body).toMatchObject({ key })
  })

  it('without a body answers an api token of the session, for 15 minutes', async () => {
    const client = await createSignedInClient(app)
    const answer = await client.call('POST', '/auth/login')
    const minutes = (Date.parse(String(Object(answer.body).expiresAt)) - app.clock.now().getTime()) / 60_000
    expect(answer.status).toBe(200)
    expect(minutes).toBe(15)
    expect(errorOf(await createTestClient(app).call('POST', '/auth/login'))).toBe('login_required')
  })

  it('gives a session a new id, and ends the one that the browser held', async () => {
    const email = newEmail()
    const client = createTestClient(app)
    await client.register(email)
    const old = client.cookie()
    await client.logIn(email)
    expect(client.cookie()).not.toBe(old)
    client.setCookie(old)
    expect(errorOf(await client.call('GET', '/auth/account/whoami'))).toBe('login_required')
  })
})

describe('a session', () => {
  it('ends with its api token at log-out', async () => {
    const client = await createSignedInClient(app)
    const cookie = client.cookie()
    await client.apiToken()
    expect((await client.api('GET', '/auth/api/v1/device/list')).status).toBe(200)
    const answer = await client.call('POST', '/auth/logout')
    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(errorOf(await client.api('GET', '/auth/api/v1/device/list'))).toBe('api_token_invalid')
    client.setCookie(cookie)
    expect(errorOf(await client.call('GET', '/auth/account/whoami'))).toBe('login_required')
    expect(errorOf(await client.call('POST', '/auth/logout'))).toBe('login_required')
  })

  it('ends everywhere at log-out-everywhere, and nobody else’s does', async () => {
    const email = newEmail()
    const here = createTestClient(app)
    await here.register(email)
    const there = createTestClient(app)
    await there.logIn(email)
    const other = await createSignedInClient(app)
    await here.ok(here.call('POST', '/auth/logout-all'))
    expect(errorOf(await there.call('GET', '/auth/account/whoami'))).toBe('login_required')
    expect((await other.call('GET', '/auth/account/whoami')).status).toBe(200)
  })

  it('lives 30 days after its last use and never more than 180', async () => {
    const own = await createTestApp()
    const used = await createSignedInClient(own)
    const whoAmI = async (client: typeof used) => (await client.call('GET', '/auth/account/whoami')).status
    const unused = await createSignedInClient(own)
    for (let day = 25; day <= 175; day += 25) {
      own.clock.advance(25 * DAY_MS)
      expect(await whoAmI(used)).toBe(200)
    }
    expect(await whoAmI(unused)).toBe(401)
    own.clock.advance(5 * DAY_MS)
    expect(await whoAmI(used)).toBe(401)
    await own.close()
  })

  it('keeps the language that is set', async () => {
    const client = await createSignedInClient(app)
    await client.ok(client.call('POST', '/auth/account/locale', { json: { locale: 'rs_cyrl' } }))
    expect(await client.ok(client.call('GET', '/auth/account/whoami'))).toMatchObject({ locale: 'rs_cyrl' })
    expect(errorOf(await client.call('POST', '/auth/account/locale', { json: { locale: 'xx' } }))).toBe(
      'malformed_request',
    )
  })
})

describe('identity', () => {
  it('is exactly one: a link header wins over the bearer and the cookie, even without a valid link', async () => {
    const client = await createSignedInClient(app)
    const headers = { 'x-device-link-token': 'whatever' }
    const forSocket = await client.call('GET', '/auth/account/websocket/token', { headers })
    expect([forSocket.status, forSocket.body]).toMatchObject([
      403,
      { error: 'insufficient_permission', key: 'deviceLinkToken' },
    ])
    expect(errorOf(await client.api('GET', '/auth/api/v1/device/list', { headers }))).toBe(
      'api_token_missing',
    )
    const whoAmI = await client.call('GET', '/auth/account/whoami', { headers })
    expect([whoAmI.status, errorOf(whoAmI)]).toEqual([401, 'login_required'])
    expect((await client.call('GET', '/auth/account/whoami')).status).toBe(200)
  })

  it('of /api/v1 is the bearer only, of /account the cookie only', async () => {
    const client = await createSignedInClient(app)
    expect(errorOf(await client.call('GET', '/auth/api/v1/device/list'))).toBe('api_token_missing')
    const token = await client.apiToken()
    const bearer = { authorization: `Bearer ${token}` }
    const stranger = createTestClient(app)
    expect(errorOf(await stranger.call('GET', '/auth/account/whoami', { headers: bearer }))).toBe(
      'login_required',
    )
    expect((await stranger.call('GET', '/auth/api/v1/device/list', { headers: bearer })).status).toBe(200)
  })

  it('ends with the api token after 15 minutes', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    await client.apiToken()
    own.clock.advance(15 * 60_000)
    expect(errorOf(await client.api('GET', '/auth/api/v1/device/list'))).toBe('api_token_invalid')
    await own.close()
  })

  it('is not required for unknown paths', async () => {
    const answer = await createTestClient(app).call('GET', '/auth/api/v1/nothing')
    expect([answer.status, errorOf(answer)]).toEqual([404, 'resource_not_found'])
  })
})
