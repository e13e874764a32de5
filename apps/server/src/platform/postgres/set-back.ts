import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

const at = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`

/**
 * For `set`, after the clock was set back: the time of a column, or `latest` if it lies after that. No time stays none, unlike with
 * `least`, which leaves nulls out.
 */
export const notAfter = (column: AnyColumn, latest: Date): SQL =>
  sql`case when ${column} > ${at(latest)} then ${at(latest)} else ${column} end`
