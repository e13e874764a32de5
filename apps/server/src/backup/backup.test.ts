import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIGRATION_LOCK, MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { spawnServer } from '#testing/server-process.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAt,
  type TestDatabase,
} from '#testing/test-database.ts'
import { backUp } from './backup.ts'
import { LEFT_OUT_SCHEMAS, LEFT_OUT_TABLES } from './left-out.ts'
import { migrateTo } from './migrate-to.ts'
import { chooseSecret, restore, verifyBackup } from './restore.ts'
import { sortByReferences } from './tables.ts'

/** All tables in a backup. A new table must be added here or in `left-out.ts`: decide whether a restored home needs it. */
const BACKED_UP = [
  'accounts',
  'activity_log',
  'alarms',
  'billing_accounts',
  'billing_events',
  'billing_farewells',
  'billing_payers',
  'confirmations',
  'demo_devices',
  'device_health',
  'device_health_days',
  'device_keys',
  'device_link_devices',
  'device_link_tombstones',
  'device_link_uses',
  'device_links',
  'device_shadows',
  'device_upgrades',
  'devices',
  'endpoints',
  'group_devices',
  'groups',
  'homes',
  'hook_keys',
  'identities',
  'mails',
  'passkeys',
  'pins',
  'preferences',
  'rate_limits',
  'recovery_codes',
  'role_devices',
  'role_users',
  'roles',
  'room_devices',
  'rooms',
  'safety_watches',
  'scenario_firing_devices',
  'scenario_firings',
  'scenario_groups',
  'scenario_skips',
  'scenario_targets',
  'scenarios',
  'second_factors',
  'sharing_freezes',
  'subscriptions',
  'sun_looks',
  'transfers',
  'used_id_tokens',
  'weather_hours',
  'weather_pauses',
]
const SECRET = 'secret-of-the-backup-tests'
/** Each restore runs all migrations. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NEVER = new AbortController().signal

let database: TestDatabase
let folder: string
let file: string
let dropAll: (() => Promise<void>)[]

beforeAll(async () => {
  database = await createTestDatabase()
  await insertAccount(database.pool, 'owner@example.com')
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-backup-'))
  file = join(folder, 'home.senca')
  dropAll = []
})
afterEach(async () => {
  for (const drop of dropAll) await drop()
  await rm(folder, { recursive: true, force: true })
})

async function makeEmpty() {
  const { url, drop } = await createEmptyDatabase()
  dropAll.push(drop)
  return url
}

const source = (url = database.url) => ({ url, sessionSecret: SECRET, isSecretKept: true })
const make = (path = file, isForced = false, signal = NEVER) => backUp(source(), path, { isForced, signal })
const bringBack = async (url: string) => restore(url, file, await verifyBackup(file), NEVER)

const insertAccount = (client: Pick<pg.Pool, 'query'>, email: string) =>
  client.query(
    `insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
     values (gen_random_uuid(), $1, $1, true, 'en', now())`,
    [email],
  )

describe('what is in a backup', () => {
  it('is every table but those that are named, and why', async () => {
    const { rows } = await database.pool.query<{ schema: string; name: string }>(`
      select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema')
        and nspname not like 'pg\\_%'`)
    const own = rows.filter(({ schema }) => !(schema in LEFT_OUT_SCHEMAS))
    expect([...new Set(own.map(({ schema }) => schema))]).toEqual(['public'])
    const names = own.map(({ name }) => name)
    expect(names.sort()).toEqual([...BACKED_UP, ...Object.keys(LEFT_OUT_TABLES)].sort())
    await make()
    expect([...(await verifyBackup(file)).rowsByTable.keys()].sort()).toEqual(BACKED_UP)
  })

  it('is one moment, whatever is written meanwhile', async () => {
    await database.pool.query(`create table ledger_a (id int primary key, note text);
      create table ledger_z (id int primary key)`)
    dropAll.push(async () => void (await database.pool.query('drop table ledger_a, ledger_z')))
    await database.pool.query(`insert into ledger_a select i, repeat('x', 200) from generate_series(1, 60000) i;
      insert into ledger_z select i from generate_series(1, 60000) i`)
    let isWriting = true
    let written = 60_000
    const writer = (async () => {
      while (isWriting) {
        written += 1
        // A simple query with two statements is one transaction.
        await database.pool.query(
          `insert into ledger_z values (${written}); insert into ledger_a values (${written})`,
        )
      }
    })()
    await make()
    isWriting = false
    await writer
    const { rowsByTable } = await verifyBackup(file)
    expect(rowsByTable.get('ledger_a')).toBe(rowsByTable.get('ledger_z'))
    expect(rowsByTable.get('ledger_a')).toBeGreaterThanOrEqual(60_000)
    expect(rowsByTable.get('ledger_a')).toBeLessThan(written)
  })

  it('comes back row by row, with text and numbers of every kind, and new rows get new numbers', async () => {
    await database.pool.query(
      `insert into activity_log (at, account_id, origin, action, details, keep)
       select '2026-03-29 01:59:59.123456+02', id, 'app', 'move', $1::jsonb, 'home' from accounts limit 1`,
      [String.raw`{"note": "č\u2028\n\"\\ž", "big": 9007199254740993, "tiny": 0.1, "none": null}`],
    )
    await make()
    const url = await makeEmpty()
    await bringBack(url)
    for (const table of BACKED_UP) {
      const sql = `select t::text as row from ${table} t order by 1`
      expect(await queryAt(url, sql), table).toEqual(await queryAt(database.url, sql))
    }
    const [next] = await queryAt<{ id: string }>(
      url,
      `insert into activity_log (at, account_id, origin, action, details, keep)
       select now(), id, 'app', 'move', '{}', 'home' from accounts limit 1 returning id`,
    )
    const [last] = await queryAt<{ id: string }>(database.url, 'select max(id) as id from activity_log')
    expect(Number(next?.id)).toBe(Number(last?.id) + 1)
  })

  it('of an older schema is restored as it was and migrated afterwards', async () => {
    const journal: { entries: { when: number }[] } = JSON.parse(
      await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'),
    )
    const [first] = journal.entries
    const old = await makeEmpty()
    await migrateTo(old, first?.when ?? 0)
    const email = 'since-the-beginning@example.com'
    await queryAt(
      old,
      `insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
       values (gen_random_uuid(), '${email}', '${email}', true, 'en', now())`,
    )
    await backUp(source(old), file, { isForced: false, signal: NEVER })
    expect((await verifyBackup(file)).schema).toBe(first?.when)
    const url = await makeEmpty()
    await bringBack(url)
    await migrate(url)
    expect(await queryAt(url, 'select email from accounts')).toEqual([{ email }])
    expect(await queryAt(url, 'select 1 from device_links')).toEqual([])
  })
})

describe('a backup during a migration', () => {
  it('waits for its end and has every row of a table that it rewrites', async () => {
    await database.pool.query(
      'create table ledger_r (id int primary key); insert into ledger_r values (1), (2)',
    )
    dropAll.push(async () => void (await database.pool.query('drop table ledger_r')))
    const migration = new pg.Client({ connectionString: database.url })
    await migration.connect()
    await migration.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await migration.query('begin; alter table ledger_r alter column id type bigint')
    const made = make()
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database()
         and application_name = 'senca backup' and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    })
    await migration.query('commit')
    await migration.end()
    await made
    expect((await verifyBackup(file)).rowsByTable.get('ledger_r')).toBe(2)
  })

  it('lets one that changes nothing go on: a server can start meanwhile', async () => {
    await database.pool.query(`create table ledger_s (id int primary key, note text);
      insert into ledger_s select i, repeat('x', 200) from generate_series(1, 60000) i`)
    dropAll.push(async () => void (await database.pool.query('drop table ledger_s')))
    const made = make()
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1), { interval: 1 })
    await migrate(database.url)
    await made
    expect((await verifyBackup(file)).rowsByTable.get('ledger_s')).toBe(60_000)
  })
})

describe('the file of a backup', () => {
  it('is for its owner only, and nothing lies beside it', async () => {
    await make()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['home.senca'])
  })

  it('is replaced only when that is asked for', async () => {
    await writeFile(file, 'an older backup')
    await expect(make()).rejects.toThrow(`${file} is there already; add --force to replace it`)
    expect(await readFile(file, 'utf8')).toBe('an older backup')
    await make(file, true)
    expect((await verifyBackup(file)).rowsByTable.get('accounts')).toBe(1)
  })

  it('is not replaced by one of an empty home, unless it had no account either', async () => {
    await make()
    const before = await readFile(file)
    const empty = await makeEmpty()
    await migrate(empty)
    await expect(backUp(source(empty), file, { isForced: true, signal: NEVER })).rejects.toThrow(
      `The database has no accounts, and ${file} has some: name another file`,
    )
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(folder)).toEqual(['home.senca'])
    for (const content of ['no backup', undefined]) {
      if (content === undefined) await backUp(source(empty), file, { isForced: true, signal: NEVER })
      else await writeFile(file, content)
      await backUp(source(empty), file, { isForced: true, signal: NEVER })
      expect((await verifyBackup(file)).rowsByTable.get('accounts')).toBe(0)
    }
  })

  it('never goes through a symbolic link', async () => {
    const target = join(folder, 'target')
    await writeFile(target, 'mine')
    await symlink(target, file)
    await expect(make()).rejects.toThrow('is there already')
    await make(file, true)
    expect((await lstat(file)).isSymbolicLink()).toBe(false)
    expect(await readFile(target, 'utf8')).toBe('mine')
  })

  it('is the old one, whole, after a backup that was stopped', async () => {
    await make()
    const before = await readFile(file)
    const stopping = new AbortController()
    stopping.abort(new Error('stopped'))
    await expect(make(file, true, stopping.signal)).rejects.toThrow('stopped')
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(folder)).toEqual(['home.senca'])
  })

  it('takes away what a killed backup left lying', async () => {
    const abandoned = join(folder, '.home.senca.4194304.part')
    await writeFile(abandoned, 'half')
    await make()
    expect(await readdir(folder)).toEqual(['home.senca'])
  })

  it('must have a folder to lie in, and a name in it', async () => {
    await expect(make(join(folder, 'none', 'home.senca'))).rejects.toThrow('cannot be made')
    await expect(make(folder, true)).rejects.toThrow('is a folder')
  })

  it('is refused when it is torn, altered, no backup or of a newer Senca', async () => {
    await make()
    const bytes = await readFile(file)
    const text = gunzipSync(bytes).toString('utf8')
    const lines = text.split('\n')
    const damaged: [string, Buffer | string, string][] = [
      ['torn', bytes.subarray(0, bytes.length - 20), 'is damaged'],
      ['without its end', gzipSync(lines.slice(0, -2).join('\n').concat('\n')), 'its end is missing'],
      ['a changed value', gzipSync(text.replace('owner@', 'thief@')), 'its checksum does not agree'],
      ['a lost row', gzipSync(text.replace(/\n\{.*\n/, '\n')), 'its checksum does not agree'],
      ['an added end', gzipSync(`${text}${lines.at(-2)}\n`), 'something follows its end'],
      [
        'of a newer format',
        gzipSync(text.replace('["senca-backup",1,', '["senca-backup",2,')),
        'newer Senca',
      ],
      ['another compressed file', gzipSync('hello'.repeat(1_000)), 'is not a backup of Senca'],
      ['a text', 'hello', 'is not a backup of Senca'],
      ['an empty file', '', 'is not a backup of Senca'],
    ]
    for (const [name, content, reason] of damaged) {
      await writeFile(file, content)
      await expect(verifyBackup(file), name).rejects.toThrow(reason)
      await expect(verifyBackup(file), name).rejects.toThrow(file)
    }
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100)
    await writeFile(file, flipped)
    await expect(verifyBackup(file)).rejects.toThrow(file)
    await expect(verifyBackup(join(folder, 'none'))).rejects.toThrow('does not exist')
  })
})

describe('a backup with a passphrase', () => {
  const passphrase = 'correct horse battery'
  const makeLocked = (isForced = false) => backUp(source(), file, { isForced, signal: NEVER, passphrase })

  it('says nothing without it, and comes back whole with it', async () => {
    await makeLocked()
    const bytes = await readFile(file)
    expect(() => gunzipSync(bytes)).toThrow()
    expect(bytes.includes(SECRET)).toBe(false)
    await expect(verifyBackup(file)).rejects.toThrow(
      `${file} is encrypted: set BACKUP_PASSPHRASE to what it was made with`,
    )
    const content = await verifyBackup(file, passphrase)
    expect(content.sessionSecret).toBe(SECRET)
    const url = await makeEmpty()
    await restore(url, file, content, NEVER)
    const sql = 'select t::text as row from accounts t order by 1'
    expect(await queryAt(url, sql)).toEqual(await queryAt(database.url, sql))
  })

  it('is not replaced by one of an empty home, also where it cannot be opened', async () => {
    await makeLocked()
    const before = await readFile(file)
    const empty = await makeEmpty()
    await migrate(empty)
    const replace = (given?: string) =>
      backUp(source(empty), file, { isForced: true, signal: NEVER, passphrase: given })
    await expect(replace(passphrase)).rejects.toThrow('The database has no accounts')
    await expect(replace()).rejects.toThrow('is encrypted')
    expect(await readFile(file)).toEqual(before)
  })

  it('does not keep those without from being read', async () => {
    await make()
    expect((await verifyBackup(file, passphrase)).rowsByTable.get('accounts')).toBe(1)
  })
})

describe('a restore', () => {
  it('leaves a database alone that has tables', async () => {
    await make()
    await expect(bringBack(database.url)).rejects.toThrow('The database is not empty (it has the table')
    const url = await makeEmpty()
    await bringBack(url)
    await expect(bringBack(url)).rejects.toThrow('The database is not empty')
  })

  it('that was stopped is told, and no server, backup or restore takes its database for an empty one', async () => {
    await make()
    const url = await makeEmpty()
    const stopping = new AbortController()
    stopping.abort(new Error('stopped'))
    await expect(restore(url, file, await verifyBackup(file), stopping.signal)).rejects.toThrow(
      'It was stopped before its end: empty DATA_DIR, or the database of DATABASE_URL, and restore again',
    )
    const unfinished =
      'A restore into the database did not come to its end: empty the database and restore again'
    await expect(bringBack(url)).rejects.toThrow(unfinished)
    await expect(migrate(url)).rejects.toThrow(unfinished)
    await expect(
      backUp(source(url), join(folder, 'other'), { isForced: true, signal: NEVER }),
    ).rejects.toThrow(unfinished)
    const { child, printed } = spawnServer(folder, { DATABASE_URL: url, SESSION_SECRET: SECRET })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
    expect(printed.error).toContain(`Senca cannot start: ${unfinished}`)
  })

  it('fills in nothing when the file turns out damaged on the way', async () => {
    await make()
    const content = await verifyBackup(file)
    await writeFile(
      file,
      gzipSync(
        gunzipSync(await readFile(file))
          .toString()
          .replace('owner@', 'thief@'),
      ),
    )
    const url = await makeEmpty()
    await expect(restore(url, file, content, NEVER)).rejects.toThrow('its checksum does not agree')
    expect(await queryAt(url, 'select 1 from accounts')).toEqual([])
  })

  it('goes on under the session secret of the backup and no other', async () => {
    await make()
    const kept = await verifyBackup(file)
    expect(chooseSecret(kept, undefined)).toBe(SECRET)
    expect(chooseSecret(kept, SECRET)).toBe(SECRET)
    expect(() => chooseSecret(kept, 'another-secret-of-16')).toThrow('SESSION_SECRET is not the one')
    await backUp({ ...source(), isSecretKept: false }, file, { isForced: true, signal: NEVER })
    const unkept = await verifyBackup(file)
    expect(gunzipSync(await readFile(file)).toString()).not.toContain(SECRET)
    expect(() => chooseSecret(unkept, undefined)).toThrow('set it to the same value')
    expect(chooseSecret(unkept, SECRET)).toBe(SECRET)
  })
})

describe('the order of tables', () => {
  it('has each after those that it refers to, and no circle', () => {
    const keys = [
      { table: 'a', refersTo: 'c' },
      { table: 'b', refersTo: 'a' },
    ]
    expect(sortByReferences(['a', 'b', 'c'], keys)).toEqual(['c', 'a', 'b'])
    expect(() => sortByReferences(['a', 'c'], [...keys, { table: 'c', refersTo: 'a' }])).toThrow(
      'These tables refer to each other: a, c',
    )
  })
})
