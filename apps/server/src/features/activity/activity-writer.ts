import type { Clock } from '#platform/clock.ts'
import type { ActivityRow } from './activity.store.ts'

const FLUSH_AFTER_MS = 200
const BATCH = 1_000
const QUEUE_MAX = 20_000

interface ActivityWriterOptions {
  clock: Clock
  insert(rows: readonly ActivityRow[]): Promise<void>
  /** Whether an error is about what was to be written, so that it would fail again for ever. */
  isHopeless(error: unknown): boolean
  /** Writing failed; it is tried again. */
  failed(error: unknown): void
  /** A row found no room, or can never be written. */
  dropped(): void
}

/** Writes rows behind, many with one statement, in their order; a full queue drops what is new rather than grow. */
export function createActivityWriter(options: ActivityWriterOptions) {
  const { clock, insert, isHopeless, failed, dropped } = options
  const queue: ActivityRow[] = []
  let writing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const insertEach = async (rows: readonly ActivityRow[]) => {
    for (const row of rows) {
      try {
        await insert([row])
      } catch (error) {
        if (!isHopeless(error)) throw error
        failed(error)
        dropped()
      }
    }
  }

  const insertAll = async (rows: readonly ActivityRow[]) => {
    try {
      await insert(rows)
    } catch (error) {
      if (!isHopeless(error)) throw error
      await insertEach(rows)
    }
  }

  const writeAll = async () => {
    while (queue.length > 0) {
      const rows = queue.slice(0, BATCH)
      try {
        await insertAll(rows)
      } catch (error) {
        failed(error)
        flushLater()
        return
      }
      queue.splice(0, rows.length)
    }
  }

  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
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
    add(row: ActivityRow) {
      if (queue.length >= QUEUE_MAX) return dropped()
      queue.push(row)
      flushLater()
    },
    /** Writes what is there now; what cannot be written stays for the next time. */
    flush,
    /** Writes what is left. */
    async stop() {
      await writing
      await flush()
      cancelTimer?.()
    },
  }
}

export type ActivityWriter = ReturnType<typeof createActivityWriter>
