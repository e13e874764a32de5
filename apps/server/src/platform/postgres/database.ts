import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Logger } from '../logger.ts'
import { type AnnouncementListener, createAnnouncementListener } from './announcement-listener.ts'
import { createDatabaseReach, type DatabaseReach } from './database-reach.ts'

const MAX_CONNECTIONS = 16
/** One of these connections listens; the others are used briefly. */
const MAX_QUEUE_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 10_000
/** No statement takes this long unless it is stuck. */
const STATEMENT_TIMEOUT_MS = 30_000
/** The server runs from its sources in tests and in development only. */
const IS_FROM_SOURCES = import.meta.filename.endsWith('.ts')

interface OpenTransaction {
  isOpen: boolean
  /** The announcements that are delivered in this process once the transaction is committed. */
  announcements: string[]
  /** Called once the transaction is committed. */
  committed: (() => void)[]
}

/** The transaction in which the current code runs. */
const currentTransaction = new AsyncLocalStorage<OpenTransaction>()

export type DrizzleDatabase = NodePgDatabase
/** The database, or a transaction. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

export interface Database {
  db: DrizzleDatabase
  pool: pg.Pool
  /** A few connections for the job queue only, so that it works even if all of `pool` are in use. */
  queuePool: pg.Pool
  /** Whether the database can be reached. Reads that can be answered from memory use it. */
  reach: DatabaseReach
  /**
   * Subscribes to the announcements of a topic until the returned function is called; resolves when the subscription is active.
   * `missed` is called after a broken connection is restored, because announcements in between are lost. Used by `createTopic`.
   */
  follow(topic: string, callback: AnnouncementListener, missed?: () => void): Promise<() => void>
  close(): Promise<void>
}

interface DatabaseOptions {
  logger: Logger
  /** A direct connection for sessions with state (LISTEN, locks), if `url` is a pooler such as PgBouncer. */
  listenUrl?: string | undefined
}

/** Creates connection pools for a PostgreSQL `postgres://` URL. The first query connects. */
export function createDatabase(url: string, { logger, listenUrl }: DatabaseOptions): Database {
  let isClosing = false
  const openPool = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config })
    pool.on('error', (error) => {
      // While closing, errors of the last connections are expected.
      if (!isClosing) logger.warn({ reason: error.message }, 'An idle database connection broke')
    })
    // A connection may break during a query. The query reports it, and this listener prevents an unhandled error.
    pool.on('connect', (client) => client.on('error', () => {}))
    return IS_FROM_SOURCES ? refuseSecondConnection(pool) : pool
  }
  const pool = openPool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'senca',
    // A pooler refuses connections with this parameter.
    ...(listenUrl === undefined ? { statement_timeout: STATEMENT_TIMEOUT_MS } : {}),
  })
  const queuePool = openPool({
    connectionString: listenUrl ?? url,
    max: MAX_QUEUE_CONNECTIONS,
    application_name: 'senca jobs',
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  const listener = createAnnouncementListener(listenUrl ?? url, logger)
  const reach = createDatabaseReach({ url, logger })
  return {
    db: openDrizzle(pool, listener.deliver),
    pool,
    queuePool,
    reach,
    follow: listener.follow,
    async close() {
      isClosing = true
      reach.close()
      await Promise.allSettled([listener.close(), pool.end(), queuePool.end()])
    },
  }
}

/**
 * Throws if code within a transaction takes another connection. Transactions that each wait for a second connection would wait
 * for each other once all connections are in use.
 */
function refuseSecondConnection(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool)
  return Object.assign(pool, {
    // The pool calls it with a callback for single queries.
    connect(callback: Parameters<pg.Pool['connect']>[0] | undefined) {
      if (currentTransaction.getStore()?.isOpen === true)
        throw new Error('A second database connection was taken within a transaction')
      return callback === undefined ? connect() : connect(callback)
    },
  })
}

/** Calls the listeners in this process before the current transaction resolves, if it is committed. Used by `createTopic`. */
export function deliverAtCommit(announcements: readonly string[]): void {
  currentTransaction.getStore()?.announcements.push(...announcements)
}

/** Calls a function before the current transaction resolves, if it is committed; at once outside of one. */
export function atCommit(run: () => void): void {
  const current = currentTransaction.getStore()
  if (current?.isOpen !== true) run()
  else current.committed.push(run)
}

/** Drizzle never releases the connection of a transaction whose `begin` fails, which would use up the pool. */
function openDrizzle(pool: pg.Pool, deliver: (announcement: string) => Promise<void>): DrizzleDatabase {
  const transaction: DrizzleDatabase['transaction'] = async (run, config) => {
    const client = await pool.connect()
    const current: OpenTransaction = { isOpen: true, announcements: [], committed: [] }
    let result: Awaited<ReturnType<typeof run>>
    try {
      result = await currentTransaction.run(current, () => drizzle(client).transaction(run, config))
    } finally {
      current.isOpen = false
      client.release()
    }
    for (const run of current.committed) run()
    await Promise.all(current.announcements.map(deliver))
    return result
  }
  return Object.assign(drizzle(pool), { transaction })
}

const foreignKeyViolation = z.object({ code: z.literal('23503') })

/** Whether a row could not be written because a referenced row is gone. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  foreignKeyViolation.safeParse(error instanceof Error ? (error.cause ?? error) : error).success
