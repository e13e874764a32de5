import pg from 'pg'
import { LEFT_OUT_TABLES } from './left-out.ts'

interface ForeignKey {
  table: string
  refersTo: string
}

/**
 * The tables of a backup, with `isWhole` also those that no backup contains. Each comes after the tables that it refers to, so
 * rows can be inserted in this order.
 */
export async function listTables(client: pg.ClientBase, { isWhole = false } = {}): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by relname`)
  const { rows: keys } = await client.query<ForeignKey>(`
    select a.relname as table, b.relname as "refersTo" from pg_constraint
    join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`)
  const names = tables.map(({ name }) => name).filter((name) => isWhole || !(name in LEFT_OUT_TABLES))
  return sortByReferences(names, keys)
}

/** Throws for circular references between tables. */
export function sortByReferences(names: string[], keys: ForeignKey[]): string[] {
  const sorted: string[] = []
  let waiting = names
  while (waiting.length > 0) {
    const isFree = (name: string) =>
      keys.every(({ table, refersTo }) => table !== name || !waiting.includes(refersTo))
    const free = waiting.filter(isFree)
    if (free.length === 0) throw new Error(`These tables refer to each other: ${waiting.join(', ')}`)
    sorted.push(...free)
    waiting = waiting.filter((name) => !free.includes(name))
  }
  return sorted
}

/** The columns to write: all except generated ones. */
export async function listColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Sets the sequences of a table behind the highest restored number. */
export async function continueNumbers(client: pg.ClientBase, table: string): Promise<void> {
  for (const column of await listColumns(client, table)) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'select pg_get_serial_sequence($1, $2) as sequence',
      [nameOf(table), column],
    )
    const sequence = rows[0]?.sequence
    if (sequence == null) continue
    const max = `select max(${pg.escapeIdentifier(column)}) as highest from ${nameOf(table)}`
    await client.query(`select setval($1, highest) from (${max}) found where highest is not null`, [sequence])
  }
}

export const nameOf = (table: string) => `public.${pg.escapeIdentifier(table)}`
