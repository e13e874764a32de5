import { DEVICE_STATUSES, deviceSettingsSchema, reportedFieldsSchema } from '@senca/contract'
import { asc, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase } from '#platform/database.ts'
import { deviceShadows, devices } from './devices.schema.ts'
import { emptyShadow, type Shadow } from './shadow.ts'

const PAGE = 2_000

const fieldsSchema = z.extend(reportedFieldsSchema, { status: z.optional(z.enum(DEVICE_STATUSES)) })

type Row = {
  device: { id: string; saidFactoryReset: boolean }
  shadow: typeof deviceShadows.$inferSelect | null
}

function shadowOf({ device, shadow: row }: Row): Shadow {
  const empty = { ...emptyShadow(device.id), saidFactoryReset: device.saidFactoryReset }
  const fields = fieldsSchema.safeParse(row?.fields)
  const settings = deviceSettingsSchema.safeParse(row?.settings)
  // What an older version wrote and this one cannot read, the device says again when it connects.
  if (row === null || !fields.success || !settings.success) return empty
  return {
    ...empty,
    fields: fields.data,
    settings: settings.data,
    counts: { totalRestarts: row.totalRestarts, totalStateUpdates: row.totalStateUpdates },
    reportedAt: row.reportedAt,
    lastSeenAt: row.lastSeenAt,
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

    /** Writes shadows over what was there; devices that are gone meanwhile are passed over. */
    async write(shadows: readonly Shadow[]): Promise<void> {
      const rows = shadows.map(({ deviceId, fields, settings, counts, reportedAt, lastSeenAt }) => ({
        device_id: deviceId,
        fields,
        settings,
        total_restarts: counts.totalRestarts,
        total_state_updates: counts.totalStateUpdates,
        reported_at: reportedAt,
        last_seen_at: lastSeenAt,
      }))
      await db.execute(sql`
        insert into ${deviceShadows}
          (device_id, fields, settings, total_restarts, total_state_updates, reported_at, last_seen_at)
        select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
          device_id text, fields jsonb, settings jsonb, total_restarts bigint, total_state_updates bigint,
          reported_at timestamptz, last_seen_at timestamptz)
        join ${devices} d on d.id = r.device_id
        on conflict (device_id) do update set
          fields = excluded.fields, settings = excluded.settings, total_restarts = excluded.total_restarts,
          total_state_updates = excluded.total_state_updates, reported_at = excluded.reported_at,
          last_seen_at = excluded.last_seen_at`)
    },
  }
}

export type ShadowStore = ReturnType<typeof createShadowStore>
