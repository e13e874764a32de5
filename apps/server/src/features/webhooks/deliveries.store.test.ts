import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createDeliveryStore, type DeliveryStore } from './deliveries.store.ts'

const AT = new Date('2026-06-21T10:00:00Z')
const later = (ms: number) => new Date(AT.getTime() + ms)

let database: TestDatabase
let store: DeliveryStore
let accountId: string
beforeAll(async () => {
  database = await createTestDatabase()
  store = createDeliveryStore(database.db)
})
afterAll(() => database.drop())
beforeEach(() => {
  accountId = randomUUID()
})

async function webhook(): Promise<string> {
  const [bridgeId, id] = [randomUUID(), randomUUID()]
  const insert = (table: string, row: object) =>
    database.pool.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).* on conflict do nothing`,
      [JSON.stringify(row)],
    )
  const { rows } = await database.pool.query('select 1 from accounts where id = $1', [accountId])
  if (rows.length === 0)
    await database.pool.query(
      `insert into accounts (id, email, email_key, is_confirmed, locale, created_at) values ($1, $2, $2, true, 'en', now())`,
      [accountId, `${accountId}@example.com`],
    )
  await insert('bridges', {
    ...{
      id: bridgeId,
      account_id: accountId,
      kind: 'script',
      revision: 0,
      name: id,
      name_key: id,
      scopes: [],
    },
    ...{ token_hash: bridgeId, token_end: 'abcd', created_at: AT },
  })
  await insert('webhooks', {
    ...{ id, account_id: accountId, bridge_id: bridgeId, url: 'https://hooks.example', events: [] },
    ...{ is_enabled: true, secret: '', created_at: AT },
  })
  return id
}

const of = (webhookId: string, event: string, ms: number, more: object = {}) => ({
  id: randomUUID(),
  webhookId,
  event,
  deviceIds: ['abcdefgh'],
  body: '{}',
  at: later(ms),
  ...more,
})
const insert = (deliveries: ReturnType<typeof of>[]) =>
  database.db.transaction((queries) => store.insert(queries, deliveries))
const counted = async () => {
  const { rows } = await database.pool.query<{ event: string; count: number; first: Date }>(
    `select event, count(*)::int as count, min(at) as first from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     where w.account_id = $1 group by event order by event`,
    [accountId],
  )
  return Object.fromEntries(
    rows.map(({ event, count, first }) => [event, [count, first.getTime() - AT.getTime()]]),
  )
}

it('of a thousand that wait the oldest states of devices are dropped first, and holds and doors never [BR56]', async () => {
  const [one, other] = [await webhook(), await webhook()]
  const many = (id: string, event: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => of(id, event, from + index))
  await insert([
    ...many(one, 'device.held', 300),
    ...many(other, 'door.opened', 300),
    ...many(one, 'device.connection', 100),
    ...many(other, 'device.state', 300),
  ])
  await insert(many(one, 'device.state', 50, 1_000))
  expect(await counted()).toEqual({
    'device.connection': [100, 0],
    'device.held': [300, 0],
    'device.state': [300, 50],
    'door.opened': [300, 0],
  })
  await insert(many(one, 'door.closed', 450, 2_000))
  expect(await counted()).toEqual({
    'device.held': [300, 0],
    'door.closed': [450, 2_000],
    'door.opened': [300, 0],
  })
})

it('an event that every instance knows is added once, and one of a webhook that is off not at all', async () => {
  const id = await webhook()
  await insert([of(id, 'scenario.ran', 0, { key: 'a' }), of(id, 'scenario.ran', 1, { key: 'b' })])
  await insert([of(id, 'scenario.ran', 2, { key: 'a' })])
  expect(await counted()).toEqual({ 'scenario.ran': [2, 0] })
  await database.pool.query('update webhooks set is_enabled = false where id = $1', [id])
  await insert([of(id, 'device.state', 3), of(randomUUID(), 'device.state', 3), of(id, 'webhook.test', 3)])
  expect(await counted()).toEqual({ 'scenario.ran': [2, 0], 'webhook.test': [1, 3] })
})

it('a webhook is taken by one instance, and four of an account at once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, webhook))
  await insert(ids.map((id, index) => of(id, 'device.state', index)))
  const take = (ms: number) => store.take(accountId, later(ms), later(ms + 15_000))
  const taken = (await Promise.all([take(10), take(10)])).flat()
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 4).toSorted())
  expect(await take(10)).toEqual([])
  const [first] = taken
  if (first === undefined) throw new Error('nothing was taken')
  expect(await store.release(first, later(10))).toBe(true)
  expect((await take(10)).map(({ id }) => id)).toEqual([first.id])
  expect(await take(15_009)).toHaveLength(0)
  expect(await take(15_010)).toHaveLength(4)
})

it('what is over is kept for 500 deliveries and seven days', async () => {
  const id = await webhook()
  await insert(Array.from({ length: 600 }, (_, index) => of(id, 'device.state', index)))
  await database.pool.query('update webhook_deliveries set next_at = null where at < $1', [later(550)])
  await store.trim(id)
  expect(await counted()).toEqual({ 'device.state': [LIMITS.WEBHOOK_DELIVERIES + 50, 50] })
  await store.deleteBefore(later(100))
  expect(await counted()).toEqual({ 'device.state': [499, 101] })
  expect(await store.list(id, later(598))).toHaveLength(1)
})
