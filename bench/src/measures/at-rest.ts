import { setTimeout as wait } from 'node:timers/promises'
import { connectTo } from '../product/embedded-database.ts'
import { commandLineOf, familyOf, memoryOfAll, wakesOf } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'

/** What the server costs while nothing happens. */
export interface AtRest {
  processes: number
  /** Bytes, shared pages divided among the processes that use them. */
  memory: number
  wakesPerSecond: number
  /** Transactions of the database, of which each query outside of one is its own. */
  queriesPerSecond: number
}

const TRANSACTIONS =
  'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()'

/** Measures a product that has been left alone for some seconds. Those of PostgreSQL are no processes of the server. */
export async function measureAtRest(
  { serverPids, dataDir }: ProductWorld,
  { settleMs, seconds }: { settleMs: number; seconds: number },
): Promise<AtRest> {
  const database = await connectTo(dataDir)
  const transactions = async () => Number((await database.query(TRANSACTIONS)).rows[0]?.count)
  await wait(settleMs)
  const pids = serverPids.flatMap(familyOf).filter((pid) => !commandLineOf(pid).includes('postgres'))
  const before = { wakes: wakesOf(pids), transactions: await transactions() }
  await wait(seconds * 1_000)
  const wakes = wakesOf(pids) - before.wakes
  // One of them is the first reading.
  const queries = (await transactions()) - before.transactions - 1
  await database.end()
  return {
    processes: pids.length,
    memory: memoryOfAll(pids).pss,
    wakesPerSecond: wakes / seconds,
    queriesPerSecond: queries / seconds,
  }
}
