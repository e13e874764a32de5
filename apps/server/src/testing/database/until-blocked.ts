import type { Pool, PoolClient } from 'pg'
import { expect, vi } from 'vitest'

/** Waits until another session waits for a lock that this open transaction holds. */
export async function untilBlocked(pool: Pick<Pool, 'query'>, transaction: PoolClient): Promise<void> {
  const { rows } = await transaction.query('select pg_backend_pid() as pid')
  const waiting = 'select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))'
  await vi.waitFor(async () => expect((await pool.query(waiting, [rows[0].pid])).rowCount).toBeGreaterThan(0))
}
