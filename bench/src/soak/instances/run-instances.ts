import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeeded, type Seeded } from '../seeded.ts'
import { sleep } from '../soak-home.ts'
import { createLoad } from '../work/load.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { openClusterHome } from './cluster-home.ts'
import { createCountedMoves } from './counted-moves.ts'
import { followCommands } from './sent-commands.ts'
import { type Observed, type StrikeReport, strikeOnce } from './strike-once.ts'
import { strikeFaults } from './strike-table.ts'
import { type Strike, strikeOrder } from './strikes.ts'
import { createTapper } from './taps.ts'
import { createTimedScenarios, type TimedScenarios } from './timed-scenarios.ts'

export interface InstancesOptions {
  instances: number
  seed: number
  /** The number of kills of instances. */
  kills: number
  /** After this many kills, the broker and the database are killed and an instance is drained. */
  round: number
  progress(line: string): void
}

export interface InstancesReport {
  strikes: StrikeReport[]
  /** Answers with status 500 or higher, by their text. */
  broken: Map<string, number>
  firings: ReturnType<TimedScenarios['report']>
  /** Commands that were sent to the broker, and the counted moves that were acknowledged. */
  commands: { sent: number; counted: number }
  /** Faults found after all strikes. */
  faults: string[]
}

const AHEAD_MS = 120_000

const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Saves the logs of the servers in a temporary folder, so that the cause of a fault can be found. Returns its path. */
function keepLogs({ instances }: Cluster): string {
  const folder = mkdtempSync(join(tmpdir(), 'senca-instances-'))
  for (const [nth, instance] of instances.entries())
    writeFileSync(join(folder, `instance-${nth + 1}.log`), instance.log())
  return folder
}

const lineOf = ({
  strike,
  acknowledged,
  losses,
  troubles,
  faults,
  socketsBackMs,
  wholeMs,
}: StrikeReport): string =>
  [
    `${strike}: ${acknowledged} writes`,
    `${losses.length} lost`,
    `${troubles.length} not as they are`,
    `${faults.length} other faults`,
    `sockets back in ${secondsOf(socketsBackMs)}`,
    `all in ${secondsOf(wholeMs)}`,
  ].join(', ')

interface StrikeAll {
  chance: Seeded
  order: readonly Strike[]
  strikes: StrikeReport[]
  progress(line: string): void
}

/** Creates the homes with their accounts and devices, and starts the load. */
async function observe(
  cluster: Cluster,
  chance: Seeded,
  { ends, progress }: { ends: (() => Promise<unknown>)[]; progress(line: string): void },
): Promise<Observed> {
  progress(`${cluster.instances.length} instances at ${cluster.url}`)
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
  return { cluster, people, load, counted, timed, sent }
}

/** Each strike is added to `strikes` when it is over, so that the earlier results are kept if one of them throws. */
async function strikeAll(observed: Observed, { chance, order, strikes, progress }: StrikeAll): Promise<void> {
  const { timed } = observed
  for (const [nth, strike] of order.entries()) {
    await timed.cover(Date.now() + AHEAD_MS)
    const struck = await strikeOnce(observed, strike, chance)
    strikes.push(struck)
    progress(`strike ${nth + 1} of ${order.length}, ${lineOf(struck)}`)
    for (const fault of strikeFaults([struck])) progress(`  FAULT ${fault}`)
  }
  progress('waiting for the last firings')
  await sleep(Math.max(0, timed.lastDueMs(Date.now()) - Date.now()) + 1_000)
  await timed.verify()
}

/** Strikes at several servers behind a load balancer, at their broker and at their database, one after the other. */
export async function runInstances(options: InstancesOptions): Promise<InstancesReport> {
  const { instances, kills, round, seed, progress } = options
  const chance = createSeeded(seed)
  const cluster = await startCluster(instances)
  const ends: (() => Promise<unknown>)[] = [() => cluster.stop()]
  const strikes: StrikeReport[] = []
  const faults: string[] = []
  let isWell = false
  try {
    const observed = await observe(cluster, chance, { ends, progress })
    const { people, timed, sent, counted } = observed
    try {
      await strikeAll(observed, { chance, order: strikeOrder(kills, round), strikes, progress })
    } catch (error) {
      faults.push(`broke off: ${error instanceof Error ? error.stack : String(error)}`)
    }
    faults.push(...timed.drainFaults())
    isWell = strikeFaults(strikes).length + faults.length === 0
    return {
      strikes,
      broken: people.home.ledger.broken(),
      firings: timed.report(),
      commands: { sent: sent.count(), counted: counted.acknowledged() },
      faults,
    }
  } finally {
    if (!isWell) progress(`the logs of the instances: ${keepLogs(cluster)}`)
    for (const end of ends.reverse()) await end()
  }
}
