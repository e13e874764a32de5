import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { connectTo } from '../product/embedded-database.ts'
import { commandLineOf, familyOf, memoryOfAll, wakesOf } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'

/** What the server costs while nothing happens. */
export interface AtRest {
  processes: number
  /** Bytes, shared pages divided among the processes that use them. */
  memory: number
  wakesPerSecond: number
  /** Queries that the database was seen to begin. Its own counts arrive up to ten seconds late. */
  queriesPerSecond: number
}

const SEEN_EVERY_MS = 20
const LAST_QUERIES = `
  select pid || ' ' || query_start::text as query from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and query_start is not null`
const rowsSchema = z.array(z.object({ query: z.string() }))

/** Measures a product that has been left alone for some seconds. Those of PostgreSQL are no processes of the server. */
export async function measureAtRest(
  { serverPids, dataDir }: ProductWorld,
  { settleMs, seconds }: { settleMs: number; seconds: number },
): Promise<AtRest> {
  const database = await connectTo(dataDir)
  const lastQueries = async () =>
    rowsSchema.parse((await database.query(LAST_QUERIES)).rows).map(({ query }) => query)
  await wait(settleMs)
  const pids = serverPids.flatMap(familyOf).filter((pid) => !commandLineOf(pid).includes('postgres'))
  const before = new Set(await lastQueries())
  const seen = new Set<string>()
  const wakesBefore = wakesOf(pids)
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    for (const query of await lastQueries()) if (!before.has(query)) seen.add(query)
    await wait(SEEN_EVERY_MS)
  }
  const wakes = wakesOf(pids) - wakesBefore
  await database.end()
  return {
    processes: pids.length,
    memory: memoryOfAll(pids).pss,
    wakesPerSecond: wakes / seconds,
    queriesPerSecond: seen.size / seconds,
  }
}
