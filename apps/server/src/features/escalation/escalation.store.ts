import { and, asc, eq, gt, isNull, lte, notInArray, or } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { notAfter } from '#platform/postgres/set-back.ts'
import { escalationPeople, escalationSteps, escalations } from './escalation.schema.ts'

export interface EscalationSettings {
  afterMinutes: number
  mail: boolean
}

/** The values without a choice [PK31]. */
const USUAL: EscalationSettings = { afterMinutes: 5, mail: true }
const MINUTE_MS = 60_000

export interface DueStep {
  notificationId: string
  step: number
}

/** Finds a step that is to be taken. */
export const DUE_STEP =
  'select notification_id::text from escalation_steps where done_at is null and due_at <= $1::timestamptz limit 1'

export function createEscalationStore(db: DrizzleDatabase) {
  return {
    async find(queries: Queries, accountId: string): Promise<EscalationSettings> {
      const [row] = await queries.select().from(escalations).where(eq(escalations.accountId, accountId))
      return row === undefined ? USUAL : { afterMinutes: row.afterMinutes, mail: row.mail }
    },

    async put(queries: Queries, accountId: string, settings: EscalationSettings): Promise<void> {
      await queries
        .insert(escalations)
        .values({ accountId, ...settings })
        .onConflictDoUpdate({ target: escalations.accountId, set: settings })
    },

    /** The people of an owner, in the order of their ids. */
    peopleOf: (queries: Queries, ownerId: string) =>
      queries
        .select({ accountId: escalationPeople.accountId, acceptedAt: escalationPeople.acceptedAt })
        .from(escalationPeople)
        .where(eq(escalationPeople.ownerId, ownerId))
        .orderBy(asc(escalationPeople.accountId)),

    /** Those who named an account. */
    askersOf: (accountId: string) =>
      db
        .select({ ownerId: escalationPeople.ownerId, acceptedAt: escalationPeople.acceptedAt })
        .from(escalationPeople)
        .where(eq(escalationPeople.accountId, accountId))
        .orderBy(asc(escalationPeople.ownerId)),

    /** Replaces the named people; those who were named before keep their state. Returns who is new. */
    async name(queries: Queries, ownerId: string, accountIds: readonly string[]): Promise<string[]> {
      await queries
        .delete(escalationPeople)
        .where(
          and(
            eq(escalationPeople.ownerId, ownerId),
            accountIds.length === 0 ? undefined : notInArray(escalationPeople.accountId, [...accountIds]),
          ),
        )
      if (accountIds.length === 0) return []
      const named = await queries
        .insert(escalationPeople)
        .values(accountIds.map((accountId) => ({ ownerId, accountId })))
        .onConflictDoNothing()
        .returning({ accountId: escalationPeople.accountId })
      return named.map(({ accountId }) => accountId)
    },

    /** Returns whether the owner had named the account. */
    async accept(ownerId: string, accountId: string, acceptedAt: Date | null): Promise<boolean> {
      const { rowCount } = await db
        .update(escalationPeople)
        .set({ acceptedAt })
        .where(and(eq(escalationPeople.ownerId, ownerId), eq(escalationPeople.accountId, accountId)))
      return rowCount !== 0
    },

    /** Both steps of a notification of an owner. */
    async begin(queries: Queries, notificationId: string, ownerId: string, at: Date): Promise<void> {
      const { afterMinutes } = await this.find(queries, ownerId)
      const steps = [1, 2].map((step) => ({
        notificationId,
        step,
        dueAt: new Date(at.getTime() + step * afterMinutes * MINUTE_MS),
      }))
      await queries.insert(escalationSteps).values(steps).onConflictDoNothing()
    },

    /** Takes steps that are due, for the transaction that carries them out. */
    take: (queries: Queries, now: Date, limit: number): Promise<DueStep[]> =>
      queries
        .select({ notificationId: escalationSteps.notificationId, step: escalationSteps.step })
        .from(escalationSteps)
        .where(and(isNull(escalationSteps.doneAt), lte(escalationSteps.dueAt, now)))
        .orderBy(asc(escalationSteps.dueAt), asc(escalationSteps.step))
        .limit(limit)
        .for('update', { skipLocked: true }),

    async done(queries: Queries, { notificationId, step }: DueStep, now: Date): Promise<void> {
      await queries
        .update(escalationSteps)
        .set({ doneAt: now })
        .where(and(eq(escalationSteps.notificationId, notificationId), eq(escalationSteps.step, step)))
    },

    /** After the clock was set back: no step is due later than it could have been. */
    async setBack(now: Date, latest: Date): Promise<void> {
      await db
        .update(escalationSteps)
        .set({
          dueAt: notAfter(escalationSteps.dueAt, latest),
          doneAt: notAfter(escalationSteps.doneAt, now),
        })
        .where(or(gt(escalationSteps.dueAt, latest), gt(escalationSteps.doneAt, now)))
    },
  }
}

export type EscalationStore = ReturnType<typeof createEscalationStore>
