import type { LockType } from '@senca/contract'
import { APPROVAL_MS, APPROVAL_PAUSE_MS, type ApprovalStatus } from '@senca/contract/approvals'
import { and, asc, count, eq, gt, inArray, lte, min, or, sql } from 'drizzle-orm'
import { bridges, bridgeUnlocks } from '#features/bridges/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { approvalPauses, approvals } from './approvals.schema.ts'

/** An ask of a bridge, with the account that made the bridge and owned the door then. */
export interface Approval {
  id: string
  bridgeId: string
  deviceId: string
  ownerId: string
  lockType: LockType
  unlockDuration: number | null
  expiresAt: Date
  status: ApprovalStatus
  result: unknown
}

export type NewApproval = Omit<typeof approvals.$inferInsert, 'status' | 'result'>

/** Finds an ask that nobody answered in time. */
export const DUE_APPROVAL =
  "select id::text from approvals where status = 'waiting' and expires_at <= $1::timestamptz limit 1"

/** How far the clocks of instances may differ. An ask that ends later is of a clock that was set back since. */
const CLOCKS_DIFFER_MS = 60_000

const latestEnd = (now: Date): Date => new Date(now.getTime() + APPROVAL_MS + CLOCKS_DIFFER_MS)

const isWaiting = (now: Date) =>
  and(eq(approvals.status, 'waiting'), gt(approvals.expiresAt, now), lte(approvals.expiresAt, latestEnd(now)))

const columns = {
  id: approvals.id,
  bridgeId: approvals.bridgeId,
  deviceId: approvals.deviceId,
  ownerId: bridges.accountId,
  lockType: approvals.lockType,
  unlockDuration: approvals.unlockDuration,
  expiresAt: approvals.expiresAt,
  status: approvals.status,
  result: approvals.result,
}

