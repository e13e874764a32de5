import pg from 'pg'
import { MIGRATIONS_FOLDER } from '#platform/postgres/migrate.ts'
import { hasRestoreMark, markRestore, unmarkRestore } from '#platform/postgres/restore-mark.ts'
import { isKnownSchema } from '#platform/postgres/schema-version.ts'
import { StartError } from '#platform/process/start-error.ts'
import { existingSchema, readTable } from './backup.ts'
import { migrateTo } from './migrate-to.ts'
import { prepareInsert, refuseUsedDatabase } from './restore.ts'
import { continueNumbers, listTables, nameOf } from './tables.ts'

/**
 * Copies all tables of a database into another, empty one in one transaction, and compares them before the commit. An interrupted
 * copy is started again by the next call. Nothing may write to the source meanwhile.
 */
export async function moveOut(
  sourceUrl: string,
  targetUrl: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const source = await connect(sourceUrl)
  try {
    await source.query('begin transaction isolation level repeatable read read only')
    const schema = await existingSchema(source)
    if (!(await isKnownSchema(schema, MIGRATIONS_FOLDER)))
      throw new StartError('The data are of a newer Senca: update this one first')
    const target = await connect(targetUrl).catch((error: unknown) => {
      throw new StartError(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message : error}`)
    })
    try {
      await prepare(target)
      await migrateTo(targetUrl, schema)
      await target.query('begin')
      const rowsByTable = await copyAll(source, target, signal)
      await unmarkRestore(target)
      await target.query('commit')
      await target.query('analyze')
      return rowsByTable
    } finally {
      await target.end().catch(() => {})
    }
  } finally {
    await source.end().catch(() => {})
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'senca move-out' })
  client.on('error', () => {})
  await client.connect()
  // Values are compared as text.
  await client.query("set time zone 'UTC'")
  return client
}

/** Marks an empty database, so that no server starts on it. A database that was marked before must still be empty. */
async function prepare(target: pg.Client) {
  if (!(await hasRestoreMark(target))) {
    await refuseUsedDatabase(target)
    await markRestore(target)
    return
  }
  for (const table of await listTables(target, { isWhole: true })) {
    const { rowCount } = await target.query(`select 1 from ${nameOf(table)} limit 1`)
    if (rowCount !== 0)
      throw new StartError(`The database is not empty (${table} has rows): name another one`)
  }
}

async function copyAll(source: pg.Client, target: pg.Client, signal: AbortSignal) {
  const rowsByTable = new Map<string, number>()
  for (const table of await listTables(source, { isWhole: true })) {
    const insert = await prepareInsert(target, table)
    for await (const rows of readTable(source, table)) {
      if (signal.aborted) throw new StartError('it was stopped; nothing was moved, run it again')
      await insert(rows)
    }
    await continueNumbers(target, table)
    const [before, after] = [await measure(source, table), await measure(target, table)]
    if (before.rows !== after.rows || before.checksum !== after.checksum)
      throw new StartError(
        `${table} differs after it was copied (${before.rows} and ${after.rows} rows): nothing was moved`,
      )
    rowsByTable.set(table, after.rows)
  }
  return rowsByTable
}

/** The number of rows of a table, and a checksum over all values that does not depend on their order. */
export async function measure(
  client: pg.ClientBase,
  table: string,
): Promise<{ rows: number; checksum: string }> {
  const { rows } = await client.query<{ rows: number; checksum: string }>(
    `select count(*)::float8 as rows,
       coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 16))::bit(64)::bigint::numeric), 0)::text as checksum
     from ${nameOf(table)} t`,
  )
  return rows[0] ?? { rows: 0, checksum: '0' }
}
