import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '@senca/e2e/product/product.ts'
import { connectTo } from '../../product/embedded-database.ts'
import { type Finding, faultIf, finding } from '../finding.ts'
import type { Seeded } from '../seeded.ts'
import { openSoakHome, type ProductHome, sleep, until } from '../soak-home.ts'
import { createLoad, type Load } from '../work/load.ts'
import { settle } from '../work/rest.ts'

const DISK_MB = 300
const FULL_FOR_MS = 6_000
const LOG_SEGMENTS_MAX = 100
const ENDED_WITHIN_MS = 60_000
const CHUNK = Buffer.alloc(1024 * 1024, 1)

const run = (command: string, ...args: string[]): string | null => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? null : stderr.trim()
}

/** Fills the disk, with small steps at the end. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let bytes = CHUNK.length; bytes >= 1; bytes = Math.floor(bytes / 16)) {
      try {
        for (;;) writeSync(file, CHUNK, 0, bytes)
      } catch {
        // The disk is full for steps of this size.
      }
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Makes PostgreSQL use up all space for its write-ahead log, because preallocated segments would let it write for long. Errors of
 * PostgreSQL are ignored here; only the answers of the product are judged.
 */
async function useUpLog(dataDir: string): Promise<void> {
  const client = await connectTo(dataDir).catch(() => null)
  if (client === null) return
  client.on('error', () => {})
  try {
    for (let n = 0; n < LOG_SEGMENTS_MAX; n += 1) {
      await client.query('select pg_logical_emit_message(true, $1, $2)', ['soak', 'x'])
      await client.query('select pg_switch_wal()')
    }
  } catch {
    // The disk is full, or PostgreSQL has ended.
  } finally {
    await client.end().catch(() => {})
  }
}

async function fillAndRecover(home: ProductHome, load: Load): Promise<Finding[]> {
  const { product, ledger } = home
  const filler = join(product.dataDir, 'filler')
  load.resume()
  await sleep(2_000)
  fill(filler)
  const written = ledger.acknowledged()
  const unwritten = ledger.unanswered()
  let hasEnded = false
  const ending = product.serverEnd().then(() => {
    hasEnded = true
  })
  // Space that PostgreSQL frees in the meantime is filled as well.
  for (let ms = 0; ms < FULL_FOR_MS; ms += 500) {
    await sleep(500)
    fill(filler)
    if (ms === FULL_FOR_MS / 2) await useUpLog(product.dataDir)
  }
  const refused = ledger.unanswered() - unwritten
  const stillWritten = ledger.acknowledged() - written
  unlinkSync(filler)
  const roomMs = performance.now()
  const isWell = async () => {
    const outcome = await home.owner.ask('GET', '/account/whoami')
    return outcome.kind === 'answered' && outcome.status === 200
  }
  // If its database has ended, the server needs some time to end as well.
  await until(async () => hasEnded || (await isWell()), ENDED_WITHIN_MS)
  const hadEnded = hasEnded
  // Restarts the server, as a supervisor would.
  if (hadEnded) {
    await ending
    await product.startServer()
  }
  await sleep(2_000)
  await load.pause()
  const { troubles } = await settle(home)
  const wholeMs = performance.now() - roomMs
  await load.verify()
  const losses = ledger.drainLosses()
  const reported = [...ledger.broken()].map(([words, count]) => `${count} × ${words}`)
  const unclear = reported.filter((words) => !words.includes('internal_error') && !words.includes('device_'))
  return [
    finding(
      'a full disk: writes acknowledged before, acknowledged and without success while full',
      `${written}, ${stillWritten} and ${refused}`,
      faultIf(refused === 0, 'the disk was never full'),
    ),
    finding('… what was answered', reported.join('; ') || 'nothing but refused connections', [
      ...unclear.map((words) => `an unclear answer: ${words}`),
      ...faultIf(
        hadEnded && !product.log().includes('Senca stops:'),
        'the server ended without a word about why',
      ),
    ]),
    finding('… the server', hadEnded ? 'ended, and said why; was started again' : 'lived on'),
    finding(
      '… acknowledged writes lost',
      String(losses.length),
      losses.map((loss) => JSON.stringify(loss)),
    ),
    finding(
      '… all devices shown as they are after there was room',
      `${(wholeMs / 1_000).toFixed(1)} s`,
      troubles.map(({ shown }) => shown),
    ),
  ]
}

/** A separate product on a small disk that becomes full under load and later has space again. */
export async function tryFullDisk(seeded: Seeded): Promise<Finding[]> {
  const disk = mkdtempSync(join(tmpdir(), 'senca-disk-'))
  const refusal = run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'senca-soak', disk)
  if (refusal !== null) {
    rmdirSync(disk)
    return [finding('a full disk', `not tried: no file system may be mounted here (${refusal})`)]
  }
  try {
    const product = await startProduct({ LOG_LEVEL: 'warn', DATA_DIR: join(disk, 'data') }, ['--speed', '20'])
    try {
      await product.startSimulator()
      const home = await openSoakHome(product)
      const load = createLoad(home, seeded)
      try {
        return await fillAndRecover(home, load)
      } finally {
        await load.pause()
        home.stop()
      }
    } finally {
      await product.stop()
    }
  } finally {
    run('umount', '-l', disk)
    rmdirSync(disk)
  }
}
