import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { readJournal } from '#platform/postgres/schema-version.ts'

/** Migrates an empty database to the schema with which a backup was made. */
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
