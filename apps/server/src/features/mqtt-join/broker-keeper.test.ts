import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDueRun } from '#platform/due-run.ts'
import { createJoinedBroker } from '#platform/mqtt/joined/joined-broker.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock, type FakeClock } from '#testing/fake-clock.ts'
import { createBrokerKeeper } from './broker-keeper.ts'
import { createJoinedBrokerStore, type JoinedBrokerRow, removeJoinedBroker } from './joined-brokers.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const clock = createFakeClock()
const FAR: JoinedBrokerRow = {
  accountId: '',
  host: 'broker.home',
  port: 1883,
  tls: false,
  username: null,
  password: null,
  discoveryPrefix: 'homeassistant',
  ca: null,
  clientId: 'first',
  keeper: null,
  keptUntil: null,
  status: 'connecting',
  since: clock.now(),
  lastError: null,
  forgotten: {},
}

async function joinOne(): Promise<JoinedBrokerRow> {
  const accountId = randomUUID()
  await database.pool.query(
    `insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
     values ($1::text::uuid, $1::text, $1::text, true, 'en', now())`,
    [accountId],
  )
  const row = { ...FAR, accountId }
  await createJoinedBrokerStore(database.db).put(database.db, row)
  return row
}

/** An instance, whose connections stay attempts. */
function createInstance(of: FakeClock, keeper: string | null) {
  const store = createJoinedBrokerStore(database.db)
  const failures: unknown[] = []
  let isDown = false
  const created = createBrokerKeeper({
    store: {
      ...store,
      claim: (...asked) =>
        isDown ? Promise.reject(new Error('the database is away')) : store.claim(...asked),
    },
    clock: of,
    whenDue: (task) => createDueRun(task, of),
    keeper,
    create: (row) =>
      createJoinedBroker({
        accountId: row.accountId,
        broker: row,
        filters: [],
        connect: () => new Promise(() => {}),
        clock: of,
        statusChanged: () => {},
        forgotten: {},
        forgottenChanged: () => {},
        notice: () => {},
        failed: (error) => failures.push(error),
      }),
    opening: async () => {},
    failed: (error) => failures.push(error),
  })
  return {
    ...created,
    failures,
    lose: () => {
      isDown = true
    },
    keeps: ({ accountId }: JoinedBrokerRow) => created.find(accountId)?.broker.clientId ?? null,
  }
}

it('[HW16] one of several instances connects, and another one within 30 s after it has died', async () => {
  const row = await joinOne()
  const [first, second] = [createInstance(clock, randomUUID()), createInstance(clock, randomUUID())]
  await first.sync()
  await second.sync()
  expect([first.keeps(row), second.keeps(row)]).toEqual(['first', null])
  clock.advance(20_000)
  await first.sync()
  clock.advance(20_000)
  await second.sync()
  expect(second.keeps(row)).toBeNull()
  clock.advance(5_000)
  await second.sync()
  expect(second.keeps(row)).toBe('first')
  // The first one is back, and learns that another one connects.
  await first.sync()
  expect(first.keeps(row)).toBeNull()
  await second.stop()
  await first.sync()
  expect(first.keeps(row)).toBe('first')
  await first.stop()
  expect([...first.failures, ...second.failures]).toEqual([])
})

it('[HW16] an instance that cannot extend its lease disconnects before another one may connect', async () => {
  const row = await joinOne()
  const instance = createInstance(clock, randomUUID())
  await instance.sync()
  instance.lose()
  clock.advance(20_000)
  await instance.renew()
  expect(instance.keeps(row)).toBe('first')
  clock.advance(5_000)
  await instance.renew()
  expect(instance.keeps(row)).toBeNull()
  expect(instance.failures).toHaveLength(2)
  await instance.stop()
})

it('[HW16] a single instance connects at once, whatever was kept before, and changes with the row', async () => {
  const row = await joinOne()
  await createInstance(clock, randomUUID()).sync()
  const instance = createInstance(clock, null)
  await instance.sync()
  expect(instance.keeps(row)).toBe('first')
  await createJoinedBrokerStore(database.db).put(database.db, { ...row, clientId: 'second' })
  await instance.sync([row.accountId])
  expect(instance.keeps(row)).toBe('second')
  await removeJoinedBroker(database.db, row.accountId)
  await instance.sync([row.accountId])
  expect(instance.keeps(row)).toBeNull()
  await instance.stop()
})
