import { nameKeyOf } from '@senca/contract'
import type { Moment, MomentStep } from '@senca/contract/automation'
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { scenarios } from '#features/scenarios/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { momentEvents } from './moment-events.ts'
import { momentSteps, moments } from './moments.schema.ts'

/**
 * Locks the moments of an account, so that concurrent changes wait for each other. The deletion of a scenario takes it after the
 * scenarios, so that no moment gets a step of a scenario that is being deleted.
 */
const lock = (queries: Queries, accountId: string) =>
  queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`moments ${accountId}`}))`)

/** Removes a scenario from the moments of its author, in the transaction that deletes it. A moment without steps goes too. */
export async function removeFromMoments(
  queries: Queries,
  scenario: { id: string; accountId: string },
): Promise<void> {
  await lock(queries, scenario.accountId)
  const removed = await queries
    .delete(momentSteps)
    .where(eq(momentSteps.scenarioId, scenario.id))
    .returning({ momentId: momentSteps.momentId })
  if (removed.length === 0) return
  const isEmpty = notExists(queries.select().from(momentSteps).where(eq(momentSteps.momentId, moments.id)))
  await queries.delete(moments).where(and(eq(moments.accountId, scenario.accountId), isEmpty))
  await momentEvents.announce(queries, [scenario.accountId])
}

const stepOf = ({ scenarioId, act }: Pick<typeof momentSteps.$inferSelect, 'scenarioId' | 'act'>) =>
  act === null ? (scenarioId === null ? [] : [{ scenarioId }]) : [{ act }]

export function createMomentStore(db: DrizzleDatabase) {
  return {
    /** The moments of an account in the order of making. */
    async list(accountId: string, queries: Queries = db): Promise<Moment[]> {
      const rows = await queries
        .select({
          id: moments.id,
          name: moments.name,
          scenarioId: momentSteps.scenarioId,
          act: momentSteps.act,
        })
        .from(moments)
        .innerJoin(momentSteps, eq(momentSteps.momentId, moments.id))
        .where(eq(moments.accountId, accountId))
        .orderBy(asc(moments.place), asc(momentSteps.place))
      const momentById = new Map<string, Moment>()
      for (const { id, name, ...step } of rows) {
        const moment = momentById.get(id) ?? { id, name, steps: [] }
        momentById.set(id, moment)
        moment.steps.push(...stepOf(step))
      }
      return [...momentById.values()]
    },

    /** Changes the moments of an account in a transaction with a lock. All its pages are notified after the commit. */
    changeAlone: <T>(accountId: string, work: (queries: Queries) => Promise<T>): Promise<T> =>
      db.transaction(async (queries) => {
        await lock(queries, accountId)
        const result = await work(queries)
        await momentEvents.announce(queries, [accountId])
        return result
      }),

    /** Which of these scenarios an account has. */
    async scenariosOf(
      queries: Queries,
      accountId: string,
      ids: readonly string[],
    ): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await queries
        .select({ id: scenarios.id })
        .from(scenarios)
        .where(and(eq(scenarios.accountId, accountId), inArray(scenarios.id, [...ids])))
      return new Set(rows.map(({ id }) => id))
    },

    /** Inserts a new moment after all others. */
    async insert(
      queries: Queries,
      accountId: string,
      { id, name }: Pick<Moment, 'id' | 'name'>,
    ): Promise<void> {
      const place = sql`(select coalesce(max(place), 0) + 1 from ${moments} where account_id = ${accountId})`
      await queries.insert(moments).values({ id, accountId, name, nameKey: nameKeyOf(name), place })
    },

    async rename(queries: Queries, id: string, name: string): Promise<void> {
      await queries
        .update(moments)
        .set({ name, nameKey: nameKeyOf(name) })
        .where(eq(moments.id, id))
    },

    /** Sets the steps of a moment, in this order. */
    async fill(queries: Queries, momentId: string, steps: readonly MomentStep[]): Promise<void> {
      await queries.delete(momentSteps).where(eq(momentSteps.momentId, momentId))
      await queries.insert(momentSteps).values(steps.map((step, place) => ({ momentId, place, ...step })))
    },

    async delete(queries: Queries, id: string): Promise<void> {
      await queries.delete(moments).where(eq(moments.id, id))
    },
  }
}

export type MomentStore = ReturnType<typeof createMomentStore>
