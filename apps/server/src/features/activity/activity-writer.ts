import type { Clock } from '#platform/clock.ts'
import type { ActivityRow } from './activity.store.ts'
import { createFairQueue } from './fair-queue.ts'

const FLUSH_AFTER_MS = 200
const BATCH = 1_000
const QUEUE_MAX = 20_000
const QUEUE_MAX_OF_ACCOUNT = 10_000

/** What somebody asked for and what became of it, and what devices do by themselves: neither pushes out the other. */
const LANES = ['asked', 'seen'] as const
export type Lane = (typeof LANES)[number]

/** What was written of what was there, as far as it was asked for. */
type Outcome = 'all' | 'a batch' | 'failed'

interface ActivityWriterOptions {
  clock: Clock
  insert(rows: readonly ActivityRow[]): Promise<void>
  /** Whether an error is about what was to be written, so that it would fail again for ever. */
  isPermanentError(error: unknown): boolean
  /** Writing failed; it is tried again. */
  failed(error: unknown): void
  /** A row found no room, or can never be written. */
  dropped(): void
}

/**
 * Writes rows behind, many with one statement, of each kind in their order. Where a queue is full, the account that has
 * most in it loses what is new.
 */
export function createActivityWriter(options: ActivityWriterOptions) {
  const { clock, insert, isPermanentError, failed, dropped } = options
  const queue = () =>
    createFairQueue<ActivityRow>({
      max: QUEUE_MAX,
      maxOfOne: QUEUE_MAX_OF_ACCOUNT,
      whoseOf: ({ accountId }) => accountId,
    })
  const queues = { asked: queue(), seen: queue() }
  let lastTurn: Promise<unknown> = Promise.resolve()
  let writing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const insertEach = async (rows: readonly ActivityRow[]) => {
    for (const row of rows) {
      try {
        await insert([row])
      } catch (error) {
        if (!isPermanentError(error)) throw error
        failed(error)
        dropped()
      }
    }
  }

  const insertAll = async (rows: readonly ActivityRow[]) => {
    try {
      await insert(rows)
    } catch (error) {
      if (!isPermanentError(error)) throw error
      await insertEach(rows)
    }
  }

  /** Writes the first rows of each kind, of one account where one is named. */
  const writeSome = async (accountId?: string): Promise<Outcome> => {
    const taken = LANES.map((lane) => ({ lane, rows: queues[lane].take(BATCH, accountId) }))
    const inOrder = (one: ActivityRow, other: ActivityRow) => one.at.getTime() - other.at.getTime()
    const rows = taken.flatMap((of) => of.rows).toSorted(inOrder)
    if (rows.length === 0) return 'all'
    try {
      await insertAll(rows)
      return taken.some((of) => of.rows.length === BATCH) ? 'a batch' : 'all'
    } catch (error) {
      for (const { lane, rows: of } of taken) queues[lane].putBack(of)
      failed(error)
      flushLater()
      return 'failed'
    }
  }

  /** One at a time, so that no row overtakes another that could not be written yet. */
  const inTurn = (accountId?: string): Promise<Outcome> => {
    const turn = lastTurn.then(() => writeSome(accountId))
    lastTurn = turn
    return turn
  }

  const isAnythingLeft = () => LANES.some((lane) => queues[lane].size() > 0)

  /** What comes meanwhile is left for the next time, together with what else comes by then. */
  const writeAll = async () => {
    while ((await inTurn()) === 'a batch');
  }

  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (isAnythingLeft()) flushLater()
    })
    return writing
  }

  const flushLater = () => {
    cancelTimer ??= clock.after(FLUSH_AFTER_MS, () => {
      cancelTimer = undefined
      void flush()
    })
  }

  return {
    add(row: ActivityRow, lane: Lane = 'asked') {
      if (queues[lane].add(row)) dropped()
      flushLater()
    },
    /** Writes what is there now; what cannot be written stays for the next time. */
    flush,
    /** Writes what is there now of one account, at most 1,000 rows of each kind, and waits for nobody else's queue. */
    async flushOf(accountId: string): Promise<void> {
      await inTurn(accountId)
    },
    /** Writes what is left, also what comes while it does. */
    async stop() {
      await writing
      while (isAnythingLeft() && (await inTurn()) !== 'failed');
      cancelTimer?.()
    },
  }
}

export type ActivityWriter = ReturnType<typeof createActivityWriter>
