import pg from 'pg'
import { markRestore, refuseUnfinishedDatabase, unmarkRestore } from '#platform/postgres/restore-mark.ts'
import { StartError } from '#platform/process/start-error.ts'
import { createSealing } from '#platform/sealing.ts'
import { PROOF } from './backup.ts'
import { type BackupHeader, type BackupPart, readBackup } from './backup-format.ts'
import { migrateTo } from './migrate-to.ts'
import { continueNumbers, listColumns, nameOf } from './tables.ts'

const MAX_BATCH_ROWS = 1_000
const MAX_BATCH_LENGTH = 1_000_000

export interface BackupContent extends BackupHeader {
  /** Undefined if SESSION_SECRET was set. */
  sessionSecret: string | undefined
  rowsByTable: Map<string, number>
  /** The given passphrase; the file may be unencrypted. */
  passphrase: string | undefined
}

/** Reads a backup to its end and returns its content. Throws StartError if it is not complete. */
export async function verifyBackup(path: string, passphrase?: string): Promise<BackupContent> {
  let header: BackupHeader | undefined
  let sessionSecret: string | undefined
  let table = ''
  const rowsByTable = new Map<string, number>()
  for await (const part of readBackup(path, passphrase)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'session secret') sessionSecret = part.secret
    if (part.kind === 'table') table = part.table
    if (part.kind === 'table') rowsByTable.set(table, 0)
    if (part.kind === 'row') rowsByTable.set(table, (rowsByTable.get(table) ?? 0) + 1)
  }
  if (header === undefined) throw new StartError(`${path} is damaged: it has no beginning`)
  return { ...header, sessionSecret, rowsByTable, passphrase }
}

/** The session secret for the restored server. */
export function chooseSecret(
  { sessionSecret, secretProof }: Pick<BackupContent, 'sessionSecret' | 'secretProof'>,
  ours: string | undefined,
): string {
  const secret = ours ?? sessionSecret
  if (secret === undefined)
    throw new StartError(
      'The backup was made with SESSION_SECRET set: set it to the same value, then restore',
    )
  if (createSealing(secret, PROOF.purpose).open(secretProof, PROOF.context) !== PROOF.text)
    throw new StartError('SESSION_SECRET is not the one that the backup was made with')
  return secret
}

/** Fills an empty database from a backup, whose schema this Senca must know, in one transaction. */
export async function restore(
  url: string,
  path: string,
  { schema, passphrase }: Pick<BackupContent, 'schema' | 'passphrase'>,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'senca restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnfinishedDatabase(client)
    await refuseUsedDatabase(client)
    await markRestore(client)
    await migrateTo(url, schema)
    await client.query('begin')
    const tables = await insertAll(client, readBackup(path, passphrase), signal)
    for (const table of tables) await continueNumbers(client, table)
    await unmarkRestore(client)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end().catch(() => {})
  }
}

export async function refuseUsedDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name limit 1`,
  )
  const [found] = rows
  if (found !== undefined)
    throw new StartError(`The database is not empty (it has the table ${found.name}): name an empty one`)
}

async function insertAll(
  client: pg.Client,
  parts: AsyncIterable<BackupPart>,
  signal: AbortSignal,
): Promise<string[]> {
  const tables: string[] = []
  let insert: ((rows: string[]) => Promise<unknown>) | undefined
  for await (const batch of inBatches(parts)) {
    if (signal.aborted)
      throw new StartError(
        'It was stopped before its end: empty DATA_DIR, or the database of DATABASE_URL, and restore again',
      )
    if (batch.table !== undefined) {
      tables.push(batch.table)
      insert = await prepareInsert(client, batch.table)
    }
    if (batch.rows.length > 0) await insert?.(batch.rows)
  }
  return tables
}

/** Returns a function that inserts rows, given as JSON, into a table. */
export async function prepareInsert(client: pg.ClientBase, table: string) {
  const columns = (await listColumns(client, table)).map((name) => pg.escapeIdentifier(name)).join(', ')
  if (columns === '') throw new StartError(`The backup has a table that this Senca does not know: ${table}`)
  const statement = `insert into ${nameOf(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${nameOf(table)}, $1::jsonb)`
  return (rows: string[]) => client.query(statement, [`[${rows.join(',')}]`])
}

/** Rows in batches of limited size; a batch with `table` begins that table. */
async function* inBatches(
  parts: AsyncIterable<BackupPart>,
): AsyncGenerator<{ table?: string; rows: string[] }> {
  let rows: string[] = []
  let length = 0
  for await (const part of parts) {
    const isFull = rows.length >= MAX_BATCH_ROWS || length >= MAX_BATCH_LENGTH
    if (rows.length > 0 && (isFull || part.kind !== 'row')) {
      yield { rows }
      rows = []
      length = 0
    }
    if (part.kind === 'table') yield { table: part.table, rows: [] }
    if (part.kind === 'row') {
      rows.push(part.json)
      length += part.json.length
    }
  }
  if (rows.length > 0) yield { rows }
}
