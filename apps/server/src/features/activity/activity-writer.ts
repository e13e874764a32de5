import type { Clock } from '#platform/clock.ts'
import type { ActivityRow } from './activity.store.ts'

const FLUSH_AFTER_MS = 200
const BATCH = 1_000
const QUEUE_MAX = 40_000

/** What was written of what waited, as far as it was asked for. */
type Outcome = 'all' | 'a batch' | 'failed'

interface ActivityWriterOptions {
  clock: Clock
  write(rows: readonly ActivityRow[]): Promise<void>
  /** Whether an error is about what was to be written, so that it would fail again for ever. */
  isPermanentError(error: unknown): boolean
  /** Writing failed; it is tried again. */
  failed(error: unknown): void
  /** A row found no room, or can never be written. */
  dropped(): void
}

/** What people do in a home and what its devices do by themselves are counted apart: neither pushes out the other. */
const shareOf = ({ accountId, actorId }: ActivityRow) =>
  `${actorId === null ? 'devices' : 'people'} ${accountId}`

/** Writes rows behind, many with one statement; of a row that changes before it is written only the newest is. */
export function createActivityWriter(options: ActivityWriterOptions) {
  const { clock, write, isPermanentError, failed, dropped } = options
  const waiting = new Map<string, ActivityRow>()
  const countByShare = new Map<string, number>()
  let lastTurn: Promise<unknown> = Promise.resolve()
  let flushing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const countOf = (row: ActivityRow) => countByShare.get(shareOf(row)) ?? 0

  const remove = (row: ActivityRow) => {
    // One that changed while it was written is written once more.
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

  /** One at a time, so that no row overtakes another that could not be written yet. */
  const inTurn = (accountId?: string): Promise<Outcome> => {
    const turn = lastTurn.then(() => writeSome(accountId))
    lastTurn = turn
    return turn
  }

  /** What comes meanwhile is left for the next time, together with what else comes by then. */
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
    /** Writes the row, or what has changed of it. The more room one takes, the more must be left for the others. */
    put(row: ActivityRow) {
      const isNew = !waiting.has(row.key)
      if (isNew && countOf(row) >= QUEUE_MAX - waiting.size) return dropped()
      if (isNew) countByShare.set(shareOf(row), countOf(row) + 1)
      waiting.set(row.key, row)
      flushLater()
    },
    /** Writes what is there now; what cannot be written stays for the next time. */
    flush,
    /** Writes what is there now of one account, at most 1,000 rows, and waits for nobody else's rows. */
    async flushOf(accountId: string): Promise<void> {
      await inTurn(accountId)
    },
    /** Writes what is left, also what comes while it does. */
    async stop() {
      await flushing
      while (waiting.size > 0 && (await inTurn()) !== 'failed');
      cancelTimer?.()
    },
  }
}

export type ActivityWriter = ReturnType<typeof createActivityWriter>
