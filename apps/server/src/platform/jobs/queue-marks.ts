import pg from 'pg'

/** After the connection that holds the mark has broken. */
const HOLD_AGAIN_MS = 1_000
/** A queue may hold jobs a moment before its mark is there, or there again. */
const NOT_BEFORE = '10 seconds'

/** The number of the lock of a queue, whose id stands in a place of the statement. */
const lockOf = (place: '$1' | 'locked_by') => `hashtextextended('senca jobs ' || ${place}, 0)`

interface QueueMarksOptions {
  pool: pg.Pool
  failed(error: unknown): void
}

/**
 * Says which job queues live. The queue of an instance holds a lock of a database session for as long as its process runs:
 * jobs that are held by a queue without a mark are those of an instance that was killed.
 */
export function createQueueMarks({ pool, failed }: QueueMarksOptions) {
  let held: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let wanted: string | null = null

  /** Its session ends, and with it the lock. */
  const release = async (): Promise<void> => {
    clearTimeout(retry)
    const client = held
    held = null
    await client?.end().catch(() => {})
  }

  const hold = async (queueId: string): Promise<void> => {
    const client = new pg.Client(pool.options)
    // What broke is said by the end that follows.
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
    /** Marks a queue of this instance until it marks another, or none any more. */
    async mark(queueId: string): Promise<void> {
      wanted = queueId
      await release()
      holdAgain(queueId)
    },
    async end(): Promise<void> {
      wanted = null
      await release()
    },
    /** Gives jobs of queues without a mark back, so that any instance does them. */
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
