import { createHash } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Logger } from '../../logger.ts'
import { LOCK_FILE } from '../../process/instance-lock.ts'
import { StartError } from '../../process/start-error.ts'
import { type Account, succeedsAs } from './service-account.ts'

const RECORD_FILE = 'postgres-place.json'
const recordSchema = z.object({ folder: z.string() })

export interface DataDirectory {
  /** The folder with the data folder and, during its creation, its draft. */
  folder: string
  /** The data folder itself. */
  dataPath: string
  /** The user that PostgreSQL runs as; undefined for the current user. */
  account: Account | undefined
}

/**
 * Chooses where PostgreSQL's data is: in DATA_DIR, or in `sharedFolder` if its user cannot enter DATA_DIR. Existing data stays in
 * its place with its owner, even if permissions change later.
 */
export async function chooseDataDirectory(
  dataDir: string,
  sharedFolder: string,
  account: Account | undefined,
  logger: Logger,
): Promise<DataDirectory> {
  const recordPath = join(dataDir, RECORD_FILE)
  for (const folder of await listFolders(dataDir)) {
    const existing = await adopt(folder, account)
    if (existing) return existing
  }
  if (!account || (await canEnter(account, dataDir)) || (await openFreshFolder(account, dataDir))) {
    return placeIn(dataDir, account)
  }

  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16)
  const folder = join(sharedFolder, name)
  if (await exists(folder)) {
    // DATA_DIR was emptied to start again. The old data is moved aside and not deleted.
    const aside = `${folder}.${Date.now()}`
    await rename(folder, aside)
    logger.warn({ folder: aside }, 'Set data of an earlier, emptied data folder aside')
  }
  await mkdir(folder, { recursive: true, mode: 0o755 })
  if (!(await canEnter(account, folder))) {
    throw new StartError(
      `PostgreSQL's user can enter neither ${dataDir} nor ${folder}; set DATA_DIR to another folder`,
    )
  }
  await writeFile(recordPath, `${JSON.stringify({ folder })}\n`, { mode: 0o600 })
  return placeIn(folder, account)
}

const placeIn = (folder: string, account: Account | undefined): DataDirectory => ({
  folder,
  dataPath: join(folder, 'postgres'),
  account,
})

const canEnter = (account: Account, folder: string) => succeedsAs(account, 'cd "$1"', [folder])

/** Makes an empty folder of root passable for others, which does not let them list its contents. */
async function openFreshFolder(account: Account, dataDir: string): Promise<boolean> {
  const { uid } = await stat(dataDir)
  const isFresh = (await readdir(dataDir)).every((name) => name === LOCK_FILE)
  if (uid !== 0 || !isFresh || !(await canEnter(account, dirname(dataDir)))) return false
  await chmod(dataDir, 0o711)
  return canEnter(account, dataDir)
}

async function adopt(folder: string, account: Account | undefined): Promise<DataDirectory | undefined> {
  const place = placeIn(folder, account)
  if (!(await exists(join(place.dataPath, 'PG_VERSION')))) return undefined
  const owner = await stat(place.dataPath)
  if (account === undefined) {
    if (owner.uid === process.getuid?.()) return place
    throw new StartError(
      `${place.dataPath} belongs to another user; start Senca as before, or set another DATA_DIR`,
    )
  }
  place.account = { uid: owner.uid, gid: owner.gid }
  if (await canEnter(place.account, place.dataPath)) return place
  throw new StartError(
    `PostgreSQL's user cannot enter ${place.dataPath} any more; let others pass its parent folders`,
  )
}

/** The folder of existing data; undefined if there is none yet. */
export async function findDataDirectory(dataDir: string): Promise<string | undefined> {
  for (const folder of await listFolders(dataDir)) {
    const { dataPath } = placeIn(folder, undefined)
    if (await exists(join(dataPath, 'PG_VERSION'))) return dataPath
  }
  return undefined
}

/** The folders in which the PostgreSQL of a data folder may have its data. */
async function listFolders(dataDir: string): Promise<string[]> {
  const record = await readRecord(join(dataDir, RECORD_FILE))
  return record ? [record.folder, dataDir] : [dataDir]
}

async function readRecord(path: string) {
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
