import type { ReportedHealth } from '@senca/contract'
import type { HealthDay, HealthSign } from '@senca/contract/health'
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { deviceHealth, deviceHealthDays } from './health.schema.ts'

/** The counters of a device for a day; `answerMs` is the sum over all answers. */
export interface Counted {
  deviceId: string
  day: string
  restarts: number
  drops: number
  answers: number
  answerMs: number
}

export interface Kept {
  said: ReportedHealth | null
  reportedAt: Date | null
  notifiedSigns: HealthSign[]
}

const NOTHING: Kept = { said: null, reportedAt: null, notifiedSigns: [] }

export function createHealthStore(db: DrizzleDatabase) {
  return {
    /** Adds to the stored counters. Devices that no longer exist are left out. */
    async add(counted: readonly Counted[]): Promise<void> {
      await db.execute(sql`
        insert into ${deviceHealthDays} as kept (device_id, day, restarts, drops, answers, answer_ms)
        select new.* from jsonb_to_recordset(${JSON.stringify(
          counted.map(({ deviceId, answerMs, ...rest }) => ({
            ...rest,
            device_id: deviceId,
            answer_ms: Math.round(answerMs),
          })),
        )}::jsonb) as new (device_id text, day date, restarts int, drops int, answers int, answer_ms bigint)
        join devices on devices.id = new.device_id
        order by new.device_id, new.day
        on conflict (device_id, day) do update set
          restarts = kept.restarts + excluded.restarts,
          drops = kept.drops + excluded.drops,
          answers = kept.answers + excluded.answers,
          answer_ms = kept.answer_ms + excluded.answer_ms`)
    },

    async setReported(deviceId: string, said: ReportedHealth, reportedAt: Date): Promise<void> {
      await db.execute(sql`
        insert into ${deviceHealth} (device_id, said, said_at)
        select id, ${JSON.stringify(said)}::jsonb, ${reportedAt.toISOString()}::timestamptz from devices where id = ${deviceId}
        on conflict (device_id) do update set said = excluded.said, said_at = excluded.said_at`)
    },

    async find(deviceId: string): Promise<Kept> {
      const [row] = await db.select().from(deviceHealth).where(eq(deviceHealth.deviceId, deviceId))
      return row ?? NOTHING
    },

    /** The days of devices since a day, the oldest first. */
    async daysOf(deviceIds: readonly string[], from: string): Promise<Map<string, HealthDay[]>> {
      const rows = await db
        .select()
        .from(deviceHealthDays)
        .where(and(inArray(deviceHealthDays.deviceId, [...deviceIds]), gte(deviceHealthDays.day, from)))
        .orderBy(asc(deviceHealthDays.day))
      const daysById = new Map<string, HealthDay[]>()
      for (const { deviceId, answerMs, ...day } of rows) {
        const days = daysById.get(deviceId) ?? []
        days.push({ ...day, answerMs: day.answers === 0 ? null : Math.round(answerMs / day.answers) })
        daysById.set(deviceId, days)
      }
      return daysById
    },

    /**
     * Up to `limit` devices after the given one that may have signs: with counters since a day, with a weak signal, or with signs
     * that their home was notified of.
     */
    async toCheck(
      after: string,
      { from, weakDbm }: { from: string; weakDbm: number },
      limit: number,
    ): Promise<(Kept & { deviceId: string })[]> {
      const { rows } = await db.execute<{
        id: string
        said: ReportedHealth | null
        told_signs: HealthSign[] | null
      }>(sql`
        select devices.id, health.said, health.told_signs from devices
        left join ${deviceHealth} as health on health.device_id = devices.id
        where devices.id > ${after} and devices.owner_id is not null
          and (health.told_signs <> '{}' or (health.said->>'rssi')::int <= ${weakDbm}
            or exists (select from ${deviceHealthDays} as days where days.day >= ${from} and days.device_id = devices.id))
        order by devices.id limit ${limit}`)
      return rows.map(({ id, said, told_signs: notifiedSigns }) => ({
        deviceId: id,
        said,
        reportedAt: null,
        notifiedSigns: notifiedSigns ?? [],
      }))
    },

    /** Returns whether this was a change; of concurrent checks only one notifies. */
    async setNotifiedSigns(
      queries: Queries,
      deviceId: string,
      { before, signs }: { before: readonly HealthSign[]; signs: readonly HealthSign[] },
    ): Promise<boolean> {
      const { rowCount } = await queries
        .insert(deviceHealth)
        .values({ deviceId, notifiedSigns: [...signs] })
        .onConflictDoUpdate({
          target: deviceHealth.deviceId,
          set: { notifiedSigns: [...signs] },
          setWhere: eq(deviceHealth.notifiedSigns, [...before]),
        })
      return rowCount !== 0
    },

    async forgetBefore(day: string): Promise<void> {
      await db.delete(deviceHealthDays).where(lt(deviceHealthDays.day, day))
    },
  }
}

export type HealthStore = ReturnType<typeof createHealthStore>

/** The counters of devices in one home must not be visible in the next one. */
export async function removeFromHealth(queries: Queries, deviceIds: readonly string[]): Promise<void> {
  const ids = [...deviceIds]
  await queries.delete(deviceHealth).where(inArray(deviceHealth.deviceId, ids))
  await queries.delete(deviceHealthDays).where(inArray(deviceHealthDays.deviceId, ids))
}
