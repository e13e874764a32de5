import type { Loss } from '../ledger.ts'
import { backendsOf } from '../postgres-backend.ts'
import type { Seeded } from '../seeded.ts'
import { type ProductHome, sleep } from '../soak-home.ts'
import type { Load } from '../work/load.ts'
import { settle, type Trouble } from '../work/rest.ts'

/**
 * The processes that are killed with `kill -9`. If one backend is killed, PostgreSQL ends all others and recovers while the
 * server keeps running.
 */
export const KILLS = ['tree', 'server', 'database', 'backend', 'simulator'] as const
export type Kill = (typeof KILLS)[number]

export interface KillReport {
  kill: Kill
  /** Writes that were acknowledged since the last comparison, and writes without an answer. */
  acknowledged: number
  unanswered: number
  losses: Loss[]
  troubles: Trouble[]
  /** From the kill to the first successful call of an owner. */
  firstAnswerMs: number
  /** From the kill until all devices are online again and shown with their correct state. */
  wholeMs: number
}

/** The shortest and the longest time under load before a kill. */
export type LoadTime = readonly [number, number]
const LOAD_MS: LoadTime = [800, 4_000]
const LOAD_AFTER_MS = [200, 900] as const
const ASK_EVERY_MS = 10
const ANSWER_WITHIN_MS = 60_000

/** Kills a process and starts it again, as a supervisor would. */
async function strike({ product }: ProductHome, kill: Kill, chance: Seeded): Promise<void> {
  switch (kill) {
    case 'tree':
      await product.killAll()
      await product.startServer()
      return product.startSimulator()
    case 'server':
      await product.killServer()
      return product.startServer()
    case 'database':
      await product.killDatabase()
      await product.serverEnd()
      return product.startServer()
    case 'backend':
      process.kill(chance.pick(backendsOf(product.dataDir)), 'SIGKILL')
      return
    case 'simulator':
      await product.stopSimulator()
      return product.startSimulator()
  }
}

async function firstAnswer({ owner, product }: ProductHome, kill: Kill, killedMs: number): Promise<number> {
  // The old server still answers until it has ended, so these answers are not counted.
  if (kill === 'database') await product.serverEnd()
  while (performance.now() - killedMs < ANSWER_WITHIN_MS) {
    const outcome = await owner.ask('GET', '/api/v1/device/list?index=token')
    if (outcome.kind === 'answered' && outcome.status === 200) break
    await sleep(ASK_EVERY_MS)
  }
  return performance.now() - killedMs
}

/** One kill at a random moment under load, the recovery, and the comparison of everything that was acknowledged. */
export async function killOnce(
  home: ProductHome,
  load: Load,
  kill: Kill,
  chance: Seeded,
  loadMs: LoadTime = LOAD_MS,
): Promise<KillReport> {
  const { ledger } = home
  const acknowledgedBefore = ledger.acknowledged()
  const unansweredBefore = ledger.unanswered()
  load.resume()
  await sleep(chance.int(...loadMs))
  const killedMs = performance.now()
  const striking = strike(home, kill, chance)
  const [firstAnswerMs] = await Promise.all([firstAnswer(home, kill, killedMs), striking])
  await sleep(chance.int(...LOAD_AFTER_MS))
  await load.pause()
  const { troubles } = await settle(home)
  const wholeMs = performance.now() - killedMs
  await load.verify()
  return {
    kill,
    acknowledged: ledger.acknowledged() - acknowledgedBefore,
    unanswered: ledger.unanswered() - unansweredBefore,
    losses: ledger.drainLosses(),
    troubles,
    firstAnswerMs,
    wholeMs,
  }
}

/** Every kind of kill equally often, in random order. */
export function killOrder(count: number, chance: Seeded): Kill[] {
  const rounds = Math.ceil(count / KILLS.length)
  return Array.from({ length: rounds }, () => chance.shuffled(KILLS))
    .flat()
    .slice(0, count)
}
