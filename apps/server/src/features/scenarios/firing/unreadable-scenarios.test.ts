import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDueLoop } from '#platform/due-loop.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createFiringStore } from './firings.store.ts'
import { createScheduler } from './scheduler.ts'

const DUE = new Date('2026-06-21T10:00:00.000Z')
/** More than are claimed at once. */
const UNREADABLE = 12
const READABLE = 3
/** Each of so many is tried by itself. */
const WITHIN = { timeout: 120_000 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Scenarios of two homes that are due: the first in line have triggers of a kind that only another version knows. */
async function writeScenarios() {
  const { db } = database
  await db.execute(sql`
    insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
    select gen_random_uuid(), name, name, true, 'en', now() from unnest(array['unreadable', 'readable']) name`)
  await db.execute(sql`
    insert into homes (account_id, name, lat, lon, timezone) select id, 'Home', 0, 0, 'Etc/UTC' from accounts`)
  await db.execute(sql`
    insert into devices (id, type, owner_id, settings, is_claimable, said_factory_reset, must_forget, created_at)
    select email, 'awning', id, '{}', false, false, false, now() from accounts`)
  await db.execute(sql`
    insert into scenarios (id, account_id, name, name_key, enabled, triggers, actions, catch_up, place, next_at)
    select gen_random_uuid(), a.id, g, g, true,
      case a.email when 'readable' then '[{"type":"TimeOfDay","hour":10,"minute":0}]'::jsonb else '[null]' end,
      '[{"type":"MoveSelf","position":0.5}]', 'within', g, ${DUE.toISOString()}
    from accounts a, lateral generate_series(1, case a.email when 'readable' then ${READABLE}::int else ${UNREADABLE}::int end) g`)
  await db.execute(sql`
    insert into scenario_targets (scenario_id, device_id, place)
    select s.id, a.email, 0 from scenarios s join accounts a on a.id = s.account_id`)
}

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await database.db.execute(query)).rowCount ?? 0
const firings = () => count(sql`select 1 from scenario_firings`)

it(
  'scenarios that cannot be read keep no others from firing, are logged, and stay due until they can be read',
  async () => {
    await writeScenarios()
    const clock = createFakeClock(new Date(DUE.getTime() - 1_000))
    const notified: (string | undefined)[] = []
    const loop = createDueLoop({
      clock,
      query: (statement) => database.pool.query(statement),
      failed: (error) => {
        throw error
      },
    })
    const scheduler = createScheduler({
      whenDue: loop.add,
      store: createFiringStore(database.db),
      rewriteDues: async () => {},
      clock,
      shadows: { onChange: () => () => {} },
      runner: {
        backlog: () => 0,
        isWaiting: () => false,
        waitFor() {},
        run: async () => {},
        refresh: async () => {},
        settleUnfinished: async () => {},
        stop: async () => {},
        received() {},
      },
      failed: (_error, scenarioId) => notified.push(scenarioId),
    })
    scheduler.start()
    loop.start()
    await vi.waitFor(async () => {
      await clock.advanceAsync(500)
      expect(await firings()).toBe(READABLE)
      expect(new Set(notified).size).toBe(UNREADABLE)
    }, WITHIN)
    expect(notified).not.toContain(undefined)
    expect(await count(sql`select 1 from scenarios where next_at = ${DUE.toISOString()}`)).toBe(UNREADABLE)

    await database.db.execute(
      sql`update scenarios set triggers = '[{"type":"TimeOfDay","hour":10,"minute":0}]' where triggers = '[null]'`,
    )
    await vi.waitFor(async () => {
      await clock.advanceAsync(500)
      expect(await firings()).toBe(READABLE + UNREADABLE)
    }, WITHIN)
    await loop.stop()
    await scheduler.stop()
  },
  2 * WITHIN.timeout,
)
