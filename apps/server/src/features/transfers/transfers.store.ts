import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { transferEvents } from './transfer-events.ts'
import { transfers } from './transfers.schema.ts'

export type Offer = typeof transfers.$inferSelect

const sidesOf = (offers: readonly Pick<Offer, 'giverId' | 'receiverId'>[]): Set<string> =>
  new Set(offers.flatMap(({ giverId, receiverId }) => [giverId, receiverId]))

/** Ends the offers of devices, in the transaction by which they leave their owner. */
export async function removeFromTransfers(queries: Queries, deviceIds: readonly string[]): Promise<void> {
  const ended = await queries
    .delete(transfers)
    .where(inArray(transfers.deviceId, [...deviceIds]))
    .returning()
  await transferEvents.announce(queries, sidesOf(ended))
}

/** Ends the offers that an account made and received, in the transaction that deletes it. */
export async function endTransfersOf(queries: Queries, accountId: string): Promise<void> {
  const ended = await queries
    .delete(transfers)
    .where(or(eq(transfers.giverId, accountId), eq(transfers.receiverId, accountId)))
    .returning()
  await transferEvents.announce(queries, sidesOf(ended))
}

export function createTransferStore(db: DrizzleDatabase) {
  return {
    /** Stores offers of an account's devices. They replace earlier offers of the same devices. */
    async offer(queries: Queries, giverId: string, offers: readonly Offer[]): Promise<void> {
      // Of two concurrent offers of a device, the second one finds the first.
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext(${`transfers ${giverId}`}))`)
      await removeFromTransfers(
        queries,
        offers.map(({ deviceId }) => deviceId),
      )
      await queries.insert(transfers).values([...offers])
      await transferEvents.announce(queries, sidesOf(offers))
    },

    /** The open offers of a token, in no particular order. */
    async findByToken(tokenHash: string, now: Date): Promise<Offer[]> {
      return db
        .select()
        .from(transfers)
        .where(and(eq(transfers.tokenHash, tokenHash), gt(transfers.expiresAt, now)))
    },

    /** Ends the offers of devices by a token. Returns the devices that were still offered. */
    async spend(
      queries: Queries,
      tokenHash: string,
      deviceIds: readonly string[],
      now: Date,
    ): Promise<string[]> {
      const spent = await queries
        .delete(transfers)
        .where(
          and(
            eq(transfers.tokenHash, tokenHash),
            inArray(transfers.deviceId, [...deviceIds]),
            gt(transfers.expiresAt, now),
          ),
        )
        .returning()
      await transferEvents.announce(queries, sidesOf(spent))
      return spent.map(({ deviceId }) => deviceId)
    },

    /** The offers that an account made and received, the oldest first. */
    async listOf(accountId: string, now: Date): Promise<Offer[]> {
      return db
        .select()
        .from(transfers)
        .where(
          and(
            or(eq(transfers.giverId, accountId), eq(transfers.receiverId, accountId)),
            gt(transfers.expiresAt, now),
          ),
        )
        .orderBy(asc(transfers.createdAt), asc(transfers.deviceId))
    },

    /** Withdraws the offer of a device by an account. Returns false if there is none. */
    async cancel(giverId: string, deviceId: string, now: Date): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const ended = await transaction
          .delete(transfers)
          .where(and(eq(transfers.deviceId, deviceId), eq(transfers.giverId, giverId)))
          .returning()
        await transferEvents.announce(transaction, sidesOf(ended))
        return ended.some(({ expiresAt }) => expiresAt > now)
      })
    },

    async deleteExpired(now: Date): Promise<void> {
      await db.delete(transfers).where(lte(transfers.expiresAt, now))
    },
  }
}

export type TransferStore = ReturnType<typeof createTransferStore>
