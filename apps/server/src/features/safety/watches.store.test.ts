import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { beginFiring, rewriteDues } from '#features/scenarios/index.ts'
import { scenarios } from '#features/scenarios/scenarios.schema.ts'
import { createSafetyHome, type SafetyHome, WIND } from '#testing/homes/safety-home.ts'
import { safetyWatches } from './safety.schema.ts'
import { createWatchStore, evaluateAccount, evaluateSource, watchScenarios } from './watches.store.ts'

const SCENARIOS = 12
const ROUNDS = 15

vi.setConfig({ testTimeout: 240_000 })

let home: SafetyHome
beforeAll(async () => {
  home = await createSafetyHome()
})
afterAll(() => home.app.close())

/** Awnings, each brought in by a scenario of its own. */
async function protectAwnings() {
  const { db } = home.app.database
  await home.clear()
  for (let n = 0; n < SCENARIOS; n += 1) await home.protect([await home.shade('awning', 0.6)], WIND)
  const watches = await db.select().from(safetyWatches).orderBy(asc(safetyWatches.scenarioId))
  const [{ accountId, sources } = { accountId: '', sources: [] }] = watches
  expect(watches).toHaveLength(SCENARIOS)
  const all = await db.select().from(scenarios).where(eq(scenarios.accountId, accountId))
  return { db, accountId, source: sources[0] ?? '', watches, all }
}

it('watches are marked as due and evaluated by many at once without a deadlock', async () => {
  const { db, accountId, source, all } = await protectAwnings()
  const now = new Date()
  const follow = (newestFirst: boolean) =>
    db.transaction((queries) =>
      watchScenarios(queries, newestFirst ? all.toReversed() : all, {
        followSources: async () => [source],
        now,
      }),
    )
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all([
      follow(true),
      evaluateAccount(db, accountId, now),
      evaluateSource(db, source, now),
      follow(false),
    ])
})

it('a home moves while its weather scenarios begin firings without a deadlock', async () => {
  const { db, accountId, watches, all } = await protectAwnings()
  const store = createWatchStore(db)
  const now = new Date()
  const move = () =>
    db.transaction(async (queries) => {
      await rewriteDues(queries, accountId, now)
      await watchScenarios(queries, all, { followSources: async () => [], now })
    })
  const fire = (round: number) =>
    db.transaction(async (queries) => {
      const at = new Date(now.getTime() + round)
      for (const { scenarioId } of watches) {
        await store.hold(queries, scenarioId)
        const reason = { type: 'time', hour: 12, minute: 0 } as const
        await beginFiring(queries, { scenarioId, reason, actions: [], deviceIds: [], at, expiresAt: null })
      }
    })
  for (let round = 0; round < ROUNDS; round += 1) await Promise.all([move(), fire(round), move()])
})
