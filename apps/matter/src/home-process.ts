import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The id under which a program last ran its bridges, and the machine of which it was. */
const keptSchema = z.strictObject({ process: z.uuid(), machine: z.string() })

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The addresses that network cards have from their makers. What a machine gives out itself differs at each start. */
const cards = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => (addresses ?? []).map(({ mac }) => mac))
    .filter((mac) => mac !== '00:00:00:00:00:00' && (Number.parseInt(mac.slice(0, 2), 16) & 2) === 0)

/** Copies of a disk share their name and their id, and differ in their network cards. */
const machine = (): string =>
  createHash('sha256')
    .update(JSON.stringify([hostname(), read('/etc/machine-id'), [...new Set(cards())].toSorted()]))
    .digest('hex')

function keptIn(file: string): string | null {
  try {
    const kept = keptSchema.parse(JSON.parse(read(file)))
    return kept.machine === machine() ? kept.process : null
  } catch {
    return null
  }
}

/**
 * Whether no other program of this machine runs the bridges of a folder, until this one ends. The kernel keeps the name of the socket
 * for one program, and frees it however that ends. Only Linux has such names.
 */
function isAlone(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false)
  const { dev, ino } = statSync(folder)
  return new Promise((resolve) => {
    const lock = createServer()
    lock.once('error', () => resolve(false))
    lock.listen(`\0senca-bridge-${dev}-${ino}`, () => {
      lock.unref()
      resolve(true)
    })
  })
}

/**
 * The id of this program towards the server, which gives a bridge to one program at a time. A program that was killed goes on under
 * the id that it had, so that it has its bridges at once and not after 30 s of silence [BR16]. One that may run beside another, or
 * whose folder was copied to another machine, has a new one.
 */
export async function processIdIn(folder: string): Promise<string> {
  const file = join(folder, 'bridge-process.json')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!(await isAlone(folder))) return randomUUID()
    const kept = keptIn(file)
    if (kept !== null) return kept
    const next = randomUUID()
    writeFileSync(`${file}.new`, JSON.stringify({ process: next, machine: machine() }), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    return next
  } catch {
    // A folder that cannot be written is no reason not to run.
    return randomUUID()
  }
}
