import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createLogger } from '#platform/logger.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '#platform/postgres/migrate.ts'

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
    // No test depends on its durability after a power cut, and disks are slow.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await admin.query(`alter system set ${setting} = off`)
    }
    await admin.query('select pg_reload_conf()')
    await admin.query(`create database ${TEMPLATE_DATABASE}`)
    await admin.end()
    await migrate(postgres.url.replace('/senca?', `/${TEMPLATE_DATABASE}?`))
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
  return tearDown
}
