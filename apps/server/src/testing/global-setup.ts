import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ACTIVITY_MONTHS } from '#features/activity/activity-months.ts'
import { WEATHER_MONTHS } from '#features/weather/weather-months.ts'
import { createLogger } from '#platform/logger.ts'
import { createDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { createMonthlyParts } from '#platform/postgres/monthly-parts.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test run's PostgreSQL, with a database for administration. */
    postgresUrl: string
  }
}

export const TEMPLATE_DATABASE = 'senca_template'

/** Each app of a test has a pool of its own. */
const MAX_CONNECTIONS = 400

const MEMORY_FOLDER = '/dev/shm'
const MIN_MEMORY_BYTES = 4 * 2 ** 30

/** A folder in memory if there is enough of it: each database has hundreds of files, and a disk needs longest to create them. */
async function databaseFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  return memory !== undefined && memory.bavail * memory.bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir()
}

/** Migrates a database and makes the partitions of the next months, which each app would make at its start. */
async function prepareTemplate(url: string) {
  await migrate(url)
  const { db, close } = createDatabase(url, { logger: createLogger('warn') })
  for (const table of [ACTIVITY_MONTHS, WEATHER_MONTHS])
    await createMonthlyParts(db, table).makeAhead(new Date())
  await close()
}

/** Runs one PostgreSQL for all test files, the same as `npm start`, with one migrated database as a template. */
export default async function setUp(project: TestProject) {
  const dataDir = await mkdtemp(join(await databaseFolder(), 'senca-test-'))
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({
    dataDir,
    logger: createLogger('warn'),
    maxConnections: MAX_CONNECTIONS,
    onExit: (reason) => {
      throw new Error(`The PostgreSQL of the tests ended: ${reason}`)
    },
  })
  const tearDown = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    // Proving a password takes milliseconds for each of thousands of connections.
    await writeFile(
      join(postgres.dataPath, 'pg_hba.conf'),
      'local all all trust\nhost all all 127.0.0.1/32 trust\n',
    )
    // No test depends on its durability after a power cut, and disks are slow.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await admin.query(`alter system set ${setting} = off`)
    }
    await admin.query('select pg_reload_conf()')
    await admin.query(`create database ${TEMPLATE_DATABASE}`)
    await admin.end()
    await prepareTemplate(postgres.url.replace('/senca?', `/${TEMPLATE_DATABASE}?`))
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
  return tearDown
}
