import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { unlockChallenges } from './door-guards.schema.ts'

type Challenge = typeof unlockChallenges.$inferSelect

/** The maximum of open challenges per session; a page needs one at a time. */
const OPEN_PER_SESSION = 10

export function createChallengeStore(db: DrizzleDatabase) {
  return {
    /** Stores a challenge. The oldest open ones of its session are deleted to make room. */
    async insert(challenge: Challenge): Promise<void> {
      await db.transaction(async (transaction) => {
        const surplus = transaction
          .select({ stateHash: unlockChallenges.stateHash })
          .from(unlockChallenges)
          .where(eq(unlockChallenges.sessionId, challenge.sessionId))
          .orderBy(desc(unlockChallenges.expiresAt))
          .offset(OPEN_PER_SESSION - 1)
        await transaction.delete(unlockChallenges).where(inArray(unlockChallenges.stateHash, surplus))
        await transaction.insert(unlockChallenges).values(challenge)
      })
    },
    /** Takes the challenge of a session for a device; of two concurrent answers only one finds it. */
    async take(asked: Pick<Challenge, 'stateHash' | 'sessionId' | 'deviceId'>, now: Date) {
      const [taken] = await db
        .delete(unlockChallenges)
        .where(
          and(
            eq(unlockChallenges.stateHash, asked.stateHash),
            eq(unlockChallenges.sessionId, asked.sessionId),
            eq(unlockChallenges.deviceId, asked.deviceId),
            gt(unlockChallenges.expiresAt, now),
          ),
        )
        .returning({ challengeHash: unlockChallenges.challengeHash })
      return taken?.challengeHash ?? null
    },
    async deleteExpired(now: Date): Promise<void> {
      await db.delete(unlockChallenges).where(lte(unlockChallenges.expiresAt, now))
    },
  }
}

export type ChallengeStore = ReturnType<typeof createChallengeStore>
