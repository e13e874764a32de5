import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase, Queries } from './database.ts'

/** The current month and this many following ones have their own partition. */
const MONTHS_AHEAD = 2
/** Queries on the table wait at most this long. If a partition is in use for longer, it is tried again an hour later. */
const LOCK_TIMEOUT_MS = 1_000

/** A table partitioned by UTC month. Rows without a monthly partition are in `<name>_rest`. */
export interface MonthlyTable {
  name: string
  /** The column with the time of a row. */
  column: string
  /** Kinds of rows with different retention times. Each month has one partition for each kind. */
  kinds?: { column: string; values: Readonly<Record<string, readonly string[]>> }
}

const monthAfter = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))

const lastEndSchema = z.tuple([z.object({ end: z.nullable(z.string()) })])
const monthsSchema = z.array(z.object({ name: z.string() }))

/** The monthly partitions of a table: created before they are needed, and dropped as a whole when they are old. */
export function createMonthlyParts(db: DrizzleDatabase, { name: table, column, kinds }: MonthlyTable) {
  const nameOf = (month: Date) => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
  const endOf = (name: string): Date => {
    const [year = 0, month = 0] = name
      .slice(table.length + 1)
      .split('_')
      .map(Number)
    return new Date(Date.UTC(year, month))
  }
  const named = (name: string) => sql.identifier(name)

  /** Runs on one instance at a time, with a limit on how long readers must wait. */
  const change = (task: (queries: Queries) => Promise<void>): Promise<void> =>
    db.transaction(async (queries) => {
      await queries.execute(sql`select pg_advisory_xact_lock(hashtext('senca monthly parts'))`)
      await queries.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
      await task(queries)
    })

  /** The end of the last month with a partition. */
  const lastEnd = async (queries: Queries): Promise<Date> => {
    const { rows } = await queries.execute(sql`
      select max((regexp_match(pg_get_expr(part.relpartbound, part.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz)::text as end
      from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = to_regclass(${table})`)
    const [{ end }] = lastEndSchema.parse(rows)
    if (end === null) throw new Error(`${table} is in no parts by months`)
    return new Date(end)
  }

  const make = async (queries: Queries, month: Date): Promise<void> => {
    const part = named(nameOf(month))
    const whole = named(table)
    const rest = named(`${table}_rest`)
    const [from, to] = [month, monthAfter(month, 1)].map((at) => sql.raw(`'${at.toISOString()}'`))
    const isInMonth: SQL = sql`${named(column)} >= ${from} and ${named(column)} < ${to}`
    const byKind = kinds === undefined ? sql`` : sql` partition by list (${named(kinds.column)})`
    await queries.execute(sql`create table ${part} (like ${whole} including defaults)${byKind}`)
    for (const [kind, values] of Object.entries(kinds?.values ?? {})) {
      const list = sql.raw(values.map((value) => `'${value}'`).join(', '))
      await queries.execute(
        sql`create table ${named(`${nameOf(month)}_${kind}`)} partition of ${part} for values in (${list})`,
      )
    }
    await queries.execute(sql`
      with moved as (delete from ${rest} where ${isInMonth} returning *) insert into ${part} select * from moved`)
    await queries.execute(
      sql`alter table ${whole} attach partition ${part} for values from (${from}) to (${to})`,
    )
  }

  const monthsBefore = async (queries: Queries, before: Date): Promise<string[]> => {
    const { rows } = await queries.execute(sql`
      select part.relname as name from pg_inherits join pg_class part on part.oid = inhrelid
      where inhparent = to_regclass(${table}) and part.relname ~ ${`^${table}_\\d{4}_\\d{2}$`}`)
    return monthsSchema
      .parse(rows)
      .map(({ name }) => name)
      .filter((name) => endOf(name) <= before)
  }

  return {
    /** Creates the partitions of this and the next months. Existing rows of a month without a partition are moved into it. */
    async makeAhead(now: Date): Promise<void> {
      const until = monthAfter(now, MONTHS_AHEAD + 1)
      if ((await lastEnd(db)) >= until) return
      await change(async (queries) => {
        for (let month = await lastEnd(queries); month < until; month = monthAfter(month, 1))
          await make(queries, month)
      })
    },

    /** Drops the partitions of months that ended before a time, only those of one kind if the table has kinds. */
    async dropBefore(before: Date, kind?: string): Promise<void> {
      if ((await monthsBefore(db, before)).length === 0) return
      await change(async (queries) => {
        for (const month of await monthsBefore(queries, before)) {
          if (kind !== undefined)
            await queries.execute(sql`drop table if exists ${named(`${month}_${kind}`)}`)
          const { rows } = await queries.execute(
            sql`select 1 from pg_inherits where inhparent = to_regclass(${month})`,
          )
          if (rows.length === 0) await queries.execute(sql`drop table ${named(month)}`)
        }
      })
    },
  }
}
