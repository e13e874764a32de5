import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { ForgottenPayloads } from '#platform/mqtt/joined/forgotten.ts'
import type { JoinedStatus } from '#platform/mqtt/joined/joined-broker.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { joinEvents } from './join-events.ts'
import { joinedBrokers } from './mqtt-join.schema.ts'

export type JoinedBrokerRow = typeof joinedBrokers.$inferSelect

/** The instance that keeps connections, and until when. */
export interface Lease {
  keeper: string
  keptUntil: Date
}

/** Deletes the joined broker of an account, in the given transaction; its connection ends with the commit. */
export async function removeJoinedBroker(
  queries: Queries,
  accountId: string,
): Promise<JoinedBrokerRow | null> {
  const [row] = await queries.delete(joinedBrokers).where(eq(joinedBrokers.accountId, accountId)).returning()
  if (row !== undefined) await joinEvents.announce(queries, [accountId])
  return row ?? null
}

export function createJoinedBrokerStore(db: DrizzleDatabase) {
  const among = (accountIds: readonly string[] | undefined) =>
    accountIds === undefined ? undefined : inArray(joinedBrokers.accountId, [...accountIds])

  return {
    async find(accountId: string): Promise<JoinedBrokerRow | null> {
      const [row] = await db.select().from(joinedBrokers).where(eq(joinedBrokers.accountId, accountId))
      return row ?? null
    },

    /** Those of all accounts, or of some. */
    list: (accountIds?: readonly string[]): Promise<JoinedBrokerRow[]> =>
      db.select().from(joinedBrokers).where(among(accountIds)),

    /** Takes or extends the lease of those that no other instance keeps, and returns them. */
    claim: (
      { keeper, keptUntil }: Lease,
      now: Date,
      accountIds?: readonly string[],
    ): Promise<JoinedBrokerRow[]> =>
      db
        .update(joinedBrokers)
        .set({ keeper, keptUntil })
        .where(
          and(
            or(
              isNull(joinedBrokers.keptUntil),
              lte(joinedBrokers.keptUntil, now),
              eq(joinedBrokers.keeper, keeper),
            ),
            among(accountIds),
          ),
        )
        .returning(),

    /** Others may take over. */
    async release(keeper: string): Promise<void> {
      await db.update(joinedBrokers).set({ keptUntil: null }).where(eq(joinedBrokers.keeper, keeper))
    },

    /** Replaces the broker that the account has joined. */
    async put(queries: Queries, row: JoinedBrokerRow): Promise<void> {
      await queries
        .insert(joinedBrokers)
        .values(row)
        .onConflictDoUpdate({ target: joinedBrokers.accountId, set: row })
      await joinEvents.announce(queries, [row.accountId])
    },

    async setStatus(
      { accountId, clientId }: Pick<JoinedBrokerRow, 'accountId' | 'clientId'>,
      status: JoinedStatus,
    ): Promise<void> {
      await db
        .update(joinedBrokers)
        .set({ status: status.status, since: status.since, lastError: status.lastError })
        .where(and(eq(joinedBrokers.accountId, accountId), eq(joinedBrokers.clientId, clientId)))
    },

    async setForgotten(
      { accountId, clientId }: Pick<JoinedBrokerRow, 'accountId' | 'clientId'>,
      forgotten: ForgottenPayloads,
    ): Promise<void> {
      await db
        .update(joinedBrokers)
        .set({ forgotten })
        .where(and(eq(joinedBrokers.accountId, accountId), eq(joinedBrokers.clientId, clientId)))
    },

    /** Leases that would last too long, after the clock was set back, end now. */
    async setBack(now: Date, latest: Date): Promise<void> {
      await db.update(joinedBrokers).set({ keptUntil: now }).where(gt(joinedBrokers.keptUntil, latest))
    },
  }
}

export type JoinedBrokerStore = ReturnType<typeof createJoinedBrokerStore>
