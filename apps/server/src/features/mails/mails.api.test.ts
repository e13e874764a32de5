import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'
import { startTestMailServer, type TestMailServer } from '#testing/test-mail-server.ts'

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

const fatesIn = async ({ database }: TestApp): Promise<{ state: string; sealed: string | null }[]> =>
  (await database.pool.query('select state, sealed from mails order by created_at')).rows

const waitForFate = (app: TestApp, state: string) =>
  vi.waitFor(async () => expect(await fatesIn(app)).toEqual([{ state, sealed: null }]), { timeout: 15_000 })

const countTo = ({ received }: TestMailServer, email: string) =>
  received.filter(({ envelope }) => envelope.to.includes(email)).length

const temporary = () => Object.assign(new Error('come back later'), { responseCode: 451 })
const permanent = () => Object.assign(new Error('no such person'), { responseCode: 550 })

describe('letters by SMTP', () => {
  it('arrive once, from the address of the server, to the person alone', async () => {
    const mailServer = await openMailServer()
    const app = await openApp(`${mailServer.url}?from=door@home.example`)
    const email = await register(app)
    const [letter] = await mailServer.to(email)
    expect(letter?.envelope).toEqual({ from: 'door@home.example', to: [email] })
    expect(letter?.mail.from).toMatchObject({ name: 'Senca', address: 'door@home.example' })
    expect(letter?.mail.messageId).toMatch(/^<[a-p]{32}@localhost>$/)
    expect(letter?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    await waitForFate(app, 'sent')
  })

  it('arrive once the mail server is there', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await vi.waitFor(async () => expect((await fatesIn(app))[0]?.state).toBe('waiting'))
    const mailServer = await openMailServer({}, port)
    await mailServer.to(email)
    await waitForFate(app, 'sent')
    expect(countTo(mailServer, email)).toBe(1)
  })

  it('arrive after a restart of ours in between', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    await app.restart()
    const mailServer = await openMailServer({}, port)
    await mailServer.to(email)
    await waitForFate(app, 'sent')
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
    await mailServer.to(email)
    await waitForFate(app, 'sent')
    expect([countTo(mailServer, email), attempts]).toEqual([1, 2])
  })

  it('keep their Message-ID when they are tried again', async () => {
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
    await waitForFate(app, 'sent')
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })

  it('are not tried again when the mail server refuses them for good', async () => {
    const mailServer = await openMailServer({
      onRcptTo: (_address, _session, callback) => callback(permanent()),
    })
    const app = await openApp(mailServer.url)
    await register(app)
    await waitForFate(app, 'refused')
  })

  it('are not sent again when the mail server dies with the letter in its hands', async () => {
    let taken = 0
    const port = await findFreePort()
    // Speaks just enough SMTP to be given a letter, and hangs up instead of answering for it.
    const dying = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 ready\r\n')
      socket.on('data', (chunk) => {
        const said = chunk.toString()
        if (said.includes('\r\n.\r\n')) {
          taken += 1
          socket.destroy()
        } else socket.write(said.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n')
      })
    })
    await new Promise<void>((resolve) => dying.listen(port, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => dying.close(() => resolve())))
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    await register(app)
    await waitForFate(app, 'uncertain')
    await app.restart()
    expect(await fatesIn(app)).toEqual([{ state: 'uncertain', sealed: null }])
    expect(taken).toBe(1)
  })

  it('are not sent again when we crashed while we sent them', async () => {
    const mailServer = await openMailServer()
    const app = await openApp(mailServer.url)
    const email = await register(app)
    await mailServer.to(email)
    await waitForFate(app, 'sent')
    await app.database.pool.query(
      `update mails set state = 'sending', sealed = 'x', due_at = now() - interval '11 minutes'`,
    )
    await app.restart()
    await waitForFate(app, 'uncertain')
    expect(countTo(mailServer, email)).toBe(1)
  })

  it.each([
    ['let us wait for its greeting', ''],
    ['sent us away', '421 come back later\r\n'],
  ])('arrive once when we crashed while the mail server %s', async (_name, answer) => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const statesAtAttempt: (string | undefined)[] = []
    const unready = createServer(async (socket) => {
      socket.on('error', () => {})
      const [mail] = await fatesIn(app)
      statesAtAttempt.push(mail?.state)
      if (answer === '') socket.destroy()
      else socket.end(answer)
    })
    await new Promise<void>((resolve) => unready.listen(port, '127.0.0.1', resolve))
    const email = await register(app)
    // The row becomes again what a crash in the middle of the attempt would have left.
    await vi.waitFor(async () => {
      const { rowCount } = await app.database.pool.query(
        `update mails set state = $1, due_at = now() where state = 'waiting' and due_at > now()`,
        [statesAtAttempt[0]],
      )
      expect(rowCount).toBe(1)
    })
    await new Promise((resolve) => unready.close(resolve))
    const mailServer = await openMailServer({}, port)
    await app.restart()
    await mailServer.to(email)
    await waitForFate(app, 'sent')
    await app.restart()
    expect(countTo(mailServer, email)).toBe(1)
  })

  it('arrive when an instance crashed before it handed them over, and no other was started', async () => {
    const port = await findFreePort()
    const app = await openApp(`smtp://127.0.0.1:${port}`)
    const email = await register(app)
    const claim = (age: string) =>
      app.database.pool.query(`update mails set state = 'claimed', due_at = now() - $1::interval`, [age])
    await vi.waitFor(async () => expect((await fatesIn(app))[0]?.state).toBe('waiting'))
    const mailServer = await openMailServer({}, port)
    const lookAfter = () =>
      app.database.pool.query(`select graphile_worker.add_job('look-after-mails', '{}'::json)`)
    await claim('1 minute')
    await lookAfter()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await fatesIn(app))[0]?.state).toBe('claimed')
    await claim('3 minutes')
    await lookAfter()
    await mailServer.to(email)
    await waitForFate(app, 'sent')
  })

  it('arrive once when another instance took them over from one that was only slow', async () => {
    const held: (() => void)[] = []
    let recipients = 0
    const mailServer = await openMailServer({
      onConnect(_session, callback) {
        if (held.push(callback) > 1) callback()
      },
      onRcptTo(_address, _session, callback) {
        recipients += 1
        callback()
      },
    })
    const app = await openApp(mailServer.url)
    const email = await register(app)
    await vi.waitFor(() => expect(held).toHaveLength(1))
    await app.twin()
    await mailServer.to(email)
    held[0]?.()
    await vi.waitFor(() => expect(recipients).toBe(2))
    await app.restart()
    await waitForFate(app, 'sent')
    expect(countTo(mailServer, email)).toBe(1)
  })

  it('are found again when a crash has lost their job', async () => {
    const app = await openApp(`smtp://127.0.0.1:${await findFreePort()}`)
    await register(app)
    await vi.waitFor(async () => expect((await fatesIn(app))[0]?.state).toBe('waiting'))
    await app.database.pool.query(`delete from graphile_worker._private_jobs`)
    await app.database.pool.query(`update mails set due_at = now() - interval '1 minute'`)
    await app.restart()
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select attempts from mails')
      expect(rows).toEqual([{ attempts: 2 }])
    })
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
    // A letter that is taken up by a connection which breaks under it waits for the next look at old claims instead.
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
      expect((await fatesIn(app)).map(({ state }) => state)).toEqual(emails.map(() => 'sent')),
    )
    expect(emails.map((email) => countTo(mailServer, email))).toEqual(emails.map(() => 1))
  })
})

describe('letters without a mail server', () => {
  it('are whole files in the outbox that only we read, sorted by time', async () => {
    const app = await createTestApp()
    closers.push(app.close)
    const first = await register(app)
    const outbox = join(app.dataDir, 'outbox')
    const lettersThere = async () =>
      (await readdir(outbox)).filter((name) => name.endsWith('.eml')).toSorted()
    await vi.waitFor(async () => expect(await lettersThere()).toHaveLength(1), { timeout: 15_000 })
    app.clock.advance(60_000)
    const second = await register(app)
    await vi.waitFor(async () => expect(await lettersThere()).toHaveLength(2), { timeout: 15_000 })
    const names = await lettersThere()
    const letters = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    )
    expect(letters.map(({ to }) => to?.[0]?.address)).toEqual([first, second])
    expect(letters[0]?.text).toMatch(/http:\/\/localhost:\d+\/confirmaccount\?token=[\w-]{43}/)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    expect((await stat(join(outbox, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  })
})
