import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '#platform/database.ts'
import { sessions, sessionTokens } from './sessions.schema.ts'

export interface Session {
  id: string
  accountId: string
  createdAt: Date
  renewedAt: Date
  expiresAt: Date
}

export type TokenPurpose = (typeof sessionTokens.$inferInsert)['purpose']

export function createSessionStore(db: DrizzleDatabase) {
  const now = sql.placeholder('now')
  const byTokenHash = db
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, now)))
    .prepare('session_by_token_hash')
  const bySessionToken = db
    .select({
      id: sessions.id,
      accountId: sessions.accountId,
      expiresAt: sessionTokens.expiresAt,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(
      and(
        eq(sessionTokens.tokenHash, sql.placeholder('tokenHash')),
        eq(sessionTokens.purpose, sql.placeholder('purpose')),
        gt(sessionTokens.expiresAt, now),
        gt(sessions.expiresAt, now),
      ),
    )
    .prepare('session_by_session_token')

  return {
    async insert(session: Session, tokenHash: string): Promise<void> {
      await db.insert(sessions).values({ ...session, tokenHash })
    },
    async findByToken(tokenHash: string, at: Date): Promise<Session | null> {
      const [row] = await byTokenHash.execute({ tokenHash, now: at })
      return row ?? null
    },
    async findStart(id: string): Promise<Date | null> {
      const [row] = await db
        .select({ createdAt: sessions.createdAt })
        .from(sessions)
        .where(eq(sessions.id, id))
      return row?.createdAt ?? null
    },
    async renew(id: string, expiresAt: Date, renewedAt: Date): Promise<void> {
      await db.update(sessions).set({ expiresAt, renewedAt }).where(eq(sessions.id, id))
    },
    /** Ends one session with its tokens. */
    async delete(id: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.id, id))
    },
    /** Ends all sessions of an account and answers their ids. */
    async deleteAll(accountId: string): Promise<string[]> {
      const rows = await db
        .delete(sessions)
        .where(eq(sessions.accountId, accountId))
        .returning({ id: sessions.id })
      return rows.map(({ id }) => id)
    },
    /** Answers false when the session has ended meanwhile. */
    async insertToken(
      tokenHash: string,
      purpose: TokenPurpose,
      sessionId: string,
      expiresAt: Date,
    ): Promise<boolean> {
      // Locks the session's row, so that a token is never made for a session that is being ended.
      const { rowCount } = await db.execute(sql`
        insert into ${sessionTokens} (token_hash, purpose, session_id, expires_at)
        select ${tokenHash}, ${purpose}, id, ${expiresAt.toISOString()}::timestamptz from ${sessions}
        where id = ${sessionId} for key share`)
      return rowCount === 1
    },
    async findByIssuedToken(tokenHash: string, purpose: TokenPurpose, at: Date) {
      const [row] = await bySessionToken.execute({ tokenHash, purpose, now: at })
      return row ?? null
    },
    async deleteExpired(at: Date): Promise<void> {
      await db.delete(sessionTokens).where(lte(sessionTokens.expiresAt, at))
      await db.delete(sessions).where(lte(sessions.expiresAt, at))
    },
    /** Of some sessions, those that are still alive. */
    async listAlive(ids: readonly string[], at: Date): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select id from ${sessions} where id = any(${sql.param([...ids])}::uuid[]) and expires_at > ${at.toISOString()}::timestamptz`)
      return rows.map(({ id }) => id)
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
