import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFiringStore } from './firings.store.ts'

const DUE = new Date('2026-06-21T10:00:00.000Z')
const HOMES = 100
const DEVICES_EACH = 50
/** The number of past firings of each device. */
const DAYS = 5
const CLAIMED = 10
const WATCH = { now: DUE, watchingSince: new Date(DUE.getTime() - 60_000) }

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { db } = database
  await db.execute(sql`
    insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
    select gen_random_uuid(), g::text, g::text, true, 'en', now() from generate_series(1, ${HOMES}::int) g`)
  await db.execute(sql`
    insert into homes (account_id, name, lat, lon, timezone) select id, 'Home', 0, 0, 'Etc/UTC' from accounts`)
  await db.execute(sql`
    insert into devices (id, type, owner_id, settings, is_claimable, said_factory_reset, must_forget, created_at)
    select a.email || '-' || g, 'awning', a.id, '{}', false, false, false, now()
    from accounts a, generate_series(1, ${DEVICES_EACH}::int) g`)
  await db.execute(sql`
    insert into scenarios (id, account_id, name, name_key, enabled, triggers, actions, catch_up, place, next_at)
    select gen_random_uuid(), a.id, g, g, true, '[{"type":"TimeOfDay","hour":10,"minute":0}]',
      '[{"type":"MoveSelf","position":0.5}]', 'within', g, ${DUE.toISOString()}
    from accounts a, generate_series(1, ${DEVICES_EACH}::int) g`)
  await db.execute(sql`
    insert into scenario_targets (scenario_id, device_id, place)
    select s.id, a.email || '-' || s.name, 0 from scenarios s join accounts a on a.id = s.account_id`)
  await db.execute(sql`
    insert into scenario_firings (id, scenario_id, due_at, at, reason, actions, outcome)
    select gen_random_uuid(), s.id, day, day, '{"type":"time"}', s.actions, 'done'
    from scenarios s, generate_series(1, ${DAYS}::int) g, lateral (select s.next_at - g * interval '1 day' as day) d`)
  await db.execute(sql`
    insert into scenario_firing_devices (firing_id, device_id, step)
    select f.id, t.device_id, 'done' from scenario_firings f join scenario_targets t using (scenario_id)`)
  await db.execute(sql`analyze`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The number of rows of a table that `work` reads. It must use only this connection. */
async function rowsReadOf<T>(table: string, work: () => Promise<T>): Promise<{ answer: T; rows: number }> {
  const read = async (): Promise<number> => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ count: string }>(
      'select seq_tup_read + idx_tup_fetch as count from pg_stat_user_tables where relname = $1',
      [table],
    )
    return Number(rows[0]?.count)
  }
  const before = await read()
  const answer = await work()
  return { answer, rows: (await read()) - before }
}

it('a few of many due scenarios are claimed without reading the others, and so are their devices', async () => {
  const store = createFiringStore(drizzle(client))
  const claimed = await rowsReadOf('scenarios', () => store.claim(WATCH, CLAIMED))
  expect(claimed.answer.deviceIds).toHaveLength(CLAIMED)
  expect(claimed.rows).toBeLessThan((HOMES * DEVICES_EACH) / 5)

  const taken = await rowsReadOf('scenario_firing_devices', () => store.take(claimed.answer.deviceIds, DUE))
  expect(taken.answer).toHaveLength(CLAIMED)
  // The rows of other days are not read.
  expect(taken.rows).toBeLessThan((HOMES * DEVICES_EACH * DAYS) / 5)
})
