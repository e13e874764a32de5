import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIGRATION_LOCK, MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { createTestDatabase, queryAt, type TestDatabase } from '#testing/database/test-database.ts'
import { createBackupHome, insertAccount, NEVER } from '#testing/homes/backup-home.ts'
import { backUp } from './backup.ts'
import { LEFT_OUT_SCHEMAS, LEFT_OUT_TABLES } from './left-out.ts'
import { migrateTo } from './migrate-to.ts'
import { verifyBackup } from './restore.ts'

/** All tables in a backup. A new table must be added here or in `left-out.ts`: decide whether a restored home needs it. */
const BACKED_UP = [
  'accounts',
  'activity_log',
  'alarms',
  'approval_pauses',
  'billing_accounts',
  'billing_events',
  'billing_farewells',
  'billing_payers',
  'bridge_devices',
  'bridge_nodes',
  'bridge_store',
  'bridge_unlocks',
  'bridges',
  'confirmations',
  'demo_devices',
  'device_conditions',
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
  'entities',
  'entity_configs',
  'escalation_people',
  'escalation_steps',
  'escalations',
  'facade_places',
  'group_devices',
  'groups',
  'home_assistant_bridges',
  'home_assistant_keys',
  'home_assistant_leftovers',
  'home_assistant_servers',
  'homes',
  'hook_keys',
  'identities',
  'joined_brokers',
  'mails',
  'matter_nodes',
  'matter_store',
  'moment_steps',
  'moments',
  'mqtt_login_mails',
  'mqtt_logins',
  'mqtt_retained',
  'notification_choices',
  'notification_device_choices',
  'notification_mails',
  'notifications',
  'oauth_clients',
  'oauth_grants',
  'passkeys',
  'pins',
  'preferences',
  'push_keys',
  'push_services',
  'push_subscriptions',
  'pushes',
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
  'webhook_holds',
  'webhooks',
]

/** Each restore runs all migrations. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let database: TestDatabase
let home: Awaited<ReturnType<typeof createBackupHome>>
beforeAll(async () => {
  database = await createTestDatabase()
  await insertAccount(database.pool, 'owner@example.com')
})
afterAll(() => database.drop())
beforeEach(async () => {
  home = await createBackupHome(database)
  return home.end
})

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
    await home.make()
    expect([...(await verifyBackup(home.file)).rowsByTable.keys()].sort()).toEqual(BACKED_UP)
  })

  it('is one moment, whatever is written meanwhile', async () => {
    await database.pool.query(`create table ledger_a (id int primary key, note text);
      create table ledger_z (id int primary key)`)
    home.dropAll.push(async () => void (await database.pool.query('drop table ledger_a, ledger_z')))
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
    await home.make()
    isWriting = false
    await writer
    const { rowsByTable } = await verifyBackup(home.file)
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
    await home.make()
    const url = await home.makeEmpty()
    await home.bringBack(url)
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
    const old = await home.makeEmpty()
    await migrateTo(old, first?.when ?? 0)
    const email = 'since-the-beginning@example.com'
    await queryAt(
      old,
      `insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
       values (gen_random_uuid(), '${email}', '${email}', true, 'en', now())`,
    )
    await backUp(home.source(old), home.file, { isForced: false, signal: NEVER })
    expect((await verifyBackup(home.file)).schema).toBe(first?.when)
    const url = await home.makeEmpty()
    await home.bringBack(url)
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
    home.dropAll.push(async () => void (await database.pool.query('drop table ledger_r')))
    const migration = new pg.Client({ connectionString: database.url })
    await migration.connect()
    await migration.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await migration.query('begin; alter table ledger_r alter column id type bigint')
    const made = home.make()
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
    expect((await verifyBackup(home.file)).rowsByTable.get('ledger_r')).toBe(2)
  })

  it('lets one that changes nothing go on: a server can start meanwhile', async () => {
    await database.pool.query(`create table ledger_s (id int primary key, note text);
      insert into ledger_s select i, repeat('x', 200) from generate_series(1, 60000) i`)
    home.dropAll.push(async () => void (await database.pool.query('drop table ledger_s')))
    const made = home.make()
    await vi.waitFor(async () => expect(await readdir(home.folder)).toHaveLength(1), { interval: 1 })
    await migrate(database.url)
    await made
    expect((await verifyBackup(home.file)).rowsByTable.get('ledger_s')).toBe(60_000)
  })
})
