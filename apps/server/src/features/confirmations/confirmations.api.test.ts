import { profileSchema } from '@senca/contract'
import { exchangeAnswerSchema, mailAnswerSchema } from '@senca/contract/account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'

const HOUR_MS = 3_600_000
const MADE_UP_STATE = 'S'.repeat(43)

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

interface Newcomer {
  client: TestClient
  email: string
}

async function newcomer(): Promise<Newcomer> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  // E-mails are sent side by side, so a later one could arrive first.
  await mailServer.to(email, 1)
  return { client, email }
}

/** The three purposes with the steps token, state and success, and the final call. */
const FLOWS = {
  confirm: {
    expected: /^https?:\S+\/confirmaccount\?token=/m,
    async ask({ client }: Newcomer, query: string) {
      app.clock.advance(20_000)
      return client.ok(client.call('GET', `/auth/account/confirm?${query}`))
    },
    finish: (state: string) => ({ state }),
  },
  reset: {
    expected: /^https?:\S+\/resetpassword\?token=/m,
    ask: ({ client, email }: Newcomer, query: string) =>
      client.ok(
        client.call('GET', `/auth/account/resetpassword?email=${encodeURIComponent(email)}&${query}`),
      ),
    finish: (state: string) => ({ state, new_password: 'quiet-window-77' }),
  },
  delete: {
    expected: /^https?:\S+\/deleteaccount\?token=/m,
    ask: ({ client }: Newcomer, query: string) =>
      client.ok(client.call('GET', `/auth/account/delete?${query}`)),
    finish: (state: string) => ({ state }),
  },
} as const
type Flow = keyof typeof FLOWS
const FLOW_NAMES: Flow[] = ['confirm', 'reset', 'delete']

/** Requests an e-mail and returns its token. */
async function mailedToken(flow: Flow, person: Newcomer, type: 'link' | 'code'): Promise<string> {
  const before = mailServer.received.filter(({ envelope }) => envelope.to.includes(person.email)).length
  const answer = mailAnswerSchema.parse(await FLOWS[flow].ask(person, `confirmtype=${type}`))
  const mails = await mailServer.to(person.email, before + 1)
  const mail = mails.at(-1)
  if (mail === undefined) throw new Error('no e-mail')
  expect(answer.prefix !== undefined).toBe(type === 'code')
  if (type === 'link') expect(mail.mail.text).toMatch(FLOWS[flow].expected)
  return `${answer.prefix ?? ''}${tokenIn(mail)}`
}

const stranger = () => createTestClient(app)
const exchange = (flow: Flow, token: string) =>
  stranger().call('POST', `/auth/account/${flow}`, { form: { token } })
const stateOf = async (flow: Flow, token: string) =>
  exchangeAnswerSchema.parse((await exchange(flow, token)).body).state
const finish = (
  flow: Flow,
  token: string,
  state: string,
  form: Record<string, string> = FLOWS[flow].finish(state),
) => stranger().call('POST', `/auth/account/${token}/${flow}`, { form })

