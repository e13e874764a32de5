import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'
import { listProcesses } from '../../process/process-table.ts'
import { StartError } from '../../process/start-error.ts'

/** The lock files of the data folder and of the socket in it. */
const LOCK_FILE = /^(postmaster\.pid|\.s\.PGSQL\.\d+\.lock)$/
const POLL_MS = 50
const FAST_SHUTDOWN_MS = 8_000
const IMMEDIATE_SHUTDOWN_MS = 3_000

/**
 * Stops processes that an earlier, killed Senca left running on a data folder, and removes lock files with the process id of
 * another program. Only the holder of the folder's lock may call it.
 */
export async function clearLeftovers(dataPath: string, clusterName: string, logger: Logger): Promise<void> {
  const findPostmaster = async () =>
    (await listProcesses()).find(({ command }) => command.includes(`postgres -D ${dataPath} `))?.pid
  const findChildren = async () =>
    (await listProcesses()).filter(({ command }) => command.startsWith(`postgres: ${clusterName}: `))

  const orphan = await findPostmaster()
  if (orphan !== undefined) {
    logger.info({ pid: orphan }, 'Stopping the PostgreSQL that an earlier Senca left behind')
    const isGone = async () => (await findPostmaster()) === undefined
    await endBy(orphan, 'SIGINT', isGone, FAST_SHUTDOWN_MS)
    await endBy(orphan, 'SIGQUIT', isGone, IMMEDIATE_SHUTDOWN_MS)
    await endBy(orphan, 'SIGKILL', isGone, IMMEDIATE_SHUTDOWN_MS)
    if (!(await isGone()))
      throw new StartError(`The PostgreSQL process ${orphan} on ${dataPath} does not end`)
  }
  // The children of a killed postmaster notice within a second or two; until then they may still write.
  const areChildrenGone = async () => (await findChildren()).length === 0
  await waitUntil(areChildrenGone, IMMEDIATE_SHUTDOWN_MS)
  for (const { pid } of await findChildren()) await endBy(pid, 'SIGKILL', areChildrenGone, POLL_MS)
  await waitUntil(areChildrenGone, IMMEDIATE_SHUTDOWN_MS)
  for (const name of await readdir(dataPath).catch(() => []))
    if (LOCK_FILE.test(name)) await removeLockFile(join(dataPath, name))
}

/** Otherwise PostgreSQL would trust a process id that now belongs to another program. */
async function removeLockFile(path: string) {
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  const holder = (await listProcesses()).find((running) => running.pid === pid)
  if (!holder?.command.includes('postgres')) await rm(path, { force: true })
}

async function endBy(pid: number, signal: NodeJS.Signals, isGone: () => Promise<boolean>, timeoutMs: number) {
  if (await isGone()) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') {
      throw new StartError(`The PostgreSQL process ${pid} of another user holds the data; stop it first`)
    }
  }
  await waitUntil(isGone, timeoutMs)
}

async function waitUntil(isTrue: () => Promise<boolean>, timeoutMs: number) {
  const until = Date.now() + timeoutMs
  while (!(await isTrue()) && Date.now() < until) await sleep(POLL_MS)
}