export function createApprovalStore(db: DrizzleDatabase) {
  /** The asks of a bridge wait for each other until the commit. Locked before its asks, always in this order. */
  const holdPause = async (queries: Queries, bridgeId: string) => {
    await queries.execute(sql`
      insert into ${approvalPauses} (bridge_id) select id from ${bridges} where id = ${bridgeId} for key share
      on conflict do nothing`)
    const [pause] = await queries
      .select()
      .from(approvalPauses)
      .where(eq(approvalPauses.bridgeId, bridgeId))
      .for('update')
    return { refusals: pause?.refusals ?? 0, pausedUntil: pause?.pausedUntil ?? null }
  }

  return {
    holdPause,

    async setPause(
      queries: Queries,
      bridgeId: string,
      pause: { refusals: number; pausedUntil?: Date },
    ): Promise<void> {
      await queries.update(approvalPauses).set(pause).where(eq(approvalPauses.bridgeId, bridgeId))
    },

    /** Whether the bridge may ask for this door. It and the permission stay until the commit. */
    async holdPermission(queries: Queries, bridgeId: string, deviceId: string): Promise<boolean> {
      const held = await queries
        .select({ id: bridges.id })
        .from(bridges)
        .where(eq(bridges.id, bridgeId))
        .for('key share')
      if (held.length === 0) return false
      const allowed = await queries
        .select({ mode: bridgeUnlocks.mode })
        .from(bridgeUnlocks)
        .where(
          and(
            eq(bridgeUnlocks.bridgeId, bridgeId),
            eq(bridgeUnlocks.deviceId, deviceId),
            eq(bridgeUnlocks.mode, 'ask'),
          ),
        )
        .for('key share')
      return allowed.length > 0
    },

    /** The number of asks of a bridge since then, and the first of them. */
    async countSince(queries: Queries, bridgeId: string, since: Date) {
      const [counted] = await queries
        .select({ count: count(), first: min(approvals.askedAt) })
        .from(approvals)
        .where(and(eq(approvals.bridgeId, bridgeId), gt(approvals.askedAt, since)))
      return { count: counted?.count ?? 0, first: counted?.first ?? null }
    },

    /** Returns false if somebody is being asked for this door already. */
    async insert(queries: Queries, approval: NewApproval): Promise<boolean> {
      const inserted = await queries
        .insert(approvals)
        .values(approval)
        .onConflictDoNothing({ target: approvals.deviceId, where: sql`status = 'waiting'` })
        .returning({ id: approvals.id })
      return inserted.length > 0
    },

    async nameOf(queries: Queries, bridgeId: string): Promise<string> {
      const [bridge] = await queries
        .select({ name: bridges.name })
        .from(bridges)
        .where(eq(bridges.id, bridgeId))
      return bridge?.name ?? ''
    },

    async find(id: string): Promise<Approval | null> {
      const [found] = await db
        .select(columns)
        .from(approvals)
        .innerJoin(bridges, eq(bridges.id, approvals.bridgeId))
        .where(eq(approvals.id, id))
      return found ?? null
    },

    isDoorAsked: async (deviceId: string, now: Date): Promise<boolean> =>
      (
        await db
          .select({ id: approvals.id })
          .from(approvals)
          .where(and(eq(approvals.deviceId, deviceId), isWaiting(now)))
      ).length > 0,

    /** The asks that wait at the doors of these homes, the oldest first. */
    async listWaiting(ownerIds: readonly string[], now: Date): Promise<Approval[]> {
      return db
        .select(columns)
        .from(approvals)
        .innerJoin(bridges, eq(bridges.id, approvals.bridgeId))
        .where(and(isWaiting(now), inArray(bridges.accountId, [...ownerIds])))
        .orderBy(asc(approvals.askedAt), asc(approvals.id))
    },

    /** Answers an ask if it still waits; of several answers only the first one does. */
    async answer(queries: Queries, id: string, status: 'allowed' | 'denied', now: Date): Promise<boolean> {
      const answered = await queries
        .update(approvals)
        .set({ status })
        .where(and(eq(approvals.id, id), isWaiting(now)))
        .returning({ id: approvals.id })
      return answered.length > 0
    },

    /** Ends an ask that nobody answered in time. */
    async expire(queries: Queries, id: string, now: Date): Promise<boolean> {
      const expired = await queries
        .update(approvals)
        .set({ status: 'expired' })
        .where(
          and(
            eq(approvals.id, id),
            eq(approvals.status, 'waiting'),
            or(lte(approvals.expiresAt, now), gt(approvals.expiresAt, latestEnd(now))),
          ),
        )
        .returning({ id: approvals.id })
      return expired.length > 0
    },

    async listExpired(now: Date, limit: number): Promise<Approval[]> {
      return db
        .select(columns)
        .from(approvals)
        .innerJoin(bridges, eq(bridges.id, approvals.bridgeId))
        .where(and(eq(approvals.status, 'waiting'), lte(approvals.expiresAt, now)))
        .limit(limit)
    },

    async setResult(id: string, result: object): Promise<void> {
      await db.update(approvals).set({ result }).where(eq(approvals.id, id))
    },

    async deleteBefore(at: Date): Promise<void> {
      await db.delete(approvals).where(lte(approvals.expiresAt, at))
    },

    /** After the clock was set back: what waits has ended, and nothing counts or is paused from times ahead. */
    async setBack(now: Date): Promise<void> {
      await db
        .update(approvals)
        .set({ expiresAt: now })
        .where(and(eq(approvals.status, 'waiting'), gt(approvals.expiresAt, latestEnd(now))))
      await db.update(approvals).set({ askedAt: now }).where(gt(approvals.askedAt, now))
      const latest = new Date(now.getTime() + APPROVAL_PAUSE_MS)
      await db
        .update(approvalPauses)
        .set({ pausedUntil: latest })
        .where(gt(approvalPauses.pausedUntil, latest))
    },
  }
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>
