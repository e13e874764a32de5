import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Logger } from '../logger.ts'
import { createListener } from './database-listener.ts'
import { createDatabaseReach, type DatabaseReach } from './database-reach.ts'

const MAX_CONNECTIONS = 16
/** One of them listens; the others are needed for a moment each. */
const MAX_QUEUE_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 10_000
/** No statement of ours takes this long; one that does is stuck. */
const STATEMENT_TIMEOUT_MS = 30_000

export type DrizzleDatabase = NodePgDatabase
/** The database, or a transaction on it. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

export interface Database {
  db: DrizzleDatabase
  pool: pg.Pool
  /** A few connections for the job queue alone, so that it goes on while `pool` has none left. */
  queuePool: pg.Pool
  /** Whether it can be reached; reads that may be answered from memory go through it. */
  reach: DatabaseReach
  /**
   * Hears a channel until the returned function is called; resolves once the channel is heard. `missed` is called
   * after a broken connection is back, since what was sent meanwhile is lost.
   */
  listen(channel: string, callback: (payload: string) => void, missed?: () => void): Promise<() => void>
  /** Tells all instances; payloads are under 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

interface DatabaseOptions {
  logger: Logger
  /** Where connections with a state of their own go when `url` is a pooler such as PgBouncer. */
  listenUrl?: string | undefined
}

/** Opens pools of connections to a PostgreSQL `postgres://` address; the first query connects. */
export function createDatabase(url: string, { logger, listenUrl }: DatabaseOptions): Database {
  let isClosing = false
  const openPool = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config })
    pool.on('error', (error) => {
      // The pool counts as ended while its last connections still say goodbye.
      if (!isClosing) logger.warn({ reason: error.message }, 'An idle database connection broke')
    })
    // A connection may break while a query has it; the query says so, and this keeps it from being unexpected.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = openPool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'senca',
    // A pooler refuses a connection that asks for it.
    ...(listenUrl === undefined ? { statement_timeout: STATEMENT_TIMEOUT_MS } : {}),
  })
  const queuePool = openPool({
    connectionString: listenUrl ?? url,
    max: MAX_QUEUE_CONNECTIONS,
    application_name: 'senca jobs',
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  const listener = createListener(listenUrl ?? url, logger)
  const reach = createDatabaseReach({ url, logger })
  return {
    db: openDrizzle(pool),
    pool,
    queuePool,
    reach,
    listen: listener.listen,
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    async close() {
      isClosing = true
      reach.close()
      await Promise.allSettled([listener.close(), pool.end(), queuePool.end()])
    },
  }
}

/** Drizzle keeps the connection of a transaction for ever where its `begin` fails, and a pool has only so many. */
function openDrizzle(pool: pg.Pool): DrizzleDatabase {
  const transaction: DrizzleDatabase['transaction'] = async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(drizzle(pool), { transaction })
}

const foreignKeyViolation = z.object({ code: z.literal('23503') })

/** Whether a row could not be written because another one that it names is gone. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  foreignKeyViolation.safeParse(error instanceof Error ? (error.cause ?? error) : error).success
