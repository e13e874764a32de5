import { randomBytes } from 'node:crypto'
import { mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

export const SESSION_SECRET_FILE = 'session-secret'
const SECRET_BYTES = 32
/** Exists while a restore fills the folder. */
const RESTORE_MARK = 'restore-unfinished'
/** Exists after the database was moved to a separate PostgreSQL. */
const MOVED_MARK = 'moved-out'

/** Creates the data folder if it is missing and returns its real path. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  // PostgreSQL's user must be able to pass through root's folder; secret files in it have their own mode.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    await makeFolder(dataDir, mode)
    return await realpath(dataDir)
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be made: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Node's own `recursive` loops forever if a parent exists but does not allow folders, as in /proc. */
async function makeFolder(path: string, mode: number) {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (await isFolder(path)) return
    const parent = dirname(path)
    if (!hasCode(error, 'ENOENT') || parent === path || (await isFolder(parent))) throw error
    await makeFolder(parent, mode)
    await makeFolder(path, mode)
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Returns the secret in a file of the data folder (mode 0600), which is created on first use. */
export async function keepSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name)
  const existing = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (existing !== '') return existing
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeFile(path, `${secret}\n`, { mode: 0o600 })
  return secret
}

/** Marks a data folder, so that no server starts on an incomplete restore. */
export const beginRestore = (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, RESTORE_MARK), '', { mode: 0o600 })

export const endRestore = (dataDir: string): Promise<void> => rm(join(dataDir, RESTORE_MARK))

export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await stat(join(dataDir, RESTORE_MARK)).catch(() => undefined)) !== undefined)
    throw new StartError(
      `A restore into ${dataDir} did not come to its end: empty the folder and restore again`,
    )
}

/** Marks a data folder, so that no server continues with the data left there. */
export const markMovedOut = (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, MOVED_MARK), '', { mode: 0o600 })

export async function refuseMovedOut(dataDir: string): Promise<void> {
  const mark = join(dataDir, MOVED_MARK)
  if ((await stat(mark).catch(() => undefined)) !== undefined)
    throw new StartError(
      `The data in ${dataDir} were moved to another database: set DATABASE_URL to it, or go back to these data by removing ${mark}`,
    )
}
