import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { identifyProcess } from './process-table.ts'
import { StartError } from './start-error.ts'

const holderSchema = z.object({ pid: z.number(), identity: z.string() })

export const LOCK_FILE = 'senca.lock'

/** Longer than two processes need between reading an old lock and replacing it. */
const SETTLE_MS = 50
const RETRY_MS = 100

/**
 * Takes `senca.lock` in a folder for this process and resolves to the function that releases it. A lock whose process is gone is
 * replaced. If its process may be stopping, waits up to `timeoutMs` and then throws StartError.
 */
export async function lockFolder(folder: string, timeoutMs = 0): Promise<() => Promise<void>> {
  const path = join(folder, LOCK_FILE)
  const own = JSON.stringify({ pid: process.pid, identity: (await identifyProcess(process.pid)) ?? '' })
  const until = Date.now() + timeoutMs
  for (;;) {
    if (await create(path, own)) {
      await sleep(SETTLE_MS)
      if ((await readFile(path, 'utf8').catch(() => '')) === own) return () => release(path, own)
    }
    const holder = await readHolder(path)
    const isHeld = holder !== undefined && (await identifyProcess(holder.pid)) === holder.identity
    if (isHeld && Date.now() >= until) {
      throw new StartError(`Another Senca (process ${holder.pid}) is running on ${folder}; stop it first`)
    }
    if (isHeld) await sleep(RETRY_MS)
    else await rm(path, { force: true })
  }
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(content)
    await file.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string) {
  try {
    return holderSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    // The lock was removed in the meantime or truncated by a power failure, so nobody holds it.
    return undefined
  }
}

async function release(path: string, own: string) {
  if ((await readFile(path, 'utf8').catch(() => '')) === own) await rm(path, { force: true })
}
