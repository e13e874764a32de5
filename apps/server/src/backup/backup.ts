import type { FileHandle } from 'node:fs/promises'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { MIGRATION_LOCK } from '#platform/postgres/migrate.ts'
import { refuseUnfinishedDatabase } from '#platform/postgres/restore-mark.ts'
import { readSchemaVersion } from '#platform/postgres/schema-version.ts'
import { StartError } from '#platform/process/start-error.ts'
import { createSealing } from '#platform/sealing.ts'
import { encryptBackup, LockedBackupError } from './backup-encryption.ts'
import { type BackupPart, encodeBackup, readBackup } from './backup-format.ts'
import { listTables, nameOf } from './tables.ts'
import { writeWhole } from './whole-file.ts'

const ROWS_AT_ONCE = 1_000
/** Rows of these tables may have megabytes. */
const LARGE_ROWS_AT_ONCE = 20
const LARGE_ROWS: ReadonlySet<string> = new Set(['entity_configs', 'mqtt_retained'])
/** Sealed with the session secret and stored in the header. */
export const PROOF = { purpose: 'backup', text: 'senca', context: 'session secret' } as const

export interface BackupSource {
  url: string
  sessionSecret: string
  /** False if SESSION_SECRET is set; then it is not part of the backup. */
  isSecretKept: boolean
}

export interface BackupOptions {
  /** Replaces an existing file. */
  isForced: boolean
  signal: AbortSignal
  /** Encrypts the file; if undefined, it is not encrypted. */
  passphrase?: string | undefined
}

export interface BackupSummary {
  tables: number
  rows: number
  bytes: number
}

/** Writes all data that must be kept into a file, in a consistent state of one moment. The server may keep running. */
export async function backUp(
  source: BackupSource,
  path: string,
  options: BackupOptions,
): Promise<BackupSummary> {
  const { isForced, signal } = options
  const counts = { tables: 0, rows: 0 }
  const client = new pg.Client({ connectionString: source.url, application_name: 'senca backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnfinishedDatabase(client)
    if (isForced) await refuseToLoseAccounts(client, path, options.passphrase)
    await writeWhole(path, { isForced }, (file) => write(client, source, file, counts, options))
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error, path)
  } finally {
    await client.end().catch(() => {})
  }
  return { ...counts, bytes: (await stat(path)).size }
}

async function write(
  client: pg.Client,
  source: BackupSource,
  file: FileHandle,
  counts: { tables: number; rows: number },
  { signal, passphrase }: BackupOptions,
) {
  // The snapshot must not be taken during a migration: an older snapshot sees no rows of a table that a migration rewrites.
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await client.query('begin transaction isolation level repeatable read read only')
  const parts = readDatabase(client, source, counts)
  let unwritten: unknown
  const writeTo = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      await file.appendFile(chunk).catch((error: unknown) => {
        unwritten = error
        throw error
      })
    }
  }
  const encrypt = (chunks: AsyncIterable<Buffer>) =>
    passphrase === undefined ? chunks : encryptBackup(chunks, passphrase)
  const bytes = Readable.from(encodeBackup(parts))
  // The error of the pipeline itself would only say that it was aborted.
  await pipeline(bytes, createGzip(), encrypt, writeTo, { signal }).catch((error) => {
    throw unwritten ?? error
  })
  await client.query('commit')
}

/** Throws StartError if Senca was never started on the database. */
export async function existingSchema(client: pg.Client): Promise<number> {
  const schema = await readSchemaVersion(client)
  if (schema === null) throw new StartError('The database is empty: there is nothing to back up')
  return schema
}

async function* readDatabase(
  client: pg.Client,
  { sessionSecret, isSecretKept }: BackupSource,
  counts: { tables: number; rows: number },
): AsyncGenerator<BackupPart[]> {
  const schema = await existingSchema(client)
  const tables = await listTables(client)
  // A migration that begins now waits until the backup is done.
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`)
  // Meanwhile a server that has nothing to migrate can start.
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
  const { purpose, text, context } = PROOF
  const secretProof = createSealing(sessionSecret, purpose).seal(text, context)
  yield [{ kind: 'header', header: { createdAt: new Date().toISOString(), schema, secretProof } }]
  if (isSecretKept) yield [{ kind: 'session secret', secret: sessionSecret }]
  for (const table of tables) {
    yield [{ kind: 'table', table }]
    counts.tables += 1
    for await (const rows of readTable(client, table)) {
      counts.rows += rows.length
      yield rows.map((json) => ({ kind: 'row', json }))
    }
  }
}

/** The rows of a table as JSON, several at a time, in a transaction. */
export async function* readTable(client: pg.ClientBase, table: string): AsyncGenerator<string[]> {
  // jsonb, unlike json, is written in one line and keeps every digit.
  await client.query(
    `declare backup_rows no scroll cursor for select to_jsonb(t)::text as json from ${nameOf(table)} t`,
  )
  const count = LARGE_ROWS.has(table) ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`fetch ${count} from backup_rows`)
    if (rows.length === 0) break
    yield rows.map(({ json }) => json)
  }
  await client.query('close backup_rows')
}

/** Prevents that a home that was emptied by mistake overwrites its last good backup. */
async function refuseToLoseAccounts(client: pg.Client, path: string, passphrase: string | undefined) {
  // Throws for a database without tables, as it does without --force.
  await existingSchema(client)
  const { rowCount } = await client.query('select 1 from accounts limit 1')
  if (rowCount === 0 && (await hasAccounts(path, passphrase)))
    throw new StartError(`The database has no accounts, and ${path} has some: name another file`)
}

async function hasAccounts(path: string, passphrase: string | undefined): Promise<boolean> {
  let table = ''
  try {
    for await (const part of readBackup(path, passphrase)) {
      if (part.kind === 'table') table = part.table
      if (part.kind === 'row' && table === 'accounts') return true
    }
  } catch (error) {
    // An incomplete backup may be overwritten. For a locked one this cannot be checked.
    if (!(error instanceof StartError) || error instanceof LockedBackupError) throw error
  }
  return false
}

function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StartError(`There is no room left for ${path}`)
  if (code === '57P01' || (error instanceof Error && /Connection terminated/.test(error.message)))
    return new StartError('The database was stopped during the backup: try again')
  return error
}
