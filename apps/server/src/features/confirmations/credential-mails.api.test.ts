import type { Language } from '@senca/contract'
import { exchangeAnswerSchema } from '@senca/contract/account'
import { secondFactorStatusSchema } from '@senca/contract/second-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { addPasskey, addTotp, codeOf, setConfirmed, setUpTotp } from '#testing/homes/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'
import { MAIL_TEXTS } from './mail-texts/index.ts'
import type { CredentialChange } from './mail-texts/mail-texts.ts'

const NEW_PASSWORD = 'quiet-window-77'
const PREFIX = '/auth/account/second-factor'
const PROOF = { password: GOOD_PASSWORD }

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

interface Person {
  client: TestClient
  email: string
}

async function register(language: Language = 'en'): Promise<Person> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  await app.database.pool.query('update accounts set locale = $2 where email = $1', [email, language])
  await setConfirmed(app, client)
  await mailServer.to(email, 1)
  return { client, email }
}

const changePassword = ({ client }: Person, old_password: string, new_password: string) =>
  client.call('POST', '/auth/account/changepassword', {
    json: { old_password, new_password, confirm_password: new_password },
  })
const askForReset = ({ client, email }: Person) =>
  client.call('GET', `/auth/account/resetpassword?email=${encodeURIComponent(email)}`)

async function lastTokenOf(email: string): Promise<string> {
  const letter = (await mailServer.withToken(email, 2)).at(-1)
  if (letter === undefined) throw new Error('no letter')
  return tokenIn(letter)
}

async function reset(person: Person) {
  await person.client.ok(askForReset(person))
  const token = await lastTokenOf(person.email)
  const client = createTestClient(app)
  const { state } = exchangeAnswerSchema.parse(
    await client.ok(client.call('POST', '/auth/account/reset', { form: { token } })),
  )
  return () =>
    client.call('POST', `/auth/account/${token}/reset`, { form: { state, new_password: NEW_PASSWORD } })
}

async function addPassword({ client, email }: Person) {
  await app.database.pool.query('update accounts set password_hash = null where email = $1', [email])
  await client.ok(client.call('GET', '/auth/account/addpassword'))
  const request = await lastTokenOf(email)
  return () => client.call('POST', '/auth/account/addpassword', { json: { request, password: NEW_PASSWORD } })
}

async function passkeyIdOf({ client }: Person): Promise<string> {
  const { passkeys } = secondFactorStatusSchema.parse(await client.ok(client.call('GET', PREFIX)))
  return passkeys[0]?.id ?? ''
}

/** The number of e-mails about credentials that were written to a person. They are written with the change. */
async function countOf({ email }: Person): Promise<number> {
  const { rows } = await app.database.pool.query(
    `select count(*)::int as count from mails join accounts on accounts.id = account_id
     where email = $1 and kind = 'credentials'`,
    [email],
  )
  return rows[0].count
}

/** Makes ready for a change and returns what makes it. */
type Cause = (person: Person) => Promise<() => Promise<unknown>>
const CAUSES: Record<CredentialChange, Cause> = {
  passwordChanged: async (person) => () =>
    person.client.ok(changePassword(person, GOOD_PASSWORD, NEW_PASSWORD)),
  passwordReset: async (person) => {
    const finish = await reset(person)
    return () => person.client.ok(finish())
  },
  passwordAdded: async (person) => {
    const finish = await addPassword(person)
    return () => person.client.ok(finish())
  },
  appAdded:
    async ({ client }) =>
    () =>
      setUpTotp(app, client),
  appRemoved: async ({ client }) => {
    await addTotp(app, client)
    return () => client.ok(client.call('POST', `${PREFIX}/totp/remove`, { json: PROOF }))
  },
  passkeyAdded:
    async ({ client }) =>
    () =>
      addPasskey(app, client, 'Blue <key>'),
  passkeyRemoved: async (person) => {
    await addPasskey(app, person.client, 'Blue <key>')
    const json = { ...PROOF, id: await passkeyIdOf(person) }
    return () => person.client.ok(person.client.call('POST', `${PREFIX}/passkey/remove`, { json }))
  },
  codesRenewed: async ({ client }) => {
    await addTotp(app, client)
    return () => client.ok(client.call('POST', `${PREFIX}/recovery/renew`, { json: PROOF }))
  },
}

