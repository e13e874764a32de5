import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { identifyProcess } from './process-table.ts'
import { StartError } from './start-error.ts'

const holderSchema = z.object({ pid: z.number(), identity: z.string() })

/** Longer than two processes need between reading an old lock and replacing it. */
const SETTLE_MS = 50
const ATTEMPTS = 5

/**
 * Takes `senca.lock` in a folder for this process and resolves to its release. A lock whose process is gone is
 * taken over. Throws StartError while another process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'senca.lock')
  const own = JSON.stringify({ pid: process.pid, identity: (await identifyProcess(process.pid)) ?? '' })
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(path, own)) {
      await sleep(SETTLE_MS)
      if ((await readFile(path, 'utf8').catch(() => '')) === own) return () => release(path, own)
      continue
    }
    const holder = await readHolder(path)
    if (holder && (await identifyProcess(holder.pid)) === holder.identity) {
      throw new StartError(`Another Senca (process ${holder.pid}) is running on ${folder}; stop it first`)
    }
    await rm(path, { force: true })
  }
  throw new StartError(`Another Senca is starting on ${folder}; stop one of them`)
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
    // Gone meanwhile, or cut short by a power failure: nobody holds it.
    return undefined
  }
}

async function release(path: string, own: string) {
  if ((await readFile(path, 'utf8').catch(() => '')) === own) await rm(path, { force: true })
}
