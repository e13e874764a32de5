import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { replacePushKeys } from '#features/push/index.ts'
import { createSystemClock } from '#platform/clock.ts'
import { createLogger } from '#platform/logger.ts'
import { createDatabase } from '#platform/postgres/database.ts'
import { type Config, parseConfig, readEnvironment } from '#platform/process/config.ts'
import { SESSION_SECRET_FILE } from '#platform/process/data-folder.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { StartError } from '#platform/process/start-error.ts'
import { openEmbeddedDatabase } from '../backup/database-access.ts'

const USAGE = 'usage: npm run push:keys -- --new'

function assertNew(): void {
  try {
    const { values } = parseArgs({ options: { new: { type: 'boolean', default: false } } })
    if (values.new) return
  } catch {
    // The usage is a sufficient error message.
  }
  throw new StartError(`${USAGE}; new keys end the notifications of every phone until it opens Senca`)
}

async function secretOf({ sessionSecret, dataDir }: Config): Promise<string> {
  if (sessionSecret !== undefined) return sessionSecret
  const path = join(dataDir, SESSION_SECRET_FILE)
  const secret = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (secret === '') throw new StartError(`${path} is missing, and SESSION_SECRET is not set`)
  return secret
}

async function run(): Promise<void> {
  assertNew()
  const environment = readEnvironment(process.env, [process.cwd(), REPOSITORY_ROOT])
  const config = parseConfig(environment, process.cwd())
  const sessionSecret = await secretOf(config)
  const logger = createLogger('warn')
  const databaseUrl = config.databaseListenUrl ?? config.databaseUrl
  const access =
    databaseUrl === undefined
      ? await openEmbeddedDatabase(config.dataDir, logger)
      : { url: databaseUrl, close: async () => {} }
  const database = createDatabase(access.url, { logger })
  try {
    const ended = await database.db.transaction((queries) =>
      replacePushKeys(queries, { sessionSecret, clock: createSystemClock() }),
    )
    process.stdout.write(
      `New push keys were made. Phones that get no notifications until they open Senca: ${ended}.\n`,
    )
  } finally {
    await database.close()
    await access.close()
  }
}

try {
  await run()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The push keys cannot be replaced: ${reason}\n`)
  process.exitCode = 1
}
