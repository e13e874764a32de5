import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger } from '#platform/logger.ts'
import { MIGRATIONS_FOLDER } from '#platform/postgres/migrate.ts'
import { isKnownSchema } from '#platform/postgres/schema-version.ts'
import { type Config, parseConfig, readEnvironment } from '#platform/process/config.ts'
import {
  beginRestore,
  endRestore,
  markMovedOut,
  refuseMovedOut,
  refuseUnfinishedRestore,
  SESSION_SECRET_FILE,
} from '#platform/process/data-folder.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { StartError } from '#platform/process/start-error.ts'
import { backUp } from './backup.ts'
import { makeEmbeddedDatabase, openEmbeddedDatabase, openStoppedDatabase } from './database-access.ts'
import { moveOut } from './move-out.ts'
import { chooseSecret, restore, verifyBackup } from './restore.ts'

const write = (line: string) => process.stdout.write(`${line}\n`)
const countOf = (count: number) => count.toLocaleString('en')

interface Request {
  config: Config
  file: string
  isForced: boolean
  signal: AbortSignal
}

async function runBackup({ config, file, isForced, signal }: Request) {
  const logger = createLogger('warn')
  const { dataDir } = config
  const databaseUrl = config.databaseListenUrl ?? config.databaseUrl
  if (databaseUrl === undefined) {
    await refuseUnfinishedRestore(dataDir)
    await refuseMovedOut(dataDir)
  }
  const access =
    databaseUrl === undefined
      ? await openEmbeddedDatabase(dataDir, logger)
      : { url: databaseUrl, close: async () => {} }
  try {
    const source = {
      url: access.url,
      sessionSecret: config.sessionSecret ?? (await readKeptSecret(dataDir)),
      isSecretKept: config.sessionSecret === undefined,
    }
    const { tables, rows, bytes } = await backUp(source, file, {
      isForced,
      signal,
      passphrase: config.backupPassphrase,
    })
    write(`Backed up ${countOf(rows)} rows of ${tables} tables to ${file} (${countOf(bytes)} bytes).`)
    if (config.backupPassphrase !== undefined)
      write('It is encrypted: keep BACKUP_PASSPHRASE elsewhere too, nobody opens it without.')
    if (!source.isSecretKept) write('SESSION_SECRET is not in it: keep it too, a restore needs the same.')
  } finally {
    await access.close()
  }
}

async function readKeptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, SESSION_SECRET_FILE)
  const secret = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (secret !== '') return secret
  throw new StartError(`${path} is missing or cannot be read, and SESSION_SECRET is not set`)
}

async function runRestore({ config, file, signal }: Request) {
  const content = await verifyBackup(file, config.backupPassphrase)
  if (!(await isKnownSchema(content.schema, MIGRATIONS_FOLDER)))
    throw new StartError('The backup was made by a newer Senca: update this one first, then restore')
  const secret = chooseSecret(content, config.sessionSecret)
  signal.throwIfAborted()
  const { dataDir } = config
  const databaseUrl = config.databaseListenUrl ?? config.databaseUrl
  if (databaseUrl === undefined) {
    const access = await makeEmbeddedDatabase(dataDir, createLogger('warn'))
    try {
      await beginRestore(dataDir)
      if (config.sessionSecret === undefined)
        await writeFile(join(dataDir, SESSION_SECRET_FILE), `${secret}\n`, { mode: 0o600, flag: 'wx' })
      await restore(access.url, file, content, signal)
      await endRestore(dataDir)
    } finally {
      await access.close()
    }
  } else {
    await restore(databaseUrl, file, content, signal)
  }
  const rows = [...content.rowsByTable.values()].reduce((sum, count) => sum + count, 0)
  write(`Restored ${countOf(rows)} rows of the backup of ${content.createdAt}.`)
  write('Everybody logs in again. Start Senca with: npm start')
}

async function runVerify({ config, file }: Request) {
  const { createdAt, rowsByTable, sessionSecret } = await verifyBackup(file, config.backupPassphrase)
  write(`${file} is whole: a backup of ${createdAt}.`)
  for (const [table, rows] of rowsByTable) write(`${countOf(rows).padStart(12)} ${table}`)
  if (sessionSecret === undefined) write('SESSION_SECRET is not in it: a restore needs the same.')
}

async function runMoveOut({ config, signal }: Request) {
  const { databaseUrl, databaseListenUrl, dataDir, sessionSecret } = config
  if (databaseUrl === undefined)
    throw new StartError('DATABASE_URL must be the address of the empty database to move to')
  await refuseUnfinishedRestore(dataDir)
  const path = join(dataDir, SESSION_SECRET_FILE)
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (kept !== '' && kept !== sessionSecret)
    throw new StartError(`SESSION_SECRET must be what stands in ${path}`)
  const access = await openStoppedDatabase(dataDir, createLogger('warn'))
  try {
    const rowsByTable = await moveOut(access.url, databaseListenUrl ?? databaseUrl, signal)
    await markMovedOut(dataDir)
    const rows = [...rowsByTable.values()].reduce((sum, count) => sum + count, 0)
    write(`Moved ${countOf(rows)} rows of ${rowsByTable.size} tables; counts and checksums agree.`)
    write(`The data in ${dataDir} are unchanged, and no server starts on them any more.`)
  } finally {
    await access.close()
  }
}

const COMMANDS: Record<string, (request: Request) => Promise<void>> = {
  backup: runBackup,
  restore: runRestore,
  verify: runVerify,
  'move-out': runMoveOut,
}
const VERBS: Record<string, string> = { backup: 'back up', 'move-out': 'move out' }

async function main() {
  // A reader like `head` may close the pipe early; the command is still completed.
  process.stdout.on('error', () => {})
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stopping.abort(new StartError('it was stopped; nothing is changed')))
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [name = '', file = ''] = positionals
  try {
    const environment = readEnvironment(process.env, [process.cwd(), REPOSITORY_ROOT])
    const config = parseConfig(environment, process.cwd())
    await COMMANDS[name]?.({ config, file, isForced: values.force, signal: stopping.signal })
  } catch (error) {
    const reason = error instanceof StartError ? error.message : String(error)
    process.stderr.write(`Senca cannot ${VERBS[name] ?? name}: ${reason}\n`)
    process.exitCode = 1
  }
}

await main()
