import { readdir, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '#platform/logger.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { findRunningPostgres, hasPostgresData } from '#platform/postgres/embedded/running.ts'
import { prepareDataFolder } from '#platform/process/data-folder.ts'
import { LOCK_FILE, lockFolder } from '#platform/process/instance-lock.ts'
import { StartError } from '#platform/process/start-error.ts'

/** A server that is starting or stopping holds the lock, but its database does not respond. */
const BETWEEN_TIMEOUT_MS = 15_000
const RETRY_MS = 250
/** A folder with only these entries counts as empty; a mounted file system contains `lost+found`. */
const NOTHING = [LOCK_FILE, 'lost+found']

export interface DatabaseAccess {
  url: string
  close(): Promise<void>
}

/** Opens the embedded database of a data folder: that of the running server, or starts one if no server runs. */
export async function openEmbeddedDatabase(dataDir: string, logger: Logger): Promise<DatabaseAccess> {
  await stat(dataDir).catch(() => {
    throw new StartError(`DATA_DIR ${dataDir} does not exist: there is nothing to back up`)
  })
  const until = Date.now() + BETWEEN_TIMEOUT_MS
  for (;;) {
    if (!(await hasPostgresData(dataDir)))
      throw new StartError(`There is no database in ${dataDir}: there is nothing to back up`)
    const running = await findRunningPostgres(dataDir)
    if (running !== undefined) return { url: running, async close() {} }
    try {
      return await runOwn(dataDir, logger)
    } catch (error) {
      if (!(error instanceof StartError) || Date.now() > until) throw error
    }
    await sleep(RETRY_MS)
  }
}

/** Opens the embedded database of a data folder that no server uses. No server can start on it until it is closed. */
export async function openStoppedDatabase(dataDir: string, logger: Logger): Promise<DatabaseAccess> {
  if (!(await hasPostgresData(dataDir)))
    throw new StartError(`There is no database in ${dataDir}: there is nothing to move`)
  if ((await findRunningPostgres(dataDir)) !== undefined)
    throw new StartError(`Senca runs on ${dataDir}: stop it first`)
  return runOwn(dataDir, logger)
}

/** Creates an embedded database in an empty folder; a missing folder is created. */
export async function makeEmbeddedDatabase(dataDir: string, logger: Logger): Promise<DatabaseAccess> {
  const existing = await stat(dataDir).catch(() => undefined)
  if (process.getuid?.() === 0 && existing !== undefined && existing.uid !== 0)
    throw new StartError(
      `${dataDir} belongs to another user, who could not read what root restores: run this as that user`,
    )
  const folder = await prepareDataFolder(dataDir)
  const [found] = (await readdir(folder)).filter((name) => !NOTHING.includes(name))
  if (found !== undefined)
    throw new StartError(
      `${folder} is not empty (it has ${found}): stop Senca and restore into an empty folder`,
    )
  return runOwn(folder, logger)
}

async function runOwn(dataDir: string, logger: Logger): Promise<DatabaseAccess> {
  const unlock = await lockFolder(dataDir)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, logger, onExit: () => {} })
    return {
      url: postgres.url,
      async close() {
        await postgres.stop()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
