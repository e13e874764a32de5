import { profileSchema } from '@senca/contract'
import { exchangeAnswerSchema, securityEventsSchema } from '@senca/contract/account'
import { secondFactorOptionsSchema } from '@senca/contract/second-factor'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilBlocked } from '#testing/database/until-blocked.ts'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
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
import { openSignedInSocket } from '#testing/test-socket.ts'

const NEW_PASSWORD = 'quiet-window-77'

let mailServer: TestMailServer
let app: TestApp
let twin: { url: string }
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
  twin = await app.twin()
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

async function newcomer() {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  return { client, email }
}

/** Signs in again on another instance, with an API token and an open socket. */
async function signInElsewhere(email: string) {
  const client = createTestClient(twin)
  await client.ok(client.logIn(email))
  const token = await client.apiToken()
  const socket = await openSignedInSocket(twin, await client.websocketToken())
  return { client, token, socket }
}

const change = (client: TestClient, fields: Record<string, string> = {}) =>
  client.call('POST', '/auth/account/changepassword', {
    json: {
      old_password: GOOD_PASSWORD,
      new_password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
      ...fields,
    },
  })

const list = (client: TestClient, token: string) =>
  client.call('GET', '/auth/api/v1/device/list?index=token', {
    headers: { authorization: `Bearer ${token}` },
  })

async function expectEnded({ client, token, socket }: Awaited<ReturnType<typeof signInElsewhere>>) {
  await socket.closed
  expect(errorOf(await client.call('GET', '/auth/account/whoami'))).toBe('login_required')
  expect(errorOf(await list(client, token))).toBe('api_token_invalid')
}

