import type { TestDatabase } from './test-database.ts'

/** Every row of all our tables, including the job queue, as text. */
export async function dumpDatabase({ pool }: Pick<TestDatabase, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    return rows.map(({ text }) => `${name} ${text}`).join('\n')
  })
  return (await Promise.all(texts)).join('\n')
}
