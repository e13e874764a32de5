import { startProduct } from '@senca/e2e/product/product.ts'
import { tryBrokenLink } from './attacks/broken-link.ts'
import { tryClockJumps } from './attacks/clock-jumps.ts'
import { tryFlood } from './attacks/flood.ts'
import { tryFullDisk } from './attacks/full-disk.ts'
import { type KillReport, killOnce, killOrder, type LoadTime } from './attacks/kills.ts'
import { tryRestlessDevice } from './attacks/restless-device.ts'
import { tryRoles } from './attacks/roles.ts'
import { trySafety } from './attacks/safety.ts'
import { trySilentReaders } from './attacks/silent-reader.ts'
import { trySlowDevice } from './attacks/slow-device.ts'
import { trySocketAttack } from './attacks/socket-attack.ts'
import { type Finding, finding } from './finding.ts'
import { createSeeded, type Seeded } from './seeded.ts'
import { openSoakHome } from './soak-home.ts'
import { createLoad } from './work/load.ts'

export const SOAK_PARTS = [
  'kills',
  'slow',
  'restless',
  'readers',
  'flood',
  'sockets',
  'link',
  'disk',
  'clock',
  'safety',
  'roles',
] as const
type SoakPart = (typeof SOAK_PARTS)[number]

export interface SoakOptions {
  seed: number
  kills: number
  /** The default is that of a long run. */
  loadMs?: LoadTime
  parts: readonly SoakPart[]
  /** The duration of each attack. */
  nuisanceMs: number
  /** The number of random events for protected shades. */
  events: number
  /** The number of random role operations between accounts. */
  steps: number
  progress(line: string): void
}

export interface SoakReport {
  kills: KillReport[]
  /** Answers with status 500 or higher during kills, by their text. */
  broken: Map<string, number>
  findings: Finding[]
}

/** Parts that start the servers they need themselves. */
const OF_THEIR_OWN: readonly SoakPart[] = ['disk', 'clock', 'safety', 'roles']

/** Demo devices move twenty times as fast, so that they are at rest sooner. */
const QUICK = ['--speed', '20']

/** A part that throws is recorded as a fault, so that the rest of the report is not lost. */
async function tryPart(
  part: SoakPart,
  findings: Finding[],
  attempt: () => Promise<Finding[]>,
): Promise<void> {
  try {
    findings.push(...(await attempt()))
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    findings.push(finding(part, 'broke off', [`${part} broke off: ${reason}`]))
  }
}

async function soakOneProduct(options: SoakOptions, seeded: Seeded): Promise<SoakReport> {
  const { kills, loadMs, parts, nuisanceMs, progress } = options
  const product = await startProduct({ LOG_LEVEL: 'warn' }, QUICK)
  const reports: KillReport[] = []
  const findings: Finding[] = []
  try {
    await product.startSimulator()
    const home = await openSoakHome(product)
    const load = createLoad(home, seeded.branch())
    try {
      const order = parts.includes('kills') ? killOrder(kills, seeded) : []
      for (const [n, kill] of order.entries()) {
        const report = await killOnce(home, load, kill, seeded, loadMs)
        reports.push(report)
        const { acknowledged, losses, troubles, firstAnswerMs } = report
        progress(
          `kill ${n + 1} of ${kills}, ${kill}: ${acknowledged} writes, ${losses.length} lost, ${troubles.length} not as they are, answers after ${firstAnswerMs.toFixed(0)} ms`,
        )
      }
      if (parts.includes('slow')) await tryPart('slow', findings, () => trySlowDevice(home))
      if (parts.includes('restless'))
        await tryPart('restless', findings, () => tryRestlessDevice(home, nuisanceMs))
      if (parts.includes('readers'))
        await tryPart('readers', findings, () => trySilentReaders(home, nuisanceMs))
      if (parts.includes('flood')) await tryPart('flood', findings, () => tryFlood(home, nuisanceMs))
      if (parts.includes('sockets'))
        await tryPart('sockets', findings, () => trySocketAttack(home, nuisanceMs))
      if (parts.includes('link')) await tryPart('link', findings, () => tryBrokenLink(home))
    } finally {
      await load.pause()
      home.stop()
    }
    if (home.ledger.hasLost()) progress(`the ledger: ${home.ledgerPath}`)
    return { kills: reports, broken: home.ledger.broken(), findings }
  } finally {
    await product.stop()
  }
}

/** Runs products under load and disturbs them. Rejects if one cannot be started or used at all. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { parts, progress, seed } = options
  const seeded = createSeeded(seed)
  const needsOne = parts.some((part) => !OF_THEIR_OWN.includes(part))
  const report: SoakReport = needsOne
    ? await soakOneProduct(options, seeded.branch())
    : { kills: [], broken: new Map(), findings: [] }
  if (parts.includes('disk')) {
    progress('a full disk')
    await tryPart('disk', report.findings, () => tryFullDisk(seeded.branch()))
  }
  if (parts.includes('clock')) {
    progress('clock jumps')
    await tryPart('clock', report.findings, () => tryClockJumps(seeded.branch()))
  }
  if (parts.includes('safety')) {
    progress('weather and safety')
    const asked = { events: options.events, seed, progress }
    await tryPart('safety', report.findings, () => trySafety(asked))
  }
  if (parts.includes('roles')) {
    progress('roles')
    const asked = { steps: options.steps, seed, progress }
    await tryPart('roles', report.findings, () => tryRoles(asked))
  }
  return report
}
