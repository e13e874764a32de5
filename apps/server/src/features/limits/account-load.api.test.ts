import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createSignedInClient, refusalOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const idSchema = z.tuple([z.object({ id: z.string() })])

/** A client with a home, and the id of its account. */
const settled = async () => {
  const client = await createSignedInClient(app)
  await client.ok(
    client.api('POST', '/auth/api/v1/home/create', { json: { name: 'Home', lat: 46, lon: 14 } }),
  )
  const { rows } = await app.database.pool.query('select account_id as id from homes order by account_id')
  const known = new Set(accountIds)
  const { id } = idSchema.parse(rows.filter((row) => !known.has(row.id)))[0]
  accountIds.push(id)
  return { client, id }
}
const accountIds: string[] = []

const moveHome = (client: TestClient, lat: number): Promise<Answer> =>
  client.api('POST', '/auth/api/v1/home/update', { json: { lat } })

/** Locks the scenarios of accounts, as a change on another instance does, until the returned function is called. */
const lockScenarios = async (ids: readonly string[]) => {
  const client = await app.database.pool.connect()
  await client.query('begin')
  for (const id of ids) await client.query('select pg_advisory_xact_lock(hashtext($1))', [`scenarios ${id}`])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** The number of connections in use, the one of the lock excluded. */
const inUse = () => app.database.pool.totalCount - app.database.pool.idleCount - 1

it('lets changes of an account that wait for a lock take one connection, and refuses those that are too many', async () => {
  const { client, id } = await settled()
  const other = await settled()
  const unlock = await lockScenarios([id])
  const refused: Answer[] = []
  const answers = Array.from({ length: 40 }, async (_, index) => {
    const answer = await moveHome(client, 40 + index / 10)
    if (answer.status !== 200) refused.push(answer)
    return answer
  })
  await vi.waitFor(() => expect(refused).toHaveLength(20))
  expect(refusalOf(refused[0] ?? (await moveHome(client, 0)))).toMatchObject({
    status: 429,
    error: 'too_many_requests',
  })
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
  expect(inUse()).toBe(1)
  expect((await moveHome(other.client, 47)).status).toBe(200)
  await unlock()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
})

it('answers changes that waited too long, and does not make them', async () => {
  const { client, id } = await settled()
  const unlock = await lockScenarios([id])
  const first = moveHome(client, 48)
  await vi.waitFor(() => expect(inUse()).toBe(1))
  const second = moveHome(client, 49)
  const third = await new Promise<Answer>((resolve) => {
    void second.then(resolve)
    const waiting = setInterval(() => app.clock.advance(1_000), 10)
    void second.finally(() => clearInterval(waiting))
  })
  expect(third.status).toBe(429)
  await unlock()
  expect((await first).status).toBe(200)
  const home = await client.ok(client.api('GET', '/auth/api/v1/home/info'))
  expect(home).toMatchObject({ lat: 48 })
})

it('leaves half of the connections, however many accounts wait for a lock', async () => {
  const homes = []
  for (let count = 0; count < 12; count += 1) homes.push(await settled())
  const [bystander, ...waiting] = homes
  const unlock = await lockScenarios(waiting.map(({ id }) => id))
  const answers = waiting.map(({ client }) => moveHome(client, 50))
  await vi.waitFor(() => expect(inUse()).toBe(8))
  const seen = bystander?.client.api('GET', '/auth/api/v1/scenario/list')
  expect((await seen)?.status).toBe(200)
  expect(inUse()).toBe(8)
  await unlock()
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
})

it('lets an account make a costly call some times at once, and again after a while', async () => {
  const [one, other] = [await settled(), await settled()]
  const replay = ({ client }: { client: TestClient }) =>
    client.api('POST', '/auth/api/v1/weather/replay', {
      json: {
        triggers: [{ type: 'Weather', measurement: 'rain', condition: 'gt', value: 1 }],
        days: 365,
      },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, () => replay(one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await replay(other)).status).toBe(200)
  app.clock.advance(2_000)
  expect((await replay(one)).status).toBe(200)
  expect((await replay(one)).status).toBe(429)
})
