import type { Loss } from '../ledger.ts'
import type { Seeded } from '../seeded.ts'
import { sleep, until } from '../soak-home.ts'
import type { Load } from '../work/load.ts'
import { settle, type Trouble } from '../work/rest.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterHome } from './cluster-home.ts'
import type { CountedMoves } from './counted-moves.ts'
import type { SentCommands } from './sent-commands.ts'
import { type Strike, strikeAt } from './strikes.ts'
import type { TimedScenarios } from './timed-scenarios.ts'

/** Everything that is observed during a strike. */
export interface Observed {
  cluster: Cluster
  people: ClusterHome
  load: Load
  counted: CountedMoves
  timed: TimedScenarios
  sent: SentCommands
}

export interface StrikeReport {
  strike: Strike
  acknowledged: number
  unanswered: number
  losses: Loss[]
  troubles: Trouble[]
  /** Commands and firings that were lost or duplicated. */
  faults: string[]
  /** The longest time for which a cut socket was disconnected. */
  socketsBackMs: number
  socketsCut: number
  /** From the strike until every instance and every socket show the correct state of every device. */
  wholeMs: number
}

const LOAD_MS = [800, 3_000] as const
const LOAD_AFTER_MS = [200, 900] as const
const MINUTE_MS = 60_000
/** If the next full minute is this close, the strike waits for it, because scenarios are due then. */
const NEAR_MS = 8_000
const AROUND_DUE_MS = [-300, 1_500] as const
const BACK_WITHIN_MS = 50_000
const REOPEN_MS = 100

/** Waits until the moment of a strike: random, or near a full minute in which scenarios are due. */
async function waitForMoment(chance: Seeded): Promise<void> {
  await sleep(chance.int(...LOAD_MS))
  const toMinuteMs = MINUTE_MS - (Date.now() % MINUTE_MS)
  if (toMinuteMs < NEAR_MS) await sleep(Math.max(0, toMinuteMs + chance.int(...AROUND_DUE_MS)))
}

/** One strike at a random moment under load, the recovery, and the comparison of everything that was acknowledged. */
export async function strikeOnce(observed: Observed, strike: Strike, chance: Seeded): Promise<StrikeReport> {
  const { cluster, people, load, counted, timed, sent } = observed
  const { home, clockwork } = people
  const { ledger } = home
  const watchers = [...home.watchers, ...clockwork.shown.watchers]
  const acknowledgedBefore = ledger.acknowledged()
  const unansweredBefore = ledger.unanswered()
  // A restarted server has no sockets yet, so half of them are reopened, as people come and go.
  for (const watcher of chance.shuffled(watchers).slice(0, watchers.length / 2)) watcher.reopen()
  await sleep(REOPEN_MS)
  await until(() => watchers.every((watcher) => watcher.isSignedIn()), BACK_WITHIN_MS)
  for (const watcher of watchers) watcher.drainOutages()
  load.resume()
  await waitForMoment(chance)
  const struckMs = performance.now()
  await strikeAt(cluster, strike, chance)
  await sleep(chance.int(...LOAD_AFTER_MS))
  await load.pause()
  const troubles = [...(await settle(home)).troubles, ...(await settle(clockwork.shown)).troubles]
  const wholeMs = performance.now() - struckMs
  await load.verify()
  await timed.verify()
  const outages = watchers.flatMap((watcher) => watcher.drainOutages())
  const socketsBackMs = Math.max(0, ...outages)
  return {
    strike,
    acknowledged: ledger.acknowledged() - acknowledgedBefore,
    unanswered: ledger.unanswered() - unansweredBefore,
    losses: ledger.drainLosses(),
    troubles,
    faults: [
      ...sent.drainRepeated().map((each) => `sent twice under one id: ${each}`),
      ...counted.drainFaults(),
      ...timed.drainFaults(),
      ...(socketsBackMs > BACK_WITHIN_MS ? [`a socket was away for ${Math.round(socketsBackMs)} ms`] : []),
    ],
    socketsBackMs,
    socketsCut: outages.length,
    wholeMs,
  }
}
