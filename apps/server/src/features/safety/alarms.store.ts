import type { AlarmSource } from '@senca/contract/automation'
import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import type { ApplyWarnings } from '#features/weather/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { alarms } from './safety.schema.ts'
import type { AlarmOn } from './watch-state.ts'
import { evaluateAccounts } from './watches.store.ts'

type AlarmRow = typeof alarms.$inferSelect

/** An alarm ends after one day if nobody ends it. */
const ALARM_MS = 24 * 3_600_000
const OWNER = 'owner'
const WARNING = 'warning'
/** The maximum number of rows in one statement. */
const ROWS_AT_ONCE = 1_000

const doorOf = (deviceId: string): string => `door ${deviceId}`

const endOf = ({ since, endsAt }: Pick<AlarmRow, 'since' | 'endsAt'>): Date =>
  endsAt ?? new Date(since.getTime() + ALARM_MS)

/**
 * The active alarms of an account, from any origin. The alarm of the home begins with the first and ends with the last of them.
 */
export async function alarmsOn(
  queries: Queries,
  accountId: string,
  now: Date,
): Promise<Map<AlarmSource, AlarmOn>> {
  const rows = await queries.select().from(alarms).where(eq(alarms.accountId, accountId))
  const on = new Map<AlarmSource, AlarmOn>()
  for (const row of rows.toSorted((one, other) => one.since.getTime() - other.since.getTime())) {
    const endsAt = endOf(row)
    const known = on.get(row.source)
    if (endsAt <= now) continue
    on.set(row.source, {
      since: known?.since ?? row.since,
      endsAt: known !== undefined && known.endsAt > endsAt ? known.endsAt : endsAt,
      reason: known?.reason ?? row.reason,
    })
  }
  return on
}

/** Raises an alarm of an account or of one of its doors. An active alarm continues; one that has expired starts again. */
export async function raiseAlarm(
  queries: Queries,
  alarm: Pick<AlarmRow, 'accountId' | 'source' | 'since' | 'reason' | 'deviceId'>,
): Promise<void> {
  const { deviceId, since, reason } = alarm
  await queries
    .insert(alarms)
    .values({ ...alarm, origin: deviceId === null ? OWNER : doorOf(deviceId) })
    .onConflictDoUpdate({
      target: [alarms.accountId, alarms.source, alarms.origin],
      set: { since, reason },
      setWhere: lte(alarms.since, new Date(since.getTime() - ALARM_MS)),
    })
}

/** Ends an alarm of an account or of a door. Warnings of national services stay active. */
export async function clearAlarm(
  queries: Queries,
  { accountId, source, deviceId }: { accountId: string; source: AlarmSource; deviceId?: string },
): Promise<void> {
  const whose = deviceId === undefined ? ne(alarms.origin, WARNING) : eq(alarms.deviceId, deviceId)
  await queries.delete(alarms).where(and(eq(alarms.accountId, accountId), eq(alarms.source, source), whose))
}

/** Raises and ends the alarms of homes from warnings of national services. Alarms of people and doors are not changed. */
export const applyWarnings: ApplyWarnings = async (queries, warnings, { accountId, now }) => {
  const isWarning = eq(alarms.origin, WARNING)
  const rows = await queries
    .select()
    .from(alarms)
    .where(accountId === null ? isWarning : and(isWarning, eq(alarms.accountId, accountId)))
  const keyOf = (alarm: Pick<AlarmRow, 'accountId' | 'source'>) => `${alarm.accountId} ${alarm.source}`
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  const wanted = new Set(warnings.map(keyOf))
  const ended = rows.filter((row) => !wanted.has(keyOf(row)))
  const changed = warnings.filter((warning) => {
    const row = known.get(keyOf(warning))
    return row?.reason !== warning.reason || row.endsAt?.getTime() !== warning.endsAt.getTime()
  })
  for (let from = 0; from < changed.length; from += ROWS_AT_ONCE)
    await queries
      .insert(alarms)
      .values(
        changed
          .slice(from, from + ROWS_AT_ONCE)
          .map((warning) => ({ ...warning, origin: WARNING, since: now })),
      )
      .onConflictDoUpdate({
        target: [alarms.accountId, alarms.source, alarms.origin],
        set: { endsAt: sql`excluded.ends_at`, reason: sql`excluded.reason` },
      })
  for (const source of new Set(ended.map((row) => row.source))) {
    const accountIds = ended.filter((row) => row.source === source).map((row) => row.accountId)
    for (let from = 0; from < accountIds.length; from += ROWS_AT_ONCE)
      await queries
        .delete(alarms)
        .where(
          and(
            isWarning,
            eq(alarms.source, source),
            inArray(alarms.accountId, accountIds.slice(from, from + ROWS_AT_ONCE)),
          ),
        )
  }
  const accountIds = [...new Set([...changed, ...ended].map((alarm) => alarm.accountId))]
  await evaluateAccounts(queries, accountIds, now)
}
