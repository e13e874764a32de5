import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endRetryDelays } from '#testing/database/test-database.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function openMailServer(options: Parameters<typeof startTestMailServer>[0] = {}, port = 0) {
  const server = await startTestMailServer(options, port)
  closers.push(server.close)
  return server
}

async function openApp(url: string): Promise<TestApp> {
  const app = await createTestApp({ environment: { SMTP_URL: url } })
  closers.push(app.close)
  return app
}

async function register(app: { url: string }): Promise<string> {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  return email
}

async function findFreePort(): Promise<number> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

const outcomesIn = async ({
  database,
}: TestApp): Promise<{ outcome: string | null; sealed: string | null }[]> =>
  (await database.pool.query('select outcome, sealed from mails order by created_at')).rows

const waitForOutcome = (app: TestApp, outcome: string) =>
  vi.waitFor(
    async () => {
      await endRetryDelays(app.database)
      expect(await outcomesIn(app)).toEqual([{ outcome, sealed: null }])
    },
    { timeout: 120_000 },
  )

/** The number of failed attempts of all jobs. */
const failedAttempts = async ({ database }: TestApp): Promise<number> => {
  const { rows } = await database.pool.query(
    `select coalesce(sum(attempts), 0)::int as attempts from graphile_worker.jobs
     where task_identifier = 'send-mail' and last_error is not null`,
  )
  return rows[0].attempts
}

const waitForFailure = (app: TestApp) =>
  vi.waitFor(async () => expect(await failedAttempts(app)).toBeGreaterThan(0), { timeout: 120_000 })

const countTo = ({ received }: TestMailServer, email: string) =>
  received.filter(({ envelope }) => envelope.to.includes(email)).length

const temporary = () => Object.assign(new Error('come back later'), { responseCode: 451 })
const permanent = () => Object.assign(new Error('no such person'), { responseCode: 550 })

