import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrateJobs } from '../jobs/jobs.ts'
import { SERVER_ROOT } from '../process/server-root.ts'
import { StartError } from '../process/start-error.ts'
import { readPostgresVersion } from './postgres-version.ts'
import { refuseUnfinishedDatabase } from './restore-mark.ts'
import { isKnownSchema, readSchemaVersion } from './schema-version.ts'

export const MIGRATIONS_FOLDER = join(SERVER_ROOT, 'migrations')

/** An arbitrary lock id. Migrations take it exclusively, backups share it with each other. */
export const MIGRATION_LOCK = 736_322_001

interface MigrationOptions {
  migrationsFolder?: string
  /** Only a restore may continue with a database that is marked as partially restored. */
  isRestore?: boolean
}

/**
 * Migrates the schema of a database. Throws StartError and changes nothing if PostgreSQL is too old, or if a newer Senca has
 * changed the database. If two processes start together, one waits for the other.
 */
export async function migrate(
  url: string,
  { migrationsFolder = MIGRATIONS_FOLDER, isRestore = false }: MigrationOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'senca migrations' })
  await client.connect()
  try {
    const { name, isNewEnough } = await readPostgresVersion(client)
    if (!isNewEnough)
      throw new StartError(`The database is PostgreSQL ${name}, but Senca needs PostgreSQL 15 or newer`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (!isRestore) await refuseUnfinishedDatabase(client)
    if (!(await isKnownSchema((await readSchemaVersion(client)) ?? 0, migrationsFolder)))
      throw new StartError(
        'The database was changed by a newer Senca: start that one, or restore a backup of this one',
      )
    await applyMigrations(drizzle(client), { migrationsFolder })
    await migrateJobs(url)
  } finally {
    // Ending the connection releases the lock.
    await client.end()
  }
}
