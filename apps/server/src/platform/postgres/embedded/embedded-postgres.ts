import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../../logger.ts'
import { freePort } from '../../process/free-port.ts'
import { lockFolder } from '../../process/instance-lock.ts'
import { StartError } from '../../process/start-error.ts'
import { preparePostgresBinaries } from './binaries.ts'
import { chooseDataDirectory, type DataDirectory } from './data-directory.ts'
import { clearLeftovers } from './leftovers.ts'
import { type PostgresProcess, runInitdb, spawnPostgres } from './postgres-process.ts'
import { findServiceAccount } from './service-account.ts'

const USER = 'senca'
const DATABASE = 'senca'
const MAJOR_VERSION = '18'
const SOCKET_PORT = 5432
/** The kernel allows 107 bytes; the rest is for the names that PostgreSQL adds. */
const MAX_SOCKET_PATH_BYTES = 100
/** Recovery after a power failure takes long on a slow card. */
const READY_TIMEOUT_MS = 120_000
const READY_POLL_MS = 25
/** A Senca whose supervisor was killed needs a moment to notice it and stop. */
export const LOCK_TIMEOUT_MS = 5_000
const START_ATTEMPTS = 8
const RETRY_MS = 500

export interface EmbeddedPostgres {
  /** Contains the password and must not be logged. */
  url: string
  dataPath: string
  /** Fast shutdown; resolves when PostgreSQL has ended. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  dataDir: string
  /** The folder for data and programs if PostgreSQL's user cannot enter DATA_DIR. */
  sharedFolder?: string
  logger: Logger
  /** The default is what one server needs. */
  maxConnections?: number
  /** Called when PostgreSQL ends unexpectedly. */
  onExit(reason: string): void
}

/** Runs PostgreSQL on its own data folder, which is created on first use. Throws StartError with a message for people. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { sharedFolder = '/var/lib/senca', logger } = options
  // The path in a unique form, by which a process left behind is found again.
  const dataDir = await realpath(options.dataDir)
  const ownAccount = await findServiceAccount(logger)
  const binaries = await preparePostgresBinaries(ownAccount, sharedFolder, logger)
  const place = await chooseDataDirectory(dataDir, sharedFolder, ownAccount, logger)
  // DATA_DIR is locked by the process, but a copy of it may refer to the same data elsewhere.
  const unlock = place.folder === dataDir ? async () => {} : await lockFolder(place.folder, LOCK_TIMEOUT_MS)
  try {
    const clusterName = `senca-${Buffer.from(place.dataPath).toString('base64url').slice(-40)}`
    await clearLeftovers(place.dataPath, clusterName, logger)
    const password = await readPassword(join(dataDir, 'postgres-password'))
    await initialise(place, binaries, password)
    const { server, url } = await start(place, binaries, password, clusterName, options)
    logger.debug({ folder: place.dataPath }, 'PostgreSQL is running')
    return {
      url,
      dataPath: place.dataPath,
      async stop() {
        await server.stop()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function readPassword(path: string): Promise<string> {
  const existing = await readFile(path, 'utf8').catch(() => '')
  if (existing.trim() !== '') return existing.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  return password
}

/** Creates the data folder under another name first, so that an interrupted one is never mistaken for a complete one. */
async function initialise(place: DataDirectory, binaries: string, password: string) {
  const { folder, dataPath, account } = place
  const version = await readFile(join(dataPath, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) {
    if (version.trim() === MAJOR_VERSION) return
    throw new StartError(
      `${dataPath} was made by PostgreSQL ${version.trim()}; this Senca brings ${MAJOR_VERSION}`,
    )
  }
  const draft = join(folder, 'postgres.new')
  const passwordFile = join(folder, 'postgres.new.password')
  await rm(draft, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    for (const path of account ? [draft, passwordFile] : [])
      await chown(path, account?.uid ?? 0, account?.gid ?? 0)
    await runInitdb({ binaries, account, dataPath: draft, user: USER, passwordFile })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, dataPath)
}

async function start(
  place: DataDirectory,
  binaries: string,
  password: string,
  clusterName: string,
  { logger, maxConnections = 100, onExit }: EmbeddedPostgresOptions,
): Promise<{ server: PostgresProcess; url: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const address = await chooseAddress(place.dataPath)
    const server = spawnPostgres({
      binaries,
      account: place.account,
      dataPath: place.dataPath,
      clusterName,
      address,
      maxConnections,
      logger,
    })
    const adminUrl = postgresUrl({ ...address, password, database: 'postgres' })
    if (await isReady(server, adminUrl)) {
      await createDatabaseOnce(adminUrl)
      server.onExit(onExit)
      return { server, url: postgresUrl({ ...address, password }) }
    }
    await server.stop()
    if (attempt === START_ATTEMPTS || !server.mayBePassing()) {
      throw new StartError(`PostgreSQL does not start on ${place.dataPath}: ${server.lastStderr()}`)
    }
    await sleep(RETRY_MS)
  }
}

interface Address {
  /** If not set, loopback is used. */
  socketFolder?: string
  port: number
}

/** Contains the password and must not be logged. */
export function postgresUrl(to: Address & { password: string; database?: string }): string {
  const query = to.socketFolder === undefined ? '' : `host=${encodeURIComponent(to.socketFolder)}&`
  return `postgres://${USER}:${to.password}@127.0.0.1/${to.database ?? DATABASE}?${query}port=${to.port}`
}

async function chooseAddress(dataPath: string): Promise<Address> {
  const socketPath = join(dataPath, `.s.PGSQL.${SOCKET_PORT}`)
  if (Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH_BYTES)
    return { socketFolder: dataPath, port: SOCKET_PORT }
  return { port: await freePort() }
}

async function isReady(server: PostgresProcess, url: string): Promise<boolean> {
  const until = Date.now() + READY_TIMEOUT_MS
  while (server.isRunning() && Date.now() < until) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '28P01') {
        await server.stop()
        throw new StartError(
          'PostgreSQL refuses the password in DATA_DIR/postgres-password; restore that file',
        )
      }
      await sleep(READY_POLL_MS)
    }
  }
  return false
}

async function createDatabaseOnce(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(DATABASE)}`)
  } finally {
    await client.end()
  }
}
