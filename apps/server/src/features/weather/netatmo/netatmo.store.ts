import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { type NetatmoProblem, netatmoLinks, netatmoStates } from '../weather.schema.ts'

export type NetatmoLink = typeof netatmoLinks.$inferSelect

/** Tokens in the form in which they are stored: sealed. */
export interface SealedTokens {
  accessToken: string
  refreshToken: string
  tokenEndsAt: Date
}

/** Finds whether a link is due. */
export const DUE_LINK = "select 'due' from netatmo_links where ask_at <= $1::timestamptz limit 1"

export function createNetatmoStore(db: DrizzleDatabase) {
  return {
    /** An account has at most one authorization in progress; an earlier state is deleted. */
    writeState: (state: typeof netatmoStates.$inferInsert): Promise<void> =>
      db.transaction(async (queries) => {
        await queries.delete(netatmoStates).where(eq(netatmoStates.accountId, state.accountId))
        await queries.insert(netatmoStates).values(state)
      }),

    /** Uses up a state and returns its account; null if it does not belong to this browser or is too old. */
    async useState(stateHash: string, browserHash: string, now: Date): Promise<string | null> {
      const [used] = await db
        .delete(netatmoStates)
        .where(
          and(
            eq(netatmoStates.stateHash, stateHash),
            eq(netatmoStates.browserHash, browserHash),
            gt(netatmoStates.expiresAt, now),
          ),
        )
        .returning()
      return used?.accountId ?? null
    },

    async forgetStates(now: Date): Promise<void> {
      await db.delete(netatmoStates).where(lte(netatmoStates.expiresAt, now))
    },

    async find(accountId: string): Promise<NetatmoLink | null> {
      const [row] = await db.select().from(netatmoLinks).where(eq(netatmoLinks.accountId, accountId))
      return row ?? null
    },

    async link(queries: Queries, accountId: string, tokens: SealedTokens, now: Date): Promise<void> {
      const values = { ...tokens, linkedAt: now, askAt: now, failures: 0, problem: null }
      await queries
        .insert(netatmoLinks)
        .values({ accountId, ...values })
        .onConflictDoUpdate({ target: netatmoLinks.accountId, set: values })
    },

    async remove(queries: Queries, accountId: string): Promise<NetatmoLink | null> {
      const [row] = await queries
        .delete(netatmoLinks)
        .where(eq(netatmoLinks.accountId, accountId))
        .returning()
      return row ?? null
    },

    /** Takes links that are due. Nobody else takes them before `until`. */
    claimDue: (now: Date, until: Date, limit: number): Promise<NetatmoLink[]> =>
      db.transaction(async (queries) => {
        const due = await queries
          .select({ accountId: netatmoLinks.accountId })
          .from(netatmoLinks)
          .where(and(isNotNull(netatmoLinks.askAt), lte(netatmoLinks.askAt, now)))
          .orderBy(asc(netatmoLinks.askAt))
          .limit(limit)
          .for('update', { skipLocked: true })
        const taken: NetatmoLink[] = []
        for (const { accountId } of due) {
          const [row] = await queries
            .update(netatmoLinks)
            .set({ askAt: until })
            .where(eq(netatmoLinks.accountId, accountId))
            .returning()
          if (row !== undefined) taken.push(row)
        }
        return taken
      }),

    /** After the clock was set back: queries every linked account at once. */
    async setBack(now: Date): Promise<void> {
      await db.update(netatmoLinks).set({ askAt: now }).where(gt(netatmoLinks.askAt, now))
    },

    /** Stores new tokens if the account still has the tokens that they were made from; returns false otherwise. */
    async replaceTokens(link: NetatmoLink, tokens: SealedTokens): Promise<boolean> {
      const { rowCount } = await db
        .update(netatmoLinks)
        .set(tokens)
        .where(
          and(
            eq(netatmoLinks.accountId, link.accountId),
            eq(netatmoLinks.refreshToken, link.refreshToken ?? ''),
          ),
        )
      return rowCount !== 0
    },

    /** Records an answer; returns false if the account is no longer linked. */
    async answered(
      queries: Queries,
      { accountId, linkedAt }: NetatmoLink,
      { askAt, problem }: { askAt: Date; problem: NetatmoProblem | null },
    ): Promise<boolean> {
      const { rowCount } = await queries
        .update(netatmoLinks)
        .set({ askAt, problem, failures: 0 })
        .where(and(eq(netatmoLinks.accountId, accountId), eq(netatmoLinks.linkedAt, linkedAt)))
      return rowCount !== 0
    },

    async failed({ accountId, linkedAt }: NetatmoLink, askAt: Date): Promise<void> {
      await db
        .update(netatmoLinks)
        .set({ askAt, problem: 'unreachable', failures: sql`${netatmoLinks.failures} + 1` })
        .where(and(eq(netatmoLinks.accountId, accountId), eq(netatmoLinks.linkedAt, linkedAt)))
    },

    /** Records that the tokens are invalid. Nothing is queried until the account is linked again. */
    async signedOut({ accountId, linkedAt }: NetatmoLink): Promise<void> {
      await db
        .update(netatmoLinks)
        .set({ askAt: null, problem: 'sign_in_again', accessToken: null, refreshToken: null })
        .where(and(eq(netatmoLinks.accountId, accountId), eq(netatmoLinks.linkedAt, linkedAt)))
    },
  }
}

export type NetatmoStore = ReturnType<typeof createNetatmoStore>
