import { and, desc, eq, gt, gte, lte, ne, sql } from 'drizzle-orm'
import type { Caller } from '#platform/http/caller.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { sessions, sessionTokens } from './sessions.schema.ts'

export interface Session {
  id: string
  accountId: string
  createdAt: Date
  renewedAt: Date
  expiresAt: Date
  userAgent: string | null
  address: string | null
  /** Null if the session began before this was stored. */
  lastSeenAt: Date | null
  /** Whether its browser keeps a copy of the home. */
  keepsHome: boolean
}

export type TokenPurpose = (typeof sessionTokens.$inferInsert)['purpose']

/** Whether somebody has used a session of an account since then. */
export async function wasSeenSince(queries: Queries, accountId: string, since: Date): Promise<boolean> {
  const [seen] = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gte(sessions.lastSeenAt, since)))
    .limit(1)
  return seen !== undefined
}

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
    async see(id: string, { address, userAgent }: Caller, lastSeenAt: Date): Promise<void> {
      await db.update(sessions).set({ address, userAgent, lastSeenAt }).where(eq(sessions.id, id))
    },
    async keepsHome(id: string): Promise<void> {
      await db
        .update(sessions)
        .set({ keepsHome: true })
        .where(and(eq(sessions.id, id), eq(sessions.keepsHome, false)))
    },
    /** The active sessions of the account, the last seen first. */
    async list(accountId: string, at: Date): Promise<Session[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, at)))
        .orderBy(desc(sql`coalesce(${sessions.lastSeenAt}, ${sessions.renewedAt})`))
    },
    /** Deletes one session with its tokens. */
    async delete(id: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.id, id))
    },
    /** Deletes a session if it belongs to the account. */
    async deleteOf(accountId: string, id: string): Promise<boolean> {
      const { rowCount } = await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.accountId, accountId)))
      return rowCount !== 0
    },
    /** Deletes all sessions of an account except the given one, and returns their ids. */
    async deleteAll(queries: Queries, accountId: string, keptId: string | null): Promise<string[]> {
      const isKept = keptId === null ? undefined : ne(sessions.id, keptId)
      const rows = await queries
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), isKept))
        .returning({ id: sessions.id })
      return rows.map(({ id }) => id)
    },
    /** Gives a session a new cookie. Returns its expiry, or null if it has ended. */
    async replaceToken(queries: Queries, id: string, tokenHash: string): Promise<Date | null> {
      const [row] = await queries
        .update(sessions)
        .set({ tokenHash })
        .where(eq(sessions.id, id))
        .returning({ expiresAt: sessions.expiresAt })
      return row?.expiresAt ?? null
    },
    /** Returns false if the session has ended in the meantime. */
    async insertToken(
      tokenHash: string,
      purpose: TokenPurpose,
      sessionId: string,
      expiresAt: Date,
    ): Promise<boolean> {
      // Locks the session's row, so that no token is created for a session that is being ended.
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
    /** After the clock was set back: no session was renewed or seen later than now. */
    async setBack(at: Date): Promise<void> {
      await db.update(sessions).set({ renewedAt: at }).where(gt(sessions.renewedAt, at))
      await db.update(sessions).set({ lastSeenAt: at }).where(gt(sessions.lastSeenAt, at))
    },
    /** Those of the given sessions that are still active, with the time at which they end unless they are used. */
    async endsOf(ids: readonly string[], at: Date): Promise<Map<string, Date>> {
      const rows = await db
        .select({ id: sessions.id, expiresAt: sessions.expiresAt })
        .from(sessions)
        .where(and(sql`${sessions.id} = any(${sql.param([...ids])}::uuid[])`, gt(sessions.expiresAt, at)))
      return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]))
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
