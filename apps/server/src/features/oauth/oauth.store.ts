import { and, eq, exists, gt, isNull, lte, not, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Bridge, bridges } from '#features/bridges/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { ClientMetadata } from './client-metadata.ts'
import { oauthClients, oauthGrants } from './oauth.schema.ts'

/** How long a client that registered itself is kept without a use, in milliseconds. */
const UNUSED_MS = 3_600_000
/** A code lives for a minute. Its bridge goes when it has not been exchanged in that time, and a request in flight has ended. */
export const CODE_MS = 60_000
const ABANDONED_SECONDS = 75

/** Finds a bridge whose code has never been exchanged. */
export const ABANDONED_GRANT = `select bridge_id::text from oauth_grants where rotation is null and created_at <= $1::timestamptz - interval '${ABANDONED_SECONDS} seconds' limit 1`

export type Grant = typeof oauthGrants.$inferSelect

const urisSchema = z.array(z.string())

export function createOAuthStore(db: DrizzleDatabase) {
  const hasGrant = exists(
    db
      .select({ one: sql`1` })
      .from(oauthGrants)
      .where(eq(oauthGrants.clientId, sql`${oauthClients.id}::text`)),
  )

  return {
    async insertClient({ name, redirectUris }: ClientMetadata, id: string, now: Date): Promise<void> {
      await db.insert(oauthClients).values({ id, name, redirectUris, createdAt: now, usedAt: now })
    },

    /** A client that registered itself, and marks it as used; null if there is none, or no longer. */
    async useClient(id: string, now: Date): Promise<ClientMetadata | null> {
      const isKept = or(gt(oauthClients.usedAt, new Date(now.getTime() - UNUSED_MS)), hasGrant)
      const [client] = await db
        .update(oauthClients)
        .set({ usedAt: now })
        .where(and(eq(oauthClients.id, id), isKept))
        .returning()
      return client === undefined
        ? null
        : { name: client.name, redirectUris: urisSchema.parse(client.redirectUris) }
    },

    async forgetUnusedClients(now: Date): Promise<void> {
      const isOld = lte(oauthClients.usedAt, new Date(now.getTime() - UNUSED_MS))
      await db.delete(oauthClients).where(and(isOld, not(hasGrant)))
    },

    async insertGrant(queries: Queries, grant: Omit<Grant, 'rotation'>): Promise<void> {
      await queries.insert(oauthGrants).values(grant)
    },

    async findGrant(bridgeId: string): Promise<Grant | null> {
      const [grant] = await db.select().from(oauthGrants).where(eq(oauthGrants.bridgeId, bridgeId))
      return grant ?? null
    },

    /** Marks a code as exchanged. Of two calls at once one does. */
    async useCode(queries: Queries, bridgeId: string): Promise<boolean> {
      const used = await queries
        .update(oauthGrants)
        .set({ rotation: 0 })
        .where(and(eq(oauthGrants.bridgeId, bridgeId), isNull(oauthGrants.rotation)))
        .returning({ id: oauthGrants.bridgeId })
      return used.length > 0
    },

    /**
     * Replaces the refresh token of this number by the next one. Of two calls at once one does. A number above that of the row was
     * given out after the backup from which the row comes.
     */
    async rotate(queries: Queries, bridgeId: string, rotation: number): Promise<boolean> {
      const rotated = await queries
        .update(oauthGrants)
        .set({ rotation: rotation + 1 })
        .where(and(eq(oauthGrants.bridgeId, bridgeId), lte(oauthGrants.rotation, rotation)))
        .returning({ id: oauthGrants.bridgeId })
      return rotated.length > 0
    },

    /** Sets a new access token of a bridge. The one before works until its own end. */
    async setToken(
      queries: Queries,
      { id, tokenHash, tokenUntil }: Pick<Bridge, 'id' | 'tokenHash' | 'tokenUntil'>,
    ): Promise<void> {
      await queries
        .update(bridges)
        .set({
          oldTokenHash: sql`${bridges.tokenHash}`,
          oldTokenUntil: sql`${bridges.tokenUntil}`,
          tokenHash,
          tokenUntil,
        })
        .where(eq(bridges.id, id))
    },

    /** The bridges whose codes have never been exchanged, with their rows locked. */
    async takeAbandoned(queries: Queries, now: Date, limit: number): Promise<string[]> {
      const isOld = lte(oauthGrants.createdAt, new Date(now.getTime() - ABANDONED_SECONDS * 1_000))
      const rows = await queries
        .select({ id: oauthGrants.bridgeId })
        .from(oauthGrants)
        .where(and(isNull(oauthGrants.rotation), isOld))
        .limit(limit)
        .for('update', { skipLocked: true })
      return rows.map(({ id }) => id)
    },

    /** After the clock was set back, so that nothing was made or used in the future. */
    async setBack(now: Date): Promise<void> {
      await db.update(oauthClients).set({ usedAt: now }).where(gt(oauthClients.usedAt, now))
      await db.update(oauthGrants).set({ createdAt: now }).where(gt(oauthGrants.createdAt, now))
    },
  }
}

export type OAuthStore = ReturnType<typeof createOAuthStore>
