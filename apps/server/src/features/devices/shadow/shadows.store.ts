import {
  CAPABILITIES,
  type Counts,
  chargeSchema,
  countsSchema,
  DEVICE_STATUSES,
  type DeviceSettings,
  deviceSettingsSchema,
  LIMITS,
  reportedFieldsSchema,
} from '@senca/contract'
import { asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { notAfter } from '#platform/postgres/set-back.ts'
import { deviceShadows, devices } from '../devices.schema.ts'
import { emptyShadow, type Shadow, withEndpoints } from './shadow.ts'

const fieldsSchema = z.extend(reportedFieldsSchema, { status: z.optional(z.enum(DEVICE_STATUSES)) })

type Row = {
  device: { id: string; reportedFactoryReset: boolean }
  shadow: typeof deviceShadows.$inferSelect | null
}

/** Counts above the limit become unknown, because an earlier version stored them unchecked. */
function acceptedCounts({ totalRestarts, totalStateUpdates }: Counts): Counts {
  const isAccepted = (count: number | null) => count === null || count <= LIMITS.DEVICE_COUNT_MAX
  return isAccepted(totalRestarts) && isAccepted(totalStateUpdates)
    ? { totalRestarts, totalStateUpdates }
    : { totalRestarts: null, totalStateUpdates: null }
}

const NO_COUNTS: Counts = { totalRestarts: null, totalStateUpdates: null }

const endpointsSchema = z.record(
  z.string(),
  z.object({
    connected: z.optional(z.boolean()),
    session: z.optional(z.object({ number: z.number(), since: z.number() })),
    counts: z.optional(countsSchema),
    capabilities: z.optional(z.nullable(z.array(z.enum(CAPABILITIES)))),
    isAgeUnknown: z.optional(z.boolean()),
    charge: z.catch(z.optional(chargeSchema), undefined),
  }),
)

type StoredEndpoints = z.infer<typeof endpointsSchema>

const endpointsOfRow = (stored: StoredEndpoints, keepsPresence: boolean): Shadow['endpoints'] =>
  Object.fromEntries(
    Object.entries(stored).map(([key, known]) => [
      key,
      {
        connected: keepsPresence && known.connected === true,
        ...(keepsPresence && known.session !== undefined ? { session: known.session } : {}),
        counts: acceptedCounts(known.counts ?? NO_COUNTS),
        capabilities: known.capabilities ?? null,
        ...(known.charge === undefined ? {} : { charge: known.charge }),
      },
    ]),
  )

/** That the age of a state is unknown is stored with each of its endpoints. */
const rowOfEndpoints = (
  { endpoints, isAgeUnknown }: Pick<Shadow, 'endpoints' | 'isAgeUnknown'>,
  keepsPresence: boolean,
): StoredEndpoints =>
  Object.fromEntries(
    Object.entries(endpoints).map(([key, { connected, session, counts, capabilities, charge }]) => [
      key,
      {
        ...(keepsPresence ? { connected, ...(session === undefined ? {} : { session }) } : {}),
        ...(counts.totalRestarts === null ? {} : { counts }),
        ...(isAgeUnknown ? { isAgeUnknown } : {}),
        capabilities: capabilities === null ? null : [...capabilities],
        ...(charge === undefined ? {} : { charge }),
      },
    ]),
  )

function shadowOf({ device, shadow: row }: Row, keepsPresence: boolean): Shadow {
  const empty = { ...emptyShadow(device.id), reportedFactoryReset: device.reportedFactoryReset }
  const fields = fieldsSchema.safeParse(row?.fields)
  const settings = deviceSettingsSchema.safeParse(row?.settings)
  // Unreadable values of an older version are ignored. The device reports them again when it connects.
  if (row === null) return empty
  if (!fields.success || !settings.success) return { ...empty, generation: row.generation }
  const endpoints = endpointsSchema.safeParse(row.endpoints).data ?? {}
  return {
    ...withEndpoints(empty, endpointsOfRow(endpoints, keepsPresence)),
    isAgeUnknown: Object.values(endpoints).some(({ isAgeUnknown }) => isAgeUnknown === true),
    fields: fields.data,
    settings: settings.data,
    reportedAt: row.reportedAt,
    lastSeenAt: row.lastSeenAt,
    generation: row.generation,
  }
}

/** Clears the counts but keeps the reported capabilities of the endpoints. */
const WITHOUT_COUNTS = {
  endpoints: sql`(select coalesce(jsonb_object_agg(key, value - 'counts'), '{}')
    from jsonb_each(${deviceShadows.endpoints}))`,
}
const WITHOUT_REPORTS = { ...WITHOUT_COUNTS, fields: {}, settings: {}, reportedAt: null }

/**
 * The generation of a row after a write that is not a write behind. An epoch of the device could not replace it: what the device
 * itself reports (a reset, counts from the start) is applied before any row is written, and by instances in another order.
 */
export interface RowVersion {
  deviceId: string
  generation: number
}
const nextGeneration = { generation: sql`${deviceShadows.generation} + 1` }
const rowVersion = { deviceId: deviceShadows.deviceId, generation: deviceShadows.generation }

interface ShadowStoreOptions {
  /** Whether devices stay connected while no server runs. Then the connection state is stored too. */
  keepsPresence?: boolean
}

export function createShadowStore(db: DrizzleDatabase, { keepsPresence = false }: ShadowStoreOptions = {}) {
  const byIds = db
    .select({
      device: { id: devices.id, reportedFactoryReset: devices.reportedFactoryReset },
      shadow: deviceShadows,
    })
    .from(devices)
    .leftJoin(deviceShadows, eq(deviceShadows.deviceId, devices.id))
    .where(sql`${devices.id} = any(${sql.placeholder('ids')})`)
    .prepare('shadows_by_ids')

  return {
    /** The shadows of the devices that exist, in no particular order. */
    async readMany(deviceIds: readonly string[]): Promise<Shadow[]> {
      return (await byIds.execute({ ids: [...deviceIds] })).map((row) => shadowOf(row, keepsPresence))
    },

    /** After the clock was set back: nothing was reported later than now. */
    async setBack(now: Date): Promise<void> {
      const { reportedAt, lastSeenAt } = deviceShadows
      await db
        .update(deviceShadows)
        .set({ reportedAt: notAfter(reportedAt, now), lastSeenAt: notAfter(lastSeenAt, now) })
        .where(or(gt(reportedAt, now), gt(lastSeenAt, now)))
    },

    /**
     * Writes shadows; devices that no longer exist are skipped. Returns the ids of devices whose row is newer, because it was
     * reset or has a later report of an endpoint. They must be written again after this instance has learned
     * of that.
     */
    async write(shadows: readonly Shadow[]): Promise<string[]> {
      const rows = shadows.map(
        ({ deviceId, fields, settings, endpoints, isAgeUnknown, reportedAt, lastSeenAt, generation }) => ({
          device_id: deviceId,
          fields,
          settings,
          endpoints: rowOfEndpoints({ endpoints, isAgeUnknown }, keepsPresence),
          reported_at: reportedAt,
          last_seen_at: lastSeenAt,
          generation,
        }),
      )
      const countsIn = (value: string) =>
        sql.raw(
          `(${value}->'counts'->>'totalRestarts')::bigint, (${value}->'counts'->>'totalStateUpdates')::bigint`,
        )
      const outdated = await db.execute<{ device_id: string }>(sql`
        with r as (
          select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
            device_id text, fields jsonb, settings jsonb, endpoints jsonb,
            reported_at timestamptz, last_seen_at timestamptz, generation integer)
          join ${devices} d on d.id = r.device_id
          order by r.device_id
        ), written as (
          insert into ${deviceShadows} as s
            (device_id, fields, settings, endpoints, reported_at, last_seen_at, generation)
          select * from r
          on conflict (device_id) do update set
            fields = excluded.fields, settings = excluded.settings, endpoints = excluded.endpoints,
            reported_at = excluded.reported_at, last_seen_at = excluded.last_seen_at,
            generation = excluded.generation
          where s.generation <= excluded.generation and not exists (
            select from jsonb_each(s.endpoints) known join jsonb_each(excluded.endpoints) own using (key)
            where (${countsIn('own.value')}) < (${countsIn('known.value')}))
          returning s.device_id
        )
        select r.device_id from r where not exists (select from written w where w.device_id = r.device_id)`)
      return outdated.rows.map((row) => row.device_id)
    },

    /**
     * Clears the rows of devices that start again. Otherwise, after a crash, their new lower counts would be compared with the old
     * ones. A pending write behind from the old home must not overwrite the cleared row.
     */
    async reset(
      queries: Queries,
      deviceIds: readonly string[],
      { keepsReports }: { keepsReports: boolean },
    ): Promise<RowVersion[]> {
      const isOfThem = inArray(deviceShadows.deviceId, [...deviceIds])
      // Locked in the same order as write behind uses, to avoid a deadlock.
      await queries
        .select({ id: deviceShadows.deviceId })
        .from(deviceShadows)
        .where(isOfThem)
        .orderBy(asc(deviceShadows.deviceId))
        .for('update')
      return queries
        .update(deviceShadows)
        .set({ ...(keepsReports ? WITHOUT_COUNTS : WITHOUT_REPORTS), ...nextGeneration })
        .where(isOfThem)
        .returning(rowVersion)
    },

    /** Writes settings that a device has acknowledged. They count as reported. */
    acceptSettings: (queries: Queries, deviceId: string, settings: DeviceSettings): Promise<RowVersion[]> =>
      queries
        .update(deviceShadows)
        .set({
          settings: sql`${deviceShadows.settings} || ${JSON.stringify(settings)}::jsonb`,
          ...nextGeneration,
        })
        .where(eq(deviceShadows.deviceId, deviceId))
        .returning(rowVersion),

    /** Clears the stored counts of an endpoint, so that its reports with lower counts can be written. */
    restartCounts: (deviceId: string, endpoint: string): Promise<RowVersion[]> =>
      db
        .update(deviceShadows)
        .set({
          endpoints: sql`${deviceShadows.endpoints} #- array[${endpoint}::text, 'counts']`,
          ...nextGeneration,
        })
        .where(eq(deviceShadows.deviceId, deviceId))
        .returning(rowVersion),
  }
}

export type ShadowStore = ReturnType<typeof createShadowStore>
