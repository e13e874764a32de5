import { and, eq, gt, lt, lte, min, sql, sum } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/database.ts'
import { signInStates } from './second-factor.schema.ts'

export type SignInState = typeof signInStates.$inferSelect

/** Sign-ins that wait for their second step. */
export function createSignInStateStore(db: DrizzleDatabase) {
  const isLive = (stateHash: string, at: Date, maxGuesses: number) =>
    and(
      eq(signInStates.stateHash, stateHash),
      gt(signInStates.expiresAt, at),
      lt(signInStates.guesses, maxGuesses),
    )

  return {
    async insert(state: SignInState): Promise<void> {
      await db.insert(signInStates).values(state)
    },
    async find(stateHash: string, at: Date, maxGuesses: number): Promise<SignInState | null> {
      const [row] = await db
        .select()
        .from(signInStates)
        .where(isLive(stateHash, at, maxGuesses))
      return row ?? null
    },
    async setChallenge(stateHash: string, challengeHash: string): Promise<void> {
      await db.update(signInStates).set({ challengeHash }).where(eq(signInStates.stateHash, stateHash))
    },
    /** Counts a guess before it is looked at, so that guesses at once are counted like guesses in a row. */
    async takeGuess(stateHash: string, at: Date, maxGuesses: number): Promise<SignInState | null> {
      const [row] = await db
        .update(signInStates)
        .set({ guesses: sql`${signInStates.guesses} + 1` })
        .where(isLive(stateHash, at, maxGuesses))
        .returning()
      return row ?? null
    },
    /** All guesses since a time at what was not finished, and when the first of those sign-ins began. */
    async countGuesses(accountId: string, since: Date): Promise<{ guesses: number; from: Date }> {
      const [row] = await db
        .select({ guesses: sum(signInStates.guesses).mapWith(Number), from: min(signInStates.createdAt) })
        .from(signInStates)
        .where(and(eq(signInStates.accountId, accountId), gt(signInStates.createdAt, since)))
      return { guesses: row?.guesses ?? 0, from: row?.from ?? since }
    },
    /** Answers false when another has finished it. */
    async finish(stateHash: string): Promise<boolean> {
      const finished = await db
        .delete(signInStates)
        .where(eq(signInStates.stateHash, stateHash))
        .returning({ stateHash: signInStates.stateHash })
      return finished.length > 0
    },
    async forget(queries: Queries, accountId: string): Promise<void> {
      await queries.delete(signInStates).where(eq(signInStates.accountId, accountId))
    },
    async deleteBegunBefore(at: Date): Promise<void> {
      await db.delete(signInStates).where(lte(signInStates.createdAt, at))
    },
  }
}

export type SignInStateStore = ReturnType<typeof createSignInStateStore>
