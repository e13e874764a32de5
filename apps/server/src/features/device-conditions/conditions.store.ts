import { LIMITS } from '@senca/contract'
import { and, asc, count, eq, gt, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import { devices } from '#features/devices/index.ts'
import { deviceConditions, setKeysBack } from '#features/notifications/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { CONDITIONS, type Condition } from './conditions.ts'

export interface ConditionRow {
  deviceId: string
  kind: Condition
  since: Date
}

/** Finds a device at which something has lasted for long enough that somebody may be notified. */
export const DUE_CONDITION = 'select device_id from device_conditions where due_at <= $1::timestamptz limit 1'

const columns = {
  deviceId: deviceConditions.deviceId,
  kind: deviceConditions.kind,
  since: deviceConditions.since,
}

export function createConditionStore(db: DrizzleDatabase) {
  const isOf = ({ deviceId, kind }: Pick<ConditionRow, 'deviceId' | 'kind'>) =>
    and(eq(deviceConditions.deviceId, deviceId), eq(deviceConditions.kind, kind))
  const known = (rows: readonly { deviceId: string; kind: string; since: Date }[]): ConditionRow[] =>
    rows.flatMap(({ kind, ...row }) => {
      const condition = CONDITIONS.find((each) => each === kind)
      return condition === undefined ? [] : [{ ...row, kind: condition }]
    })

  return {
    /** Something begins at devices that have an owner. What lasts already keeps its time. */
    async begin(queries: Queries, rows: readonly ConditionRow[], dueAt: Date): Promise<void> {
      if (rows.length === 0) return
      const found = await queries
        .select({ id: devices.id })
        .from(devices)
        .where(
          and(
            isNotNull(devices.ownerId),
            inArray(
              devices.id,
              rows.map(({ deviceId }) => deviceId),
            ),
          ),
        )
        .orderBy(devices.id)
        .for('key share')
      const ids = new Set(found.map(({ id }) => id))
      const values = rows.filter(({ deviceId }) => ids.has(deviceId)).map((row) => ({ ...row, dueAt }))
      if (values.length > 0) await queries.insert(deviceConditions).values(values).onConflictDoNothing()
    },

    /** Returns whether it had lasted. */
    async end(queries: Queries, row: Pick<ConditionRow, 'deviceId' | 'kind'>): Promise<boolean> {
      const ended = await queries.delete(deviceConditions).where(isOf(row)).returning(columns)
      return ended.length > 0
    },

    async due(now: Date, limit: number): Promise<ConditionRow[]> {
      return known(
        await db.select(columns).from(deviceConditions).where(lte(deviceConditions.dueAt, now)).limit(limit),
      )
    },

    /** Takes those of the rows that are still due and that no other instance handles. */
    async take(queries: Queries, rows: readonly ConditionRow[], now: Date): Promise<ConditionRow[]> {
      const ids = [...new Set(rows.map(({ deviceId }) => deviceId))]
      return known(
        await queries
          .select(columns)
          .from(deviceConditions)
          .where(and(inArray(deviceConditions.deviceId, ids), lte(deviceConditions.dueAt, now)))
          .orderBy(asc(deviceConditions.deviceId))
          .for('update', { skipLocked: true }),
      )
    },

    async setDue(queries: Queries, row: ConditionRow, dueAt: Date | null): Promise<void> {
      await queries.update(deviceConditions).set({ dueAt }).where(isOf(row))
    },

    /** The devices of a home that have been offline since a time, and the number of all its devices. */
    async offlineOf(queries: Queries, ownerId: string) {
      const rows = await queries
        .select({ id: devices.id, name: devices.name, since: deviceConditions.since })
        .from(deviceConditions)
        .innerJoin(devices, eq(devices.id, deviceConditions.deviceId))
        .where(and(eq(deviceConditions.kind, 'device_offline'), eq(devices.ownerId, ownerId)))
        .orderBy(asc(deviceConditions.since), asc(devices.id))
      const [all] = await queries
        .select({ number: count() })
        .from(devices)
        .where(eq(devices.ownerId, ownerId))
      return { offline: rows, devices: all?.number ?? 0 }
    },

    /** What is stored as lasting without a row here: the server ended between the two. */
    async beginMissed(now: Date): Promise<void> {
      const field = (name: string) => sql`s.fields->>${name}`
      const missed = (kind: Condition, condition: ReturnType<typeof sql>) => sql`
        insert into device_conditions (device_id, kind, since, due_at)
        select s.device_id, ${kind}, coalesce(s.reported_at, ${now.toISOString()}::timestamptz), ${now.toISOString()}::timestamptz
        from device_shadows s join devices d on d.id = s.device_id and d.owner_id is not null where ${condition}
        on conflict do nothing`
      await db.execute(
        missed(
          'door_open',
          sql`coalesce(${field('magneticSensorOpen')}, ${field('lockMagneticSensorOpen')}) = 'true'`,
        ),
      )
      await db.execute(missed('door_unlocked', sql`${field('motorLockLocked')} = 'false'`))
      await db.execute(
        missed('lock_jammed', sql`'jammed' in (${field('motorLockState')}, ${field('magnetLockState')})`),
      )
      const charge = (name: string) => sql`e.value->'charge'->>${name}`
      await db.execute(
        missed(
          'battery_low',
          sql`exists (select from jsonb_each(s.endpoints) e where coalesce(
            (${charge('battery')})::integer <= ${LIMITS.BATTERY_LOW_PERCENT}, ${charge('batteryLow')} = 'true'))`,
        ),
      )
    },

    /** What lasts no more by the stored states is evaluated again: the server ended before it wrote that. */
    async checkEnded(now: Date): Promise<void> {
      const field = (name: string) => sql`s.fields->>${name}`
      await db.execute(sql`
        update device_conditions c set due_at = ${now.toISOString()}::timestamptz from device_shadows s
        where s.device_id = c.device_id and case c.kind
          when 'door_open' then coalesce(${field('magneticSensorOpen')}, ${field('lockMagneticSensorOpen')}) = 'false'
          when 'door_unlocked' then ${field('motorLockLocked')} = 'true'
          when 'lock_jammed' then 'jammed' not in (coalesce(${field('motorLockState')}, ''), coalesce(${field('magnetLockState')}, ''))
          else false end`)
    },

    /** Devices that have been connected once and are not now, since a time. */
    async beginOffline(connectedIds: readonly string[], since: Date): Promise<void> {
      const rows = await db
        .select({ id: devices.id })
        .from(devices)
        .where(
          and(
            sql`${devices.ownerId} is not null`,
            sql`exists (select from device_shadows s where s.device_id = ${devices.id} and s.last_seen_at is not null)`,
            connectedIds.length === 0 ? undefined : notInArray(devices.id, [...connectedIds]),
          ),
        )
      const offline = rows.map(({ id }) => ({ deviceId: id, kind: 'device_offline', since }) as const)
      if (offline.length > 0)
        await db
          .insert(deviceConditions)
          .values(offline.map((row) => ({ ...row, dueAt: since })))
          .onConflictDoNothing()
    },

    /** After the clock was set back: nothing began later than now. */
    async setBack(now: Date): Promise<void> {
      const isLater = gt(deviceConditions.since, now)
      await db.transaction(async (queries) => {
        // Locked, so that another instance that notices it too renames nothing twice.
        await queries.select(columns).from(deviceConditions).where(isLater).for('update')
        const prefix = sql`o.kind || ':' || o.device_id || ':'`
        await setKeysBack(queries, { from: sql`device_conditions`, prefix, since: sql`o.since` }, now)
        await queries.update(deviceConditions).set({ since: now }).where(isLater)
        await queries.update(deviceConditions).set({ dueAt: now }).where(gt(deviceConditions.dueAt, now))
      })
    },
  }
}

export type ConditionStore = ReturnType<typeof createConditionStore>