const CHANGES = Object.entries(CAUSES) as [CredentialChange, Cause][]

describe('a change of what an account logs in with', () => {
  it.each(CHANGES)(
    'is notified by one e-mail in the language of the account [AT14]: %s',
    async (change, prepare) => {
      const person = await register('sl')
      const act = await prepare(person)
      const before = await countOf(person)
      await act()
      expect(await countOf(person)).toBe(before + 1)
      const { subjects, leads, ifNot } = MAIL_TEXTS.sl.credentials
      const isNotice = ({ mail }: { mail: { subject?: string | undefined } }) =>
        mail.subject === subjects[change]
      await expect.poll(async () => (await mailServer.to(person.email)).filter(isNotice).length).toBe(1)
      const notice = (await mailServer.to(person.email)).find(isNotice)
      expect(notice?.mail.text).toContain(leads[change].replace('{{name}}', 'Blue <key>'))
      expect(notice?.mail.text).toContain(ifNot)
      expect(notice?.mail.html).not.toContain('<key>')
    },
  )

  it('that takes an unconfirmed account over is notified as well', async () => {
    const person = await register()
    await setConfirmed(app, person.client, false)
    const finish = await reset(person)
    await person.client.ok(finish())
    expect(await countOf(person)).toBe(1)
  })
})

describe('a change that is refused', () => {
  it('of the password is not notified [AT14]', async () => {
    const person = await register()
    expect(errorOf(await changePassword(person, 'wrong-river-42', NEW_PASSWORD))).toBe('invalid_credentials')
    expect(errorOf(await changePassword(person, GOOD_PASSWORD, 'password1'))).toBe(
      'password_not_strong_enough',
    )
    const finish = await reset(person)
    await person.client.ok(finish())
    expect((await finish()).status).toBe(410)
    expect(await countOf(person)).toBe(1)
    const other = await register()
    const add = await addPassword(other)
    await other.client.ok(add())
    expect((await add()).status).toBe(410)
    expect(await countOf(other)).toBe(1)
  })

  it('of a second factor is not notified', async () => {
    const person = await register()
    const { client } = person
    const post = (path: string, json: object) => client.call('POST', `${PREFIX}/${path}`, { json })
    expect(errorOf(await post('recovery/renew', PROOF))).toBe('resource_not_found')
    await client.ok(post('totp/remove', PROOF))
    const { secret } = Object(await client.ok(post('totp/start', PROOF)))
    expect(errorOf(await post('totp/confirm', { code: codeOf(secret, app, 9) }))).toBe('invalid_credentials')
    expect(errorOf(await post('passkey/remove', { ...PROOF, id: 'nothing' }))).toBe('resource_not_found')
    expect(errorOf(await post('passkey/add', { name: 'Key', credential: {} }))).toBeDefined()
    expect(await countOf(person)).toBe(0)
    await setUpTotp(app, client)
    expect(errorOf(await post('totp/remove', { password: 'wrong-river-42' }))).toBe('invalid_credentials')
    expect(errorOf(await post('recovery/renew', { password: 'wrong-river-42' }))).toBe('invalid_credentials')
    expect(await countOf(person)).toBe(1)
  })
})

describe('the five e-mails an hour', () => {
  it('are not used up by changes, each of which is notified [AT14]', async () => {
    const person = await register()
    const passwords = [GOOD_PASSWORD, ...Array.from({ length: 7 }, (_, index) => `${NEW_PASSWORD}-${index}`)]
    for (const [index, next] of passwords.slice(1).entries())
      await person.client.ok(changePassword(person, passwords[index] ?? '', next))
    expect(await countOf(person)).toBe(7)
    for (let asked = 0; asked < 5; asked += 1) await person.client.ok(askForReset(person))
    expect(errorOf(await askForReset(person))).toBe('too_many_requests')
  })

  it('that are used up hold no notice back', async () => {
    const person = await register()
    for (let asked = 0; asked < 5; asked += 1) await person.client.ok(askForReset(person))
    expect(errorOf(await askForReset(person))).toBe('too_many_requests')
    await person.client.ok(changePassword(person, GOOD_PASSWORD, NEW_PASSWORD))
    expect(await countOf(person)).toBe(1)
  })
})
