import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeeded } from '../seeded.ts'
import { sleep } from '../soak-home.ts'
import { createLoad } from '../work/load.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { openClusterHome } from './cluster-home.ts'
import { createCountedMoves } from './counted-moves.ts'
import { followCommands } from './sent-commands.ts'
import { type Observed, type StrikeReport, strikeOnce } from './strike-once.ts'
import { strikeOrder } from './strikes.ts'
import { createTapper } from './taps.ts'
import { createTimedScenarios } from './timed-scenarios.ts'

export interface InstancesOptions {
  instances: number
  seed: number
  /** Of instances. */
  kills: number
  /** After so many kills the others have their turn: broker, database, and the drain of an instance. */
  round: number
  progress(line: string): void
}

export interface InstancesReport {
  strikes: StrikeReport[]
  /** Answers from 500 on, by what they said. */
  broken: Map<string, number>
  firings: { due: number; done: number; failed: number; mostLateMs: number }
  /** Commands that the broker was sent, and those of them that were counted one by one and acknowledged. */
  commands: { sent: number; counted: number }
  /** What came out when all strikes were over. */
  faults: string[]
}

const AHEAD_MS = 120_000

const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** For whoever looks for the cause. */
function keepLogs({ instances }: Cluster): string {
  const folder = mkdtempSync(join(tmpdir(), 'senca-instances-'))
  for (const [nth, instance] of instances.entries())
    writeFileSync(join(folder, `instance-${nth + 1}.log`), instance.log())
  return folder
}

const isWell = ({ losses, troubles, faults }: StrikeReport): boolean =>
  losses.length + troubles.length + faults.length === 0

/** Strikes at several servers behind a load balancer, at their broker and at their database, one after the other. */
export async function runInstances(options: InstancesOptions): Promise<InstancesReport> {
  const { seed, kills, progress } = options
  const chance = createSeeded(seed)
  const cluster = await startCluster(options.instances)
  const ends: (() => Promise<unknown>)[] = [() => cluster.stop()]
  const strikes: StrikeReport[] = []
  const faults: string[] = []
  try {
    progress(`${options.instances} instances at ${cluster.url}`)
    const people = await openClusterHome(cluster)
    ends.push(() => people.stop())
    const { home, clockwork } = people
    progress('two homes are there')
    const sent = await followCommands(cluster.brokerUrl)
    ends.push(() => sent.end())
    const { account } = clockwork
    const counted = createCountedMoves(account, clockwork.counted, sent)
    const timed = createTimedScenarios(account, clockwork.timed, sent)
    const others = [...counted.workers]
    for (const deviceId of clockwork.tapped)
      others.push(await createTapper(account, { ledger: home.ledger, deviceId, sent }))
    const load = createLoad(home, chance.branch(), others)
    ends.push(() => load.pause())
    const observed: Observed = { cluster, people, load, counted, timed, sent }
    const order = strikeOrder(kills, options.round)
    for (const [nth, strike] of order.entries()) {
      await timed.cover(Date.now() + AHEAD_MS)
      const report = await strikeOnce(observed, strike, chance)
      strikes.push(report)
      const { acknowledged, losses, troubles, socketsBackMs, wholeMs } = report
      progress(
        `strike ${nth + 1} of ${order.length}, ${strike}: ${acknowledged} writes, ${losses.length} lost, ${troubles.length} not as they are, ${report.faults.length} other faults, sockets back in ${secondsOf(socketsBackMs)}, all in ${secondsOf(wholeMs)}`,
      )
      for (const each of report.faults) progress(`  ${each}`)
    }
    const lastDueMs = timed.lastDueMs(Date.now())
    progress('waiting for the last firings')
    await sleep(Math.max(0, lastDueMs - Date.now()) + 1_000)
    await timed.verify()
    faults.push(...timed.takeFaults())
    return {
      strikes,
      broken: home.ledger.broken(),
      firings: timed.report(),
      commands: { sent: sent.count(), counted: counted.acknowledged() },
      faults,
    }
  } finally {
    if (strikes.some((each) => !isWell(each)) || faults.length > 0)
      progress(`the logs of the instances: ${keepLogs(cluster)}`)
    for (const end of ends.reverse()) await end()
  }
}
