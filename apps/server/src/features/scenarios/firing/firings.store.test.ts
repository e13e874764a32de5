import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { scenarios } from '../scenarios.schema.ts'
import { createFiringStore } from './firings.store.ts'

const NOW = new Date('2026-06-21T10:00:00.000Z')
const ROUNDS = 10

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('says how a firing ended, also where its last devices are decided about at the same moment', async () => {
  const { db } = database
  const accountId = randomUUID()
  const email = 'anna@example.com'
  const account = { id: accountId, email, emailKey: email, isConfirmed: true, locale: 'en', createdAt: NOW }
  await db.insert(accounts).values(account)
  const deviceIds = ['one', 'two', 'three', 'four']
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
  const store = createFiringStore(db)
  const scenario = { ...row, targets: deviceIds, groups: [], deviceIds }

  for (let round = 0; round < ROUNDS; round += 1) {
    const at = new Date(NOW.getTime() + round)
    const firingId = await store.start(scenario, { at, reason: { type: 'manual', by: email } })
    await Promise.all(
      deviceIds.map((deviceId) =>
        store.finish([{ firingId, deviceId, result: { status: 'success', device_ids: [deviceId] } }]),
      ),
    )
  }
  const history = await store.history(row.id, ROUNDS)
  expect(history.map(({ outcome }) => outcome)).toEqual(Array(ROUNDS).fill('done'))
  const [notified] = await db.select().from(scenarios).where(eq(scenarios.id, row.id))
  expect(notified?.lastOutcome).toBe('done')
})
