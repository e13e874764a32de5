import type pg from 'pg'

/** PostgreSQL 15, as `server_version_num` counts. */
const OLDEST = 150_000

/** The version of a database in words, and whether Senca can use it. */
export async function readPostgresVersion(
  client: pg.ClientBase,
): Promise<{ name: string; isNewEnough: boolean }> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  const { number = 0, name = 'of an unknown version' } = rows[0] ?? {}
  return { name, isNewEnough: number >= OLDEST }
}
