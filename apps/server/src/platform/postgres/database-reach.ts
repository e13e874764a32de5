import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logger.ts'
import { databaseAway, isDatabaseAway } from './database-away.ts'

/** How long remembered data is used while the database is unavailable, because changes are not received meanwhile. */
const REMEMBERED_MS = 120_000
const ASK_EVERY_MS = 1_000
/** If data is remembered, a read that takes longer than this counts as failed. */
const PATIENCE_MS = 5_000

interface ReachOptions {
  url: string
  logger: Logger
  rememberedMs?: number
}

/** Knows whether the database can be reached, and reads from memory while it cannot. */
export interface DatabaseReach {
  /**
   * Reads data. While the database cannot be reached, returns `remembered` for at most two minutes. Throws 503 `internal_error`
   * after that and if nothing is remembered.
   */
  read<T>(reading: () => Promise<T>, remembered: () => T | undefined): Promise<T>
  state(): 'here' | 'away' | 'long away'
  close(): void
}

export function createDatabaseReach(options: ReachOptions): DatabaseReach {
  const { url, logger, rememberedMs = REMEMBERED_MS } = options
  let state: 'here' | 'away' | 'long away' = 'here'
  let isClosed = false
  let asking: NodeJS.Timeout | undefined
  let forgetting: NodeJS.Timeout | undefined

  const askLater = () => {
    asking = setTimeout(async () => {
      const isBack = await answers(url)
      if (isClosed) return
      if (!isBack) return askLater()
      clearTimeout(forgetting)
      state = 'here'
      logger.info('The database is back')
    }, ASK_EVERY_MS)
  }
  const lose = () => {
    if (state !== 'here' || isClosed) return
    state = 'away'
    logger.warn('The database cannot be reached: what was read before counts for two minutes')
    forgetting = setTimeout(() => {
      state = 'long away'
    }, rememberedMs)
    askLater()
  }

  return {
    async read(reading, remembered) {
      const known = state === 'long away' ? undefined : remembered()
      if (state === 'here') {
        try {
          return await (known === undefined ? reading() : withinPatience(reading()))
        } catch (error) {
          if (!isDatabaseAway(error)) throw error
          lose()
        }
      }
      if (known === undefined) throw databaseAway()
      return known
    },
    state: () => state,
    close() {
      isClosed = true
      clearTimeout(asking)
      clearTimeout(forgetting)
    },
  }
}

async function withinPatience<T>(reading: Promise<T>): Promise<T> {
  const patience = new AbortController()
  const tooLate = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw databaseAway()
  })
  try {
    return await Promise.race([reading, tooLate])
  } finally {
    patience.abort()
    // Both may still reject after nobody awaits them.
    reading.catch(() => {})
    tooLate.catch(() => {})
  }
}

/** Uses a separate connection, because those of a pool may wait for answers that never come. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
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
