import { AsyncResource } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createDatabaseLine } from '#testing/database/database-line.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAt,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { createLogger } from '../logger.ts'
import { createTopic } from './announcements.ts'
import { atCommit, createDatabase } from './database.ts'
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

  const texts = createTopic('texts', z.string())

  it('carries announcements to every listener of the topic until the undo', async () => {
    const received: string[] = []
    const undo = await texts.follow(database, (items) => received.push(`one ${items}`))
    await texts.follow(database, (items) => received.push(`two ${items}`))
    await createTopic('others', z.string()).follow(database, (items) => received.push(`other ${items}`))
    await createTopic('texts', z.number()).follow(database, (items) => received.push(`number ${items}`))
    await texts.announce(database.db, ['a'])
    await vi.waitFor(() => expect(received).toEqual(['one a', 'two a']))
    undo()
    await texts.announce(database.db, [])
    await createTopic('texts', z.union([z.string(), z.number()])).announce(database.db, [1, 'b'])
    await vi.waitFor(() => expect(received).toEqual(['one a', 'two a', 'two b', 'number 1']))
  })

  it('carries any number of items, in several parts of which PostgreSQL takes each', async () => {
    const items = Array.from({ length: 3_000 }, (_, n) => `ключ "${n}" ${'x'.repeat(n % 50)}`)
    const parts: string[][] = []
    const undo = await texts.follow(database, (part) => parts.push(part))
    await database.db.transaction((queries) => texts.announce(queries, items))
    await vi.waitFor(() => expect(parts.flat()).toEqual(items))
    expect(parts.length).toBeLessThan(40)
    undo()
  })

  it('has called its own listeners when a transaction that announces resolves, and none after a rollback', async () => {
    const own = createDatabase(database.url, { logger: createLogger('silent') })
    const topic = createTopic('commits', z.string(), { isAppliedAtCommit: true })
    const handled: string[] = []
    await topic.follow(own, async (items) => {
      await own.pool.query('select 1')
      handled.push(...items)
    })
    const announce = (item: string) =>
      own.db.transaction(async (queries) => {
        await queries.transaction((nested) => topic.announce(nested, [item]))
        if (item === 'undone') throw new Error(item)
      })
    await expect(announce('undone')).rejects.toThrow('undone')
    await announce('kept')
    expect(handled).toEqual(['kept'])
    await own.close()
  })

  it('calls what was left for the commit before the transaction resolves, nothing after a rollback, and at once outside of one', async () => {
    const own = createDatabase(database.url, { logger: createLogger('silent') })
    const called: string[] = []
    const leave = (name: string) =>
      own.db.transaction(async (queries) => {
        await queries.execute(sql`select 1`)
        atCommit(() => called.push(name))
        expect(called).not.toContain(name)
        if (name === 'undone') throw new Error(name)
      })
    await expect(leave('undone')).rejects.toThrow('undone')
    await leave('kept')
    expect(called).toEqual(['kept'])
    atCommit(() => called.push('outside'))
    expect(called).toEqual(['kept', 'outside'])
    await own.close()
  })

  it('listens again by itself after its connection broke, and says that it may have missed something', async () => {
    const received: string[] = []
    const missed = vi.fn()
    await texts.follow(database, (items) => received.push(...items), missed)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'senca listen' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce())
    await texts.announce(database.db, ['again'])
    await vi.waitFor(() => expect(received).toEqual(['again']))
  })

  it('can be closed while it begins to listen', async () => {
    const own = createDatabase(database.url, { logger: createLogger('silent') })
    const following = texts.follow(own, () => {})
    const closed = own.close()
    await expect(following).resolves.toBeTypeOf('function')
    await closed
  })
})
