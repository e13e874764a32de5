import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createLogger } from '../logger.ts'
import { createJobs, type Jobs } from './jobs.ts'

const payloadSchema = z.object({ name: z.string() })

let database: TestDatabase
let jobs: Jobs | undefined
let done: string[]

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => jobs?.stop())
afterAll(() => database.drop())

async function open(
  task = async (_name: string): Promise<void> => {},
  logger = createLogger('silent'),
): Promise<Jobs> {
  done = []
  const opened = createJobs({ database, logger })
  opened.handle('work', async (payload) => {
    const { name } = payloadSchema.parse(payload)
    await task(name)
    done.push(name)
  })
  await opened.start()
  jobs = opened
  return opened
}

it('a job is done once the transaction that enqueued it is committed, and never when it is not', async () => {
  const { enqueue } = await open()
  const failed = database.db.transaction(async (transaction) => {
    await enqueue(transaction, 'work', { name: 'rolled back' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await database.db.transaction((transaction) => enqueue(transaction, 'work', { name: 'committed' }))
  await vi.waitFor(() => expect(done).toEqual(['committed']))
})

it('a waiting job is replaced by another with its key', async () => {
  const { enqueue } = await open()
  await enqueue(database.db, 'work', { name: 'late' }, { key: 'door', delaySeconds: 3_600 })
  await enqueue(database.db, 'work', { name: 'now' }, { key: 'door' })
  await vi.waitFor(() => expect(done).toEqual(['now']))
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select 1 from graphile_worker.jobs')
    expect(rows).toEqual([])
  })
})

it('a waiting job is cancelled by its key, and no other job', async () => {
  const { enqueue, cancel } = await open()
  await enqueue(database.db, 'work', { name: 'cancelled' }, { key: 'cancelled', delaySeconds: 1 })
  await enqueue(database.db, 'work', { name: 'kept' }, { key: 'kept', delaySeconds: 1 })
  await cancel(database.db, 'cancelled')
  await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 120_000 })
})

it('a job that failed is done again, unless it is cancelled meanwhile', async () => {
  let attempts = 0
  const { enqueue, cancel } = await open(async (name) => {
    attempts += 1
    if (name === 'cancelled' || attempts === 1) throw new Error('not yet')
  })
  await enqueue(database.db, 'work', { name: 'repeated' })
  await vi.waitFor(() => expect(done).toEqual(['repeated']), { timeout: 120_000 })
  await enqueue(database.db, 'work', { name: 'cancelled' }, { key: 'cancelled' })
  await vi.waitFor(() => expect(attempts).toBe(3))
  await vi.waitFor(async () => {
    await cancel(database.db, 'cancelled')
    // A job that is canceled while it fails is kept but never started again.
    const { rows } = await database.pool.query(
      'select 1 from graphile_worker.jobs where attempts < max_attempts or locked_at is not null',
    )
    expect(rows).toEqual([])
  })
})

it('jobs go on while everything else has all connections', async () => {
  await open()
  const held = await Promise.all(
    Array.from({ length: database.pool.options.max ?? 0 }, () => database.pool.connect()),
  )
  try {
    const [client] = held
    await client?.query(`select graphile_worker.add_job('work', '{"name": "starved"}'::json)`)
    await vi.waitFor(() => expect(done).toEqual(['starved']))
    await vi.waitFor(async () => {
      const left = await client?.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'work' and attempts < max_attempts`,
      )
      expect(left?.rows).toEqual([])
    })
  } finally {
    for (const client of held) client.release()
  }
})

it('jobs that wait for running ones are done by another instance', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `job ${index}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let running = 0
  const busy = await open(async () => {
    running += 1
    await held
  })
  await database.db.transaction(async (transaction) => {
    for (const name of names) await busy.enqueue(transaction, 'work', { name })
  })
  await vi.waitFor(() => expect(running).toBeGreaterThan(0))
  try {
    await open()
    await vi.waitFor(() => expect(done).toHaveLength(names.length - running), { timeout: 120_000 })
  } finally {
    release()
    await busy.stop()
  }
})

it('a job whose end cannot be written is done again, and the server goes on', async () => {
  const rename = (from: string, to: string) =>
    database.pool.query(`alter table graphile_worker.${from} rename to ${to}`)
  const logger = createLogger('silent')
  const warned = vi.spyOn(logger, 'warn')
  const { enqueue } = await open(async () => {
    if (done.length === 0) await rename('_private_jobs', 'away')
  }, logger)
  await enqueue(database.db, 'work', { name: 'twice' })
  await vi.waitFor(() =>
    expect(warned).toHaveBeenCalledWith(expect.anything(), 'The job queue stopped; it is opened again'),
  )
  expect(done).toEqual(['twice'])
  await rename('away', '_private_jobs')
  await vi.waitFor(() => expect(done).toEqual(['twice', 'twice']), { timeout: 120_000 })
})

it('reports for how long a due job has waited, and each job that failed', async () => {
  const failed: string[] = []
  const waiting = createJobs({
    database,
    logger: createLogger('silent'),
    failed: (name) => failed.push(name),
  })
  expect(await waiting.readLagSeconds()).toBe(0)
  await waiting.enqueue(database.db, 'late', {}, { delaySeconds: -90 })
  expect(await waiting.readLagSeconds()).toBeGreaterThan(89)
  await waiting.enqueue(database.db, 'later', {}, { delaySeconds: 90 })
  expect(await waiting.readLagSeconds()).toBeLessThan(100)
  waiting.handle('late', async () => {
    throw new Error('it cannot be done')
  })
  await waiting.start()
  jobs = waiting
  await vi.waitFor(() => expect(failed).toContain('late'))
})

it('what a killed instance was doing is done by another, and what a live one does is not', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const other = createJobs({ database, logger: createLogger('silent') })
  let timesBegun = 0
  other.handle('other work', async () => {
    timesBegun += 1
    await held
  })
  await other.start()
  await other.enqueue(database.db, 'other work', { name: 'long' })
  await vi.waitFor(() => expect(timesBegun).toBe(1))
  // A queue is marked a moment after its start.
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )
    expect(rowCount).toBe(1)
  })
  const lockedBy = async (name: string) => {
    const { rows } = await database.pool.query<{ locked_by: string | null }>(
      "select locked_by from graphile_worker._private_jobs where payload->>'name' = $1",
      [name],
    )
    return rows.map(({ locked_by }) => locked_by)
  }
  // Like a job of a process that has died.
  await database.pool.query(
    "select graphile_worker.add_job('work', '{\"name\": \"orphan\"}'::json, run_at => now() + interval '1 hour')",
  )
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - interval '1 minute', run_at = now()
     where payload->>'name' = 'orphan'`,
  )
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where payload->>'name' = 'long'`,
  )
  const [holder] = await lockedBy('long')
  await open()
  await vi.waitFor(() => expect(done).toEqual(['orphan']), { timeout: 120_000 })
  expect(await lockedBy('long')).toEqual([holder])
  expect(timesBegun).toBe(1)
  release()
  await other.stop()
})
