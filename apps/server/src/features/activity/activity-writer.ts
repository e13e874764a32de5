import type { Clock } from '#platform/clock.ts'
import type { ActivityRow } from './activity.store.ts'

const FLUSH_AFTER_MS = 200
const BATCH = 1_000
const QUEUE_MAX = 40_000

/** How much of the waiting rows was written. */
type Outcome = 'all' | 'a batch' | 'failed'

interface ActivityWriterOptions {
  clock: Clock
  write(rows: readonly ActivityRow[]): Promise<void>
  /** Whether writing would fail again forever, because the error is caused by the row itself. */
  isPermanentError(error: unknown): boolean
  /** Called when writing failed. It is tried again. */
  failed(error: unknown): void
  /** Called when a row found no room or can never be written. */
  dropped(): void
}

/** Rows of people and rows of devices are counted separately, so that neither uses up the room of the other. */
const shareOf = ({ accountId, actorId }: ActivityRow) =>
  `${actorId === null ? 'devices' : 'people'} ${accountId}`

/** Writes rows behind, many in one statement. If a row changes before it is written, only its newest version is written. */
export function createActivityWriter(options: ActivityWriterOptions) {
  const { clock, write, isPermanentError, failed, dropped } = options
  const waiting = new Map<string, ActivityRow>()
  const countByShare = new Map<string, number>()
  let lastTurn: Promise<unknown> = Promise.resolve()
  let flushing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const countOf = (row: ActivityRow) => countByShare.get(shareOf(row)) ?? 0

  const remove = (row: ActivityRow) => {
    // A row that changed during the write is written again.
    if (waiting.get(row.key) !== row) return
    waiting.delete(row.key)
    const left = countOf(row) - 1
    if (left > 0) countByShare.set(shareOf(row), left)
    else countByShare.delete(shareOf(row))
  }

  const firstRows = (accountId?: string): ActivityRow[] => {
    const rows: ActivityRow[] = []
    for (const row of waiting.values()) {
      if (rows.length === BATCH) break
      if (accountId === undefined || row.accountId === accountId) rows.push(row)
    }
    return rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  }

  const writeEach = async (rows: readonly ActivityRow[]) => {
    for (const row of rows) {
      try {
        await write([row])
      } catch (error) {
        if (!isPermanentError(error)) throw error
        failed(error)
        dropped()
      }
      remove(row)
    }
  }

  const writeSome = async (accountId?: string): Promise<Outcome> => {
    const rows = firstRows(accountId)
    if (rows.length === 0) return 'all'
    try {
      await write(rows).catch((error: unknown) => {
        if (!isPermanentError(error)) throw error
        return writeEach(rows)
      })
      for (const row of rows) remove(row)
      return rows.length === BATCH ? 'a batch' : 'all'
    } catch (error) {
      failed(error)
      flushLater()
      return 'failed'
    }
  }

  /** Runs one write at a time, so that no row overtakes an earlier one that could not be written yet. */
  const inTurn = (accountId?: string): Promise<Outcome> => {
    const turn = lastTurn.then(() => writeSome(accountId))
    lastTurn = turn
    return turn
  }

  /** Rows that arrive meanwhile are left for the next time. */
  const writeAll = async () => {
    while ((await inTurn()) === 'a batch');
  }

  const flush = (): Promise<void> => {
    flushing ??= writeAll().finally(() => {
      flushing = undefined
      if (waiting.size > 0) flushLater()
    })
    return flushing
  }

  const flushLater = () => {
    cancelTimer ??= clock.after(FLUSH_AFTER_MS, () => {
      cancelTimer = undefined
      void flush()
    })
  }

  return {
    /** Queues a row or its new version. The more rows one share uses, the more room must remain for the others. */
    put(row: ActivityRow) {
      const isNew = !waiting.has(row.key)
      if (isNew && countOf(row) >= QUEUE_MAX - waiting.size) return dropped()
      if (isNew) countByShare.set(shareOf(row), countOf(row) + 1)
      waiting.set(row.key, row)
      flushLater()
    },
    /** Writes the rows that are waiting now. A row that cannot be written stays for the next time. */
    flush,
    /** Writes the waiting rows of one account, at most 1,000, without waiting for the rows of others. */
    async flushOf(accountId: string): Promise<void> {
      await inTurn(accountId)
    },
    /** Writes all remaining rows, including those that arrive meanwhile. */
    async stop() {
      await flushing
      while (waiting.size > 0 && (await inTurn()) !== 'failed');
      cancelTimer?.()
    },
  }
}

export type ActivityWriter = ReturnType<typeof createActivityWriter>
