import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scenarios } from '#features/scenarios/scenarios.schema.ts'
import { createSafetyHome, type SafetyHome, WIND } from '#testing/homes/safety-home.ts'
import { safetyWatches } from './safety.schema.ts'
import { lookAtAccount, lookAtSource, watchScenarios } from './watches.store.ts'

const SCENARIOS = 20
const ROUNDS = 30

vi.setConfig({ testTimeout: 120_000 })

let home: SafetyHome
beforeAll(async () => {
  home = await createSafetyHome()
})
afterAll(() => home.app.close())

it('watches are made due and followed again by many at once, and nobody waits for ever', async () => {
  const { db } = home.app.database
  for (let n = 0; n < SCENARIOS; n += 1) await home.protect([await home.shade('awning', 0.6)], WIND)
  const watches = await db.select().from(safetyWatches)
  const [{ accountId, sources } = { accountId: '', sources: [] }] = watches
  expect(watches).toHaveLength(SCENARIOS)
  const all = await db.select().from(scenarios).where(eq(scenarios.accountId, accountId))
  const now = new Date()
  const follow = (newestFirst: boolean) =>
    db.transaction((queries) =>
      watchScenarios(queries, newestFirst ? all.toReversed() : all, {
        followSources: async () => sources,
        now,
      }),
    )
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all([
      follow(true),
      lookAtAccount(db, accountId, now),
      lookAtSource(db, sources[0] ?? '', now),
      follow(false),
    ])
})
