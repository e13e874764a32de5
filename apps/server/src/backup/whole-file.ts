import type { FileHandle } from 'node:fs/promises'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#platform/process/start-error.ts'

const OWNER_ONLY = 0o600

/**
 * Writes a file (mode 0600) completely or not at all: under another name first, flushed to disk, then renamed. An existing file
 * is replaced only with `isForced`. A symbolic link is itself replaced, never its target.
 */
export async function writeWhole(
  path: string,
  { isForced }: { isForced: boolean },
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  await refuse(path, isForced)
  const folder = dirname(path)
  await removeAbandoned(folder, basename(path))
  const draft = join(folder, draftName(basename(path), process.pid))
  const file = await open(draft, 'wx', OWNER_ONLY).catch((error: unknown) => {
    throw new StartError(`${path} cannot be made: ${error instanceof Error ? error.message : error}`)
  })
  try {
    await write(file)
    await file.sync()
    await file.close()
    await refuse(path, isForced)
    await rename(draft, path)
    await flushFolder(folder)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

async function refuse(path: string, isForced: boolean) {
  const existing = await lstat(path).catch(() => undefined)
  if (existing?.isDirectory()) throw new StartError(`${path} is a folder; name a file in it`)
  if (existing !== undefined && !isForced)
    throw new StartError(`${path} is there already; add --force to replace it`)
}

const draftName = (name: string, pid: number) => `.${name}.${pid}.part`

/** Removes drafts of killed processes, which would fill the disk over time. */
async function removeAbandoned(folder: string, name: string) {
  for (const found of await readdir(folder).catch(() => [])) {
    const pid = Number(/\.(\d+)\.part$/.exec(found)?.[1])
    if (found === draftName(name, pid) && !isRunning(pid)) await rm(join(folder, found), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The new name is durable only after its folder is flushed. Some network folders cannot be flushed. */
async function flushFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
