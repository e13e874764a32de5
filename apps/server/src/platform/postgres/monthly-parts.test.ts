import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createMonthlyParts } from './monthly-parts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const kinds = { column: 'keep', values: { home: ['home'], long: ['door', 'trail'] } }
const activityOf = () => createMonthlyParts(database.db, { name: 'activity_log', column: 'at', kinds })
const monthsFromNow = (count: number, day = 1) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, day))
}
const nameOf = (month: Date, kind: string) =>
  `activity_log_${month.toISOString().slice(0, 7).replace('-', '_')}_${kind}`

const add = (at: Date, keep: string, key = randomUUID()) =>
  database.pool.query(
    `insert into activity_log (at, account_id, origin, action, details, key, keep)
     values ($1, $2, 'app', 'move', '{}', $3, $4)
     on conflict (key, at, keep) where key is not null do update set result = '{"status": "success"}'`,
    [at, randomUUID(), key, keep],
  )
const partsOf = async (): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query<{ part: string; count: number }>(
    'select tableoid::regclass::text as part, count(*)::int from activity_log group by 1',
  )
  return Object.fromEntries(rows.map(({ part, count }) => [part, count]))
}

it('each month has its parts ahead of time; what came before it had them is moved into them', async () => {
  const soon = monthsFromNow(4, 15)
  await add(new Date(), 'home')
  await add(soon, 'home')
  await add(soon, 'trail')
  expect(await partsOf()).toEqual({ activity: 1, activity_log_rest: 2 })
  const { makeAhead } = activityOf()
  await Promise.all([makeAhead(monthsFromNow(3)), makeAhead(monthsFromNow(3))])
  await makeAhead(new Date())
  const moved = { activity: 1, [nameOf(soon, 'home')]: 1, [nameOf(soon, 'long')]: 1 }
  expect(await partsOf()).toEqual(moved)
  const key = randomUUID()
  await add(soon, 'door', key)
  await add(soon, 'door', key)
  expect(await partsOf()).toEqual({ ...moved, [nameOf(soon, 'long')]: 2 })
})

it('months that are old as a whole are dropped, of one kind where there are kinds', async () => {
  const soon = monthsFromNow(4, 15)
  const { dropBefore } = activityOf()
  await dropBefore(monthsFromNow(5, 1), 'home')
  expect(await partsOf()).toEqual({ activity: 1, [nameOf(soon, 'long')]: 2 })
  await dropBefore(monthsFromNow(4, 28), 'long')
  expect(await partsOf()).toEqual({ activity: 1, [nameOf(soon, 'long')]: 2 })
  await dropBefore(monthsFromNow(5, 1), 'long')
  expect(await partsOf()).toEqual({ activity: 1 })
  const { rows } = await database.pool.query('select to_regclass($1) as month', [
    nameOf(soon, 'x').slice(0, -2),
  ])
  expect(rows).toEqual([{ month: null }])
})

it('a server of the version before goes on writing what the next one reads, and the other way round', async () => {
  const write = (table: string, target: string, key: string) =>
    database.pool.query<{ id: string }>(
      `insert into ${table} (at, account_id, origin, action, details, key, keep)
       values ('2026-11-25T10:00:00Z', $1, 'app', 'move', '{}', $2, 'home')
       on conflict (${target}) where key is not null do update set result = '"again"' returning id`,
      [randomUUID(), key],
    )
  const [one, other] = [randomUUID(), randomUUID()]
  const before = await write('activity', 'key', one)
  const after = await write('activity_log', 'key, at, keep', other)
  expect(Number(after.rows[0]?.id)).toBe(Number(before.rows[0]?.id) + 1)
  await write('activity_log', 'key, at, keep', one)
  await write('activity', 'key', other)
  const { rows } = await database.pool.query(
    'select count(*)::int from activity_log where key = any($1) and result is not null',
    [[one, other]],
  )
  expect(rows).toEqual([{ count: 2 }])
})
