import { exchangeAnswerSchema, mailAnswerSchema } from '@senca/contract/account'
import Fastify from 'fastify'
import { afterAll, expect, it, vi } from 'vitest'
import { dumpDatabase } from '#testing/database/database-dump.ts'
import { startTestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

function listeningLogger() {
  const lines: string[] = []
  const { log } = Fastify({
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  })
  return { log, text: () => lines.join('') }
}

const outcomesIn = async ({ database }: TestApp) =>
  (await database.pool.query<{ outcome: string | null }>('select outcome from mails')).rows.map(
    ({ outcome }) => outcome,
  )

it('no link, code, prefix or state of a mail stands in the log or the database, sent or not yet', async () => {
  const { log: logger, text } = listeningLogger()
  let isTaking = false
  const mailServer = await startTestMailServer({
    onRcptTo(_address, _session, callback) {
      callback(isTaking ? null : Object.assign(new Error('come back later'), { responseCode: 451 }))
    },
  })
  closers.push(mailServer.close)
  const app = await createTestApp({ logger, environment: { SMTP_URL: mailServer.url } })
  closers.push(app.close)

  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const reset = `/auth/account/resetpassword?email=${encodeURIComponent(email)}&confirmtype=code`
  const { prefix = '' } = mailAnswerSchema.parse(await client.ok(client.call('GET', reset)))
  expect(prefix).toHaveLength(22)
  await vi.waitFor(async () => expect(await outcomesIn(app)).toEqual([null, null]))
  const dumpBefore = await dumpDatabase(app.database)

  isTaking = true
  const mails = await mailServer.to(email, 2)
  const link = mails.map(tokenIn).find((token) => token.length === 43) ?? ''
  const code = mails.map(tokenIn).find((token) => token.length === 6) ?? ''
  const exchange = async (flow: string, token: string) =>
    exchangeAnswerSchema.parse(
      await client.ok(client.call('POST', `/auth/account/${flow}`, { form: { token } })),
    ).state
  const states = [await exchange('confirm', link), await exchange('reset', `${prefix}${code}`)]
  await client.call('POST', `/auth/account/${prefix}000000/reset`, {
    form: { state: states[0] ?? '', new_password: 'quiet-window-77' },
  })
  const form = { state: states[0] ?? '' }
  await client.ok(client.call('POST', `/auth/account/${link}/confirm`, { form }))
  await vi.waitFor(async () => expect(await outcomesIn(app)).toEqual(['sent', 'sent']))
  const dumpAfter = await dumpDatabase(app.database)

  for (const secret of [link, prefix, ...states]) {
    expect(secret.length).toBeGreaterThan(20)
    expect([text(), dumpBefore, dumpAfter].map((place) => place.includes(secret))).toEqual([
      false,
      false,
      false,
    ])
  }
  expect(code).toMatch(/^\d{6}$/)
  expect(text()).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
  expect(dumpBefore).toContain(email)
  expect(text()).not.toContain(email)
  expect(text()).toContain('/auth/account/:token/confirm')
})

it('without a mail server the log contains the link, so that a newcomer finds it', async () => {
  const { log: logger, text } = listeningLogger()
  const app = await createTestApp({ logger })
  closers.push(app.close)
  const client = createTestClient(app)
  await client.ok(client.register(newEmail()))
  await vi.waitFor(() => expect(text()).toMatch(/http:\/\/localhost:\d+\/confirmaccount\?token=[\w-]{43}/))
})
