import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { scenarios } from '../scenarios.schema.ts'
import { fireAgain, withdraw } from './firing-steps.store.ts'
import { createFiringStore } from './firings.store.ts'

const NOW = new Date('2026-06-21T10:00:00.000Z')
const ROUNDS = 10

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A scenario of a new account with these devices. */
async function createScenario(deviceIds: string[]) {
  const { db } = database
  const accountId = randomUUID()
  const email = `${accountId}@example.com`
  const account = { id: accountId, email, emailKey: email, isConfirmed: true, locale: 'en', createdAt: NOW }
  await db.insert(accounts).values(account)
  const row = {
    id: randomUUID(),
    accountId,
    managerId: null,
    name: 'Morning',
    nameKey: 'morning',
    enabled: true,
    triggers: [],
    actions: [{ type: 'MoveSelf' as const, position: 1 }],
    catchUp: 'within' as const,
    place: 1,
    nextAt: null,
    lastRunAt: null,
    lastOutcome: null,
  }
  await db.insert(scenarios).values(row)
  return { ...row, targets: deviceIds, groups: [], deviceIds, email }
}

it('says how a firing ended, also where its last devices are decided about at the same moment', async () => {
  const { db } = database
  const deviceIds = ['one', 'two', 'three', 'four']
  const { email, ...scenario } = await createScenario(deviceIds)
  const store = createFiringStore(db)

  for (let round = 0; round < ROUNDS; round += 1) {
    const at = new Date(NOW.getTime() + round)
    const firingId = await store.start(scenario, { at, reason: { type: 'manual', by: email } })
    await Promise.all(
      deviceIds.map((deviceId) =>
        store.finish([{ firingId, deviceId, result: { status: 'success', device_ids: [deviceId] } }]),
      ),
    )
  }
  const history = await store.history(scenario.id, ROUNDS)
  expect(history.map(({ outcome }) => outcome)).toEqual(Array(ROUNDS).fill('done'))
  const [notified] = await db.select().from(scenarios).where(eq(scenarios.id, scenario.id))
  expect(notified?.lastOutcome).toBe('done')
})

it('writes outcomes, begins again and sends at the same time without a deadlock', async () => {
  const { db } = database
  const deviceIds = Array.from({ length: 40 }, (_, nth) => `many-${nth}`)
  const { email, ...scenario } = await createScenario(deviceIds)
  const store = createFiringStore(db)
  const reason = { type: 'manual', by: email } as const
  const firingIds = [
    await store.start(scenario, { at: NOW, reason }),
    await store.start(scenario, { at: new Date(NOW.getTime() + 1), reason }),
  ]
  const all = firingIds.flatMap((firingId) => deviceIds.map((deviceId) => ({ firingId, deviceId })))
  const shuffled = () => all.toSorted(() => Math.random() - 0.5)
  const finish = () =>
    store.finish(
      shuffled().map((one) => ({ ...one, result: { status: 'success', device_ids: [one.deviceId] } })),
    )
  const again = () => db.transaction((queries) => fireAgain(queries, shuffled()))
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all([
      finish(),
      again(),
      store.take(deviceIds, NOW),
      finish(),
      again(),
      db.transaction((queries) => withdraw(queries, scenario.id)),
    ])
  await again()
  expect((await store.waiting(NOW)).deviceIds).toEqual(new Set(deviceIds))
})