async function resetToken(email: string, count = 2) {
  const client = createTestClient(app)
  await client.ok(client.call('GET', `/auth/account/resetpassword?email=${encodeURIComponent(email)}`))
  const letter = (await mailServer.withToken(email, count)).at(-1)
  if (letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const { state } = exchangeAnswerSchema.parse(
    await client.ok(client.call('POST', '/auth/account/reset', { form: { token } })),
  )
  return { client, token, state }
}

describe('changing the password', () => {
  it('gives this session a new cookie and ends all others with their tokens and sockets [AT9]', async () => {
    const { client, email } = await newcomer()
    const oldCookie = client.cookie()
    const elsewhere = await signInElsewhere(email)
    const ownSocket = await openSignedInSocket(app, await client.websocketToken())
    expect((await change(client)).body).toEqual({})
    await expectEnded(elsewhere)
    expect(client.cookie()).not.toBe(oldCookie)
    const thief = createTestClient(app)
    thief.setCookie(oldCookie)
    expect(errorOf(await thief.call('GET', '/auth/account/whoami'))).toBe('login_required')
    expect((await client.call('GET', '/auth/account/whoami')).status).toBe(200)
    expect(ownSocket.ws.readyState).toBe(ownSocket.ws.OPEN)
    ownSocket.end()
    const again = createTestClient(app)
    expect((await again.logIn(email)).status).toBe(401)
    expect((await again.logIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  it.each([
    [
      'a wrong old password',
      { old_password: 'mistyped-river-43' },
      401,
      'invalid_credentials',
      'old_password',
    ],
    [
      'a weak new one',
      { new_password: 'password1', confirm_password: 'password1' },
      400,
      'password_not_strong_enough',
      'new_password',
    ],
    [
      'two that differ',
      { confirm_password: 'quiet-window-78' },
      400,
      'malformed_request',
      'confirm_password',
    ],
  ])('refuses %s and leaves the session as it is', async (_name, fields, status, error, key) => {
    const { client, email } = await newcomer()
    const answer = await change(client, fields)
    expect([answer.status, answer.body]).toMatchObject([status, { error, key }])
    expect((await client.call('GET', '/auth/account/whoami')).status).toBe(200)
    expect((await createTestClient(app).logIn(email)).status).toBe(200)
  })

  it('lets nobody in by the old one whose sign-in falls between the change and its commit', async () => {
    const { email } = await newcomer()
    const pool = new pg.Pool({ connectionString: app.database.url, max: 2 })
    const changer = await pool.connect()
    try {
      await changer.query('begin')
      await changer.query('update accounts set password_hash = $1 where email = $2', ['changed', email])
      const late = createTestClient(app).logIn(email)
      await untilBlocked(pool, changer)
      await changer.query('commit')
      expect(errorOf(await late)).toBe('invalid_credentials')
    } finally {
      changer.release()
      await pool.end()
    }
  })

  it('succeeds once when two do it at the same time', async () => {
    const { client } = await newcomer()
    const cookie = client.cookie()
    const answers = await Promise.all(
      ['quiet-window-77', 'quiet-window-78'].map((password) => {
        const browser = createTestClient(app)
        browser.setCookie(cookie)
        return change(browser, { new_password: password, confirm_password: password })
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })
})

describe('setting a forgotten password', () => {
  it('ends all sessions and lets in by the new one alone [AT9]', async () => {
    const { client, email } = await newcomer()
    const elsewhere = await signInElsewhere(email)
    const { client: mailReader, token, state } = await resetToken(email)
    const form = { state, new_password: NEW_PASSWORD }
    await mailReader.ok(mailReader.call('POST', `/auth/account/${token}/reset`, { form }))
    await expectEnded(elsewhere)
    expect(errorOf(await client.call('GET', '/auth/account/whoami'))).toBe('login_required')
    expect((await client.logIn(email)).status).toBe(401)
    const profile = profileSchema.parse(await client.ok(client.logIn(email, NEW_PASSWORD)))
    expect(profile.confirmed).toBe(true)
  })

  /** Resets the password with a new e-mail; `count` is the number of e-mails after it. */
  async function reset(email: string, password: string, count: number) {
    const { client, token, state } = await resetToken(email, count)
    const form = { state, new_password: password }
    await client.ok(client.call('POST', `/auth/account/${token}/reset`, { form }))
  }
  const second = (client: TestClient, json: Record<string, unknown>) =>
    client.call('POST', '/auth/login/second', { json })

  it('keeps the second step of a confirmed account', async () => {
    const { client, email } = await newcomer()
    await addTotp(app, client)
    await reset(email, NEW_PASSWORD, 2)
    stateOf(await createTestClient(app).logIn(email, NEW_PASSWORD))
  })

  it('forgets the second step of an account that nobody had confirmed', async () => {
    const { client, email } = await newcomer()
    await addTotp(app, client)
    await addPasskey(app, client)
    await setConfirmed(app, client, false)
    await reset(email, NEW_PASSWORD, 2)
    const owner = createTestClient(app)
    expect((await owner.logIn(email, NEW_PASSWORD)).status).toBe(200)
    expect((await owner.call('GET', '/auth/account/second-factor')).body).toEqual({
      totp: false,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
  })

  it('brings no more guesses at the second step, of which recovery codes and passkeys have their own [AT6]', async () => {
    const { client, email } = await newcomer()
    const { secret, recoveryCodes } = await addTotp(app, client)
    const { authenticator } = await addPasskey(app, client)
    const wrong = codeOf(secret, app, 500)
    for (let round = 0; round < 5; round += 1) {
      const thief = createTestClient(app)
      const state = stateOf(await thief.logIn(email))
      for (let guess = 0; guess < 10; guess += 1) await second(thief, { state, code: wrong })
    }
    await reset(email, NEW_PASSWORD, 2)
    const logIn = async () => {
      const browser = createTestClient(app)
      return { browser, state: stateOf(await browser.logIn(email, NEW_PASSWORD)) }
    }
    const byCode = await logIn()
    const refused = await second(byCode.browser, { state: byCode.state, code: codeOf(secret, app) })
    expect([refused.status, errorOf(refused)]).toEqual([429, 'too_many_requests'])
    const byRecovery = await logIn()
    const code = recoveryCodes[0]
    expect((await second(byRecovery.browser, { state: byRecovery.state, code })).status).toBe(200)
    const { browser, state } = await logIn()
    const options = await browser.ok(browser.call('POST', '/auth/login/second/options', { json: { state } }))
    const challenge = String(secondFactorOptionsSchema.parse(options).passkey?.challenge)
    const credential = authenticator.get({ challenge, origin: originOf(app) })
    expect((await second(browser, { state, credential })).status).toBe(200)
  })

  it('is not spent by a weak password', async () => {
    const { email } = await newcomer()
    const { client, token, state } = await resetToken(email)
    const set = (new_password: string) =>
      client.call('POST', `/auth/account/${token}/reset`, { form: { state, new_password } })
    const weak = await set('password1')
    expect([weak.status, errorOf(weak)]).toEqual([400, 'password_not_strong_enough'])
    expect((await set(NEW_PASSWORD)).status).toBe(200)
  })
})

describe('adding a password', () => {
  /** An account without a password, as after a sign-in with Google, which confirms the address. */
  async function withoutPassword() {
    const person = await newcomer()
    const query = 'update accounts set password_hash = null, is_confirmed = true where email = $1'
    await app.database.pool.query(query, [person.email])
    return person
  }
  const passwordSet = async (client: TestClient) =>
    profileSchema.parse(await client.ok(client.call('GET', '/auth/account/whoami'))).password_set

  it.each(['link', 'code'] as const)('works by %s, in any browser, once', async (type) => {
    const { client, email } = await withoutPassword()
    expect(await passwordSet(client)).toBe(false)
    const { body } = await client.call('GET', `/auth/account/addpassword?confirmtype=${type}`)
    const letter = (await mailServer.withToken(email, 2)).at(-1)
    if (letter === undefined) throw new Error('no letter')
    if (type === 'link') expect(letter.mail.text).toContain('/addpassword?request=')
    const prefix = type === 'code' ? Object(body).prefix : ''
    const request = `${prefix}${tokenIn(letter)}`
    const add = (password: string) =>
      createTestClient(app).call('POST', '/auth/account/addpassword', { json: { request, password } })
    expect(errorOf(await add('password1'))).toBe('password_not_strong_enough')
    expect((await add(NEW_PASSWORD)).body).toEqual({})
    expect((await add(NEW_PASSWORD)).status).toBe(410)
    expect(await passwordSet(client)).toBe(true)
    expect((await createTestClient(app).logIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('is refused to an account that has one', async () => {
    const { client } = await newcomer()
    const answer = await client.call('GET', '/auth/account/addpassword')
    expect([answer.status, errorOf(answer)]).toEqual([409, 'password_already_set'])
  })
})

describe('the security trail', () => {
  it('shows the account, and nobody else, what has happened to it', async () => {
    const { client, email } = await newcomer()
    await createTestClient(app).logIn(email, 'mistyped-river-43')
    await change(client)
    const { client: mailReader, token, state } = await resetToken(email)
    const form = { state, new_password: 'river-lamp-43' }
    await mailReader.ok(mailReader.call('POST', `/auth/account/${token}/reset`, { form }))
    await client.ok(client.logIn(email, 'river-lamp-43'))
    await client.ok(client.call('GET', '/auth/account/delete'))
    const read = async (of: TestClient, query = '') =>
      securityEventsSchema.parse(await of.ok(of.call('GET', `/auth/account/events${query}`)))
    const { events, more } = await read(client)
    expect(events.map(({ kind }) => kind)).toEqual([
      'deletion_requested',
      'signed_in',
      'password_reset',
      'password_reset_requested',
      'password_changed',
      'sign_in_failed',
      'signed_in',
      'account_created',
    ])
    expect(more).toBe(false)
    expect(events[0]).toMatchObject({ address: '127.0.0.1', detail: null })
    expect((await read(client, `?before=${events[5]?.id}`)).events).toEqual(events.slice(6))
    expect((await read((await newcomer()).client)).events.map(({ kind }) => kind)).toEqual([
      'signed_in',
      'account_created',
    ])
  })
})