describe.each(FLOW_NAMES)('a mailed token to %s', (flow) => {
  it.each(['link', 'code'] as const)(
    'by %s is exchanged any number of times, and works once',
    async (type) => {
      const token = await mailedToken(flow, await newcomer(), type)
      const state = await stateOf(flow, token)
      expect(await stateOf(flow, token)).toBe(state)
      expect((await finish(flow, token, state)).body).toEqual({})
      const gone = type === 'link' ? 'confirmation_invalid' : 'confirmation_code_expired'
      const refusal = flow === 'confirm' ? [409, 'account_already_confirmed'] : [410, gone]
      for (const answer of [await exchange(flow, token), await finish(flow, token, state)]) {
        expect([answer.status, errorOf(answer)]).toEqual(refusal)
      }
    },
  )

  it('works once, however many come at the same time', async () => {
    const token = await mailedToken(flow, await newcomer(), 'link')
    const state = await stateOf(flow, token)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => finish(flow, token, state)))
    const late = flow === 'confirm' ? 409 : 410
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, late, late, late, late])
  })

  it('spends all others of its purpose with its success', async () => {
    const person = await newcomer()
    const first = await mailedToken(flow, person, 'link')
    const second = await mailedToken(flow, person, 'code')
    const state = await stateOf(flow, first)
    expect((await finish(flow, first, state)).status).toBe(200)
    const refusal = flow === 'confirm' ? 'account_already_confirmed' : 'confirmation_code_expired'
    expect(errorOf(await exchange(flow, second))).toBe(refusal)
  })

  it.each([
    ['link', 'confirmation_invalid'],
    ['code', 'confirmation_code_expired'],
  ] as const)('by %s is worth nothing after an hour', async (type, error) => {
    const token = await mailedToken(flow, await newcomer(), type)
    app.clock.advance(HOUR_MS - 1_000)
    const state = await stateOf(flow, token)
    app.clock.advance(1_000)
    for (const answer of [await exchange(flow, token), await finish(flow, token, state)]) {
      expect([answer.status, errorOf(answer)]).toEqual([410, error])
    }
  })

  it('becomes invalid when the password changes', async () => {
    const person = await newcomer()
    const token = await mailedToken(flow, person, 'link')
    await person.client.ok(
      person.client.call('POST', '/auth/account/changepassword', {
        json: {
          old_password: GOOD_PASSWORD,
          new_password: 'river-lamp-43',
          confirm_password: 'river-lamp-43',
        },
      }),
    )
    expect(errorOf(await exchange(flow, token))).toBe('confirmation_invalid')
  })

  it('is not spent by a made-up state, nor does it serve another purpose or person', async () => {
    const token = await mailedToken(flow, await newcomer(), 'link')
    const other = await mailedToken(flow, await newcomer(), 'link')
    expect(errorOf(await finish(flow, token, MADE_UP_STATE))).toBe('confirmation_invalid')
    expect(errorOf(await finish(flow, token, await stateOf(flow, other)))).toBe('confirmation_invalid')
    for (const foreign of FLOW_NAMES.filter((name) => name !== flow)) {
      expect(errorOf(await exchange(foreign, token))).toBe('confirmation_invalid')
    }
    expect((await finish(flow, token, await stateOf(flow, token))).status).toBe(200)
  })

  it.each([
    ['garbled', 'x', 'confirmation_invalid'],
    ['a link that never was', 'A'.repeat(43), 'confirmation_invalid'],
    ['a code that never was', `${'A'.repeat(22)}123456`, 'confirmation_code_expired'],
    ['in other letters', 'ж'.repeat(43), 'confirmation_invalid'],
    ['an injection', "' or 1=1 --", 'confirmation_invalid'],
  ])('is refused when it is %s', async (_name, token, error) => {
    expect([errorOf(await exchange(flow, token))]).toEqual([error])
    expect(errorOf(await finish(flow, encodeURIComponent(token), MADE_UP_STATE))).toBe(error)
  })

  it('becomes invalid after ten wrong guesses, however many come at once', async () => {
    const token = await mailedToken(flow, await newcomer(), 'code')
    const wrong = `${token.slice(0, 22)}${String((Number(token.slice(22)) + 1) % 1_000_000).padStart(6, '0')}`
    for (let index = 0; index < 9; index += 1) {
      expect(errorOf(await exchange(flow, wrong))).toBe('confirmation_code_expired')
    }
    const state = await stateOf(flow, token)
    const guesses = await Promise.all([1, 2, 3, 4].map(() => finish(flow, wrong, state)))
    expect(guesses.map(errorOf)).toEqual(Array.from({ length: 4 }, () => 'confirmation_code_expired'))
    expect(errorOf(await exchange(flow, token))).toBe('confirmation_code_expired')
    expect(errorOf(await finish(flow, token, state))).toBe('confirmation_code_expired')
    // The limit for an attacker's address lasts an hour; all tests of this file use the same address.
    app.clock.advance(HOUR_MS)
  })
})

