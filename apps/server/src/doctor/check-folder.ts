import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '#platform/process/config.ts'
import { type Finding, fault, ok } from './finding.ts'

/** With less free space PostgreSQL may stop. */
const LEAST_FREE_BYTES = 512 * 1024 ** 2
const GIB = 1024 ** 3
const ABOUT = 'Disk'

/**
 * Checks that the data folder is writable and has free space. Before the first start, checks the folder in which it will be
 * created.
 */
export async function checkFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const folder = await nearestFolder(dataDir)
  const canWrite = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!canWrite) {
    return [
      fault(
        ABOUT,
        `${folder} cannot be written to by this user`,
        'Run Senca and this command as the same user, and give the folder to that user',
      ),
    ]
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const reported = `${(free / GIB).toFixed(1)} GiB are free in ${folder}`
  if (free < LEAST_FREE_BYTES)
    return [
      fault(
        ABOUT,
        reported,
        'Make room: without it the database stops. ACTIVITY_DAYS says how long the log is kept',
      ),
    ]
  return [ok(ABOUT, reported)]
}

async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path))
}
