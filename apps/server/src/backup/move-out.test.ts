import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { migrate } from '#platform/postgres/migrate.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { measure, moveOut } from './move-out.ts'

/** Each run creates all tables. */
vi.setConfig({ testTimeout: 240_000 })

const NEVER = new AbortController().signal
const STOPPED = AbortSignal.abort()

let source: TestDatabase
const drops: (() => Promise<void>)[] = []
beforeAll(async () => {
  source = await createTestDatabase()
  await source.pool.query(`insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
    select gen_random_uuid(), 'p' || i || '@example.com', 'p' || i || '@example.com', true, 'en',
      '2026-03-29 01:59:59.123456+02' from generate_series(1, 2500) i`)
  await source.pool.query(`insert into activity_log (at, account_id, origin, action, details, keep)
    select now(), id, 'app', 'move', '{"note": "č\\n\\"ž", "big": 9007199254740993, "tiny": 0.1}', 'home' from accounts`)
})
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})
afterAll(() => source.drop())

async function makeEmpty() {
  const { url, drop } = await createEmptyDatabase()
  drops.push(drop)
  return url
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

it('brings every row of every table, and new rows get new numbers', async () => {
  const url = await makeEmpty()
  const rowsByTable = await moveOut(source.url, url, NEVER)
  expect(rowsByTable.get('accounts')).toBe(2_500)
  // People stay signed in, because tables that no backup contains are moved too.
  expect(rowsByTable.has('sessions')).toBe(true)
  // The rows of a partition are read with its whole table: a server makes the partitions of coming months when it starts.
  const { rows: tables } = await source.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  await withClient(url, async (client) => {
    for (const { name } of tables) {
      const sql = `select to_jsonb(t)::text as row from public.${name} t order by 1`
      expect((await client.query(sql)).rows, name).toEqual((await source.pool.query(sql)).rows)
    }
    const { rows } = await client.query<{ id: string }>(
      `insert into activity_log (at, account_id, origin, action, details, keep)
       select now(), id, 'app', 'move', '{}', 'home' from accounts limit 1 returning id`,
    )
    const { rows: last } = await source.pool.query<{ id: string }>('select max(id) as id from activity_log')
    expect(Number(rows[0]?.id)).toBe(Number(last[0]?.id) + 1)
  })
  await migrate(url)
  await expect(moveOut(source.url, url, NEVER)).rejects.toThrow('The database is not empty')
})

it('that was cut off has brought nothing, lets no server start there, and is done by the next run', async () => {
  const url = await makeEmpty()
  await expect(moveOut(source.url, url, STOPPED)).rejects.toThrow('run it again')
  await expect(migrate(url)).rejects.toThrow('did not come to its end')
  expect((await moveOut(source.url, url, NEVER)).get('activity_log')).toBe(2_500)
  await migrate(url)
})

it('refuses a database that has tables of somebody else', async () => {
  const url = await makeEmpty()
  await withClient(url, (client) => client.query('create table mine (id int)'))
  await expect(moveOut(source.url, url, NEVER)).rejects.toThrow('it has the table public.mine')
})

it('refuses one that was marked and filled meanwhile', async () => {
  const url = await makeEmpty()
  await expect(moveOut(source.url, url, STOPPED)).rejects.toThrow('run it again')
  await withClient(url, (client) => client.query('create table mine (id int); insert into mine values (1)'))
  await expect(moveOut(source.url, url, NEVER)).rejects.toThrow('mine has rows')
})

it('reports tables that differ by one value, and not those that differ by the order of their rows', async () => {
  const url = await makeEmpty()
  await withClient(url, async (client) => {
    await client.query(`create table one (id int, note text); insert into one values (1, 'a'), (2, 'b');
      create table other (id int, note text); insert into other values (2, 'b'), (1, 'a')`)
    expect(await measure(client, 'one')).toEqual(await measure(client, 'other'))
    await client.query("update other set note = 'B' where id = 2")
    const [one, other] = [await measure(client, 'one'), await measure(client, 'other')]
    expect(other.rows).toBe(one.rows)
    expect(other.checksum).not.toBe(one.checksum)
  })
})
