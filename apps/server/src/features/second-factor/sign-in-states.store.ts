import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
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
    /** Counts a guess before it is checked, so that parallel guesses are counted too. */
    async consumeGuess(stateHash: string, at: Date, maxGuesses: number): Promise<SignInState | null> {
      const [row] = await db
        .update(signInStates)
        .set({ guesses: sql`${signInStates.guesses} + 1` })
        .where(isLive(stateHash, at, maxGuesses))
        .returning()
      return row ?? null
    },
    /** Returns false if another call has finished it. */
    async finish(stateHash: string): Promise<boolean> {
      const { rowCount } = await db.delete(signInStates).where(eq(signInStates.stateHash, stateHash))
      return rowCount !== 0
    },
    async forget(queries: Queries, accountId: string): Promise<void> {
      await queries.delete(signInStates).where(eq(signInStates.accountId, accountId))
    },
    async deleteExpired(at: Date): Promise<void> {
      await db.delete(signInStates).where(lte(signInStates.expiresAt, at))
    },
  }
}

export type SignInStateStore = ReturnType<typeof createSignInStateStore>
