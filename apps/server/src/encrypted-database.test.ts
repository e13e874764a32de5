import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '#platform/logger.ts'
import { createTopic } from '#platform/postgres/announcements.ts'
import { createDatabase } from '#platform/postgres/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { parseConfig } from '#platform/process/config.ts'
import { queryAt } from '#testing/database/test-database.ts'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { endProcess, spawnServer, whenReady } from '#testing/server-process.ts'
import { checkDatabase } from './doctor/check-database.ts'

const SESSION_SECRET = 'sixteen-or-more-x'
const authority = issue('An authority', null, [CA])

let folder: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-encrypted-'))
  // For the user of PostgreSQL.
  await chmod(folder, 0o711)
  // PostgreSQL listens on TCP if the path is too long for a socket.
  const dataDir = join(folder, 'd'.repeat(100))
  await mkdir(dataDir, { mode: 0o711 })
  await writeFile(join(folder, 'authority.pem'), authority.pem)
  await writeFile(join(folder, 'other.pem'), issue('Another authority', null, [CA]).pem)
  postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('warn'), onExit: () => {} })
  const file = (name: string) => join(postgres.dataPath, name)
  const { uid, gid } = await stat(postgres.dataPath)
  const own = issue('localhost', authority, [{ extname: 'subjectAltName', array: [{ dns: 'localhost' }] }])
  await writeFile(file('server.crt'), own.pem)
  await writeFile(file('server.key'), own.pair.privatePem, { mode: 0o600 })
  for (const name of ['server.crt', 'server.key']) await chown(file(name), uid, gid)
  // Connections over TCP are refused if they are not encrypted.
  const rights = await readFile(file('pg_hba.conf'), 'utf8')
  await writeFile(file('pg_hba.conf'), rights.replace(/^host /gm, 'hostssl '))
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('alter system set ssl = on')
  await admin.query('select pg_reload_conf()')
  await admin.end()
  await vi.waitFor(() => queryAt(databaseUrlOf(urlWith({ sslmode: 'require' })), 'select 1'))
}, 240_000)
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const urlWith = (query: Record<string, string>, host = 'localhost') => {
  const url = new URL(postgres.url)
  url.hostname = host
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
const known = (file: string) => ({ sslmode: 'verify-full', sslrootcert: join(folder, file) })
const settings = (url: string) => ({ DATABASE_URL: url, SESSION_SECRET })
const databaseUrlOf = (url: string) => parseConfig(settings(url), folder).databaseUrl ?? ''
const examine = async (url: string) => {
  const { databaseUrl, dataDir } = parseConfig(settings(url), folder)
  const [found] = await checkDatabase({ databaseUrl, dataDir })
  return found
}

it('a database with a known certificate is used by name, also for notices', async () => {
  const url = databaseUrlOf(urlWith(known('authority.pem')))
  await migrate(url)
  const database = createDatabase(url, { logger: createLogger('warn') })
  const topic = createTopic('test', z.string())
  const announced = new Promise(
    (resolve) => void topic.follow(database, resolve).then(() => topic.announce(database.db, ['over TLS'])),
  )
  expect(await announced).toEqual(['over TLS'])
  await database.close()
  expect(await examine(url)).toMatchObject({ verdict: 'ok' })
})

it.each([
  ['of another authority', () => urlWith(known('other.pem')), /unable to verify|self.signed|unable to get/],
  ['of another name', () => urlWith(known('authority.pem'), '127.0.0.1'), /does not match certificate/],
  ['that nobody knows', () => urlWith({ sslmode: 'verify-full' }), /unable to verify|self.signed/],
  ['and no encryption', () => urlWith({}), /no encryption/],
])('the doctor refuses a database with a certificate %s', async (_name, url, reason) => {
  expect(await examine(url())).toMatchObject({ verdict: 'fault', says: expect.stringMatching(reason) })
})

it('a server encrypts all its connections with sslmode=require and checks no certificate', async () => {
  const url = urlWith({ sslmode: 'require' })
  const server = spawnServer(join(folder, 'data'), settings(url))
  try {
    await whenReady(server)
    const connections = await queryAt<{ name: string; ssl: boolean }>(
      databaseUrlOf(url),
      `select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
       where application_name like 'senca%' order by 1`,
    )
    expect(connections.map(({ name }) => name)).toEqual(['senca', 'senca jobs', 'senca listen'])
    expect(connections.every(({ ssl }) => ssl)).toBe(true)
    expect(server.printed.error).toBe('')
  } finally {
    await endProcess(server.child)
  }
})

it('a server stops with one line if the certificate is wrong', async () => {
  const { child, printed } = spawnServer(join(folder, 'data'), settings(urlWith(known('other.pem'))))
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
  expect(printed.error.trim().split('\n')).toEqual([
    expect.stringMatching(/^Senca cannot start: DATABASE_URL cannot be used: .*certificate/),
  ])
})
