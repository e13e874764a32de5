import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabaseLine } from '#testing/database/database-line.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createLogger } from '../logger.ts'
import { createDatabaseReach, type DatabaseReach } from './database-reach.ts'

const line = createDatabaseLine()
let database: TestDatabase
let reach: DatabaseReach
beforeAll(async () => {
  database = await createTestDatabase(line)
})
afterAll(() => database.drop())
afterEach(() => {
  reach.close()
  line.mend()
})

const open = (rememberedMs?: number) => {
  reach = createDatabaseReach({
    url: database.url,
    logger: createLogger('silent'),
    ...(rememberedMs === undefined ? {} : { rememberedMs }),
  })
}
const read = async () => (await database.pool.query<{ n: number }>('select 7 as n')).rows[0]?.n
const unavailable = { code: 'internal_error', status: 503 }

describe('reading what may be cached', () => {
  it('answers from the database while it is reachable, with its errors', async () => {
    open()
    expect(await reach.read(read, () => 1)).toBe(7)
    const nonsense = () => database.pool.query('select nothing')
    await expect(reach.read(nonsense, () => undefined)).rejects.toThrow('column "nothing" does not exist')
    expect(reach.isDown()).toBe(false)
  })

  it('answers from the cache while the database is away, and from the database once it is back', async () => {
    open()
    line.cut()
    expect(await reach.read(read, () => 1)).toBe(1)
    expect(reach.isDown()).toBe(true)
    await expect(reach.read(read, () => undefined)).rejects.toMatchObject(unavailable)
    line.mend()
    await vi.waitFor(() => expect(reach.isDown()).toBe(false))
    expect(await reach.read(read, () => 1)).toBe(7)
  })

  it('drops the cache once the database has been away for long', async () => {
    open(50)
    line.cut()
    expect(await reach.read(read, () => 1)).toBe(1)
    await vi.waitFor(() => expect(reach.read(read, () => 1)).rejects.toMatchObject(unavailable))
    expect(reach.isDown()).toBe(true)
  })
})
