import { expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { createTestApp } from '#testing/test-app.ts'

it('what is old is deleted everywhere, also where one table cannot be cleaned', async () => {
  const app = await createTestApp({ logger: createLogger('silent') })
  const { pool } = app.database
  await pool.query("insert into rate_limits (key, count, resets_at) values ('old', 1, '2020-01-01')")
  await pool.query('alter table confirmations rename to confirmations_away')
  await pool.query("select graphile_worker.add_job('forget-old', '{}'::json)")
  await vi.waitFor(async () => {
    expect((await pool.query('select key from rate_limits')).rows).toEqual([])
  })
  await pool.query('alter table confirmations_away rename to confirmations')
  await app.close()
})
