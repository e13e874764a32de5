import { exchangeAnswerSchema } from '@senca/contract/account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createTestClient, errorOf, GOOD_PASSWORD, newEmail } from '#testing/test-client.ts'

const WRONG = 'mistyped-river-43'
const NEW_PASSWORD = 'quiet-window-77'

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url, TRUST_PROXY: 'on' } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

let lastHost = 0
/** An unused address in an address block of its own. */
const newAddress = () => {
  lastHost += 1
  return `198.18.${Math.floor(lastHost / 250)}.${(lastHost % 250) + 1}`
}

const from = (address: string) => {
  const client = createTestClient(app)
  const headers = { 'x-forwarded-for': address }
  const post = (path: string, form: Record<string, string>) => client.call('POST', path, { form, headers })
  return {
    register: (email: string) => post('/auth/register', { email, password: GOOD_PASSWORD }),
    logIn: (email: string, password = GOOD_PASSWORD) => post('/auth/login', { login: email, password }),
    askReset: (email: string) =>
      client.call('GET', `/auth/account/resetpassword?email=${encodeURIComponent(email)}`, { headers }),
    post,
  }
}

async function newAccount() {
  const email = newEmail()
  expect((await from(newAddress()).register(email)).status).toBe(200)
  return email
}

const isSlowed = ({ status, body, headers }: Answer) =>
  status === 429 &&
  errorOf({ status, body, headers }) === 'too_many_requests' &&
  Number(headers.get('retry-after')) > 0

describe('guessing a password', () => {
  it('is slowed after ten tries, also across a restart, and not for ever', async () => {
    const email = await newAccount()
    const address = newAddress()
    const answers: Answer[] = []
    for (let index = 0; index < 20; index += 1) answers.push(await from(address).logIn(email, WRONG))
    await app.restart()
    for (let index = 0; index < 20; index += 1) answers.push(await from(address).logIn(email, WRONG))
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(answers.slice(10).every(isSlowed)).toBe(true)
    expect(isSlowed(await from(address).logIn(email))).toBe(true)
    app.clock.advance(15 * 60_000)
    expect((await from(address).logIn(email)).status).toBe(200)
  })

  it('at the same time lets no more guesses through', async () => {
    const email = await newAccount()
    const address = newAddress()
    const guesses = Array.from({ length: 40 }, () => from(address).logIn(email, WRONG))
    const answers = await Promise.all(guesses)
    // One more may pass for each hash that is being computed.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(14)
    expect(answers.filter(isSlowed).length).toBeGreaterThanOrEqual(26)
  })

  it('from a botnet is slowed for the account, but not for the home of its owner', async () => {
    const email = newEmail()
    const home = newAddress()
    await from(home).register(email)
    expect((await from(home).logIn(email)).status).toBe(200)
    const answers: Answer[] = []
    for (let bot = 0; bot < 40; bot += 1) answers.push(await from(newAddress()).logIn(email, WRONG))
    expect(answers.slice(20).every(isSlowed)).toBe(true)
    expect(isSlowed(await from(newAddress()).logIn(email))).toBe(true)
    expect((await from(home).logIn(email)).status).toBe(200)
  })

  it('from a botnet does not keep out a person who only registered, who is slowed by their own failures', async () => {
    const email = newEmail()
    const home = newAddress()
    expect((await from(home).register(email)).status).toBe(200)
    for (let bot = 0; bot < 30; bot += 1) await from(newAddress()).logIn(email, WRONG)
    expect(isSlowed(await from(newAddress()).logIn(email))).toBe(true)
    expect((await from(home).logIn(email)).status).toBe(200)
    for (let index = 0; index < 10; index += 1) {
      expect((await from(home).logIn(email, WRONG)).status).toBe(401)
    }
    expect(isSlowed(await from(home).logIn(email))).toBe(true)
  })

  it('never blocks a reset by the owner, who can sign in afterwards', async () => {
    const email = await newAccount()
    for (let bot = 0; bot < 25; bot += 1) await from(newAddress()).logIn(email, WRONG)
    const address = newAddress()
    await from(address).logIn('nobody@example.com', WRONG)
    await app.database.pool.query('update rate_limits set count = 120 where key = $1', [
      `failures/address ${address}`,
    ])
    const owner = from(address)
    expect(isSlowed(await owner.logIn('nobody@example.com', WRONG))).toBe(true)
    expect(isSlowed(await owner.logIn(email))).toBe(true)
    expect((await owner.askReset(email)).status).toBe(200)
    const letter = (await mailServer.to(email, 2)).at(-1)
    if (letter === undefined) throw new Error('no letter')
    const token = tokenIn(letter)
    const { state } = exchangeAnswerSchema.parse((await owner.post('/auth/account/reset', { token })).body)
    const form = { state, new_password: NEW_PASSWORD }
    expect((await owner.post(`/auth/account/${token}/reset`, form)).status).toBe(200)
    expect((await owner.logIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('does not count correct passwords', async () => {
    const email = await newAccount()
    const address = newAddress()
    for (let index = 0; index < 40; index += 1) expect((await from(address).logIn(email)).status).toBe(200)
  })
})

describe('an address', () => {
  /** Increases a counter directly. */
  const countMore = (rule: string, address: string, count: number) =>
    app.database.pool.query('update rate_limits set count = count + $1 where key = $2', [
      count,
      `${rule} ${address}`,
    ])
  const repeat = async (count: number, work: () => Promise<Answer>) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1) statuses.push((await work()).status)
    return statuses
  }

  it('may make 30 accounts an hour, and not any number', async () => {
    const address = newAddress()
    const register = () => from(address).register(newEmail())
    expect(new Set(await repeat(30, register))).toEqual(new Set([200]))
    await countMore('registrations/address', address, 69)
    expect((await register()).status).toBe(200)
    expect(isSlowed(await register())).toBe(true)
    app.clock.advance(3_600_000)
    expect((await register()).status).toBe(200)
  })

  it('may fail 60 times an hour, and not any number', async () => {
    const address = newAddress()
    const fail = () => from(address).logIn('nobody@example.com', WRONG)
    expect(new Set(await repeat(60, fail))).toEqual(new Set([401]))
    await countMore('failures/address', address, 59)
    expect((await fail()).status).toBe(401)
    expect(isSlowed(await fail())).toBe(true)
    expect((await from(newAddress()).logIn('nobody@example.com', WRONG)).status).toBe(401)
  })

  it('may ask for 30 mails an hour, and not any number', async () => {
    const emails = await Promise.all(Array.from({ length: 7 }, newAccount))
    const address = newAddress()
    for (const email of emails.slice(0, 6)) {
      expect(new Set(await repeat(5, () => from(address).askReset(email)))).toEqual(new Set([200]))
    }
    await countMore('mails/address', address, 69)
    const ask = () => from(address).askReset(emails[6] ?? '')
    expect((await ask()).status).toBe(200)
    expect(isSlowed(await ask())).toBe(true)
  })
})
