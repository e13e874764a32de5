import type { UpgradeError, UpgradeStep } from '@senca/contract/hardware'
import { and, asc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { Endings } from './rollout.ts'
import { deviceUpgrades } from './upgrades.schema.ts'

export type Upgrade = typeof deviceUpgrades.$inferSelect

/** A requested upgrade. */
export type AskedUpgrade = Pick<Upgrade, 'deviceId' | 'ownerId' | 'askedBy' | 'type' | 'version'>

const UNDER_WAY = ['sent', 'upgrading'] as const satisfies readonly UpgradeStep[]
const OPEN = ['waiting', ...UNDER_WAY] as const satisfies readonly UpgradeStep[]
/** The number of rows in one statement, far below the limit of PostgreSQL. */
const BATCH = 1_000

/** After this time, the result of a running upgrade is looked for even if nothing was reported. */
export const UNCHANGED_S = 20

/** Finds whether an upgrade waits in a queue. */
export const WAITING_UPGRADE = "select 'waiting' from device_upgrades where step = 'waiting' limit 1"
/** Finds whether a running upgrade has not changed for some time. */
export const UNCHANGED_UPGRADE = `select 'unchanged' from device_upgrades
  where step in ('sent', 'upgrading') and changed_at < $1::timestamptz - interval '${UNCHANGED_S} seconds' limit 1`

export function createUpgradeStore(db: DrizzleDatabase) {
  const isIn = (steps: readonly UpgradeStep[]) => inArray(deviceUpgrades.step, [...steps])
  const isOf = (deviceId: string) => eq(deviceUpgrades.deviceId, deviceId)

  return {
    async find(deviceId: string): Promise<Upgrade | undefined> {
      const [row] = await db.select().from(deviceUpgrades).where(isOf(deviceId))
      return row
    },

    /** Starts an upgrade of a single device. Returns false if one is already running. */
    async begin(asked: AskedUpgrade, now: Date): Promise<boolean> {
      const values = { ...asked, step: 'sent', error: null, askedAt: now, changedAt: now } as const
      const { rowCount } = await db
        .insert(deviceUpgrades)
        .values({ ...values, isInLine: false })
        .onConflictDoUpdate({
          target: deviceUpgrades.deviceId,
          set: values,
          setWhere: notInArray(deviceUpgrades.step, [...UNDER_WAY]),
        })
      return rowCount !== 0
    },

    /** Queues devices and returns how many were added. Finished upgrades of an earlier round are removed from the queue. */
    async putInLine(ownerId: string, asked: readonly AskedUpgrade[], now: Date): Promise<number> {
      return db.transaction(async (transaction) => {
        await transaction
          .update(deviceUpgrades)
          .set({ isInLine: false })
          .where(and(eq(deviceUpgrades.ownerId, ownerId), notInArray(deviceUpgrades.step, [...OPEN])))
        let count = 0
        for (let start = 0; start < asked.length; start += BATCH) {
          const rows = asked.slice(start, start + BATCH).map((one) => ({
            ...one,
            isInLine: true,
            step: 'waiting' as const,
            error: null,
            askedAt: now,
            changedAt: now,
          }))
          const put = await transaction
            .insert(deviceUpgrades)
            .values(rows)
            .onConflictDoUpdate({
              target: deviceUpgrades.deviceId,
              set: {
                ownerId: sql`excluded.owner_id`,
                askedBy: sql`excluded.asked_by`,
                isInLine: sql`excluded.is_in_line`,
                type: sql`excluded.type`,
                version: sql`excluded.version`,
                step: sql`excluded.step`,
                error: sql`excluded.error`,
                askedAt: sql`excluded.asked_at`,
                changedAt: sql`excluded.changed_at`,
              },
              setWhere: notInArray(deviceUpgrades.step, [...OPEN]),
            })
            .returning({ deviceId: deviceUpgrades.deviceId })
          count += put.length
        }
        return count
      })
    },

    /** The devices of a home that were queued last, in order. */
    async lineOf(ownerId: string): Promise<Upgrade[]> {
      return db
        .select()
        .from(deviceUpgrades)
        .where(and(eq(deviceUpgrades.ownerId, ownerId), eq(deviceUpgrades.isInLine, true)))
        .orderBy(asc(deviceUpgrades.askedAt), asc(deviceUpgrades.deviceId))
    },

    /** The devices of a home with a waiting or running upgrade, queued or single. */
    async openOf(ownerId: string): Promise<Set<string>> {
      const rows = await db
        .select({ deviceId: deviceUpgrades.deviceId })
        .from(deviceUpgrades)
        .where(and(eq(deviceUpgrades.ownerId, ownerId), isIn(OPEN)))
      return new Set(rows.map(({ deviceId }) => deviceId))
    },

    /**
     * Takes a waiting device from the queue to send its upgrade. Returns false if another one of the home is running, or it no
     * longer waits.
     */
    async claimTurn(ownerId: string, deviceId: string, version: string, now: Date): Promise<boolean> {
      return db.transaction(async (transaction) => {
        // A lock, so that only one instance tries at a time.
        await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`upgrades ${ownerId}`}))`)
        const others = await transaction.$count(
          deviceUpgrades,
          and(eq(deviceUpgrades.ownerId, ownerId), isIn(UNDER_WAY)),
        )
        if (others > 0) return false
        const { rowCount } = await transaction
          .update(deviceUpgrades)
          .set({ step: 'sent', version, changedAt: now })
          .where(and(isOf(deviceId), eq(deviceUpgrades.ownerId, ownerId), isIn(['waiting'])))
        return rowCount !== 0
      })
    },

    /**
     * Changes the step of an upgrade that is at one of the given steps. Returns the upgrade, or null if it is at none of them.
     */
    async move(
      queries: Queries,
      deviceId: string,
      from: readonly UpgradeStep[],
      { step, error = null, now }: { step: UpgradeStep; error?: UpgradeError | null; now: Date },
    ): Promise<Upgrade | null> {
      const [row] = await queries
        .update(deviceUpgrades)
        .set({ step, error, changedAt: now })
        .where(and(isOf(deviceId), isIn(from)))
        .returning()
      return row ?? null
    },

    /** An upgrade that could not be sent waits again. */
    async moveBack(deviceId: string, now: Date): Promise<void> {
      await db
        .update(deviceUpgrades)
        .set({ step: 'waiting', changedAt: now })
        .where(and(isOf(deviceId), isIn(['sent'])))
    },

    async drop(deviceId: string, from: readonly UpgradeStep[]): Promise<void> {
      await db.delete(deviceUpgrades).where(and(isOf(deviceId), isIn(from)))
    },

    /** The results of the upgrades to a firmware so far. */
    async endingsOf(type: string, version: string): Promise<Endings> {
      const rows = await db
        .select({ step: deviceUpgrades.step, count: sql<number>`count(*)::int` })
        .from(deviceUpgrades)
        .where(and(eq(deviceUpgrades.type, type), eq(deviceUpgrades.version, version)))
        .groupBy(deviceUpgrades.step)
      const of = (step: UpgradeStep) => rows.find((row) => row.step === step)?.count ?? 0
      return { done: of('done'), failed: of('failed') }
    },

    /** Running upgrades that have not changed since a time. */
    async underWaySince(before: Date): Promise<Upgrade[]> {
      return db
        .select()
        .from(deviceUpgrades)
        .where(and(isIn(UNDER_WAY), lt(deviceUpgrades.changedAt, before)))
    },

    /** After the clock was set back: no upgrade was asked for or changed later than now. */
    async setBack(now: Date): Promise<void> {
      await db.update(deviceUpgrades).set({ askedAt: now }).where(gt(deviceUpgrades.askedAt, now))
      await db.update(deviceUpgrades).set({ changedAt: now }).where(gt(deviceUpgrades.changedAt, now))
    },

    /** Homes with a waiting upgrade and no running one. */
    async homesThatWait(): Promise<string[]> {
      const rows = await db.execute<{ owner_id: string }>(sql`
        select owner_id from ${deviceUpgrades} where ${isIn(OPEN)} group by owner_id
        having bool_and(step = 'waiting')`)
      return rows.rows.map((row) => row.owner_id)
    },
  }
}

export type UpgradeStore = ReturnType<typeof createUpgradeStore>

/** Called when devices leave their home; their upgrades there end. */
export async function removeFromUpgrades(queries: Queries, deviceIds: readonly string[]): Promise<void> {
  await queries.delete(deviceUpgrades).where(inArray(deviceUpgrades.deviceId, [...deviceIds]))
}
