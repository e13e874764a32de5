import pg from 'pg'

/** The delay after the connection with the lock has broken. */
const HOLD_AGAIN_MS = 1_000
/** A queue may lock jobs a moment before it has its mark, or has it again. */
const NOT_BEFORE = '10 seconds'

/** The SQL for the lock id of a queue; `place` contains the queue's id. */
const lockOf = (place: '$1' | 'locked_by') => `hashtextextended('senca jobs ' || ${place}, 0)`

interface QueueMarksOptions {
  pool: pg.Pool
  failed(error: unknown): void
}

/**
 * Shows which job queues are alive. The queue of an instance holds an advisory lock in a database session as long as its process
 * runs. Jobs of a queue without this lock belong to an instance that was killed.
 */
export function createQueueMarks({ pool, failed }: QueueMarksOptions) {
  let held: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let wanted: string | null = null

  /** Ends the database session, which releases the lock. */
  const release = async (): Promise<void> => {
    clearTimeout(retry)
    const client = held
    held = null
    await client?.end().catch(() => {})
  }

  const hold = async (queueId: string): Promise<void> => {
    const client = new pg.Client(pool.options)
    // The 'end' event, which follows, handles the error.
    client.on('error', () => {})
    client.once('end', () => {
      if (held !== client) return
      held = null
      retry = setTimeout(() => holdAgain(queueId), HOLD_AGAIN_MS)
    })
    try {
      await client.connect()
      await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [queueId])
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (wanted === queueId) held = client
    else await client.end()
  }

  const holdAgain = (queueId: string) => {
    if (wanted !== queueId) return
    hold(queueId).catch((error: unknown) => {
      failed(error)
      retry = setTimeout(() => holdAgain(queueId), HOLD_AGAIN_MS)
    })
  }

  return {
    /** Marks a queue of this instance as alive until another one is marked or the marks are ended. */
    async mark(queueId: string): Promise<void> {
      wanted = queueId
      await release()
      holdAgain(queueId)
    },
    async end(): Promise<void> {
      wanted = null
      await release()
    },
    /** Finds whether jobs have been locked for long, which may be those of a queue without a mark. */
    takeOverQuery: `select 'locked' from graphile_worker.jobs where locked_at < now() - interval '${NOT_BEFORE}' limit 1`,
    /** Unlocks the jobs of queues without a mark, so that any instance can run them. */
    async takeOver(): Promise<void> {
      await pool.query(`
        select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
          select locked_by from graphile_worker.jobs where locked_by is not null
          group by locked_by having max(locked_at) < now() - interval '${NOT_BEFORE}'
        ) as holding
        where pg_try_advisory_xact_lock(${lockOf('locked_by')})
        having count(*) > 0`)
    },
  }
}
