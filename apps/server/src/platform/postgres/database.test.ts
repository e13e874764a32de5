import { AsyncResource } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabaseLine } from '#testing/database/database-line.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAt,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { createLogger } from '../logger.ts'
import { createDatabase, notifyAtCommit } from './database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the database', () => {
  it('comes migrated, and migrating it again from two processes at once changes nothing', async () => {
    const tables = async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from information_schema.tables where table_schema = 'public'`,
      )
      return rows[0]?.n
    }
    const before = await tables()
    await Promise.all([migrate(database.url), migrate(database.url)])
    expect(before).toBeGreaterThan(0)
    expect(await tables()).toBe(before)
  })

  it('is not changed if a newer Senca has migrated it', async () => {
    const added = await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer one', 99999999999999) returning id`,
    )
    await expect(migrate(database.url)).rejects.toThrow('The database was changed by a newer Senca')
    await database.pool.query('delete from drizzle.__drizzle_migrations where id = $1', [added.rows[0]?.id])
    await migrate(database.url)
  })

  it('of an older PostgreSQL is refused before anything is changed', async () => {
    const line = createDatabaseLine((answer) =>
      Buffer.from(
        answer
          .toString('latin1')
          .replace(/18(\d{4})/, '14$1')
          .replace(/18\.(\d)/, '14.$1'),
        'latin1',
      ),
    )
    const { url, drop } = await createEmptyDatabase()
    await expect(migrate(await line.open(url))).rejects.toThrow(
      /^The database is PostgreSQL 14\.\d+, but Senca needs PostgreSQL 15 or newer$/,
    )
    expect(
      await queryAt(url, `select 1 from pg_namespace where nspname in ('drizzle', 'graphile_worker')`),
    ).toEqual([])
    await line.close()
    await drop()
  })

  it('refuses a second connection within a transaction, and gives one again after it', async () => {
    const { db, pool, queuePool } = database
    const within = (take: () => Promise<unknown>) =>
      db.transaction(async (queries) => {
        await queries.execute(sql`select 1`)
        await take()
      })
    const refused = 'A second database connection was taken within a transaction'
    const ask = () => pool.query('select 1')
    await expect(within(ask)).rejects.toThrow(refused)
    await expect(within(async () => db.execute(sql`select 1`))).rejects.toThrow()
    await expect(within(async () => db.transaction(async () => {}))).rejects.toThrow(refused)
    await expect(within(() => queuePool.query('select 1'))).rejects.toThrow(refused)
    let askLater = ask
    await within(async () => {
      askLater = AsyncResource.bind(ask)
    })
    await askLater()
  })

  it('keeps no connection of a transaction that could not begin', async () => {
    const line = createDatabaseLine()
    const over = await createTestDatabase(line)
    const { max } = over.pool.options
    const begin = () => over.db.transaction(async (queries) => queries.execute(sql`select 1`))
    for (let round = 0; round <= max; round += 1) {
      await begin()
      line.silence()
      const begun = begin()
      await vi.waitFor(() => expect(over.pool.idleCount).toBe(0))
      line.mend()
      await expect(begun).rejects.toThrow()
    }
    expect((await begin()).rows).toHaveLength(1)
    await over.drop()
  })

  it('carries notices to every listener of the channel until the undo', async () => {
    const heard: string[] = []
    const undo = await database.listen('rights', (payload) => heard.push(`one ${payload}`))
    await database.listen('rights', (payload) => heard.push(`two ${payload}`))
    await database.listen('other', (payload) => heard.push(`other ${payload}`))
    await database.notify('rights', 'a')
    await vi.waitFor(() => expect(heard).toEqual(['one a', 'two a']))
    undo()
    await database.notify('rights', 'b')
    await vi.waitFor(() => expect(heard).toEqual(['one a', 'two a', 'two b']))
  })

  it('has called its own listeners when a transaction that notifies resolves, and none after a rollback', async () => {
    const own = createDatabase(database.url, { logger: createLogger('silent') })
    const handled: string[] = []
    await own.listen('commits', async (payload) => {
      await own.pool.query('select 1')
      handled.push(payload)
    })
    const notify = (payload: string) =>
      own.db.transaction(async (queries) => {
        await queries.transaction((nested) => notifyAtCommit(nested, 'commits', payload))
        if (payload === 'undone') throw new Error(payload)
      })
    await expect(notify('undone')).rejects.toThrow('undone')
    await notify('kept')
    expect(handled).toEqual(['kept'])
    await own.close()
  })

  it('listens again by itself after its connection broke, and says that it may have missed something', async () => {
    const heard: string[] = []
    const missed = vi.fn()
    await database.listen('Odd "channel"', (payload) => heard.push(payload), missed)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'senca listen' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce(), 5_000)
    await database.notify('Odd "channel"', 'again')
    await vi.waitFor(() => expect(heard).toEqual(['again']))
  })

  it('ends between two statements, never in the middle of one', async () => {
    const own = createDatabase(database.url, { logger: createLogger('silent') })
    const undos = await Promise.all(['a', 'b', 'c'].map((channel) => own.listen(channel, () => {})))
    const last = own.listen('d', () => {})
    for (const undo of undos) undo()
    const closed = own.close()
    await expect(last).resolves.toBeTypeOf('function')
    await closed
  })
})
