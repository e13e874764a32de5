import {
  type Counts,
  DEVICE_STATUSES,
  deviceSettingsSchema,
  LIMITS,
  reportedFieldsSchema,
} from '@senca/contract'
import { asc, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { deviceShadows, devices } from '../devices.schema.ts'
import { emptyShadow, type Shadow } from './shadow.ts'

const PAGE = 2_000

const fieldsSchema = z.extend(reportedFieldsSchema, { status: z.optional(z.enum(DEVICE_STATUSES)) })

type Row = {
  device: { id: string; saidFactoryReset: boolean }
  shadow: typeof deviceShadows.$inferSelect | null
}

/** Counts that no device reaches are unknown: an earlier version stored whatever was sent. */
function acceptedCounts({ totalRestarts, totalStateUpdates }: Counts): Counts {
  const isAccepted = (count: number | null) => count === null || count <= LIMITS.DEVICE_COUNT_MAX
  return isAccepted(totalRestarts) && isAccepted(totalStateUpdates)
    ? { totalRestarts, totalStateUpdates }
    : { totalRestarts: null, totalStateUpdates: null }
}

function shadowOf({ device, shadow: row }: Row): Shadow {
  const empty = { ...emptyShadow(device.id), saidFactoryReset: device.saidFactoryReset }
  const fields = fieldsSchema.safeParse(row?.fields)
  const settings = deviceSettingsSchema.safeParse(row?.settings)
  // What an older version wrote and this one cannot read, the device says again when it connects.
  if (row === null) return empty
  if (!fields.success || !settings.success) return { ...empty, generation: row.generation }
  return {
    ...empty,
    fields: fields.data,
    settings: settings.data,
    counts: acceptedCounts({ totalRestarts: row.totalRestarts, totalStateUpdates: row.totalStateUpdates }),
    reportedAt: row.reportedAt,
    lastSeenAt: row.lastSeenAt,
    generation: row.generation,
  }
}

export function createShadowStore(db: DrizzleDatabase) {
  return {
    /** All shadows, a page at a time; nobody is connected in them. */
    async *readAll(): AsyncGenerator<Shadow> {
      let after = ''
      for (;;) {
        const rows = await db
          .select({
            device: { id: devices.id, saidFactoryReset: devices.saidFactoryReset },
            shadow: deviceShadows,
          })
          .from(devices)
          .leftJoin(deviceShadows, eq(deviceShadows.deviceId, devices.id))
          .where(gt(devices.id, after))
          .orderBy(asc(devices.id))
          .limit(PAGE)
        for (const row of rows) yield shadowOf(row)
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        after = last.device.id
      }
    },

    /**
     * Writes shadows over what was there; devices that are gone meanwhile are passed over. Answers the ids of those
     * whose row was written by the registry since: they are to be written again once it is known what it wrote.
     */
    async write(shadows: readonly Shadow[]): Promise<string[]> {
      const rows = shadows.map(
        ({ deviceId, fields, settings, counts, reportedAt, lastSeenAt, generation }) => ({
          device_id: deviceId,
          fields,
          settings,
          total_restarts: counts.totalRestarts,
          total_state_updates: counts.totalStateUpdates,
          reported_at: reportedAt,
          last_seen_at: lastSeenAt,
          generation,
        }),
      )
      const outdated = await db.execute<{ device_id: string }>(sql`
        with r as (
          select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
            device_id text, fields jsonb, settings jsonb, total_restarts bigint, total_state_updates bigint,
            reported_at timestamptz, last_seen_at timestamptz, generation integer)
          join ${devices} d on d.id = r.device_id
          order by r.device_id
        ), written as (
          insert into ${deviceShadows} as s
            (device_id, fields, settings, total_restarts, total_state_updates, reported_at, last_seen_at, generation)
          select * from r
          on conflict (device_id) do update set
            fields = excluded.fields, settings = excluded.settings, total_restarts = excluded.total_restarts,
            total_state_updates = excluded.total_state_updates, reported_at = excluded.reported_at,
            last_seen_at = excluded.last_seen_at, generation = excluded.generation
          where s.generation <= excluded.generation
          returning s.device_id
        )
        select r.device_id from r where not exists (select from written w where w.device_id = r.device_id)`)
      return outdated.rows.map((row) => row.device_id)
    },
  }
}

export type ShadowStore = ReturnType<typeof createShadowStore>