describe('confirming an account', () => {
  const confirmed = async ({ client }: Newcomer) =>
    profileSchema.parse(await client.ok(client.call('GET', '/auth/account/whoami'))).confirmed

  const DAY_MS = 24 * HOUR_MS
  const refusalOf = async (token: string, state = MADE_UP_STATE) => {
    const answers = [await exchange('confirm', token), await finish('confirm', token, state)]
    return answers.map((answer) => `${answer.status} ${errorOf(answer)}`)
  }
  const known = Array(2).fill('409 account_already_confirmed')
  const unknown = Array(2).fill('410 confirmation_invalid')

  it('is known of each of its links for 30 days, used, unused or over an hour old', async () => {
    const person = await newcomer()
    const old = await mailedToken('confirm', person, 'link')
    app.clock.advance(2 * HOUR_MS)
    expect(await refusalOf(old)).toEqual(unknown)
    const unused = await mailedToken('confirm', person, 'link')
    const used = await mailedToken('confirm', person, 'link')
    expect((await finish('confirm', used, await stateOf('confirm', used))).status).toBe(200)
    for (const token of [old, unused, used]) expect(await refusalOf(token)).toEqual(known)
    app.clock.advance(29 * DAY_MS)
    for (const token of [unused, used]) expect(await refusalOf(token)).toEqual(known)
    app.clock.advance(2 * DAY_MS)
    for (const token of [old, unused, used]) expect(await refusalOf(token)).toEqual(unknown)
  })

  it('is known of its links where a reset has confirmed it', async () => {
    const person = await newcomer()
    const token = await mailedToken('confirm', person, 'link')
    const reset = await mailedToken('reset', person, 'link')
    expect((await finish('reset', reset, await stateOf('reset', reset))).status).toBe(200)
    expect(await refusalOf(token)).toEqual(known)
  })

  it('works by the link of the registration', async () => {
    const person = await newcomer()
    expect(await confirmed(person)).toBe(false)
    const [mail] = await mailServer.to(person.email)
    if (mail === undefined) throw new Error('no e-mail')
    const token = tokenIn(mail)
    expect((await finish('confirm', token, await stateOf('confirm', token))).status).toBe(200)
    expect(await confirmed(person)).toBe(true)
    const again = await person.client.call('GET', '/auth/account/confirm')
    expect([again.status, errorOf(again)]).toEqual([409, 'account_already_confirmed'])
  })

  it('works by the code of the registration, whose prefix only the browser gets', async () => {
    const client = createTestClient(app)
    const email = newEmail()
    const { prefix } = mailAnswerSchema.parse(
      await client.ok(
        client.call('POST', '/auth/register?lang=sl', {
          form: { email, password: GOOD_PASSWORD, confirm_type: 'code' },
        }),
      ),
    )
    expect(prefix).toMatch(/^[A-Za-z0-9_-]{22}$/)
    const [mail] = await mailServer.to(email)
    if (mail === undefined) throw new Error('no e-mail')
    expect(mail.raw.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([tokenIn(mail), tokenIn(mail)])
    expect(mail.raw).not.toContain(prefix)
    const token = `${prefix}${tokenIn(mail)}`
    expect((await finish('confirm', token, await stateOf('confirm', token))).status).toBe(200)
    expect(await confirmed({ client, email })).toBe(true)
  })

  it('is mailed again every 20 seconds at most, the mail of the registration starting the wait', async () => {
    const { client, email } = await newcomer()
    const ask = () => client.call('GET', '/auth/account/confirm?confirmtype=link')
    app.clock.advance(15_000)
    const early = await ask()
    expect([early.status, errorOf(early), early.headers.get('retry-after')]).toEqual([
      429,
      'too_many_requests',
      '5',
    ])
    app.clock.advance(5_000)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    await mailServer.to(email, 2)
  })

  it('is not asked for by a foreign page, a navigation or a HEAD', async () => {
    const { client, email } = await newcomer()
    app.clock.advance(20_000)
    // Node's fetch sets its own Sec-Fetch headers.
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.http.inject({
        method,
        url: '/auth/account/confirm',
        headers: { host: 'localhost', cookie: client.cookie() ?? '', ...headers },
      })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-mode': 'navigate' },
    ]) {
      const answer = await ask(headers)
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: 'insufficient_permission' }])
    }
    expect((await ask({}, 'HEAD')).statusCode).toBe(404)
    const answer = await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    await mailServer.to(email, 2)
  })
})

describe('mails', () => {
  it.each([
    ['of the query first', 'lang=de', 'Senca: Ein neues Passwort'],
    ['of a browser tag', 'lang=sr-Latn-RS', 'Senca: nova lozinka'],
    ['of the profile', '', 'Senca: una nuova password'],
    ['of the profile where the query names none of ours', 'lang=fr', 'Senca: una nuova password'],
  ])('are in the language %s', async (_name, query, subject) => {
    const person = await newcomer()
    await person.client.ok(person.client.call('POST', '/auth/account/locale', { json: { locale: 'it' } }))
    await FLOWS.reset.ask(person, query)
    const [, mail] = await mailServer.to(person.email, 2)
    expect(mail?.mail.subject).toBe(subject)
    expect(mail?.mail.html).toContain(subject)
  })

  it('are at most five an hour for an account and purpose', async () => {
    const person = await newcomer()
    const ask = () =>
      person.client.call('GET', `/auth/account/resetpassword?email=${encodeURIComponent(person.email)}`)
    for (let index = 0; index < 5; index += 1) expect((await ask()).status).toBe(200)
    const sixth = await ask()
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await person.client.call('GET', '/auth/account/delete')).status).toBe(200)
    app.clock.advance(HOUR_MS)
    expect((await ask()).status).toBe(200)
  })

  it('are not sent to unknown addresses', async () => {
    const answer = await stranger().call('GET', '/auth/account/resetpassword?email=nobody@example.com')
    expect([answer.status, errorOf(answer)]).toEqual([404, 'account_not_found'])
  })

  it.each([
    'anna@example.com\r\nBcc: bor@example.com',
    'anna@example.com\nBcc: bor@example.com',
    'anna@example.com%0d%0aBcc:bor@example.com',
    '"anna\r\nBcc: bor"@example.com',
    'anna@example.com, bor@example.com',
    'anna@example.com>\r\nRCPT TO:<bor@example.com',
  ])('cannot be given headers or recipients by the address %j', async (email) => {
    const before = mailServer.received.length
    const answer = await createTestClient(app).register(email)
    if (answer.status !== 200) {
      expect(errorOf(answer)).toBe('malformed_request')
      return
    }
    await mailServer.to(email)
    expect(mailServer.received.slice(before).flatMap(({ envelope }) => envelope.to)).toEqual([email])
    expect(mailServer.received.at(-1)?.mail.bcc).toBeUndefined()
  })
})
