import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { createEmptyDatabase } from '#testing/database/test-database.ts'
import { migrateTo } from '../../backup/migrate-to.ts'

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
const keyOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

it('results that had rows of their own are in the rows of their commands after an update', async () => {
  const { url, drop } = await createEmptyDatabase()
  const journal = await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8')
  const { entries } = journalSchema.parse(JSON.parse(journal))
  await migrateTo(url, entries.find(({ tag }) => tag.startsWith('0008_'))?.when ?? 0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const add = (action: string, details: object, key: number | null, about: number | null) =>
    client.query(
      `insert into activity (at, device_id, device_name, account_id, origin, action, details, key, about, keep)
       values (now(), 'shade', 'Shade', $1, 'app', $2, $3, $4, $5, 'home')`,
      [keyOf(0), action, details, key && keyOf(key), about && keyOf(about)],
    )
  await add('move', { position: 1 }, 1, null)
  await add('acknowledged', { durationMs: 5 }, null, 1)
  await add('error', { error: 'device_busy', durationMs: 9 }, null, 1)
  await add('stop', {}, 2, null)
  await add('acknowledged', { durationMs: 5 }, null, 2)
  await add('move', { position: 0 }, 3, null)
  await client.end()
  await migrate(url)

  const after = new pg.Client({ connectionString: url })
  await after.connect()
  const { rows } = await after.query('select action, details, result from activity order by id')
  await after.end()
  await drop()
  expect(rows).toEqual([
    {
      action: 'move',
      details: { position: 1 },
      result: { status: 'error', error: 'device_busy', durationMs: 9 },
    },
    { action: 'stop', details: {}, result: { status: 'acknowledged' } },
    { action: 'move', details: { position: 0 }, result: null },
  ])
})
