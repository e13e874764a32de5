import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/** The list of migrations in a folder. */
export const readJournal = async (folder: string) =>
  journalSchema.parse(JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')))

/** The creation time of the newest migration in a database; null if Senca was never started on it. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<number | null> {
  const { rows: tables } = await client.query(
    `select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
  )
  if (tables.length === 0) return null
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest ?? 0)
}

/** Whether this Senca knows a schema; a newer Senca may have made another one. Zero is a database without migrations. */
export async function isKnownSchema(schema: number, migrationsFolder: string): Promise<boolean> {
  const { entries } = await readJournal(migrationsFolder)
  return schema === 0 || entries.some(({ when }) => when === schema)
}
