import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { createDatabase, type Database } from '#platform/postgres/database.ts'
import { TEMPLATE_DATABASE } from '../global-setup.ts'
import type { DatabaseLine } from './database-line.ts'

export interface TestDatabase extends Database {
  url: string
  /** Closes the connections and deletes the database. */
  drop(): Promise<void>
}

/** Creates a migrated database, reached through `line` if given. Call it once per test file and `drop` it after the last test. */
export async function createTestDatabase(line?: DatabaseLine): Promise<TestDatabase> {
  const { url: directUrl, drop } = await createEmptyDatabase(TEMPLATE_DATABASE)
  const url = line === undefined ? directUrl : await line.open(directUrl)
  const database = createDatabase(url, { logger: createLogger('warn') })
  return {
    ...database,
    url,
    async drop() {
      await database.close()
      await line?.close()
      await drop()
    },
  }
}

/** Creates a database without tables, or a copy of `template`. */
export async function createEmptyDatabase(template = 'template1') {
  const adminUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files is half of the work of copying pages through the write-ahead log.
  await administer(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: adminUrl.replace('/senca?', `/${name}?`),
    drop: () => administer(adminUrl, `drop database ${name} with (force)`),
  }
}

async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes jobs that failed due now, instead of some seconds after their failure. */
export const endRetryDelays = ({ pool }: Pick<Database, 'pool'>) =>
  pool.query(
    'update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null and run_at > now()',
  )

/** Runs one statement on the database with this URL. */
export async function queryAt<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}
