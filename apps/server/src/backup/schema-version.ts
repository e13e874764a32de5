import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'
import { MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { StartError } from '#platform/process/start-error.ts'

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/** When the newest migration that a database has was made. Throws StartError where Senca was never started on it. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<number> {
  const { rows: tables } = await client.query(
    `select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
  )
  if (tables.length === 0) throw new StartError('The database is empty: there is nothing to back up')
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest ?? 0)
}

/** Throws StartError for a schema that this Senca does not know. */
export async function refuseUnknownSchema(schema: number): Promise<void> {
  const { entries } = await readJournal(MIGRATIONS_FOLDER)
  if (!entries.some(({ when }) => when === schema))
    throw new StartError('The backup was made by a newer Senca: update this one first, then restore')
}

/** Brings an empty database to the schema that a backup was made with. */
export async function migrateTo(url: string, schema: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'senca-migrations-'))
  try {
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
    const journal = await readJournal(folder)
    const entries = journal.entries.filter(({ when }) => when <= schema)
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrate(url, { migrationsFolder: folder, isRestore: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const readJournal = async (folder: string) =>
  journalSchema.parse(JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')))