describe('e-mails by SMTP', () => {
  it('arrive once, from the address of the server, to the person alone', async () => {
    const mailServer = await openMailServer()
    const app = await openApp(`${mailServer.url}?from=door@home.example`)
    const email = await register(app)
    const [mail] = await mailServer.to(email)
    expect(mail?.envelope).toEqual({ from: 'door@home.example', to: [email] })
    expect(mail?.mail.from).toMatchObject({ name: 'Senca', address: 'door@home.example' })
    expect(mail?.mail.messageId).toMatch(/^<[a-p]{32}@localhost>$/)
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    await waitForOutcome(app, 'sent')
  })

  it('arrive once the mail server is there', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await waitForFailure(app)
    const mailServer = await openMailServer({}, port)
    await waitForOutcome(app, 'sent')
    expect(countTo(mailServer, email)).toBe(1)
  })

  it('arrive after a restart of ours in between', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await app.restart()
    const mailServer = await openMailServer({}, port)
    await waitForOutcome(app, 'sent')
    await app.restart()
    expect(countTo(mailServer, email)).toBe(1)
  })

  it.each<[string, SMTPServerOptions]>([
    ['refuses the sender for now', { onMailFrom: (_address, _session, callback) => callback(temporary()) }],
    ['refuses the recipient for now', { onRcptTo: (_address, _session, callback) => callback(temporary()) }],
    ['hangs up on us', { onConnect: (_session, callback) => callback(permanent()) }],
  ])('are tried again when the mail server %s', async (_name, once) => {
    let attempts = 0
    const mailServer = await openMailServer({
      onConnect(session, callback) {
        attempts += 1
        if (attempts === 1 && once.onConnect !== undefined) once.onConnect(session, callback)
        else callback()
      },
      onMailFrom(address, session, callback) {
        if (attempts === 1 && once.onMailFrom !== undefined) once.onMailFrom(address, session, callback)
        else callback()
      },
      onRcptTo(address, session, callback) {
        if (attempts === 1 && once.onRcptTo !== undefined) once.onRcptTo(address, session, callback)
        else callback()
      },
    })
    const app = await openApp(mailServer.url)
    const email = await register(app)
    await waitForOutcome(app, 'sent')
    expect([countTo(mailServer, email), attempts]).toEqual([1, 2])
  })

  it('keep their Message-ID when they are tried again [AT10]', async () => {
    const ids: (string | undefined)[] = []
    const mailServer = await openMailServer({
      onData(stream, _session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          ids.push(/^message-id: (.*)$/im.exec(Buffer.concat(chunks).toString())?.[1]?.trim())
          callback(ids.length === 1 ? temporary() : null)
        })
      },
    })
    const app = await openApp(mailServer.url)
    await register(app)
    await waitForOutcome(app, 'sent')
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })

  it('are not tried again when the mail server refuses them for good', async () => {
    const mailServer = await openMailServer({
      onRcptTo: (_address, _session, callback) => callback(permanent()),
    })
    const app = await openApp(mailServer.url)
    await register(app)
    await waitForOutcome(app, 'refused')
  })

  it('are sent again, with the same Message-ID, when the mail server dies after it was given one [AT10]', async () => {
    const port = await findFreePort()
    const ids: (string | undefined)[] = []
    // Speaks just enough SMTP to receive an e-mail, and closes the connection instead of confirming it.
    const dying = createServer((socket) => {
      let received = ''
      socket.on('error', () => {})
      socket.write('220 ready\r\n')
      socket.on('data', (chunk) => {
        received += chunk.toString()
        if (received.includes('\r\n.\r\n')) {
          ids.push(/^message-id: (.*)$/im.exec(received)?.[1]?.trim())
          socket.destroy()
        } else socket.write(received.includes('DATA\r\n') ? '354 go on\r\n' : '250 fine\r\n')
      })
    })
    await new Promise<void>((resolve) => dying.listen(port, '127.0.0.1', resolve))
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await waitForFailure(app)
    await new Promise((resolve) => dying.close(resolve))
    const mailServer = await openMailServer({}, port)
    await waitForOutcome(app, 'sent')
    const [mail] = await mailServer.to(email)
    expect(ids).toContain(mail?.mail.messageId)
  })

  it('are tried until their link has expired, and then never again', async () => {
    const app = await openApp(`smtp://127.0.0.1:${await findFreePort()}`)
    await register(app)
    await waitForFailure(app)
    await app.database.pool.query(`update mails set created_at = now() - interval '61 minutes'`)
    await app.restart()
    await waitForOutcome(app, 'expired')
  })

  it('wait for the SESSION_SECRET that they were encrypted with', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await waitForFailure(app)
    const { rows } = await app.database.pool.query<{ sealed: string }>('select sealed from mails')
    await app.database.pool.query(`update mails set sealed = 'under another secret'`)
    const mailServer = await openMailServer({}, port)
    await app.restart()
    await waitForFailure(app)
    expect(await outcomesIn(app)).toEqual([{ outcome: null, sealed: 'under another secret' }])
    await app.database.pool.query('update mails set sealed = $1', [rows[0]?.sealed])
    await app.restart()
    await mailServer.to(email)
  })

  it('arrive when the server crashed while it sent them, and was started again', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await waitForFailure(app)
    await app.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a server that has crashed'`,
    )
    const mailServer = await openMailServer({}, port)
    await app.restart()
    await waitForOutcome(app, 'sent')
    expect(countTo(mailServer, email)).toBe(1)
  })

  it('arrive when one server of several crashed while it sent them', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await waitForFailure(app)
    await app.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a server that has crashed'`,
    )
    const mailServer = await openMailServer({}, port)
    const maintain = () =>
      app.database.pool.query(`select graphile_worker.add_job('maintain-mails', '{}'::json)`)
    await maintain()
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'maintain-mails'`,
      )
      expect(rows).toEqual([])
    })
    expect(await outcomesIn(app)).toMatchObject([{ outcome: null }])
    await app.database.pool.query(`update mails set created_at = now() - interval '11 minutes'`)
    await maintain()
    await mailServer.to(email)
    await waitForOutcome(app, 'sent')
  })

  it('arrive when their job is missing, as after a restore', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await waitForFailure(app)
    await app.database.pool.query(`delete from graphile_worker._private_jobs`)
    const mailServer = await openMailServer({}, port)
    await app.restart()
    await mailServer.to(email)
    await waitForOutcome(app, 'sent')
  })

  it('are forgotten after thirty days', async () => {
    const mailServer = await openMailServer()
    const app = await openApp(mailServer.url)
    await register(app)
    await waitForOutcome(app, 'sent')
    const maintain = () =>
      app.database.pool.query(`select graphile_worker.add_job('maintain-mails', '{}'::json)`)
    await app.database.pool.query(`update mails set created_at = now() - interval '31 days'`)
    await maintain()
    await vi.waitFor(async () => expect(await outcomesIn(app)).toEqual([]))
  })

  it('arrive although every connection to the database has broken', async () => {
    const mailServer = await openMailServer()
    const app = await openApp(mailServer.url)
    const { url } = app.database
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await admin.end()
    // The job of an e-mail whose database connection breaks is created again only after ten minutes.
    const askAll = () => Promise.all(Array.from({ length: 20 }, () => app.database.pool.query('select 1')))
    await vi.waitFor(askAll)
    const email = await vi.waitFor(() => register(app))
    await mailServer.to(email)
    expect(countTo(mailServer, email)).toBe(1)
  })

  it('are sent once by two instances together', async () => {
    const mailServer = await openMailServer()
    const app = await openApp(mailServer.url)
    const twin = await app.twin()
    const emails = await Promise.all(
      Array.from({ length: 24 }, (_, index) => register(index % 2 === 0 ? app : twin)),
    )
    for (const email of emails) await mailServer.to(email)
    await vi.waitFor(async () =>
      expect((await outcomesIn(app)).map(({ outcome }) => outcome)).toEqual(emails.map(() => 'sent')),
    )
    expect(emails.map((email) => countTo(mailServer, email))).toEqual(emails.map(() => 1))
  })
})

describe('e-mails without a mail server', () => {
  it('are whole files in the outbox that only we read, sorted by time', async () => {
    const app = await createTestApp()
    closers.push(app.close)
    const first = await register(app)
    const outbox = join(app.dataDir, 'outbox')
    const filesThere = async () => (await readdir(outbox)).filter((name) => name.endsWith('.eml')).toSorted()
    await vi.waitFor(async () => expect(await filesThere()).toHaveLength(1), { timeout: 120_000 })
    app.clock.advance(60_000)
    const second = await register(app)
    await vi.waitFor(async () => expect(await filesThere()).toHaveLength(2), { timeout: 120_000 })
    const names = await filesThere()
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    )
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([first, second])
    expect(mails[0]?.text).toMatch(/http:\/\/localhost:\d+\/confirmaccount\?token=[\w-]{43}/)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    expect((await stat(join(outbox, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  })
})
