import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { announceScenarios } from '../scenario-events.ts'
import { scenarios } from '../scenarios.schema.ts'
import { lockScenarios, placesOf, type ScenarioRow } from '../scenarios.store.ts'
import { nextDueAfter } from './due-times.ts'

/** After so many scenarios, other work of the process has its turn. */
const DUES_PER_TURN = 10

/** Writes when scenarios are due next. */
export async function writeNextAts(
  queries: Queries,
  rows: readonly { id: string; nextAt: Date | null }[],
): Promise<void> {
  await queries.execute(sql`
    update scenarios s set next_at = n.next_at
    from unnest(
      ${sql.param(rows.map(({ id }) => id))}::uuid[],
      ${sql.param(rows.map(({ nextAt }) => nextAt?.toISOString() ?? null))}::timestamptz[]
    ) as n(id, next_at)
    where s.id = n.id`)
}

/**
 * Computes again when the scenarios of an account and those for its devices are due. Called in the transaction that moves its
 * home, after the home was written.
 */
export async function rewriteDues(queries: Queries, accountId: string, now: Date): Promise<void> {
  const isConcerned = or(eq(scenarios.accountId, accountId), eq(scenarios.managerId, accountId))
  const makers = await queries
    .selectDistinct({ accountId: scenarios.accountId })
    .from(scenarios)
    .where(isConcerned)
  for (const maker of [...new Set([accountId, ...makers.map((row) => row.accountId)])].sort())
    await lockScenarios(queries, maker)
  const rows = await queries
    .select()
    .from(scenarios)
    .where(and(isConcerned, eq(scenarios.enabled, true)))
    .orderBy(asc(scenarios.id))
    // Weather and security may begin a firing meanwhile. It refers to the scenario and would wait for a stronger lock.
    .for('no key update')
  await writeDues(queries, rows, now)
}

const ROWS_AT_ONCE = 200

/** Computes again when all scenarios are due, after the clock was set back. */
export async function rewriteAllDues(db: DrizzleDatabase, now: Date): Promise<void> {
  const isDueLater = gt(scenarios.nextAt, now)
  let rows: ScenarioRow[] = []
  do {
    const after = rows.at(-1)?.id
    rows = await db.transaction(async (queries) => {
      const locked = await queries
        .select()
        .from(scenarios)
        .where(and(isDueLater, after === undefined ? undefined : gt(scenarios.id, after)))
        .orderBy(asc(scenarios.id))
        .limit(ROWS_AT_ONCE)
        .for('no key update')
      await writeDues(queries, locked, now)
      return locked
    })
  } while (rows.length === ROWS_AT_ONCE)
}

/** Computes when locked scenarios are due next. */
async function writeDues(queries: Queries, rows: readonly ScenarioRow[], now: Date): Promise<void> {
  const placeOfEach = await placesOf(queries, rows)
  const changed: ScenarioRow[] = []
  for (const [index, row] of rows.entries()) {
    // Finding the next time takes long, so other work of the process has its turn meanwhile.
    if (index % DUES_PER_TURN === DUES_PER_TURN - 1) await setImmediate()
    const { triggers, nextAt } = row
    const place = placeOfEach(row)
    // A scenario that is already due stays due.
    if (place === null || (nextAt !== null && nextAt <= now)) continue
    const next = nextDueAfter(triggers, place, now)?.at ?? null
    if (next?.getTime() !== nextAt?.getTime()) changed.push({ ...row, nextAt: next })
  }
  if (changed.length === 0) return
  await writeNextAts(queries, changed)
  await announceScenarios(queries, changed, 'status')
}
