import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, lte, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { allowedUses, isSpent } from './link-state.ts'
import { deviceLinks, deviceLinkUses } from './links.schema.ts'

/** No command runs for this long. Older reservations belong to a server that has died. */
export const ORPHANED_AFTER_S = 30
const ORPHAN_MS = ORPHANED_AFTER_S * 1_000

/** Finds whether such a reservation exists. */
export const ORPHANED_USE = `select 'orphaned' from device_link_uses
  where reserved_at <= $1::timestamptz - interval '${ORPHANED_AFTER_S} seconds' limit 1`

export type Reserved =
  | { kind: 'reserved'; useId: string }
  /** The link has unlimited uses, so nothing is reserved. */
  | { kind: 'unlimited' }
  | { kind: 'all in flight' }
  | { kind: 'spent' }
  | { kind: 'gone' }

/** Called in the transaction that counts a use. */
type Spent = (queries: Queries) => Promise<void>

interface Reserving {
  linkId: string
  isUnlock: boolean
  now: Date
}

const counting = { multiUse: deviceLinks.multiUse, maxUses: deviceLinks.maxUses, uses: deviceLinks.uses }

const counted = (spent: number, now: Date) => ({
  uses: sql`${deviceLinks.uses} + ${spent}`,
  lastUsedAt: now,
})

export function createUseStore(db: DrizzleDatabase) {
  /** Locks the row of a link, so that only one transaction reserves or settles at a time. */
  const hold = async (queries: Queries, linkId: string) => {
    const [link] = await queries
      .select(counting)
      .from(deviceLinks)
      .where(eq(deviceLinks.id, linkId))
      .for('update')
    return link
  }

  /**
   * Settles old reservations whose outcome is unknown. An unlock counts as used, because it may have happened; any other use is
   * released.
   */
  const settleOrphans = async (queries: Queries, linkId: string, now: Date): Promise<number> => {
    const orphans = await queries
      .delete(deviceLinkUses)
      .where(
        and(
          eq(deviceLinkUses.linkId, linkId),
          lte(deviceLinkUses.reservedAt, new Date(now.getTime() - ORPHAN_MS)),
        ),
      )
      .returning({ isUnlock: deviceLinkUses.isUnlock, reservedAt: deviceLinkUses.reservedAt })
    const spent = orphans.filter(({ isUnlock }) => isUnlock)
    const last = Math.max(...spent.map(({ reservedAt }) => reservedAt.getTime()))
    if (spent.length === 0) return 0
    await queries
      .update(deviceLinks)
      .set(counted(spent.length, new Date(last)))
      .where(eq(deviceLinks.id, linkId))
    return spent.length
  }

  return {
    /** Reserves a use of a link if one is free. For unlimited uses no lock is taken. */
    async reserve({ linkId, isUnlock, now }: Reserving): Promise<Reserved> {
      const [found] = await db.select(counting).from(deviceLinks).where(eq(deviceLinks.id, linkId))
      if (found === undefined) return { kind: 'gone' }
      if (allowedUses(found) === null) return { kind: 'unlimited' }
      return db.transaction(async (transaction): Promise<Reserved> => {
        const link = await hold(transaction, linkId)
        if (link === undefined) return { kind: 'gone' }
        const allowed = allowedUses(link)
        if (allowed === null) return { kind: 'unlimited' }
        const spent = link.uses + (await settleOrphans(transaction, linkId, now))
        if (spent >= allowed) return { kind: 'spent' }
        const [open] = await transaction
          .select({ count: count() })
          .from(deviceLinkUses)
          .where(eq(deviceLinkUses.linkId, linkId))
        if (spent + (open?.count ?? 0) >= allowed) return { kind: 'all in flight' }
        const useId = randomUUID()
        await transaction.insert(deviceLinkUses).values({ id: useId, linkId, isUnlock, reservedAt: now })
        return { kind: 'reserved', useId }
      })
    },

    /**
     * Marks a reserved use as used or releases it. A use that was already settled because of its age stays as it is. Returns
     * whether the link has no uses left.
     */
    settle: (
      linkId: string,
      useId: string,
      hasSpent: boolean,
      { now, spent }: { now: Date; spent: Spent },
    ): Promise<boolean> =>
      db.transaction(async (transaction) => {
        const link = await hold(transaction, linkId)
        if (link === undefined) return false
        const taken = await transaction
          .delete(deviceLinkUses)
          .where(eq(deviceLinkUses.id, useId))
          .returning({ id: deviceLinkUses.id })
        if (taken.length === 0 || !hasSpent) return false
        await transaction.update(deviceLinks).set(counted(1, now)).where(eq(deviceLinks.id, linkId))
        await spent(transaction)
        return isSpent({ ...link, uses: link.uses + 1 })
      }),

    /** Counts a use of a link with unlimited uses. */
    count: (linkId: string, { now, spent }: { now: Date; spent: Spent }): Promise<void> =>
      db.transaction(async (transaction) => {
        await transaction.update(deviceLinks).set(counted(1, now)).where(eq(deviceLinks.id, linkId))
        await spent(transaction)
      }),

    /** After the clock was set back: no use was reserved later than now. */
    async setBack(now: Date): Promise<void> {
      await db.update(deviceLinkUses).set({ reservedAt: now }).where(gt(deviceLinkUses.reservedAt, now))
    },

    /** Settles all old reservations. Returns the accounts whose links were used by it. */
    async settleAllOrphans(now: Date): Promise<string[]> {
      const old = await db
        .selectDistinct({ linkId: deviceLinkUses.linkId, accountId: deviceLinks.accountId })
        .from(deviceLinkUses)
        .innerJoin(deviceLinks, eq(deviceLinks.id, deviceLinkUses.linkId))
        .where(lte(deviceLinkUses.reservedAt, new Date(now.getTime() - ORPHAN_MS)))
      const accountIds = new Set<string>()
      for (const { linkId, accountId } of old) {
        const spent = await db.transaction(async (transaction) => {
          const link = await hold(transaction, linkId)
          return link === undefined ? 0 : settleOrphans(transaction, linkId, now)
        })
        if (spent > 0) accountIds.add(accountId)
      }
      return [...accountIds]
    },
  }
}

export type UseStore = ReturnType<typeof createUseStore>
