import type pg from 'pg'
import { StartError } from '../process/start-error.ts'

/** A table that exists while a restore fills the database. It is dropped in the transaction that inserts the rows. */
const MARK = 'public.unfinished_restore'

export const markRestore = (client: pg.ClientBase) => client.query(`create table ${MARK} ()`)

export const unmarkRestore = (client: pg.ClientBase) => client.query(`drop table ${MARK}`)

/** Whether a restore is filling the database, or was interrupted. */
export async function hasRestoreMark(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>('select to_regclass($1)::text as mark', [MARK])
  return rows[0]?.mark != null
}

/** Throws StartError for a database whose restore was interrupted, because it looks like an empty home. */
export async function refuseUnfinishedDatabase(client: pg.ClientBase): Promise<void> {
  if (await hasRestoreMark(client))
    throw new StartError(
      'A restore into the database did not come to its end: empty the database and restore again',
    )
}
