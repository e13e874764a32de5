import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logger.ts'
import { databaseDown, isDatabaseDown } from './database-away.ts'

/** How long remembered data is used while the database is unavailable, because changes are not received meanwhile. */
const REMEMBERED_MS = 120_000
const ASK_EVERY_MS = 1_000
/** If data is remembered, a read that takes longer than this counts as failed. */
const TIMEOUT_MS = 5_000

interface ReachOptions {
  url: string
  logger: Logger
  rememberedMs?: number
}

/**
 * Knows whether the database can be reached, and reads from memory while it cannot. Without it no command passes while an external
 * database is away; with it those of signed-in people do, for two minutes.
 */
export interface DatabaseReach {
  /**
   * Reads data. While the database cannot be reached, returns `remembered` for at most two minutes. Throws 503 `internal_error`
   * after that and if nothing is remembered.
   */
  read<T>(reading: () => Promise<T>, remembered: () => T | undefined): Promise<T>
  isDown(): boolean
  close(): void
}

export function createDatabaseReach({
  url,
  logger,
  rememberedMs = REMEMBERED_MS,
}: ReachOptions): DatabaseReach {
  let awaySince: number | null = null
  let isClosed = false
  let asking: NodeJS.Timeout | undefined

  const askLater = () => {
    asking = setTimeout(async () => {
      const isBack = await answers(url)
      if (isClosed) return
      if (!isBack) return askLater()
      awaySince = null
      logger.info('The database is back')
    }, ASK_EVERY_MS)
  }
  const lose = () => {
    if (awaySince !== null || isClosed) return
    awaySince = performance.now()
    logger.warn('The database cannot be reached: what was read before counts for two minutes')
    askLater()
  }

  return {
    async read(reading, remembered) {
      const isRemembered = awaySince === null || performance.now() - awaySince < rememberedMs
      const known = isRemembered ? remembered() : undefined
      if (awaySince === null) {
        try {
          return await (known === undefined ? reading() : withTimeout(reading()))
        } catch (error) {
          if (!isDatabaseDown(error)) throw error
          lose()
        }
      }
      if (known === undefined) throw databaseDown()
      return known
    },
    isDown: () => awaySince !== null,
    close() {
      isClosed = true
      clearTimeout(asking)
    },
  }
}

async function withTimeout<T>(reading: Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const tooLate = sleep(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw databaseDown()
  })
  try {
    return await Promise.race([reading, tooLate])
  } finally {
    timeout.abort()
    // Both may still reject after nobody awaits them.
    reading.catch(() => {})
    tooLate.catch(() => {})
  }
}

/** Uses a separate connection, because those of a pool may wait for answers that never come. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'senca reach',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
